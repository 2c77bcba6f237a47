"""The fields of logic mazes: what may stand in each, and what is said of a value that may not."""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mazeworks.cells.squares import check_rows, read_walls, walls_data
from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.grid import Grid

#: Stands for the value of a field that has to be given.
REQUIRED = object()
#: Bytes of memory per square to read it as a value of its own.
SQUARE_BYTES = 150


class Field(NamedTuple):
    """How a field is checked, `check(value, name, maze)`, which returns it as plain values; and its usual value."""

    check: Callable[[Any, str, Any], Any]
    usual: Any = REQUIRED
    #: Whether its values are rows of squares.
    rows: bool = False


def squares(good: Callable[[Any], bool], expected: str, plain: Callable[[Any], Any] = lambda value: value) -> Field:
    """Rows of squares; `good` says whether a value may stand on one, after `plain` has made it a value of JSON."""

    def check(value: Any, name: str, maze: Any) -> list[list[Any]]:
        size = check_rows(value, name, SQUARE_BYTES)
        for number, row in enumerate(value, 1):
            if not isinstance(row, (list, tuple)):
                raise MazeError(f"row {number} of {name!r} should be a list of squares, not {row!r:.40}")
        fit(*size, name, maze)
        rows = [list(map(plain, row)) for row in value]
        for y, row in enumerate(rows):
            for x, each in enumerate(row):
                if not good(each):
                    raise MazeError(f"({x}, {y}) of {name!r} is {value[y][x]!r:.40}; expected {expected}")
        return rows

    return Field(check, rows=True)


def fit(width: int, height: int, name: str, maze: Any) -> None:
    """Set the size of the maze, or refuse another one."""
    if maze.width and (width, height) != (maze.width, maze.height):
        raise MazeError(f"{name!r} has {width}x{height} squares; the board has {maze.width}x{maze.height}")
    maze.width, maze.height = width, height


def _walls(value: Any, name: str, maze: Any) -> list[str]:
    maze.grid = value if isinstance(value, Grid) else read_walls(value, name, Position(0, 0), Position(0, 0))
    fit(maze.grid.width, maze.grid.height, name, maze)
    return walls_data(maze.grid)


def _place(value: Any, name: str, maze: Any, number: int = 0) -> list[int]:
    whole = isinstance(value, (list, tuple)) and len(value) == 2 and all(type(each) is int for each in value)
    if not whole:
        which = f"place {number} of {name!r}" if number else repr(name)
        raise MazeError(f"{which} should be [x, y], two whole numbers, not {value!r:.60}")
    x, y = value
    if not (0 <= x < maze.width and 0 <= y < maze.height):
        one = name[:-1] if number else name  # such as one of the goals
        raise MazeError(f"{one} ({x!r:.20}, {y!r:.20}) lies outside the board of {maze.width}x{maze.height} squares")
    return [x, y]


def _places(value: Any, name: str, maze: Any) -> list[list[int]]:
    if not isinstance(value, (list, tuple)) or not value:
        raise MazeError(f"{name!r} should be a list of one or more places [x, y], not {value!r:.60}")
    places: dict[tuple[int, ...], list[int]] = {}
    for number, each in enumerate(value, 1):
        place = _place(each, name, maze, number)
        if tuple(place) in places:
            raise MazeError(f"{name!r} has ({place[0]}, {place[1]}) twice")
        places[tuple(place)] = place
    return list(places.values())


def flag(usual: bool) -> Field:
    """True or false."""
    return words_of((True, False), usual)


def words_of(known: Sequence[Any], usual: Any = REQUIRED) -> Field:
    """One of some values."""

    def check(value: Any, name: str, maze: Any) -> Any:
        if not any(type(each) is type(value) and each == value for each in known):
            words = ", ".join(each if isinstance(each, str) else json.dumps(each) for each in known)
            raise MazeError(f"{name!r} should be one of {words}; not {value!r:.40}")
        return value

    return Field(check, usual)


WALLS, PLACE, PLACES = Field(_walls), Field(_place), Field(_places)
