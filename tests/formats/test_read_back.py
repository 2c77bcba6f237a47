"""Converting never changes a puzzle: what a format writes is read back as the same puzzle, or refused in a sentence."""

import json
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, Position, Puzzle, Solved, read_text, solve
from mazeworks.core.errors import Note
from mazeworks.core.facets import structure_of
from mazeworks.core.grid import Grid
from mazeworks.core.registry import formats
from mazeworks.files.loading import read_bytes
from mazeworks.files.targets import pieces
from mazeworks.puzzles.textmap import TextMap
from tests.samples import samples

#: Characters that other formats, terminals and readers of lines give a meaning of their own.
ODD = "#.x•*+-|;:'\\{[│█─·0S \t\r\x0b\x0c\x1b\x7f\x85\x9b\u0301\u2028\u202e\u3000\ufeff漢"


def converted(puzzle: Puzzle[Any], form: str, solution: Any = None) -> Puzzle[Any]:
    """The puzzle written in a format as a file has it, and read again."""
    text = "".join(map(str, pieces(formats[form], Solved.of(puzzle, solution))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(text.encode())


def same(first: Puzzle[Any], second: Puzzle[Any]) -> bool:
    """Whether two puzzles are equal, or show the same wall maze."""
    if first.kind == second.kind:
        return first == second
    grids = [structure_of(puzzle).as_walls()[0] for puzzle in (first, second)]
    return Maze(grids[0]) == Maze(grids[1])


def check(puzzle: Puzzle[Any], solution: Any = None) -> None:
    for form in (form for form in formats.values() if not form.binary and form.holds(puzzle)):
        try:
            list(pieces(form, Solved.of(puzzle, solution)))
        except MazeError:
            continue
        assert same(converted(puzzle, form.name, solution), puzzle), form.name


@pytest.mark.parametrize("name", list(samples()))
def test_every_sample_is_converted_unchanged(name: str) -> None:
    check(samples()[name])


@st.composite
def text_maps(draw: st.DrawFn) -> TextMap:
    characters = st.one_of(st.none(), st.sampled_from("# .x"), st.sampled_from(ODD))
    path, wall = draw(characters), draw(characters)
    known = st.sampled_from([path or "#", wall or " ", " ", "."])
    rows = draw(st.lists(st.text(known, max_size=5), max_size=5))
    for letter in "SE":
        row, column = draw(st.integers(0, len(rows))), draw(st.integers(0, 5))
        rows = rows if row < len(rows) else [*rows, ""]
        rows[row] = rows[row][:column] + letter + rows[row][column:]
    return TextMap(rows, path, wall)


@given(st.data())
def test_every_text_map_is_converted_unchanged(data: st.DataObject) -> None:
    try:
        puzzle = data.draw(text_maps())
    except MazeError:
        return
    check(puzzle)
    check(puzzle, solve(puzzle))


@given(st.data(), st.integers(2, 5), st.integers(2, 5))
def test_every_wall_maze_is_converted_unchanged_whether_it_can_be_solved_or_not(
    data: st.DataObject, width: int, height: int
) -> None:
    down, across = (
        np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)), np.uint8)
        for size in (height * (width - 1), (height - 1) * width)
    )
    walls = np.zeros((height, width), np.uint8)
    walls |= np.pad(down.reshape(height, -1), ((0, 0), (0, 1)), constant_values=1) * np.uint8(4)
    walls |= np.pad(down.reshape(height, -1), ((0, 0), (1, 0)), constant_values=1) * np.uint8(8)
    walls |= np.pad(across.reshape(-1, width), ((0, 1), (0, 0)), constant_values=1) * np.uint8(2)
    walls |= np.pad(across.reshape(-1, width), ((1, 0), (0, 0)), constant_values=1) * np.uint8(1)
    ends = data.draw(st.lists(st.integers(0, width * height - 1), min_size=2, max_size=2, unique=True))
    maze = Maze(Grid.from_walls(walls, *(Position(place % width, place // width) for place in ends)))
    check(maze)
    check(maze, solve(maze))


def test_a_maze_without_a_solution_keeps_its_walls_in_a_map() -> None:
    maze = read_text("+---+---+\n| S |   |\n+---+---+\n|   | E |\n+---+---+\n")
    written = "".join(map(str, pieces(formats["textmap"], Solved.of(maze))))
    assert written == "textmap: path '#', wall ' '\nS #\n\n# E\n"
    assert same(converted(maze, "textmap"), maze)


def test_characters_that_others_would_misread_are_named_above_a_map() -> None:
    for rows, path, wall in (
        (["S;;", "a;;", "a;;", "a;E"], ";", "a"),  # like Alice
        (["S│E"], "│", " "),  # like a drawing with lines
        (["S█E"], "█", " "),
        (["S'E"], "'", "\\"),
        (["S  E", "####"], "#", " "),  # joined along blanks
        (["S#E"], ".", "#"),
    ):
        puzzle = TextMap(rows, path, wall)
        assert converted(puzzle, "textmap") == puzzle and converted(puzzle, "json") == puzzle
    assert read_text("textmap: path '.', wall '#'\nS.E\n") == TextMap(["S.E"], ".", "#")
    with pytest.raises(MazeError, match=r"line 3, column 2: 'x' is neither path '.' nor wall '#'"):
        read_text("textmap: path '.', wall '#'\nS.E\n#x#\n")


def test_a_solved_map_along_blanks_is_read_as_before() -> None:
    puzzle = TextMap(["S   ", "### ", "E   "], " ", "#")
    assert converted(puzzle, "textmap", solve(puzzle)) == puzzle


def test_rows_that_are_empty_at_the_end_are_no_part_of_a_map() -> None:
    puzzle = TextMap(["S#E", "   ", ""])
    assert puzzle.rows == ["S#E"] and converted(puzzle, "textmap") == puzzle
    lonely = TextMap(["S E# ", "   # "], " ", "#")
    assert converted(lonely, "textmap").rows == lonely.rows  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "char", ["\x1b", "\t", "\r", "\n", "\x85", "\u2028", "\ufeff", "\u0301", "\x9b", "\u202e", "\xa0"]
)
def test_a_character_that_cannot_be_seen_is_refused_and_escaped(char: str) -> None:
    with pytest.raises(MazeError, match="a character that can be seen, or a blank") as caught:
        TextMap(["SE"], char, "#")
    assert char == "\u0301" or char not in str(caught.value)
    with pytest.raises(MazeError):
        read_bytes(f"S#{char}#E\n####\n".encode(), wall=char)


def test_json_written_in_slices_is_that_of_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    def written(solution: Any) -> str:
        return "".join(map(str, formats["json"].write(Solved.of(puzzle, solution))))

    for name in ("backtracker#1", "hexagon#1", "alice#1"):
        puzzle = samples()[name]
        for solution in (solve(puzzle), None):
            monkeypatch.setattr("mazeworks.formats.json.SLICE", 10**6)
            whole = written(solution)
            assert whole == json.dumps(json.loads(whole), ensure_ascii=False) + "\n"
            for length in (1, 2, 3):
                monkeypatch.setattr("mazeworks.formats.json.SLICE", length)
                assert written(solution) == whole
