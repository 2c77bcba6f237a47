"""Text maps: a line of characters per row of squares, S the start, E the end, # the path."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazeworks.animation.frames import map_rows
from mazeworks.core.facets import structure_of
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import Format, formats
from mazeworks.core.solution import Solved
from mazeworks.drawing.board import board_of
from mazeworks.drawing.lattice import GOAL, START, path_squares, squares
from mazeworks.drawing.sketch import Sketch
from mazeworks.puzzles.textmap import MapCodec, TextMap

PATH = Parameter("path", "words", None, "the character of squares that can be walked on")
WALL_CHARACTER = Parameter("wall", "words", None, "the character of squares that cannot")

#: Bytes of memory per cell, which is written as four characters.
WRITING_BYTES = 24


def sniff(text: str) -> bool:
    """Whether a text has hash marks, or S or E among few other characters."""
    characters = set(text)
    return "#" in characters or (bool(characters & {"S", "E"}) and len(characters - set("SE\n")) <= 4)


def read(text: str, options: dict[str, str]) -> TextMap:
    rows = text.rstrip("\n").split("\n")
    data = {"rows": rows, "path": options.pop("path", None), "wall": options.pop("wall", None)}
    return MapCodec.from_data(data)


def write(solved: Solved[Any]) -> Iterator[str]:
    puzzle = solved.puzzle
    if isinstance(puzzle, TextMap):
        yield from (row + "\n" for row in map_rows(puzzle, board_of(puzzle).sketch(solved.solution)))
        return
    grid, solution = structure_of(puzzle).as_walls(solved.solution)
    grid.afford(WRITING_BYTES)
    chars = np.where(squares(grid), np.uint32(ord("#")), np.uint32(ord(" ")))
    if solution is not None:
        chars[path_squares(grid, solution)] = ord(".")
    for place, letter in ((grid.start, START), (grid.goal, GOAL)):
        chars[2 * place.y + 1, 2 * place.x + 1] = ord(letter)
    inside = chars[1:-1, 1:-1]
    if (inside[[0, -1]] != ord(" ")).all() and (inside[:, [0, -1]] != ord(" ")).all():
        yield "\n"  # a closed frame of # would be read as walls, but for an empty line above it
    yield from (row + "\n" for row in Sketch(inside).rows())


def holds(puzzle: Puzzle[Any]) -> bool:
    return structure_of(puzzle).as_grid() is not None


MAP = "A map of characters: S the start, E the end, # the path."
formats.add(Format("textmap", MAP, (".map",), sniff, read, write, holds, (PATH, WALL_CHARACTER)))
