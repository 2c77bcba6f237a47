"""Boards of walls as the kernels of logic mazes see them (see `kernels/logic/walls.py`)."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.kernels.logic.walls import COLUMNS

#: Of a hundred inner walls, how many stand on a board to begin with.
PERCENT = 30


def facts_of(width: int, height: int, *own: int, tail: Iterable[Sequence[int]] = ()) -> NDArray[np.int64]:
    """The facts of a board of walls; `own` are of one kind alone, and the squares of a `tail` stand behind the rest."""
    first = [width, width * height, *own, *[0] * (COLUMNS - 2 - len(own))]
    columns = np.arange(width * height) % width
    return np.concatenate([first, columns, [y * width + x for x, y in tail]]).astype(np.int64)


def board_of(grid: Grid) -> NDArray[np.uint16]:
    """The board of a grid."""
    return (grid.walls & 15).astype(np.uint16).reshape(-1)


def grid_of(board: NDArray[np.uint16], width: int) -> Grid:
    """The grid of a board."""
    return Grid.from_walls(board.astype(np.uint8).reshape(-1, width), Position(0, 0), Position(0, 0))


def random_board(width: int, height: int, random: Random) -> Any:
    """A board in a closed frame, each inner wall drawn alone."""
    walls = np.zeros((height, width), np.uint16)
    walls[0], walls[-1] = walls[0] | 1, walls[-1] | 2
    walls[:, 0], walls[:, -1] = walls[:, 0] | 8, walls[:, -1] | 4
    for y in range(height):
        for x in range(width):
            if x < width - 1 and random.below(100) < PERCENT:
                walls[y, x] |= 4
                walls[y, x + 1] |= 8
            if y < height - 1 and random.below(100) < PERCENT:
                walls[y, x] |= 2
                walls[y + 1, x] |= 1
    return walls.reshape(-1)
