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


def framed(width: int, height: int, sides: int = 4) -> Ints:
    """The number of each cell, `[y + 1, x + 1]`, in a frame of RIM; refuses sizes too small or too large for memory."""
    check_size(width, height, BYTES_PER_SIDE * sides)
    cells = np.full((height + 2, width + 2), RIM, np.int32)
    cells[1:-1, 1:-1] = np.arange(width * height, dtype=np.int32).reshape(height, width)
    return cells


def beyond(cells: Ints, sides: int = 4) -> Ints:
    """The neighbours of framed cells, `[cells, sides]`; sides past the fourth are outer walls."""
    height, width = cells.shape[0] - 2, cells.shape[1] - 2
    table = np.full((height, width, sides), RIM, np.int32)
    for side, (x, y) in enumerate(((1, 0), (2, 1), (1, 2), (0, 1))):
        table[..., side] = cells[y : y + height, x : x + width]
    return table.reshape(-1, sides)


def places(*lengths: int) -> Ints:
    """The position of each cell, row by row, in a rectangle or block of these lengths along x, y and z."""
    where = np.empty((*lengths[::-1], len(lengths)), np.int32)
    for axis, length in enumerate(lengths):
        where[..., axis] = np.arange(length).reshape(-1, *[1] * axis)
    return where.reshape(-1, len(lengths))


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


def rolled(width: int, height: int, down: bool = False, turn: int = 1) -> Plan:
    """A rectangle with east joined to west, in reverse order if `turn` is -1; with `down`, north joins south too."""
    cells = framed(width, height)
    cells[1:-1, 0], cells[1:-1, -1] = cells[1:-1, -2][::turn], cells[1:-1, 1][::turn]
    if down:
        cells[0], cells[-1] = cells[-2], cells[1]
    return squares(width, height, beyond(cells))
