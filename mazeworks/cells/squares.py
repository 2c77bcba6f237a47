"""Rectangles of squares in plain values: rows of one length, and walls as a hexadecimal digit for each square."""

from typing import Any

import numpy as np

from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import FormatError, counted
from mazeworks.core.grid import Grid, check_size

#: The eight directions, clockwise from north; every second one is straight.
COMPASS = tuple(map(Direction.parse, ("N", "NE", "E", "SE", "S", "SW", "W", "NW")))
#: Bytes of memory per square to read walls.
READING_BYTES = 10
_HEX = np.frombuffer(b"0123456789abcdef", np.uint8)


def check_rows(rows: Any, name: str, bytes_per_square: int) -> tuple[int, int]:
    """Width and height of rows of squares; refuses what is not one or more rows of one length."""
    if not isinstance(rows, (list, tuple)) or not rows or not all(hasattr(row, "__len__") for row in rows):
        raise FormatError(f"{name!r} should be a list of one or more rows, not {rows!r:.40}")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise FormatError(
                f"row {number} of {name!r} has {counted(len(row), 'square')}; the first has {len(rows[0])}"
            )
    if not rows[0]:
        raise FormatError(f"the rows of {name!r} are empty")
    return check_size(len(rows[0]), len(rows), bytes_per_square, least=1)


def read_walls(rows: Any, name: str, start: Position, goal: Position, stated: tuple[Any, Any] = (None, None)) -> Grid:
    """The walls in rows of hexadecimal digits, the same from both sides: N 1, S 2, E 4, W 8, a set bit stands.

    stated: width and height, where they are given beside the rows.
    """
    if not isinstance(rows, (list, tuple)) or len(rows) < 2 or not all(isinstance(row, str) for row in rows):
        raise FormatError(f"{name!r} should be a list of two or more strings, one per row, not {rows!r:.40}")
    width = len(rows[0])
    size = tuple(own if given is None else given for own, given in zip((width, len(rows)), stated, strict=True))
    if width < 2 or size != (width, len(rows)):
        other = f"width and height are {size[0]!r:.20}x{size[1]!r:.20}" if width > 1 else "a row needs at least 2"
        raise FormatError(f"{name!r} has {len(rows)} rows of {counted(width, 'digit')}, but {other}")
    for number, row in enumerate(rows, 1):
        if len(row) != width or set(row) - set("0123456789abcdefABCDEF"):
            raise FormatError(f"row {number} of {name!r} should be {width} hexadecimal digits, not {row!r:.60}")
    check_size(width, len(rows), READING_BYTES)
    digits = np.frombuffer("".join(rows).lower().encode(), np.uint8).reshape(len(rows), -1)
    walls = digits & np.uint8(15)
    walls[digits > ord("9")] += 9
    return Grid.from_walls(walls, start, goal)


def walls_data(grid: Grid) -> list[str]:
    """Walls as rows of hexadecimal digits."""
    return [row.tobytes().decode() for row in _HEX[grid.walls & 15]]
