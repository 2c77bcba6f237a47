"""Text maps: a line of characters per row of squares, S the start, E the end, # the path.

A line above the map, such as `textmap: path '.', wall '#'`, names other characters; it is written where reading would
take the map for another without it.
"""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from mazeworks.core.facets import structure_of
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Format, formats
from mazeworks.drawing.board import board_of
from mazeworks.drawing.lattice import GOAL, START, path_squares, squares
from mazeworks.drawing.sketch import lines_in
from mazeworks.puzzles.textmap import MapCodec, TextMap
from mazeworks.search.flood import Flood

PATH = Parameter("path", "words", None, "the character of squares that can be walked on")
WALL_CHARACTER = Parameter("wall", "words", None, "the character of squares that cannot")
HEADER = re.compile(r"textmap: path '(?P<path>.)', wall '(?P<wall>.)'\n")
#: Bytes of memory per cell, which is written as four characters.
WRITING_BYTES = 24


def sniff(text: str) -> bool:
    """Whether a text has hash marks, or S or E among few other characters."""
    characters = set(text)
    return "#" in characters or (bool(characters & {"S", "E"}) and len(characters - set("SE\n")) <= 4)


def read(text: str, options: dict[str, str]) -> TextMap:
    above = HEADER.match(text)
    named = above.groupdict() if above else {"path": None, "wall": None}
    rows = lines_in(text[above.end() if above else 0 :].rstrip("\n"))
    data = {name: options.pop(name, char) for name, char in named.items()}
    return MapCodec.from_data(data | {"rows": rows}, 2 if above else 1)


def write(solved: Solved[Any]) -> Iterator[str]:
    puzzle = solved.puzzle
    if isinstance(puzzle, TextMap):
        sketch = board_of(puzzle).sketch(solved.solution)
        rows = [sketch.row(y, len(row)) for y, row in enumerate(puzzle.rows)]
        if {puzzle.path, puzzle.wall} != {"#", " "} or TextMap(rows) != puzzle:
            yield header(puzzle.path, puzzle.wall)
        yield from (row + "\n" for row in rows)
        return
    grid, solution = structure_of(puzzle).as_walls(solved.solution)
    grid.afford(WRITING_BYTES)
    chars = np.where(squares(grid), np.uint8(ord("#")), np.uint8(ord(" ")))
    if solution is not None:
        chars[path_squares(grid, solution)] = ord(".")
    for place, letter in ((grid.start, START), (grid.goal, GOAL)):
        chars[2 * place.y + 1, 2 * place.x + 1] = ord(letter)
    inside = chars[1:-1, 1:-1]
    if solution is None and not Flood(grid, grid.start).run(grid.goal):
        yield header("#", " ")  # blanks may join S and E, and would be read as the path
    elif (inside[[0, -1]] != ord(" ")).all() and (inside[:, [0, -1]] != ord(" ")).all():
        yield "\n"  # a closed frame of # would be read as walls, but for an empty line above it
    yield from (row.tobytes().decode().rstrip(" ") + "\n" for row in inside)


def header(path: str, wall: str) -> str:
    """The line above a map that names its characters."""
    return f"textmap: path '{path}', wall '{wall}'\n"


def holds(puzzle: Puzzle[Any]) -> bool:
    return structure_of(puzzle).as_grid() is not None


MAP = "A map of characters: S the start, E the end, # the path."
formats.add(Format("textmap", MAP, (".map",), sniff, read, write, holds, (PATH, WALL_CHARACTER), header="textmap: "))
