"""Eller's algorithm (1982): row by row in memory for one row, so a maze can be endless."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.grid import Bytes, Grid, check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random, check_seed, fresh_seed
from mazeworks.kernels import tables
from mazeworks.kernels.carving import rectangle as loops
from mazeworks.making.rectangle import Longs, rectangle_generator, run

ACROSS = Parameter(
    "across", "number", 0.5, "the chance to join two neighbours of a row that are not yet connected", least=0, most=1
)
DOWN = Parameter("down", "number", 0.5, "the chance of a passage down where none is needed", least=0, most=1)


@rectangle_generator(
    "eller",
    "Carves row by row in memory for one row, so a maze can have any number of rows.",
    promises=("perfect", "biased towards neither horizontal nor vertical passages by default"),
    parameters=(ACROSS, DOWN),
    batch=lambda across, down: [round(across * 65536), round(down * 65536)],
)
def eller(grid: Grid, random: Random, order: Longs, across: float, down: float) -> int:
    left, right = np.arange(grid.width), np.arange(grid.width)
    chances = round(across * 65536), round(down * 65536)
    return run(loops.eller, grid, random, order, grid.width, 0, grid.height, 1, left, right, *chances)


def endless_rows(
    width: int, seed: int | None = None, across: float = 0.5, down: float = 0.5, rows: int | None = None
) -> Iterator[Bytes]:
    """Yield the rows of a perfect maze as the walls of their cells; without end unless `rows` is given.

    Only one row is in memory. The rows yielded so far have no loops, but cells of them may be connected only
    through later rows; the last of `rows` connects all.

    >>> stream = endless_rows(8, seed=1)
    >>> len(next(stream)), len(next(stream))
    (8, 8)
    """
    check_size(width, 2, 40)
    for parameter, value in ((ACROSS, across), (DOWN, down)):
        parameter.check(value)
    if rows is not None and (type(rows) is not int or rows < 2):
        raise MazeError(f"rows must be a whole number of at least 2, not {rows!r:.60}")
    return _rows(width, Random(fresh_seed() if seed is None else check_seed(seed)), across, down, rows)


def _rows(width: int, random: Random, across: float, down: float, rows: int | None) -> Iterator[Bytes]:
    pair = Grid.closed(width, 2)
    left, right = np.arange(width), np.arange(width)
    registers = np.array([random.fork(), 0], np.int64)
    chances: Any = (round(across * 65536), round(down * 65536))
    steps, nothing = tables.steps(pair.stride), np.empty(0, np.int64)
    number = 0
    while number != rows:
        number += 1
        close = int(number == rows)
        loops.eller(pair.flat, steps, width, 0, 1, close, left, right, *chances, registers, nothing)
        yield pair.walls[0].copy()
        pair.walls[0] = pair.walls[1]
        pair.walls[1] = 15
