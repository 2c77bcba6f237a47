"""Symmetry: one half of a maze and its mirror image, joined across the middle."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.grid import BORDER, Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.making.rectangle import join, labels_of

AXIS = Parameter("axis", "choice", "upright", "the axis of the mirror", choices=("upright", "level"))
DOORS = Parameter("doors", "whole", 1, "how many passages cross the middle; 1 keeps a perfect maze perfect", least=1)
#: Each byte of walls mirrored: east and west swapped, or transposed along the diagonal.
MIRRORED = np.array([w & 3 | (w & 4) << 1 | (w & 8) >> 1 for w in range(16)], np.uint8)
TURNED = np.array([(w & 1) << 3 | (w & 8) >> 3 | (w & 2) << 1 | (w & 4) >> 1 for w in range(16)], np.uint8)


@transform(
    "symmetric",
    "Keeps one half and mirrors it onto the other; the goal is the mirror image of the start.",
    parameters=(AXIS, DOORS),
    promises=("symmetric", "a perfect maze stays perfect with one door"),
    only="it mirrors the columns or the rows of a rectangle",
)
def symmetric(grid: Grid, random: Random, axis: str, doors: int) -> Grid:
    if axis == "level":
        turned = Grid.from_walls(TURNED[grid.walls.T], Position(*grid.start[::-1]), Position(*grid.goal[::-1]))
        made = symmetric_upright(turned, random, doors)
        return Grid.from_walls(TURNED[made.walls.T], Position(*made.start[::-1]), Position(*made.goal[::-1]))
    return symmetric_upright(grid, random, doors)


def symmetric_upright(grid: Grid, random: Random, doors: int) -> Grid:
    """The grid mirrored left to right; if the width is odd, the middle column becomes a hall."""
    half = grid.width // 2
    left = _half(grid, half, random)
    start = Position(min(grid.start.x, grid.width - 1 - grid.start.x, half - 1), grid.start.y)
    regions = labels_of(left)[0].reshape(left.cells.shape)[1:-1, 1:-1]
    joined = regions[:, -1] == regions[start.y, start.x]
    rows = _rows_to_open(left.walls[:, -1] != 15, joined)
    if doors > len(rows):
        raise MazeError(f"symmetric can open {counted(len(rows), 'door')} across the middle of this maze, not {doors}")
    random.shuffle(rows)
    chosen = rows[:doors]
    walls = np.empty_like(grid.walls)
    walls[:, :half], walls[:, grid.width - half :] = left.walls, MIRRORED[left.walls[:, ::-1]]
    if grid.width % 2:
        walls[:, half] = 12
        walls[0, half] |= 1
        walls[-1, half] |= 2
        walls[chosen, half] &= 3
    walls[chosen, grid.width - half] &= 15 - 8
    walls[chosen, half - 1] &= 15 - 4
    if not joined[chosen[0]]:
        start = Position(half - 1, chosen[0])
    return Grid.from_walls(walls, start, Position(grid.width - 1 - start.x, start.y))


def _half(grid: Grid, half: int, random: Random) -> Grid:
    """The left half, with parts that the cut separated joined again; solid cells stay solid."""
    part = Grid(np.full((grid.height + 2, half + 2), BORDER, np.uint8), Position(0, 0), Position(0, 0))
    part.walls[:] = grid.walls[:, :half]
    solid = part.flat == 15  # before the cut, which may leave other cells with four walls
    part.walls[:, -1] |= 4
    join(part, *labels_of(part, solid), random)
    return part


def _rows_to_open(last: NDArray[np.bool_], joined: NDArray[np.bool_]) -> list[int]:
    """Rows whose last cell is connected to the start and not solid; if there are none, all not solid; otherwise all."""
    choices = (last & joined, last, ~last)
    rows: list[int] = np.flatnonzero(next(choice for choice in choices if choice.any())).tolist()
    return rows
