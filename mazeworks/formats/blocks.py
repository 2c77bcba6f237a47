"""Wall mazes drawn with block characters: walls as thick as passages, two characters a square."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, counted
from mazeworks.core.facets import structure_of
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Format, formats
from mazeworks.drawing.lattice import GOAL, START, from_squares, path_squares, squares, without_margin
from mazeworks.drawing.sketch import among, code_points
from mazeworks.puzzles.wall import Maze

WALL, MARK = "█", "·"
#: Bytes of memory per cell, which is written as eight characters.
WRITING_BYTES = 64


def write(solved: Solved[Any]) -> Iterator[str]:
    grid, solution = structure_of(solved.puzzle).as_walls(solved.solution)
    grid.afford(WRITING_BYTES)
    sorts = (~squares(grid)).view(np.uint8)
    if solution is not None:
        sorts[path_squares(grid, solution)] = 2
    for place, sort in ((grid.start, 3), (grid.goal, 4)):
        sorts[2 * place.y + 1, 2 * place.x + 1] = sort
    pairs = np.array(["  ", 2 * WALL, 2 * MARK, START + " ", GOAL + " "], "<U2")
    yield from (pairs[row].tobytes().decode("utf-32-le").rstrip(" ") + "\n" for row in sorts)


def read(text: str, options: dict[str, str]) -> Maze:
    lines, above, left = without_margin(text)
    chars = code_points(lines)
    rows, columns = chars.shape
    if rows % 2 == 0 or columns % 4 != 2 or rows < 5 or columns < 10:
        expected = "a maze W by H has 2H + 1 lines of 4W + 2 characters, and at least 2 by 2 cells"
        raise FormatError(f"{counted(rows, 'line')} of {counted(columns, 'character')} cannot be a maze; {expected}")
    known = among(chars, WALL + MARK + " " + START + GOAL)
    for row, column in np.argwhere(~known)[:1].tolist():
        where = f"line {row + above + 1}, column {column + left + 1}"
        raise FormatError(f"{where}: {chr(chars[row, column])!r} does not belong there")
    halves = (chars[:, ::2] == ord(WALL)) != (chars[:, 1::2] == ord(WALL))
    halves[1::2, 1::2] |= chars[1::2, 2::4] == ord(WALL)
    for row, column in np.argwhere(halves)[:1].tolist():
        where = f"line {row + above + 1}, column {2 * column + left + 1}"
        raise FormatError(f"{where}: half a wall, or one in the middle of a cell")
    return Maze(from_squares(chars[:, ::2] != ord(WALL), _find(chars, START), _find(chars, GOAL)))


def _find(chars: NDArray[np.uint32], letter: str) -> Position:
    rows, columns = np.nonzero(chars == ord(letter))
    if len(rows) != 1 or rows[0] % 2 == 0 or columns[0] % 4 != 2:
        raise FormatError(f"there should be exactly one {letter}, in the middle of a cell")
    return Position(int(columns[0]) // 4, int(rows[0]) // 2)


def holds(puzzle: Puzzle[Any]) -> bool:
    return structure_of(puzzle).as_grid() is not None


BLOCKS = "Walls drawn with block characters, as thick as the passages."
formats.add(Format("blocks", BLOCKS, (".blk",), lambda text: WALL in text, read, write, holds))
