"""Rectangles of squares in plain values: rows of one length, and walls as a hexadecimal digit for each square."""

from typing import Any

import numpy as np

from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import FormatError
from mazeworks.core.grid import Grid, check_size

#: The eight directions, clockwise from north; every second one is straight.
COMPASS = tuple(map(Direction.parse, ("N", "NE", "E", "SE", "S", "SW", "W", "NW")))
#: Bytes of memory per square to read walls.
READING_BYTES = 10
_HEX = np.frombuffer(b"0123456789abcdef", np.uint8)


def check_rows(rows: Any, name: str, bytes_per_square: int, least: int = 1) -> tuple[int, int]:
    """Width and height of rows of squares; refuses what is not one or more rows of one length."""
    if not isinstance(rows, (list, tuple)) or not rows or not all(hasattr(row, "__len__") for row in rows):
        raise FormatError(f"{name!r} should be a list of one or more rows, not {rows!r:.40}")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise FormatError(f"row {number} of {name!r} has {len(row)} squares; the first has {len(rows[0])}")
    return check_size(len(rows[0]), len(rows), bytes_per_square, least)


def read_walls(rows: Any, name: str, start: Position, goal: Position) -> Grid:
    """The walls in rows of hexadecimal digits, the same from both sides: N 1, S 2, E 4, W 8, a set bit stands."""
    check_rows(rows, name, READING_BYTES, 2)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, str) or set(row) - set("0123456789abcdefABCDEF"):
            raise FormatError(f"row {number} of {name!r} should be hexadecimal digits, not {row!r:.60}")
    digits = np.frombuffer("".join(rows).lower().encode(), np.uint8).reshape(len(rows), -1)
    walls = digits & np.uint8(15)
    walls[digits > ord("9")] += 9
    return Grid.from_walls(walls, start, goal)


def walls_data(grid: Grid) -> list[str]:
    """Walls as rows of hexadecimal digits."""
    return [row.tobytes().decode() for row in _HEX[grid.walls & 15]]
