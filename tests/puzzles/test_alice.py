"""Alice mazes: the rules, the text form, the program, the drawings."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import (
    Direction,
    FormatError,
    MazeError,
    Position,
    Solved,
    explore,
    load,
    rate,
    read_text,
    replay,
    save,
    solve,
)
from mazeworks.cli import run
from mazeworks.core.facets import codec_of
from mazeworks.core.registry import formats, renderers, solvers
from mazeworks.drawing.arrows import Leap, tags_of
from mazeworks.drawing.board import board_of
from mazeworks.drawing.scene import Area, Label, Line
from mazeworks.files.targets import pieces
from mazeworks.puzzles.alice import MOST_LINES, AliceBoard, AliceMaze, Square, Standing
from mazeworks.search.shortest_paths import count_shortest
from tests import ROOT

PROGRAM = ROOT / "programs" / "AliceMazeSolver.py"
WAYS = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}


def row(*cells: str, start: int = 0) -> str:
    """A maze of one row, each cell written `colour directions`, the last one the goal."""
    lines = [f"1, {len(cells)}", f"0, {start}"]
    for cell in cells:
        colour, _, arrows = cell.partition(" ")
        lines.append(f"{colour}; {arrows}; {'true' if cell is cells[-1] else 'false'}")
    return "\n".join(lines) + "\n"


def path(text: str) -> list[tuple[int, ...]] | None:
    solution = solve(read_text(text))
    return [tuple(state) for state in solution.states] if solution is not None else None


# --- hand-worked mazes


def test_red_makes_the_next_leap_longer() -> None:
    assert path(row("black E", "red E", "black W", "black")) == [(0, 0, 1), (1, 0, 2), (3, 0, 2)]
    assert path(row("black E", "black E", "black W", "black")) is None


def test_yellow_makes_the_next_leap_shorter() -> None:
    way = [(0, 0, 1), (1, 0, 2), (3, 0, 1), (4, 0, 1)]
    assert path(row("black E", "red E", "black", "yellow E", "black")) == way
    assert path(row("black E", "red E", "black", "black E", "black")) is None


def test_d_may_not_fall_below_one() -> None:
    assert path(row("black E", "yellow E", "black")) is None
    assert path(row("black E", "black E", "black")) == [(0, 0, 1), (1, 0, 1), (2, 0, 1)]


def test_no_move_lands_on_a_blank_square() -> None:
    rows = "2, 3\n0, 0\nblack; E, S; false\n{}\nblack; ; true\nblack; E; false\nblack; E; false\nblack; N; false\n"
    assert path(rows.format("black; E; false")) == [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert path(rows.format("blank; ; false")) == [(0, 0, 1), (0, 1, 1), (1, 1, 1), (2, 1, 1), (2, 0, 1)]


def test_a_leap_goes_over_blank_squares() -> None:
    assert path(row("black E", "red E", "blank", "black")) == [(0, 0, 1), (1, 0, 2), (3, 0, 2)]


def test_the_start_counts_its_colour_only_when_landed_on() -> None:
    text = row("black E", "red W, E", "blank", "black", start=1)
    assert path(text) == [(1, 0, 1), (0, 0, 1), (1, 0, 2), (3, 0, 2)]


def test_all_eight_directions() -> None:
    for letters, (dy, dx) in WAYS.items():
        cells = [f"black; ; {'true' if (y - 1, x - 1) == (dy, dx) else 'false'}" for y in range(3) for x in range(3)]
        cells[4] = f"black; {letters}; false"
        solution = solve(read_text("3\n1, 1\n" + "\n".join(cells)))
        assert solution is not None
        assert [move.letters for move in solution.moves] == [letters]


def test_several_goals_and_ties_are_counted() -> None:
    text = "3\n1, 1\n" + "black; ; true\nblack; ; false\nblack; ; false\nblack; ; true\nblack; NW, W, E; false\n"
    text += "black; ; true\n" + "black; ; false\n" * 3
    assert count_shortest(explore(read_text(text))) == 3
    assert not rate(read_text(text)).unique


def test_a_start_on_a_goal_takes_no_leap() -> None:
    assert path("1\n0, 0\nred; ; true") == [(0, 0, 1)]
    maze = read_text("1\n0, 0\nred; ; true")
    assert "0 · (0, 0) d=1" in board_of(maze).sketch(solve(maze)).text()


# --- against a search written anew


@st.composite
def mazes(draw: Any) -> str:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = []
    for _ in range(rows * columns):
        colour = draw(st.sampled_from(["black", "red", "yellow", "black", "red", "yellow", "blank"]))
        ways = [] if colour == "blank" else draw(st.lists(st.sampled_from(list(WAYS)), max_size=4, unique=True))
        goal = colour != "blank" and draw(st.integers(0, 9)) == 0
        cells.append([colour, ", ".join(ways), str(goal).lower()])
    start, last = draw(st.integers(0, len(cells) - 1)), draw(st.integers(0, len(cells) - 1))
    cells[start][0] = draw(st.sampled_from(["black", "red", "yellow"]))
    cells[last] = [draw(st.sampled_from(["black", "red", "yellow"])), cells[last][1], "true"]
    head = f"{rows}, {columns}" if rows != columns else f"{rows}"
    y, x = divmod(start, columns)
    return "\n".join([head, f"{y}, {x}", *("; ".join(cell) for cell in cells)]) + "\n"


def brute_force(text: str) -> tuple[int, int] | None:
    """The moves of a shortest solution and how many there are, by levels of (y, x, d), straight from the text."""
    head, start, *lines = text.strip().split("\n")
    size = [int(word) for word in head.split(",")]
    rows, columns = size[0], size[-1]
    cells = [[part.strip() for part in line.split(";")] for line in lines]
    y, x = (int(word) for word in start.split(","))
    level, seen, moves = {(y, x, 1): 1}, {(y, x, 1)}, 0
    while level:
        done = sum(ways for (y, x, _), ways in level.items() if cells[y * columns + x][2] == "true")
        if done:
            return moves, done
        following: dict[tuple[int, int, int], int] = {}
        for (y, x, d), ways in level.items():
            for letters in filter(None, cells[y * columns + x][1].split(", ")):
                to_y, to_x = y + d * WAYS[letters][0], x + d * WAYS[letters][1]
                if to_y in range(rows) and to_x in range(columns):
                    colour = cells[to_y * columns + to_x][0]
                    to_d = d + (colour == "red") - (colour == "yellow")
                    if to_d > 0 and colour != "blank" and (to_y, to_x, to_d) not in seen:
                        following[to_y, to_x, to_d] = following.get((to_y, to_x, to_d), 0) + ways
        seen |= set(following)
        level, moves = following, moves + 1
    return None


@given(mazes())
@settings(max_examples=400, deadline=None)
def test_the_solution_and_the_count_agree_with_brute_force(text: str) -> None:
    maze = read_text(text)
    solution, expected = solve(maze), brute_force(text)
    if expected is None:
        assert solution is None
        return
    assert solution is not None
    assert (len(solution), count_shortest(explore(maze))) == expected
    assert maze.is_goal(replay(maze, solution.moves))


@given(mazes())
@settings(max_examples=100, deadline=None)
def test_every_general_solver_agrees_and_the_estimate_is_never_too_high(text: str) -> None:
    maze = read_text(text)
    shortest = solve(maze)
    for solver in solvers.values():
        if solver.needs == "any" and solver.completes(True):
            found = solve(maze, solver.name)
            assert (found is None) == (shortest is None)
            if found is not None and shortest is not None:
                assert maze.is_goal(replay(maze, found.moves))
                assert len(found) == len(shortest) or "optimal" not in solver.promises
    if shortest is not None:
        for left, state in enumerate(reversed(shortest.states)):
            assert maze.estimate(state) <= left


@given(mazes())
@settings(max_examples=100, deadline=None)
def test_round_trips_through_text_and_json(text: str) -> None:
    maze = read_text(text)
    assert "".join(formats["alice"].write(Solved.of(maze))) == text
    assert formats["alice"].sniff(text)
    assert read_text("".join(formats["json"].write(Solved.of(maze)))) == maze


def test_spacing_case_and_empty_lines_are_forgiven() -> None:
    spread = "\ufeff  2 \r\n\r\n 1 ,0\r\n RED ; e ,Se; FALSE\r\nblack;;true\n\nYellow; n ; False \n  black; ;false\n\n"
    maze = load_bytes(spread.encode())
    assert maze == read_text("2\n1, 0\nred; E, SE; false\nblack; ; true\nyellow; N; false\nblack; ; false\n")


def load_bytes(data: bytes) -> Any:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "maze").write_bytes(data)
        return load(Path(folder) / "maze")


# --- bad input

GOOD = ["2", "1, 0", "red; E; false", "black; ; true", "yellow; N; false", "black; W; false"]


@pytest.mark.parametrize(
    ("line", "text", "sentence"),
    [
        (1, "two", "line 1: expected the number of rows"),
        (1, "0", "line 1: expected 1 or more rows"),
        (1, "-3", "line 1: expected 1 or more rows"),
        (1, "99999999999999999999999", "line 1: expected 1 or more rows"),
        (1, "2, 101", "line 7: the file ends after 4 of 202 cells"),
        (1, "3", "line 7: the file ends after 4 of 9 cells"),
        (1, "1, 3", "line 2: the start (y, x) = (1, 0) lies outside"),
        (1, "1", "line 2: the start"),
        (2, "0", "line 2: expected the start as 'y, x'"),
        (2, "a, b", "line 2: expected the start as 'y, x'"),
        (2, "2, 0", "line 2: the start (y, x) = (2, 0) lies outside"),
        (2, "0, -1", "line 2: the start (y, x) = (0, -1) lies outside"),
        (2, "0, 99999999999999999", "line 2: the start"),
        (3, "pink; E; false", "line 3: expected a colour, black, red, yellow, blank; not 'pink'"),
        (3, "red; E, UP; false", "line 3: 'UP' is not a direction"),
        (3, "red; E,; false", "line 3: '' is not a direction"),
        (3, "red; E; perhaps", "line 3: expected true or false for a goal, not 'perhaps'"),
        (3, "red E false", "line 3: expected 'colour; directions; isGoal'"),
        (3, "red; E; false; N", "line 3: expected 'colour; directions; isGoal'"),
        (4, "black; ; false", "lines 3 to 6: no cell is a goal"),
        (4, "blank; ; true", "line 4: a blank cell"),
        (6, "blank; N; false", "line 6: a blank cell"),
        (5, "blank; ; false", "line 2: the start (y, x) = (1, 0) is a blank cell"),
        (6, "black; ; false\nblack; ; false", "line 7: expected the end of the file"),
    ],
)
def test_bad_lines_are_refused_by_number(line: int, text: str, sentence: str) -> None:
    lines = list(GOOD)
    lines[line - 1] = text
    with pytest.raises(FormatError) as error:
        read_text("\n".join(lines) + "\n")
    assert sentence in str(error.value)


@pytest.mark.parametrize("text", ["2\n", "2\n1, 0\n", "2\n1, 0\nred; E; false\n"])
def test_files_cut_short(text: str) -> None:
    with pytest.raises(FormatError, match="the file ends"):
        read_text(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9" * 100_000, "line 1: expected 1 or more rows"),
        ("9" * 5_000 + "\n1, 0\nred E\n", "line 1: expected 1 or more rows"),
        ("My maze\n2\n1, 0\nred; E; false\n", "line 1: expected the number of rows"),
        ("2\n1, 0\nred E false\nblack\nyellow N\nblack\n", "line 3: expected 'colour; directions; isGoal'"),
        ("red; E; false\n", "line 1: expected the number of rows"),
    ],
)
def test_the_faults_of_an_alice_maze_are_named(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "####S#####\n# # # ##### #\n# E#####\n",
        "+---+\n| S |\n+---+\n",
        '{"mazeworks": 1, "kind": "jugs", "sizes": [3, 5], "target": 4}',
        "int main() {\n  int a; int b; int c;\n  return 0;\n}\n",
        "5 5\n0 0\n1; 2\n",
    ],
)
def test_files_of_other_kinds_are_left_to_others(text: str) -> None:
    assert not formats["alice"].sniff(text)


@given(st.text(alphabet="0123, ;NESWredblackyellowtruefalse\n\t{}é", max_size=120))
@settings(max_examples=300, deadline=None)
def test_no_text_is_worse_than_a_sentence(text: str) -> None:
    try:
        if text.strip():
            formats["alice"].read(text, {})
    except MazeError as error:
        assert "line" in str(error)


@pytest.mark.parametrize(
    "change",
    [
        {"colours": None},
        {"colours": [["red"], ["black", "black"]]},
        {"colours": [["pink", "black"], ["black", "black"]]},
        {"colours": [[1, 2], [3, 4]]},
        {"arrows": [[["N"], ["X"]], [[], []]]},
        {"arrows": [[["N"], "E"], [[], []]]},
        {"arrows": []},
        {"width": 3},
        {"start": [0, 7]},
        {"start": "here"},
        {"goals": []},
        {"goals": [[0]]},
        {"goals": 3},
        {"colours": [[]], "arrows": [[]], "width": 0, "height": 1},
    ],
)
def test_bad_json_is_a_format_error(change: dict[str, Any]) -> None:
    data: dict[str, Any] = {"mazeworks": 1, "kind": "alice", **codec_of(read_text("\n".join(GOOD))).to_data()}
    with pytest.raises(FormatError):
        read_text(json.dumps(data | change))


# --- the program


def test_the_program_prints_the_path_as_y_and_x() -> None:
    command = [sys.executable, PROGRAM, ROOT / "examples/alice/first_steps.txt"]
    printed = "Shortest Path: (2, 0) --> (1, 0) --> (0, 0) --> (0, 2) --> (0, 1), Steps: 4\n"
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == printed


def test_the_program_as_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text(row("black E", "yellow E", "black"))
    (tmp_path / "bad.txt").write_text("1\n0, 0\nred; E; never\n")
    save(load("wall:4x4#1"), tmp_path / "wall.txt")
    expected = {"none.txt": (1, "Maze has no solution\n"), "bad.txt": (2, ""), "wall.txt": (2, ""), "nil.txt": (2, "")}
    for name, (code, printed) in expected.items():
        done = subprocess.run([sys.executable, PROGRAM, name], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (code, printed)
        assert code < 2 or (done.stderr.startswith("error: ") and done.stderr.count("\n") == 1)


# --- the command


def test_solve_and_rate(capsys: pytest.CaptureFixture[str]) -> None:
    name = str(ROOT / "examples/alice/first_steps.txt")
    assert run(["solve", name, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["length"], data["path"][:2], data["moves"]) == (4, [[0, 2, 1], [0, 1, 1]], ["N", "N", "E", "W"])
    assert run(["rate", name, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["ways"], data["unique"], data["distances"], data["revisits"]) == (1, True, 2, 0)


def test_errors_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.txt").write_text("2\n0, 0\nred; E; false\n")
    assert run(["solve", str(tmp_path / "bad.txt")]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("error: ") and "line 4" in printed and printed.count("\n") == 1


# --- looks


def test_the_sketch_shows_arrows_signs_steps_and_d() -> None:
    maze = load(ROOT / "examples/alice/first_steps.txt")
    bare = board_of(maze).sketch().text()
    assert "S·" in bare and "·G" in bare and "+ →" in bare and "↙" in bare
    solved = board_of(maze).sketch(solve(maze))
    assert "4 ← (1, 0) d=1" in solved.text()
    assert "\033[31m" in solved.text(colour=True) and "\033[33m" in solved.text(colour=True)


def test_the_sketch_of_a_square_visited_often_lists_every_step() -> None:
    text = row("black E", "red W, E", "blank", "black", start=1)
    solution = solve(read_text(text))
    assert "0 2" in board_of(read_text(text)).sketch(solution).text()


def test_the_scene_names_every_step_with_its_arrow_and_d() -> None:
    maze = load(ROOT / "examples/alice/looking_glass.txt")
    solution = solve(maze)
    assert solution is not None
    scene = board_of(maze).scene(solution)
    numbers = [shape.text for shape in scene.shapes if isinstance(shape, Label) and shape.role == "text"]
    assert {str(step) for step in range(len(solution) + 1)} <= set(numbers)
    distances = [shape.text for shape in scene.shapes if isinstance(shape, Label) and shape.role == "path:blue"]
    assert sorted(distances) == sorted(str(state[2]) for state in solution.states[:-1])
    roles = {shape.role for shape in scene.shapes}
    assert {"arrow:red", "arrow:yellow", "text", "start", "goal", "path:blue", "faint"} <= roles
    assert "path:blue" not in {shape.role for shape in board_of(maze).scene().shapes}
    for drawer in renderers.values():
        short = {"seconds": 1} if any(parameter.name == "seconds" for parameter in drawer.parameters) else {}
        drawn = pieces(drawer, Solved.of(maze, solution), **short)
        assert b"".join(p.encode() if isinstance(p, str) else p for p in drawn)


def test_long_solutions_are_drawn_by_numbers_without_a_tangle_of_lines() -> None:
    for name, lined in (("first_steps", True), ("7x7", False)):
        maze = load(ROOT / f"examples/alice/{name}.txt")
        solution = solve(maze)
        assert solution is not None and (len(solution) <= MOST_LINES) == lined
        strokes = [s for s in board_of(maze).scene(solution).shapes if isinstance(s, Line) and s.role == "path:blue"]
        assert any(len(stroke.points) == len(solution) + 1 for stroke in strokes) == lined
        assert len(strokes) == 2 * len(solution) + lined  # two to each small arrow


def test_the_scene_keeps_what_is_read_apart() -> None:
    maze = load(ROOT / "examples/alice/10x10.txt")
    visits = AliceBoard(maze).leaps(solve(maze))  # type: ignore[arg-type]
    often = {Position(0, 0): [Leap(step, Direction.EAST, 10) for step in range(990, 1010)]}  # twenty in one square
    for each in (visits, often):
        boxes = []
        for tag in tags_of(each).values():
            wide, high = (tag.leap.width + 0.3) * tag.size, 1.2 * tag.size
            boxes.append((tag.at[0] - wide / 2, tag.at[1] - high / 2, tag.at[0] + wide / 2, tag.at[1] + high / 2))
        for number, (left, top, right, bottom) in enumerate(boxes):
            assert left // 4 == right // 4 and top // 4 == bottom // 4
            for other in boxes[:number]:
                assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    leaping = read_text(BLANKED)
    shapes = board_of(leaping).scene(solve(leaping)).shapes
    blank = next(n for n, shape in enumerate(shapes) if isinstance(shape, Area) and shape.role == "faint")
    assert blank < next(n for n, shape in enumerate(shapes) if shape.role == "path:blue")


BLANKED = "1, 4\n0, 0\nblack; E; false\nred; E; false\nblank; ; false\nblack; ; true\n"


def test_a_maze_in_python() -> None:
    maze = AliceMaze([[Square("black", (Direction.EAST,)), Square("red")]], (0, 0), [(1, 0)])
    assert list(maze.moves(maze.start)) == [(Direction.EAST, Standing(1, 0, 2))]
    assert repr(maze) == "<AliceMaze 2x1 from (0, 0)>"
    for squares, start, goals in (
        ([], (0, 0), []),
        ([[Square("black")]], (0, 0), []),
        ([[Square("black")]], (0, 1), [(0, 0)]),
        ([[Square("blank")]], (0, 0), [(0, 0)]),
        ([[Square("black"), Square("black")], [Square("black")]], (0, 0), [(0, 0)]),
        ([[Square("black"), Square("blank", (Direction.NORTH,))]], (0, 0), [(0, 0)]),
        ([[Square("black", ("E",))]], (0, 0), [(0, 0)]),  # type: ignore[arg-type]
        ([[Square("black", (Direction.NONE,))]], (0, 0), [(0, 0)]),
        ([[Square("black", (Direction.NORTH | Direction.SOUTH,))]], (0, 0), [(0, 0)]),
        ([[Square("black", (1,))]], (0, 0), [(0, 0)]),  # type: ignore[arg-type]
    ):
        with pytest.raises(MazeError):
            AliceMaze(squares, start, goals)
