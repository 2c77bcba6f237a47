"""Text and JSON that is read: bad input is refused in a sentence, and an id stays with its maze."""

import contextlib
import json
import tempfile
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import (
    Maze,
    MazeError,
    Solved,
    load,
    make,
    read_text,
)
from mazeworks.core.errors import Note
from mazeworks.core.registry import formats
from mazeworks.files.targets import pieces
from tests.samples import samples


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ('"walls":["9c","6"]', "row 2 of 'walls' should be 2 hexadecimal digits"),
        ('"walls":["9","6"]', "'walls' has 2 rows of 1 digit, but a row needs at least 2"),
        ('"walls":["9c","65"],"width":5', "'walls' has 2 rows of 2 digits, but width and height are 5x2"),
        ('"walls":["9c","6x"]', "row 2 of 'walls'"),
        ('"walls":["95","a6"],"complexity":"high"', "'complexity' should be a number from 0 to 1"),
        ('"walls":["95","a6"],"complexity":NaN', "'complexity' should be a number from 0 to 1"),
        ('"walls":["95","a6"],"start":[0,0],"goal":[0,0]', "start and goal are both (0, 0)"),
        ('"walls":["95","a6"],"start":[0,0],"goal":[5,0]', "the goal (5, 0) lies outside the grid of 2x2"),
        ('"walls":["95","a2"]', "the outer wall is open on the E side"),
        ('"walls":["95","a6"],"note":"\\ud800"', "half a character"),
        ('"walls":[]', "'walls' should be a list"),
    ],
)
def test_bad_json_is_refused(data: str, sentence: str) -> None:
    ends = "" if "goal" in data else ',"start":[0,0],"goal":[1,1]'
    with pytest.raises(MazeError) as caught:
        read_text(f'{{"mazeworks":1,"kind":"wall",{data}{ends}}}')
    assert sentence in str(caught.value)


def test_a_picture_whose_ends_are_one_pixel_or_one_cell_is_refused() -> None:
    picture = {"width": 5, "height": 5, "form": "squares", "way": 1, "box": [0, 0, 5, 5]}
    picture |= {"mazeworks": 1, "kind": "picture", "open": ["40", "70", "50", "70", "00"], "start": [1, 0]}
    with pytest.raises(MazeError, match=r"start and goal are both \(1, 0\); they have to differ"):
        read_text(json.dumps(picture | {"goal": [1, 0]}))
    puzzle = read_text(json.dumps(picture | {"goal": [1, 1]}))
    with pytest.raises(MazeError, match=r"its start and its goal are both in the cell \(0, 0\)"):
        list(pieces(formats["box"], Solved(puzzle)))


@given(st.binary(max_size=300))
def test_no_bytes_make_reading_fall_over(data: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        file.write(data)
        file.flush()
        with contextlib.suppress(MazeError):
            load(file.name)


@given(st.text(alphabet='SE# .+-|│─┌┐└┘█·•\n{}[]":0123456789abfx', max_size=200))
def test_no_text_makes_reading_fall_over(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(MazeError):
            read_text(text)


@pytest.mark.parametrize("form", ["ascii", "box", "blocks"])
@pytest.mark.parametrize("above", ["", "\n", "\n   \n\n"])
@pytest.mark.parametrize("indent", ["", "   "])
def test_blank_lines_and_blanks_before_a_drawing_are_forgiven(form: str, above: str, indent: str) -> None:
    maze = Maze.create(5, 4, seed=1)
    drawn = "".join(map(str, pieces(formats[form], Solved.of(maze))))
    lines = [indent + line + "\n" for line in drawn.splitlines()]
    assert read_text(above + "".join(lines) + "\n \n") == maze
    column = len(indent) + 3
    lines[1] = lines[1][: column - 1] + "x" + lines[1][column:]
    wrong = "".join(lines)
    with pytest.raises(MazeError, match=f"line {above.count(chr(10)) + 2}, column {column}: 'x' does not belong"):
        formats[form].read(above + wrong, {})


def test_an_id_is_kept_in_json_until_the_maze_is_changed() -> None:
    named = [puzzle for puzzle in samples().values() if puzzle.id and formats["json"].holds(puzzle)]
    assert len(named) > 20
    for puzzle in named:
        data = json.loads("".join(map(str, pieces(formats["json"], Solved.of(puzzle)))))
        assert read_text(json.dumps(data, indent=2)).id == puzzle.id
        unchecked = {key: value for key, value in data.items() if key != "check"}
        assert read_text(json.dumps(unchecked)).id == puzzle.id


@pytest.mark.parametrize(
    "change",
    [
        {"start": [0, 0], "goal": [5, 4]},
        {"id": "wall:6x5#2"},
        {"check": "00000000"},
        {"check": 5},
        {"check": None, "id": "wall:7x5#1"},
        {"check": None, "id": "jugs:#1"},
    ],
)
def test_an_id_that_makes_another_maze_is_left_out_with_a_note(change: dict[str, Any]) -> None:
    data = json.loads("".join(map(str, pieces(formats["json"], Solved.of(make("wall", (6, 5), seed=1))))))
    with pytest.warns(Note, match="the maze was changed since it was saved: its id .* makes another"):
        assert read_text(json.dumps(data | change)).id is None
