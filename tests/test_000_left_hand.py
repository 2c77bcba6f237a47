"""The first document, from top to bottom: the left-hand rule on a map, as its reader would try it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import CannotSolve, FormatError, load, read_text, solve
from mazeworks.animation.frames import frame_pieces
from mazeworks.cli import run
from mazeworks.puzzles.textmap import TextMap
from tests import ROOT

PROGRAM = ROOT / "programs" / "maze_solver.py"
HASHES = ROOT / "examples" / "textmap" / "hashes.txt"

#: The map at the top of the document as it stands there: some of its blanks are lost, so that rows are shifted.
PRINTED = """\
####S#####\x20\x20
# # # ##### #\x20\x20
# ### ##### #\x20\x20
# # # # # #\x20\x20
# ### ### #\x20\x20
# # #\x20\x20
# #####\x20\x20
# E#####
"""

#: Section 2.1: the maps it draws by the number of moves made, and the one beyond them, where E stands in ours.
DRAWN = {
    0: "####\n#  #\n  ###\n  ^\n#####\n#\n#####\n",
    1: "####\n#  #\n  ^##\n  .\n#####\n#\n#####\n",
    2: "####\n#  ^\n  .##\n  .\n#####\n#\n#####\n",
    3: "###<\n#  .\n  .##\n  .\n#####\n#\n#####\n",
    6: "V...\n#  .\n  .##\n  .\n#####\n#\n#####\n",
    7: ". . . .\n^  .\n  .##\n  .\n#####\n#\n#####\n",
    8: ">...\n.  .\n  .##\n  .\n#####\n#\n#####\n",
    13: ". . . .\n.  .\n  >##\n  .\n#####\n#\n#####\n",
}
SECTION = "####\n#  #\n   ###\n   S\n#####\n#\n####E\n"


def mended(drawn: str) -> str:
    """A map of section 2.1 with the blanks that were lost and without those that were added."""
    rows = drawn.replace(". . . .", "....").split("\n")
    return "\n".join(" " + row if row.startswith("  ") else row for row in rows)


# --- the rule and the output, written again


def reference(text: str, mark: str = "V", stop: str = "end", pad: bool = False) -> str:
    """All that the program prints for a map in which # is the path."""
    grid = [list(row) for row in text.rstrip("\n").split("\n")]
    width = max(map(len, grid))
    for row in grid:
        row += " " * (width - len(row))
    places = {grid[y][x]: (x, y) for y in range(len(grid)) for x in range(width)}
    (x, y), end = places["S"], places["E"]
    steps = {"N": (0, -1), "W": (-1, 0), "S": (0, 1), "E": (1, 0)}
    names = "NWSE"  # turning left is one further
    path = {(x, y) for y in range(len(grid)) for x in range(width) if grid[y][x] in "#SE"}

    def can_walk(facing: str) -> bool:
        return (x + steps[facing][0], y + steps[facing][1]) in path

    facing = next(facing for facing in names if can_walk(facing))
    printed = ""
    while True:
        if (x, y) == end and stop == "before":
            break
        grid[y][x] = {"N": "^", "W": "<", "S": mark, "E": ">"}[facing]
        rows = ["".join(row) if pad else "".join(row).rstrip() for row in grid]
        printed += "\n".join(rows) + f"\n\nCurrent Position:  {x},{y}\nCurrent Direction: {facing}\n\n"
        if (x, y) == end:
            break
        grid[y][x] = "."
        x, y = x + steps[facing][0], y + steps[facing][1]
        turns = [names[(names.index(facing) + turn) % 4] for turn in (1, 0, 3, 2)]  # left, straight, right, around
        facing = next(turn for turn in turns if can_walk(turn))
    return printed + "Solution Found!\n"


@st.composite
def trees(draw: st.DrawFn) -> str:
    """A map without loops: squares grow beside exactly one square of the path."""
    squares = {(0, 0)}

    def beside(x: int, y: int) -> set[tuple[int, int]]:
        return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}

    for choice in draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=40)):
        free = sorted({n for s in squares for n in beside(*s) if n not in squares and len(beside(*n) & squares) == 1})
        squares.add(free[choice % len(free)])
    start, end = draw(st.lists(st.sampled_from(sorted(squares)), min_size=2, max_size=2, unique=True))
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    rows = [[" "] * (max(x for x, _ in squares) - left + 1) for _ in range(max(y for _, y in squares) - top + 1)]
    for x, y in squares:
        rows[y - top][x - left] = "S" if (x, y) == start else "E" if (x, y) == end else "#"
    return "".join("".join(row).rstrip() + "\n" for row in rows)


# --- 1. Overview


def test_the_map_at_the_top_is_read_and_its_lost_blanks_make_a_loop(tmp_path: Path) -> None:
    puzzle = read_text(PRINTED)
    assert isinstance(puzzle, TextMap) and (puzzle.path, puzzle.start, puzzle.goal) == ("#", (4, 0), (2, 7))
    shortest = solve(puzzle)
    assert shortest is not None and len(shortest) == 9
    with pytest.raises(CannotSolve, match="this maze has a loop that the hand never leaves"):
        solve(puzzle, "left_hand")
    (tmp_path / "map.txt").write_text(PRINTED)
    done = subprocess.run([sys.executable, PROGRAM, tmp_path / "map.txt"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "") and "has a loop" in done.stderr


@pytest.mark.parametrize("text", ["S##\n", "##E\n", "S#S#E\n", "S#E#E\n"])
def test_exactly_one_start_and_one_end(text: str) -> None:
    with pytest.raises(FormatError, match="exactly one is expected"):
        read_text(text)


def test_hash_marks_are_the_path() -> None:
    solution = solve(read_text("S #\n# #\n##E\n"))
    assert solution is not None and list(solution.states) == [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]


# --- 2. The algorithm


def test_the_example_of_section_2_1_as_it_is_drawn() -> None:
    puzzle = read_text(SECTION)
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    maps = b"".join(frame_pieces(puzzle, solution)).decode().split("\nCurrent Position:")
    seen = [part.split("\n\n", 1)[-1] if number else part for number, part in enumerate(maps)]
    for number, drawn in DRAWN.items():
        assert seen[number].replace("E\n", "#\n") == mended(drawn), f"after {number} moves"


@given(trees(), st.sampled_from("Vv@↓"), st.sampled_from(["end", "before"]), st.booleans())
def test_every_byte_in_every_form_is_as_the_rule_says(text: str, mark: str, stop: str, pad: bool) -> None:
    puzzle = read_text(text, path="#")
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    printed = b"".join(frame_pieces(puzzle, solution, mark=mark, stop=stop, pad=pad)).decode()
    assert printed == reference(text, mark, stop, pad)


def test_after_every_move_the_solver_faces_a_position_it_can_walk() -> None:
    text = HASHES.read_text()
    rows = text.split("\n")
    for part in reference(text).split("Current Position:  ")[1:]:
        place, direction = part.split("\n")[0], part.split("Current Direction: ")[1][0]
        x, y = map(int, place.split(","))
        dx, dy = {"N": (0, -1), "W": (-1, 0), "S": (0, 1), "E": (1, 0)}[direction]
        assert rows[y + dy][x + dx] in "#SE"


# --- 3. Your program


def printed_by(*words: str, answer: str = "") -> str:
    done = subprocess.run([sys.executable, PROGRAM, *words], input=answer, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


def test_the_program_asks_first_then_draws_every_step_and_ends_with_a_message() -> None:
    expected = reference(HASHES.read_text())
    assert printed_by(answer=f"{HASHES}\n") == "Please give the maze file:\n" + expected
    assert printed_by(str(HASHES)) == expected and expected.endswith("\n\nSolution Found!\n")


def test_the_other_forms_of_output_in_the_program_and_in_the_command(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ["--mark", "v", "--stop", "before", "--pad"]
    expected = reference(HASHES.read_text(), "v", "before", True)
    assert printed_by(str(HASHES), *words) == expected
    assert run(["solve", str(HASHES), "--with", "left_hand", "--steps", *words]) == 0
    assert capfdbinary.readouterr().out.decode() == expected


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--mark", "v"], "--mark needs --steps"),
        (["--animate", "--stop", "before"], "--stop needs --steps"),
        (["--pad"], "--pad needs --steps"),
        (["--steps", "--mark", "vv"], "--mark is one character that can be seen"),
        (["--steps", "--mark", "#"], "none of ^ < > . # S E, not '#'"),
        (["--steps", "--mark", "\u0301"], "--mark is one character that can be seen"),
        (["--steps", "--stop", "early"], "--stop is one of end, before, not 'early'"),
    ],
)
def test_forms_that_cannot_be_are_refused(words: list[str], sentence: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", str(HASHES), "--with", "left_hand", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("error: ") and sentence in err and err.count("\n") == 1


# --- 4. Data structures


def test_the_map_is_an_array_of_two_dimensions() -> None:
    puzzle = load(HASHES)
    assert isinstance(puzzle, TextMap) and puzzle.chars.shape == (9, 17)
    x, y = puzzle.start
    assert chr(puzzle.chars[y, x]) == "S"


# --- the reminder


def test_itertools_and_copy_are_not_imported() -> None:
    for path in [PROGRAM, *(ROOT / "mazeworks").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert not {"itertools", "copy"} & {name.split(".")[0] for name in names}, path
