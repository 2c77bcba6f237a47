"""Unicursal mazes: splits every passage of a perfect maze along its middle, which leaves one path through all."""

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform, transforms
from mazeworks.making.rectangle import labels_of


@transform(
    "unicursal",
    "Splits every passage of a perfect maze in two: one path without junctions, twice as wide and high.",
    promises=("perfect", "unicursal: it has no junction"),
    only="it splits every square of a rectangle in four",
    grows=2,
)
def unicursal(grid: Grid, random: Random) -> Grid:
    walls = grid.walls
    passages = int(np.count_nonzero(walls[:, :-1] & 4 == 0) + np.count_nonzero(walls[:-1] & 2 == 0))
    if labels_of(grid)[1] > 1 or passages != walls.size - 1:
        able = ", ".join(name for name in transforms if name != "unicursal")
        raise MazeError(
            f"unicursal needs a perfect maze, with one path between any two cells; these can change this one: {able}",
            "`maze check` lists the faults",
        )
    north, south, east, west = (walls & flag == 0 for flag in (1, 2, 4, 8))
    split = np.empty((2 * grid.height, 2 * grid.width), np.uint8)
    for y, x, upright, level in ((0, 0, north, west), (0, 1, north, east), (1, 0, south, west), (1, 1, south, east)):
        # A quarter of a cell continues through the passage it borders, or turns the corner if there is none.
        up, side = (1, 2)[y], (8, 4)[x]
        quarter = np.full(walls.shape, 15, np.uint8)
        quarter &= np.where(upright, 15 - up, 15 - (4 + 8 - side)).astype(np.uint8)
        quarter &= np.where(level, 15 - side, 15 - (1 + 2 - up)).astype(np.uint8)
        split[y::2, x::2] = quarter
    return _cut(split, grid.start)


def _cut(walls: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], place: Position) -> Grid:
    """Cut the ring into a path: a wall beside the old start, with the new ends on both its sides."""
    x, y = 2 * place.x, 2 * place.y
    sides = ((4, 8, 1, 0), (2, 1, 0, 1), (1, 2, 0, -1), (8, 4, -1, 0))
    flag, back, dx, dy = next(side for side in sides if not walls[y, x] & side[0])
    walls[y, x] |= flag
    walls[y + dy, x + dx] |= back
    return Grid.from_walls(walls, Position(x, y), Position(x + dx, y + dy))
