"""Coloured mazes: read, solved for every traveller, counted, drawn, saved, and refused where they are no mazes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import MazeError, Position, Puzzle, Solved, load, read_text, save, solve
from mazeworks.cli import run
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.core.registry import renderers
from mazeworks.drawing.board import board_of, scene_of
from mazeworks.drawing.palette import named_colour
from mazeworks.drawing.scene import Label, Line
from mazeworks.files.targets import pieces
from mazeworks.puzzles.coloured import Coloured, ColouredMeasures
from mazeworks.rating.measures import measures_of
from mazeworks.rating.rating import rate
from tests import DATA, ROOT

EXPRESS = ROOT / "examples" / "coloured" / "express.txt"
PROGRAM = ROOT / "programs" / "express.py"
MOVES = {"blue": 26, "yellow": 36, "red": 24}
#: The rule, written again: who may use which line.
USABLE = {"blue": "bgpw", "yellow": "ygow", "red": "rpow"}

SMALL = """\
.g.b*
w k r
+p.y.
"""


def picture(name: str) -> str:
    return (DATA / f"express_{name}.txt").read_text()


@st.composite
def mazes(draw: Any) -> str:
    """Any small maze as text."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    nodes = draw(st.permutations(range(width * height)))
    if len(nodes) < 2:
        width, nodes = 2, [0, 1]
    marks = {nodes[0]: "+", nodes[1]: "*"}
    rows = []
    for y in range(height):
        letters = draw(st.lists(st.sampled_from("byrgpowk"), min_size=2 * width, max_size=2 * width))
        row = [marks.get(y * width + x, ".") + letters[x] for x in range(width)]
        rows += ["".join(row)[:-1], " ".join(letters[width:])]
    return "\n".join(rows[:-1]) + "\n"


def brute_force(text: str, letters: str) -> tuple[int, int] | None:
    """Length and number of the shortest routes, by walking every route there is."""
    rows = text.splitlines()
    found: dict[str, tuple[int, int]] = {
        c: (y, x) for y, row in enumerate(rows) for x, c in enumerate(row) if c in "+*"
    }
    lengths: list[int] = []

    def walk(here: tuple[int, int], been: frozenset[tuple[int, int]]) -> None:
        if here == found["*"]:
            lengths.append(len(been) - 1)
            return
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = here[0] + dy, here[1] + dx
            there = here[0] + 2 * dy, here[1] + 2 * dx
            if 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] in letters and there not in been:
                walk(there, been | {there})

    walk(found["+"], frozenset([found["+"]]))
    return (min(lengths), lengths.count(min(lengths))) if lengths else None


@given(mazes())
def test_every_route_is_shortest_and_counted_exactly(text: str) -> None:
    for name, variant in variants_of(read_text(text)).items():
        expected = brute_force(text, USABLE[name])
        solution = solve(variant)
        assert measures_of(variant).shortest_routes() == expected
        assert (None if solution is None else len(solution)) == (expected and expected[0])
        if solution is not None:
            assert rate(variant).ways == (expected and expected[1])
            check_picture(text, board_of(variant).sketch(solution).text(), len(solution))


def check_picture(text: str, drawn: str, moves: int) -> None:
    """A picture differs from the maze along the way alone: two characters a move, and the end."""
    assert drawn.count("|") + drawn.count("-") == 2 * moves
    assert drawn.count("+") == 1 and drawn.index("+") == text.index("*")
    assert len(drawn) == len(text)
    assert all(was == now or now in "|-+" for was, now in zip(text, drawn, strict=True))


@given(mazes())
def test_text_and_json_are_read_back(text: str) -> None:
    maze = read_text(text)
    from mazeworks.core.registry import formats
    from mazeworks.files.targets import pieces

    assert "".join(pieces(formats["coloured"], Solved.of(maze))) == text  # type: ignore[arg-type]
    again = read_text("".join(pieces(formats["json"], Solved.of(maze))))  # type: ignore[arg-type]
    assert codec_of(again).to_data() == codec_of(maze).to_data()


@pytest.mark.parametrize("name", MOVES)
def test_the_three_pictures_character_for_character(name: str) -> None:
    maze = load(EXPRESS, traveller=name)
    for solver in ("auto", "breadth_first", "a_star"):
        solution = solve(maze, solver)
        assert solution is not None and len(solution) == MOVES[name]
        assert board_of(maze).sketch(solution).text() == picture(name)
    assert measures_of(maze).shortest_routes() == (MOVES[name], 1)


def test_the_program_prints_the_three_solutions() -> None:
    out = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, check=True).stdout
    assert out == "".join(f"{name.capitalize()}: {moves} moves\n{picture(name)}\n" for name, moves in MOVES.items())


def test_the_program_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text(SMALL.replace("+", "."))
    done = subprocess.run([sys.executable, PROGRAM, tmp_path / "maze.txt"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("error: ") and "no +" in done.stderr


# --- the command line


def test_solve_shows_every_traveller(capfdbinary: Any) -> None:
    assert run(["solve", str(EXPRESS)]) == 0
    out, err = (text.decode() for text in capfdbinary.readouterr())
    assert out == "".join(f"{name}:\n{picture(name)}" for name in MOVES)
    for line, (name, moves) in zip(err.splitlines(), MOVES.items(), strict=True):
        assert line.startswith(f"{name}: {moves} moves, the only shortest route, ")


def test_solve_shows_the_one_asked_for(capfdbinary: Any) -> None:
    assert run(["solve", str(EXPRESS), "--traveller", "red"]) == 0
    out, err = (text.decode() for text in capfdbinary.readouterr())
    assert out == picture("red") and err.startswith("red: 24 moves, the only shortest route")


def test_solve_prints_one_json_object(capfdbinary: Any) -> None:
    assert run(["solve", str(EXPRESS), "--json"]) == 0
    data = json.loads(capfdbinary.readouterr().out)
    assert (data["kind"], data["solver"], data["solved"]) == ("coloured", "auto", True)
    assert (data["length"], data["path"], data["moves"]) == (sum(MOVES.values()), None, None)
    assert data["explored"] == sum(each["explored"] for each in data["travellers"].values())
    assert {name: each["length"] for name, each in data["travellers"].items()} == MOVES
    assert all(each["shortest_routes"] == 1 and each["path"][-1] == [8, 1] for each in data["travellers"].values())
    assert run(["solve", str(EXPRESS), "--json", "--traveller", "blue"]) == 0
    data = json.loads(capfdbinary.readouterr().out)
    assert data["length"] == 26 and data["solved"] and len(data["moves"]) == 26 and "travellers" not in data


def test_a_traveller_without_a_way_is_named_and_the_exit_code_is_1(tmp_path: Path, capfdbinary: Any) -> None:
    path = tmp_path / "maze.txt"
    path.write_text("+b.\nk b\n.r*\n")
    assert run(["solve", str(path), "--json"]) == 1
    data = json.loads(capfdbinary.readouterr().out)
    assert not data["solved"] and data["travellers"]["blue"]["solved"]
    assert data["travellers"]["red"] == {"solved": False, "length": None, "path": None, "moves": None, "explored": None}
    assert run(["solve", str(path)]) == 1
    out, err = capfdbinary.readouterr()
    assert out == b"blue:\n--|\nk |\n.r+\n" and b"no solution for yellow" in err and b"no solution for red" in err
    assert run(["draw", str(path), "--solution"]) == 1
    assert b"red: no way" in capfdbinary.readouterr().out


def test_several_shortest_routes_and_longer_ones_are_reported(tmp_path: Path, capfdbinary: Any) -> None:
    path = tmp_path / "maze.txt"
    path.write_text("travellers: blue\n+b.b.\nb b b\n.b.b*\n")
    assert run(["solve", str(path)]) == 0
    assert b"blue: 3 moves, one of 3 shortest routes, " in capfdbinary.readouterr().err
    path.write_text("travellers: blue\n.b.\nb b\n+b*\n")
    assert run(["solve", str(path), "--with", "depth_first"]) == 0
    assert b"blue: 3 moves, where the only shortest route takes 1, " in capfdbinary.readouterr().err


def test_more_routes_than_can_be_written_out(tmp_path: Path, capfdbinary: Any) -> None:
    # A row of 16000 squares, each passed from one corner to the opposite one, on either side.
    top, bottom = ".b.b.b.k" * 8000, "+b.k.b.b" + ".b.k.b.b" * 7999
    rows = [top[:-1], " ".join("b" * 32_000), bottom[:-2] + "*"]
    path = tmp_path / "maze.txt"
    path.write_text("travellers: blue\n" + "\n".join(rows) + "\n")
    assert run(["solve", str(path)]) == 0
    assert b"one of about 10^4816 shortest routes" in capfdbinary.readouterr().err
    assert run(["solve", str(path), "--json"]) == 0
    count = json.loads(capfdbinary.readouterr().out)["shortest_routes"]
    assert len(count) == 4817 and (int(count[:4000]) * 10**817 + int(count[4000:])).bit_count() == 1  # 2^16000


def test_solutions_of_all_go_into_one_file_that_can_be_read_again(tmp_path: Path, capfdbinary: Any) -> None:
    for name in ("solved.txt", "solved.json", "solved.svg"):
        assert run(["solve", str(EXPRESS), "-o", str(tmp_path / name)]) == 0
    assert codec_of(load(tmp_path / "solved.txt")).to_data() == codec_of(load(tmp_path / "solved.json")).to_data()
    assert (tmp_path / "solved.txt").read_text().endswith("\n\nred:\n" + picture("red"))
    svg = (tmp_path / "solved.svg").read_text()
    assert all(f"{name}: {moves} moves" in svg for name, moves in MOVES.items())


def test_a_goal_on_the_command_line(tmp_path: Path, capfdbinary: Any) -> None:
    path = tmp_path / "maze.txt"
    path.write_text(EXPRESS.read_text().replace("*", "."))
    assert run(["solve", str(path), "--goal", "8,1", "--traveller", "blue"]) == 0
    assert capfdbinary.readouterr().out.decode() == picture("blue")
    assert run(["solve", str(EXPRESS), "--goal=0/8", "--traveller", "red", "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["path"][-1] == [0, 8]
    save(load(EXPRESS), tmp_path / "maze.json")
    assert run(["solve", str(tmp_path / "maze.json"), "--goal", "0,8", "--traveller", "red", "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["length"] == 1


def test_rating_each_traveller(capfdbinary: Any) -> None:
    assert run(["rate", str(EXPRESS), "--json"]) == 0
    data = json.loads(capfdbinary.readouterr().out)["travellers"]
    assert {name: each["moves"] for name, each in data.items()} == MOVES
    for name, each in data.items():
        assert each["unique"] and each["detour"] == MOVES[name] - 14
        assert each["states"] <= 81 and each["choices"] > 5 and each["dead_regions"] > 3
    assert run(["rate", str(EXPRESS), "--traveller", "blue"]) == 0
    assert b"blue: difficulty" in capfdbinary.readouterr().out


def test_dead_regions_by_hand() -> None:
    # The route runs along the top; one region of two nodes hangs below its start, one of one node joins it twice.
    maze = Coloured.from_rows(["+b.b.b*", "b k b b", ".b.k.b."], travellers=["blue"])
    solution = solve(maze)
    assert solution is not None and len(solution) == 3
    assert sorted(ColouredMeasures(maze).regions(solution)) == [(1, 2), (2, 1)]


# --- other colours


OTHER = """\
t teal: blue cyan
c: cyan
w white: blue yellow red cyan
travellers: cyan blue
+t.c.
k w b
.c.b*
"""


def test_a_file_may_add_colours_and_travellers() -> None:
    maze = read_text(OTHER)
    assert isinstance(maze, Coloured)
    assert maze.travellers == ("cyan", "blue")
    assert maze.colours["t"] == ("teal", ("blue", "cyan")) and maze.colours["c"] == ("c", ("cyan",))
    cyan, blue = variants_of(maze).values()
    assert solve(cyan) is None
    solution = solve(blue)
    assert solution is not None and [move.letters for move in solution.moves] == ["E", "S", "E"]
    assert board_of(blue).scene(solution).shapes


def test_white_carries_everyone_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    rows = "+w.c*\n"
    maze = read_text("c: cyan\n" + rows)
    assert isinstance(maze, Coloured) and maze.colours["w"] == ("white", ("blue", "yellow", "red", "cyan"))
    assert solve(maze.as_traveller("cyan")) is not None
    assert codec_of(maze).to_data()["colours"] == {"c": ["c", "cyan"]}
    narrow = read_text("c: cyan\nw white: blue yellow red\n" + rows)
    assert isinstance(narrow, Coloured) and solve(narrow.as_traveller("cyan")) is None
    for each in (maze, narrow):
        for name in ("maze.txt", "maze.json"):
            save(each, tmp_path / name)
            assert load(tmp_path / name) == each


def test_dead_regions_and_wrong_turns_are_distinguished() -> None:
    rating = rate(variants_of(load(EXPRESS))["blue"])
    names = [measure.name for measure in rating.measures]
    assert len(set(names)) == len(names) and {"deepest", "deepest_region"} <= set(names)


def test_other_colours_are_saved(tmp_path: Path) -> None:
    maze = read_text(OTHER)
    for name in ("maze.txt", "maze.json"):
        save(maze, tmp_path / name)
        assert codec_of(load(tmp_path / name)).to_data() == codec_of(maze).to_data()
        save(load(tmp_path / name, traveller="cyan"), tmp_path / name)
        assert codec_of(load(tmp_path / name)).to_data() == codec_of(maze).to_data() | {"traveller": "cyan"}
        assert list(variants_of(load(tmp_path / name, traveller="all"))) == ["cyan", "blue"]


# --- pictures


def _length(line: Line) -> float:
    (x, y), (to_x, to_y) = line.points
    return round(abs(to_x - x) + abs(to_y - y), 3)


def test_the_scene_can_be_read_without_colour() -> None:
    maze = load(EXPRESS)
    solutions = {name: solve(variant) for name, variant in variants_of(maze).items()}
    scene = scene_of(Solved(maze, solutions))
    labels = [shape.text for shape in scene.shapes if isinstance(shape, Label)]
    assert sum(len(text) == 1 and text.isalpha() for text in labels) == 3 * 144
    assert labels.count("+") == labels.count("*") == 3
    strokes = {name: [s for s in scene.shapes if isinstance(s, Line) and s.role == f"path:{name}"] for name in MOVES}
    looks = {(len(strokes[name]) // moves, _length(strokes[name][0])) for name, moves in MOVES.items()}
    assert len(looks) == 3, "each traveller has strokes of its own"
    for shape in scene.shapes:
        for x, y in shape.points if isinstance(shape, Line) else ():
            assert 0 <= x <= scene.width and 0 <= y <= scene.height


def test_a_maze_without_a_solution_has_no_route() -> None:
    assert not any(shape.role.startswith("path") for shape in board_of(load(EXPRESS)).scene().shapes)
    assert board_of(load(EXPRESS)).sketch().text() == EXPRESS.read_text()


def test_colours_on_a_terminal_leave_the_characters_alone() -> None:
    import re

    drawn = board_of(load(EXPRESS)).sketch().text(colour=True)
    assert re.sub(r"\033\[[\d;]*m", "", drawn) == EXPRESS.read_text()
    assert "\033[34mb\033[0m" in drawn


# --- bad input


BAD = {
    "ragged": (".g.b*\nw k\n+p.y.\n", "line 2 has 3 characters, but line 1 has 5"),
    "no colour": (".g.b*\nw k r\n+x.y.\n", "line 3, column 2: 'x' is not a colour; expected one of b g k o p r w y"),
    "no colour down": (".g.b*\nw ? r\n+p.y.\n", r"line 2, column 3: '\?' is not a colour"),
    "no node in line 1": (".g.bx\nw k r\n+p.y*\n", "line 1, column 5: 'x' is not a node"),
    "no colour in line 1": (".7.b*\nw k r\n+p.y.\n", "line 1, column 2: '7' is not a colour"),
    "blank in line 1": (". .b*\nw k r\n+p.y.\n", "line 1, column 2: ' ' is not a colour"),
    "short line 1": (".g.b\nw k r\n+p.y*\n", "line 1 has 4 characters, but line 2 has 5"),
    "title": ("a title\n" + SMALL, "line 1 has 7 characters, but line 2 has 5"),
    "single row": (".gxb*\n", "line 1, column 3: 'x' is not a node"),
    "column": ("x\nb\n+\nb\n*\n", "line 1, column 1: 'x' is not a node"),
    "no node": (".g.b*\nw k r\n+pay.\n", "line 3, column 3: 'a' is not a node"),
    "no blank": (".g.b*\nw.k r\n+p.y.\n", "line 2, column 2: '.' stands between four nodes"),
    "no start": (".g.b*\nw k r\n.p.y.\n", r"there is no \+ to start from"),
    "two starts": (".g.b*\nw k r\n+p.y+\n", r"one \+ .*, but there are 2, at line 3, column 1 and line 3, column 5"),
    "no goal": (".g.b.\nw k r\n+p.y.\n", r"no \* marks the goal; --goal x,y names one"),
    "two goals": (".g.b*\nw k r\n+p.y*\n", r"one \* at the goal, but there are 2"),
    "even columns": (".g.b\nw k \n+p.y\n", "4 columns are an even number"),
    "even columns only": (".g.b\nw kr\n+p*y\n", "4 columns are an even number"),
    "even lines": (".g.b*\nw k r\n", "2 lines are an even number"),
    "header": ("tt teal: blue\n" + SMALL, "line 1: 'tt teal: blue' should be like"),
    "header letter": ("7 seven: blue\n" + SMALL, "a line is written as one letter, not '7'"),
    "unknown traveller": ("travellers: green\n" + SMALL, "no traveller is called 'green'"),
    "no travellers": ("travellers:\n" + SMALL, "there are from 1 to 16 travellers, not 0"),
    "unknown choice": ("traveller: blu\n" + SMALL, "no traveller is called 'blu'; did you mean blue"),
    "line numbers below headers": ("t: blue\n\n" + SMALL.replace("y", "x"), "line 5, column 4: 'x' is not a colour"),
    "text below": (SMALL + "\nand so on\n", "line 5: after a blank line 'and so on' is not a name"),
    "one node": ("+\nb\n.\nb\n+\n", r"one \+ to start from"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_in_one_sentence(name: str, tmp_path: Path, capfdbinary: Any) -> None:
    text, sentence = BAD[name]
    with pytest.raises(MazeError, match=sentence):
        read_text(text)
    (tmp_path / "maze.txt").write_text(text)
    assert run(["solve", str(tmp_path / "maze.txt")]) == 2
    out, err = capfdbinary.readouterr()
    assert out == b"" and err.startswith(b"error: ") and err.count(b"\n") == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--goal", "9,1"], "the goal 9,1, taken for a node x,y, lies outside the maze of 9x9 nodes"),
        (["--goal=-1,1"], "the goal -1,1, taken for a node x,y, lies outside"),
        (["--goal", "here"], "goal is a node x,y, as in 8,1, or a row and column as in '(2, 16)', not 'here'"),
        (["--goal", "0,7"], "start and goal are both (0, 7)"),
        (["--traveller", "green"], "no traveller is called 'green'"),
        (["--traveler", "blue"], "there is no option --traveler; did you mean --traveller?"),
    ],
)
def test_bad_options_are_refused(options: list[str], sentence: str, capfdbinary: Any) -> None:
    assert run(["solve", str(EXPRESS), *options]) == 2
    err = capfdbinary.readouterr().err.decode()
    assert err.startswith("error: ") and sentence in err and err.count("\n") == 1


JSON_BAD: list[dict[str, Any]] = [
    {},
    {"rows": "no list"},
    {"rows": [1, 2]},
    {"rows": []},
    {"rows": [".g*", "w k", "+p."], "goal": [1]},
    {"rows": [".g*", "w k", "+p."], "goal": [10**30, 0]},
    {"rows": [".g*", "w k", "+p."], "colours": []},
    {"rows": [".g*", "w k", "+p."], "colours": {"t": "teal"}},
    {"rows": [".g*", "w k", "+p."], "colours": {"tt": ["teal"]}},
    {"rows": [".g*", "w k", "+p."], "colours": {".": ["teal", "blue"]}},
    {"rows": [".g*", "w k", "+p."], "travellers": [["blue"]]},
    {"rows": [".g*", "w k", "+p."], "traveller": 7},
    {"rows": [".g*", "w k", "+p."], "first_line": "one"},
]


@pytest.mark.parametrize("data", JSON_BAD)
def test_bad_json_is_refused(data: dict[str, Any]) -> None:
    text = json.dumps({"mazeworks": 1, "kind": "coloured"} | data)
    with pytest.raises(MazeError):
        read_text(text)


@given(mazes(), st.integers(0, 60), st.text(alphabet=".+*bgwkx \n:\0é", max_size=5))
def test_no_damage_ends_in_a_traceback(text: str, place: int, junk: str) -> None:
    try:
        puzzle = read_text(text[:place] + junk + text[place + 1 :])
    except MazeError as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(puzzle, Puzzle)


def test_too_many_nodes_are_refused() -> None:
    rows = ["+" + "b." * 1999, " ".join("b" * 2000)] * 999 + ["." + "b." * 1999]
    with pytest.raises(MazeError, match="2000x1000 nodes are more than 1000000"):
        Coloured.from_rows(rows, (1, 1))


def test_mazes_compare_and_print_as_what_they_are() -> None:
    maze = read_text(SMALL)
    assert maze == read_text(SMALL) != variants_of(maze)["red"]
    assert str(maze) == SMALL and repr(maze) == "<Coloured 3x2 from (0, 1) to (2, 0)>"
    assert repr(variants_of(maze)["red"]).endswith(" as red>")


def test_options_may_be_values(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text(SMALL.replace("*", "."))
    for goal in ((2, 0), [2, 0], "2,0"):
        assert load(tmp_path / "maze.txt", goal=goal).goal == (2, 0)  # type: ignore[attr-defined]
    for bad in (7, (1, 2, 3)):
        with pytest.raises(MazeError, match="goal is a node x,y"):
            load(tmp_path / "maze.txt", goal=bad)


def test_lines_of_any_name_have_a_colour_that_is_not_black() -> None:
    maze = read_text("t teal: blue\nz zyx: blue\n" + SMALL.replace("g", "t").replace("p", "z"))
    drawn = "".join(map(str, pieces(renderers["svg"], Solved.of(maze))))
    assert "#12827c" in drawn and named_colour("zyx") in drawn
    for name in ("zyx", "é", "lemon", "x" * 30):
        red, green, blue = (int(named_colour(name)[n : n + 2], 16) for n in (1, 3, 5))
        assert max(red, green, blue) > 90 and max(red, green, blue) - min(red, green, blue) > 40


def test_a_single_column_and_a_single_row() -> None:
    for text, moves in (("+\nb\n.\nw\n*\n", ["S", "S"]), ("*g.b+\n", ["W", "W"])):
        solution = solve(variants_of(read_text(text))["blue"])
        assert solution is not None and [move.letters for move in solution.moves] == moves
    assert Coloured.from_rows(["+b."], (1, 0)).goal == Position(1, 0)
