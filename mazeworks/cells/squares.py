"""What puzzles on a rectangle of squares share: their values are checked, and errors name the place."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.facets import list_of, numbers_in
from mazeworks.core.grid import Grid, check_size

#: The eight directions, clockwise from north; every second one is straight.
COMPASS = tuple(map(Direction.parse, ("N", "NE", "E", "SE", "S", "SW", "W", "NW")))
#: Bytes of memory per square to read walls.
READING_BYTES = 10
_HEX = np.frombuffer(b"0123456789abcdef", np.uint8)


def rows_in(data: dict[str, Any], name: str, sort: type[Any], what: str) -> list[Any]:
    """The rows of squares in plain values: one or more, all as long as the first."""
    rows = list_of(data.get(name), sort, f"{name!r} should be a list of one or more rows, {what}", least=1)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or not len(row):
            raise FormatError(f"row {number} of {name!r} has {len(row)} squares; the first has {len(rows[0])}")
    return rows


def place_in(data: dict[str, Any], name: str) -> Position:
    """The place [x, y] in plain values."""
    return Position(*numbers_in(data.get(name), name))


def places_in(data: dict[str, Any], name: str) -> list[Position]:
    """One or more places [x, y] in plain values."""
    places = list_of(data.get(name), object, f"{name!r} should be a list of one or more places [x, y]", least=1)
    return [Position(*numbers_in(place, name)) for place in places]


def check_place(place: Sequence[int], what: str, width: int, height: int) -> Position:
    """The place of something, if it lies on a board of this size."""
    if len(place) != 2 or not (0 <= place[0] < width and 0 <= place[1] < height):
        raise MazeError(f"the {what} {tuple(place)} lies outside the board of {width}x{height} squares")
    return Position(*place)


def check_places(places: Sequence[Sequence[int]], what: str, width: int, height: int) -> list[Position]:
    """One or more different places, row by row."""
    found = {check_place(place, what, width, height) for place in places}
    if not found:
        raise MazeError(f"there is no {what}; at least one is needed")
    return sorted(found, key=lambda place: (place.y, place.x))


def word_in(data: dict[str, Any], name: str, known: Sequence[str]) -> str:
    """One of some words in plain values; the first where none is given."""
    word = data.get(name, known[0])
    if word not in known:
        raise FormatError(f"{name!r} should be one of {', '.join(known)}, not {word!r:.40}")
    return str(word)


def flag_in(data: dict[str, Any], name: str, usual: bool) -> bool:
    """True or false in plain values."""
    flag = data.get(name, usual)
    if type(flag) is not bool:
        raise FormatError(f"{name!r} should be true or false, not {flag!r:.40}")
    return flag


def walls_in(data: dict[str, Any], start: Position, goal: Position) -> Grid:
    """The walls in plain values: a hexadecimal digit for each square, the same from both sides."""
    rows = rows_in(data, "walls", str, "each a text with one hexadecimal digit for each square")
    for number, row in enumerate(rows, 1):
        if set(row) - set("0123456789abcdefABCDEF"):
            raise FormatError(f"row {number} of 'walls' should be hexadecimal digits, not {row!r:.60}")
    check_size(len(rows[0]), len(rows), READING_BYTES)
    digits = np.frombuffer("".join(rows).lower().encode(), np.uint8).reshape(len(rows), -1)
    walls = digits & np.uint8(15)
    walls[digits > ord("9")] += 9
    return Grid.from_walls(walls, start, goal)


def walls_data(grid: Grid) -> list[str]:
    """Walls as plain values."""
    return [row.tobytes().decode() for row in _HEX[grid.walls]]


def walls_board(grid: Grid) -> NDArray[np.uint16]:
    """Walls as kernels of logic mazes take them: flags for each square, row by row."""
    return (grid.walls & 15).astype(np.uint16).reshape(-1)


def walls_grid(board: NDArray[np.uint16], width: int) -> Grid:
    """The grid of such walls."""
    return Grid.from_walls(board.astype(np.uint8).reshape(-1, width), Position(0, 0), Position(0, 0))
