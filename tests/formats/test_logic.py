"""Logic mazes in JSON and as text: written and read back."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import MazeError, Puzzle, Solved, load, make, read_text, save, solve, speed
from mazeworks.core.registry import formats
from mazeworks.files.targets import pieces
from mazeworks.puzzles.arrow import ArrowMaze
from tests.logic.boards import BOARDS, KINDS, Data, boards, puzzle_of


def written(puzzle: Puzzle[Any], name: str, solved: bool = False) -> str:
    solution = solve(puzzle) if solved else None
    return "".join(map(str, pieces(formats[name], Solved.of(puzzle, solution))))


def same(first: Any, second: Any) -> bool:
    """Whether two puzzles have the same values and the same moves at the start."""
    return (
        first == second
        and first.values == second.values
        and first.start == second.start
        and list(first.moves(first.start)) == list(second.moves(second.start))
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["json", "logic"])
def test_what_is_written_is_read_back(kind: str, name: str) -> None:
    @given(boards(kind), st.booleans())
    @settings(max_examples=100)
    def holds(data: Data, solved: bool) -> None:
        puzzle: Any = puzzle_of(kind, data)
        text = written(puzzle, name, solved)
        again = read_text(text)
        assert same(again, puzzle)
        assert written(again, name, solved) == text
        for field, value in data.items():
            assert puzzle.values[field] == value or field in ("arrows", "forbidden")

    holds()


@pytest.mark.parametrize("kind", KINDS)
def test_both_forms_hold_the_same_and_usual_values_may_be_left_out(kind: str) -> None:
    for seed in range(20):
        data = BOARDS[kind](random.Random(seed))
        puzzle: Any = puzzle_of(kind, data)
        assert same(read_text(written(puzzle, "logic")), read_text(written(puzzle, "json")))
        few = {field: value for field, value in puzzle.values.items() if value != type(puzzle).FIELDS[field].usual}
        assert same(puzzle_of(kind, json.loads(json.dumps(few))), puzzle)


words = st.text(min_size=1, max_size=20).filter(str.isidentifier)
COLOURS = ["None", "null", "true", "E", "kind", "start", "_", "rouge", "été", "N", "NaN", "Infinity"]


@given(st.lists(st.none() | words | st.sampled_from(COLOURS), min_size=12, max_size=12), st.sampled_from([1, 2, 3, 12]))
def test_any_word_is_a_colour(painted: list[str | None], width: int) -> None:
    painted[0] = painted[0] or "red"
    rows = [painted[first : first + width] for first in range(0, 12, width)]
    maze = ArrowMaze([[["N", "SE"]] * width for _ in rows], rows, [0, 0], [[0, 0]])
    for name in ("json", "logic"):
        again: Any = read_text(written(maze, name))
        assert again.values["colours"] == rows and same(again, maze)


def test_the_text_is_what_a_person_would_write() -> None:
    text = """\
kind: arrow
arrows:
E,S .   N
.   W   NW
colours:
red  .    blue
blue red  red
start: [0, 0]
goals: [[2, 1]]
alternate: true
"""
    assert written(read_text(text), "logic") == text
    text = """\
kind: turn
walls:
+---+---+
|       |
+   +---+
|       |
+---+---+
start: [0, 0]
goal: [1, 1]
heading: N
forbidden: ["left", "back"]
"""
    assert written(read_text(text), "logic") == text


@pytest.mark.parametrize("kind", KINDS)
def test_files_keep_the_id_in_json(kind: str, tmp_path: Path) -> None:
    with speed("compiled"):
        puzzle: Any = make(kind, (5, 4), seed=3, candidates=400)
    for name in ("maze.json", "maze.logic"):
        save(puzzle, tmp_path / name, solve(puzzle))
        again = load(tmp_path / name)
        assert same(again, puzzle)
        assert again.id == (puzzle.id if name.endswith("json") else None)


def test_walls_may_be_digits_below_their_name() -> None:
    rows = "kind: turn\nwalls:\n95\na6\nstart: [0, 0]\ngoal: [1, 1]\nforbidden: []\n"
    assert read_text(rows) == read_text(rows.replace("walls:\n95\na6", 'walls: ["95", "a6"]'))


def test_rows_of_two_squares_are_written_below_their_name() -> None:
    maze = read_text(
        '{"mazeworks": 1, "kind": "number", "numbers": [[1, 1], [0, 1]], "start": [0, 0], "goals": [[1, 1]]}'
    )
    text = "".join(formats["logic"].write(Solved(maze)))
    assert "numbers:\n1 1\n0 1\nstart: [0, 0]\ngoals: [[1, 1]]\n" in text and read_text(text) == maze


def test_fields_in_json_that_are_not_known_are_refused() -> None:
    text = (
        '{"mazeworks": 1, "kind": "number", "numbers": [[1, 1]], "start": [0, 0], "goals": [[1, 0]], "diagnal": true}'
    )
    with pytest.raises(MazeError, match="'diagnal' is not known; expected numbers, start, goals, diagonal"):
        read_text(text)
