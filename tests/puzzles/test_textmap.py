"""Text maps and the hand rules: the first seed, frame by frame."""

import io
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import (
    CannotSolve,
    FormatError,
    LimitReached,
    Maze,
    MazeError,
    Puzzle,
    Solved,
    load,
    read_text,
    save,
    solve,
)
from mazeworks.animation.frames import animation, frame_pieces, frames
from mazeworks.core.directions import Position
from mazeworks.core.facets import codec_of, structure_of
from mazeworks.drawing.board import board_of
from mazeworks.puzzles.textmap import MapNote, TextMap
from tests import ROOT
from tests.samples import loopy

PROGRAM = ROOT / "programs" / "maze_solver.py"

# The seed's small example, with an S below it and an E at the end of the branch to the east.
SMALL = "####\n#  #\n   ####E\n   #\n   S\n"


def maps(text: str) -> list[str]:
    puzzle = read_text(text)
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    return [frame.map.decode() for frame in frames(puzzle, solution)]


def test_the_seeds_example_frame_by_frame() -> None:
    seen = maps(SMALL)
    expected = {
        0: "####\n#  #\n   ####E\n   #\n   ^\n",
        1: "####\n#  #\n   ####E\n   ^\n   .\n",
        2: "####\n#  #\n   ^###E\n   .\n   .\n",
        3: "####\n#  ^\n   .###E\n   .\n   .\n",
        4: "###<\n#  .\n   .###E\n   .\n   .\n",  # it lands where it can turn left, and does
        7: "V...\n#  .\n   .###E\n   .\n   .\n",  # and turns left again
        8: "....\n^  .\n   .###E\n   .\n   .\n",  # a dead end: it turns around
        9: ">...\n.  .\n   .###E\n   .\n   .\n",  # back North, where only right is open
        14: "....\n.  .\n   >###E\n   .\n   .\n",  # and left into the branch
        18: "....\n.  .\n   ....<\n   .\n   .\n",  # the step onto E is drawn too
    }
    assert {number: seen[number] for number in expected} == expected
    assert len(seen) == 19


def test_captions_and_ending() -> None:
    puzzle = read_text(SMALL)
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    text = b"".join(frame_pieces(puzzle, solution)).decode()
    first = "####\n#  #\n   ####E\n   #\n   ^\n\nCurrent Position:  3,4\nCurrent Direction: N\n\n"
    assert text.startswith(first)
    assert text.endswith("\n\nCurrent Position:  7,2\nCurrent Direction: W\n\nSolution Found!\n")


def test_the_program_prints_every_step(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text(SMALL)
    run = subprocess.run(
        [sys.executable, PROGRAM], input="map.txt\n", capture_output=True, text=True, cwd=tmp_path, check=True
    )
    lines = run.stdout.splitlines()
    assert lines[0] == "Please give the maze file:"
    assert lines[-1] == "Solution Found!"
    assert lines.count("Current Direction: W") == 4
    command = [sys.executable, "-m", "mazeworks", "solve", "map.txt", "--with", "left_hand", "--steps"]
    steps = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert steps.stdout.splitlines() == lines[1:]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("###E\n", "there is no S, the start"),
        ("S##S\n#E\n", "there are 2 S, the start, at line 1, column 1 and line 1, column 4"),
        ("S###\n", "there is no E, the end"),
        ("S#?E\n", "line 1, column 3: '?'"),
        ("S #E\n", "no path leads from S to E"),
        ("#S   #E\n", "no path leads from S to E"),
        ("", "the file is empty"),
        (None, "cannot find 'map.txt'"),
        ("name", "no maze file was named"),
    ],
)
def test_the_program_says_what_is_wrong_in_one_sentence(
    tmp_path: Path,
    content: str | None,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if content is not None:
        (tmp_path / "map.txt").write_text(content)
    name = "\n" if content == "name" else "map.txt\n"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(PROGRAM)])
    monkeypatch.setattr("sys.stdin", io.StringIO(name))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(PROGRAM), run_name="__main__")
    assert ended.value.code == 2
    out, err = capfd.readouterr()
    assert out == "Please give the maze file:\n"
    errors = [line for line in err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1 and sentence in errors[0]


def test_the_program_uses_neither_itertools_nor_copy() -> None:
    code = (
        "import ast, runpy, sys\n"
        f"runpy.run_path({str(PROGRAM)!r}, run_name='program')\n"
        f"files = [{str(PROGRAM)!r}]\n"
        "files += [m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'mazeworks' and m.__file__]\n"
        "for file in files:\n"
        "    for node in ast.walk(ast.parse(open(file, encoding='utf-8').read())):\n"
        "        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []\n"
        "        names += [node.module or ''] if isinstance(node, ast.ImportFrom) else []\n"
        "        assert not {'itertools', 'copy'} & {n.split('.')[0] for n in names}, file\n"
        "print(len(files))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(run.stdout) > 15


# --- how maps are read


@pytest.mark.parametrize(
    "text",
    ["S##\n  #\n  E\n", "S##\r\n  #  \r\n  E", "\ufeffS##\n  #\n  E", "S##   \n  #\n  E   \n\n"],
)
def test_ragged_lines_line_ends_and_marks_are_fine(tmp_path: Path, text: str) -> None:
    (tmp_path / "map.txt").write_bytes(text.encode())
    puzzle = load(tmp_path / "map.txt")
    solution = solve(puzzle)
    assert puzzle.kind == "textmap" and solution is not None and len(solution) == 4


def test_hashes_that_cannot_be_the_path_are_walls() -> None:
    with pytest.warns(MapNote, match="not along #"):
        puzzle = read_text("#  #\n S E\n#  #\n")
    assert isinstance(puzzle, TextMap) and (puzzle.path, puzzle.wall) == (" ", "#")
    with pytest.warns(MapNote, match="closed frame"):
        framed = read_text("#####\n#S E#\n#####\n")
    solution = solve(framed)
    assert solution is not None and len(solution) == 2


def test_path_and_wall_settle_it() -> None:
    puzzle = read_text("#####\n#S E#\n#####\n", path="#")
    solution = solve(puzzle)
    assert solution is not None and len(solution) == 4
    other = read_text("xxxxx\nxS.Ex\nxxxxx\n", path=".", wall="x")
    solution = solve(other)
    assert solution is not None and len(solution) == 2
    for path, wall, match in (("##", None, "one character"), ("S", None, "neither S nor E"), ("#", "#", "both be '#'")):
        with pytest.raises(MazeError, match=match):
            read_text("S#E\n", path=path, **({"wall": wall} if wall else {}))


def test_an_unknown_character_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"line 2, column 3: 'x' is neither path '#' nor wall ' '"):
        read_text("S##\n##x\nE##\n")


def test_path_and_wall_settle_it_before_any_other_format_is_thought_of() -> None:
    for text, path, wall in (
        ("S██\n  E\n", "█", " "),
        ("S│\n.E\n", ".", "│"),
        ("S-\n+E\n", "-", "+"),
        ("S.\n[E\n", ".", "["),
    ):
        solution = solve(read_text(text, path=path, wall=wall))
        assert solution is not None and len(solution) in (2, 3)
    long = "S" + "." * 79 + "\n" + ("x" * 79 + ".\n") * 79 + "x" * 79 + "E\n"
    assert solve(read_text(long, path=".", wall="x")) is not None


def test_a_single_line_is_not_a_frame() -> None:
    puzzle = read_text("##SE##\n")
    assert isinstance(puzzle, TextMap) and puzzle.path == "#"
    solution = solve(puzzle, "left_hand")
    assert solution is not None and [move.letters for move in solution.moves[:2]] == ["W", "W"]


@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 2**32), st.integers(0, 30))
def test_any_wall_maze_comes_back_from_its_map(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    grid, _ = structure_of(read_text(as_map(maze))).as_walls()
    assert Maze(grid) == maze


def test_the_path_is_marked_with_a_character_of_its_own() -> None:
    for path, wall, mark in (("#", " ", "."), (".", "x", "•"), ("#", ".", "•"), (".", "•", "*")):
        puzzle = TextMap([f"S{path}{wall}", f"{wall}{path}E"], path, wall)
        assert board_of(puzzle).sketch(solve(puzzle)).text() == f"S{mark}{wall}\n{wall}{mark}E\n".replace(" \n", "\n")


def test_a_path_of_wide_characters_is_walked_whole() -> None:
    puzzle = read_text("S··\n  E\n", path="·", wall=" ")
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    seen = [frame.map.decode() for frame in frames(puzzle, solution)]
    assert seen == [">··\n  E\n", ".>·\n  E\n", "..V\n  E\n", "...\n  ^\n"]


def test_a_small_file_cannot_ask_for_much_memory() -> None:
    with pytest.raises(FormatError, match="one line has 20001 characters and there are 20001 lines"):
        read_text("S" + "#" * 19_999 + "E\n" + "#\n" * 20_000)


# --- the rules


def test_north_first_else_turn_towards_the_hand() -> None:
    for text, left, right in (("E\n#\nS##\n", "N", "N"), ("##S##\n#   #\n##E##\n", "W", "E"), (" S\nE#\n", "S", "S")):
        puzzle = read_text(text, path="#")
        for hand, letters in (("left_hand", left), ("right_hand", right)):
            solution = solve(puzzle, hand)
            assert solution is not None and solution.moves[0].letters == letters


def simulate(puzzle: TextMap, most: int) -> list[Position]:
    """The seed's rule in its own words, on characters."""

    def walkable(place: Position) -> bool:
        return 0 <= place.y < len(puzzle.rows) and puzzle.rows[place.y][place.x : place.x + 1] in ("#", "S", "E")

    turn_left = {"N": "W", "W": "S", "S": "E", "E": "N"}
    step = {"N": (0, -1), "W": (-1, 0), "S": (0, 1), "E": (1, 0)}

    def ahead(place: Position, facing: str) -> Position:
        return Position(place.x + step[facing][0], place.y + step[facing][1])

    facing, here = "N", puzzle.start
    while not walkable(ahead(here, facing)):
        facing = turn_left[facing]
    walked = [here]
    while here != puzzle.goal:
        assert len(walked) <= most
        here = ahead(here, facing)
        walked.append(here)
        left = turn_left[facing]
        around = turn_left[left]
        for choice in (left, facing, turn_left[around], around):
            if walkable(ahead(here, choice)):
                facing = choice
                break
    return walked


@given(st.integers(2, 9), st.integers(2, 9), st.integers(0, 2**32))
def test_on_every_tree_the_rule_arrives(width: int, height: int, seed: int) -> None:
    text = as_map(Maze.create(width, height, seed=seed))
    puzzle = read_text(text)
    assert isinstance(puzzle, TextMap)
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    assert list(solution.states) == simulate(puzzle, 4 * width * height * 4)
    previous = ""
    for number, frame in enumerate(frames(puzzle, solution)):
        now = frame.map.decode()
        changed = [i for i in range(len(now)) if previous and now[i] != previous[i]]
        assert 1 <= len(changed) <= 2 or not number
        assert sorted({now[i] for i in changed} - set("^V<>.")) == []
        previous = now
    direct = solution.without_detours()
    shortest = solve(puzzle)
    assert shortest is not None and direct.moves == shortest.moves


@st.composite
def tree_maps(draw: st.DrawFn) -> str:
    """Any tree-shaped map: squares grow beside exactly one square of the path."""
    squares = {(0, 0)}
    for choice in draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=60)):
        around = {(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))} - squares
        free = sorted(
            (x, y)
            for x, y in around
            if sum((x + dx, y + dy) in squares for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))) == 1
        )
        squares.add(free[choice % len(free)])
    ends = draw(st.lists(st.sampled_from(sorted(squares)), min_size=2, max_size=2, unique=True))
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    rows = [[" "] * (max(x for x, _ in squares) - left + 1) for _ in range(max(y for _, y in squares) - top + 1)]
    for x, y in squares:
        rows[y - top][x - left] = "SE"[ends.index((x, y))] if (x, y) in ends else "#"
    return "\n".join("".join(row).rstrip() for row in rows) + "\n"


@given(tree_maps())
def test_on_any_tree_shaped_map_the_rule_walks_as_the_seed_says(text: str) -> None:
    puzzle = TextMap(text.rstrip("\n").split("\n"), path="#")
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    assert list(solution.states) == simulate(puzzle, 500)
    shortest = solve(puzzle)
    assert shortest is not None and solution.without_detours().moves == shortest.moves


def as_map(maze: Maze) -> str:
    from mazeworks.core.registry import formats

    return "".join(formats["textmap"].write(Solved.of(maze)))


@given(st.integers(2, 9), st.integers(2, 9), st.integers(0, 2**32))
def test_wall_mazes_and_maps_turn_into_each_other(width: int, height: int, seed: int) -> None:
    maze = Maze.create(width, height, seed=seed)
    puzzle = read_text(as_map(maze))
    grid, _ = structure_of(puzzle).as_walls()
    assert Maze(grid) == maze
    walked, mapped = solve(maze, "left_hand"), solve(puzzle, "left_hand")
    assert walked is not None and mapped is not None and len(mapped) == 2 * len(walked)


def test_a_map_that_is_not_a_wall_maze_is_refused_with_the_place() -> None:
    for text, where in (("S##\n###\n##E\n", "line 2, column 2"), ("S#\n #E\n", "line"), ("S###E\n", "squares")):
        with pytest.raises(MazeError, match=f"this map is not a wall maze: .*{where}"):
            structure_of(read_text(text)).as_walls()


def test_a_loop_is_noticed_and_reported(each_speed: str) -> None:
    """S stands outside a ring, E inside it on a branch, where a hand on the outer wall never comes."""
    puzzle = TextMap([" ##### ", " #   # ", "S# E # ", " # # # ", " ##### "], path="#")
    expected = solve(puzzle)
    assert expected is not None and len(expected) == 7
    assert {hand: outcome(puzzle, hand) for hand in ("left_hand", "right_hand")} == {
        "left_hand": "reported",
        "right_hand": "reported",
    }


def outcome(puzzle: Puzzle[Any], hand: str) -> str:
    try:
        return "arrived" if solve(puzzle, hand) else "proved"
    except CannotSolve as error:
        sentence = str(error)
    assert "circle for ever" in sentence and "has a loop" in sentence and "breadth_first" in sentence
    return "reported"


def test_the_walk_keeps_to_a_limit() -> None:
    puzzle = read_text(SMALL)
    assert solve(puzzle, "left_hand", limit=18) is not None
    with pytest.raises(LimitReached, match="within 17 steps"):
        solve(puzzle, "left_hand", limit=17)


@given(st.integers(2, 7), st.integers(2, 7), st.integers(0, 2**32), st.integers(0, 20))
def test_in_any_maze_the_rules_arrive_or_tell(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    for hand in ("left_hand", "right_hand"):
        assert outcome(maze, hand) in ("arrived", "reported")


def test_the_animation_leaves_the_terminal_as_it_was() -> None:
    puzzle = read_text(SMALL)
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    terminal = io.StringIO()
    animation(puzzle, solution, 1000, terminal)
    assert terminal.getvalue().count("\033[H") == len(solution) + 1
    assert terminal.getvalue().endswith("Solution Found!\n")

    class Broken(io.StringIO):
        def flush(self) -> None:
            if "step 3" in self.getvalue() and "\033[?25h" not in self.getvalue():
                raise KeyboardInterrupt

    broken = Broken()
    with pytest.raises(KeyboardInterrupt):
        animation(puzzle, solution, 1000, broken)
    assert broken.getvalue().endswith("\033[?25h\033[?1049l")


def test_saving_a_solved_map_and_reading_it_again(tmp_path: Path) -> None:
    puzzle = read_text(SMALL)
    save(puzzle, tmp_path / "solved.txt", solve(puzzle))
    assert "." in (tmp_path / "solved.txt").read_text()
    assert codec_of(load(tmp_path / "solved.txt")).to_data() == codec_of(puzzle).to_data()
