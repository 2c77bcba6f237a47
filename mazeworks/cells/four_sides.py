"""Rows and columns of cells with up to four sides, for several layouts: north, east, south, west."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import RIM, Bytes, Floats, Ints, Plan
from mazeworks.core.grid import check_size

NAMES = ("N", "E", "S", "W")
NORTH, EAST, SOUTH, WEST = range(4)
BACKS: Bytes = np.array([SOUTH, WEST, NORTH, EAST], np.uint8)

#: The two corners of each side of a square, clockwise from the upper left.
_CORNERS = np.array([[(0, 0), (1, 0)], [(1, 0), (1, 1)], [(1, 1), (0, 1)], [(0, 1), (0, 0)]], np.float64)

#: The most bytes that an arrangement needs for each side of each cell: numbers, targets, twins, marks.
BYTES_PER_SIDE = 24


def numbers(width: int, height: int, sides: int = 4) -> Ints:
    """The number of each cell, `[y, x]`; refuses sizes that are too small or too large for memory."""
    check_size(width, height, BYTES_PER_SIDE * sides)
    return np.arange(width * height, dtype=np.int32).reshape(height, width)


def beyond(width: int, height: int, sides: int = 4) -> Ints:
    """The neighbours of a rectangle, `[cells, sides]`; sides past the fourth stay outer walls."""
    cells = numbers(width, height, sides)
    table = np.full((height, width, sides), RIM, np.int32)
    table[1:, :, NORTH] = cells[:-1]
    table[:, :-1, EAST] = cells[:, 1:]
    table[:-1, :, SOUTH] = cells[1:]
    table[:, 1:, WEST] = cells[:, :-1]
    return table.reshape(-1, sides)


def places(width: int, height: int) -> Ints:
    """x and y of each cell, row by row."""
    where = np.empty((height, width, 2), np.int32)
    where[..., 0] = np.arange(width)
    where[..., 1] = np.arange(height)[:, None]
    return where.reshape(-1, 2)


def square_walls(x: NDArray[np.int32], y: NDArray[np.int32], sides: Ints) -> Floats:
    """These sides of the unit squares at x, y, `[count, 2, 2]`."""
    walls = _CORNERS[sides]
    walls[..., 0] += x[:, None]
    walls[..., 1] += y[:, None]
    return walls


def squares(width: int, height: int, table: Ints, **more: Any) -> Plan:
    """The plan of a rectangle of squares with these neighbours."""

    def centres(cells: Ints) -> Floats:
        return np.stack([cells % width + 0.5, cells // width + 0.5], axis=-1)

    def walls(cells: Ints, sides: Ints) -> Floats:
        return square_walls(cells % width, cells // width, sides)

    return Plan(table, BACKS, NAMES, lambda: places(width, height), (width, height), centres, walls, **more)


def rolled(width: int, height: int, down: bool = False, flipped: bool = False) -> Ints:
    """The neighbours of a rectangle whose east and west sides are joined, and with `down` north and south too.

    With `flipped`, a path around it returns upside down.
    """
    cells = numbers(width, height)
    table = beyond(width, height).reshape(height, width, 4)
    turn = slice(None, None, -1) if flipped else slice(None)
    table[:, -1, EAST] = cells[turn, 0]
    table[:, 0, WEST] = cells[turn, -1]
    if down:
        table[-1, :, SOUTH] = cells[0]
        table[0, :, NORTH] = cells[-1]
    return table.reshape(-1, 4)
