"""The binary tree: every cell opens one of two passages, always towards the same corner."""

from mazeworks.core.directions import Direction
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import rectangle as loops
from mazeworks.making.rectangle import Longs, rectangle_generator, run

TOWARDS = Parameter("towards", "choice", "NW", "the corner that all passages lead to", choices=("NW", "NE", "SW", "SE"))
UPRIGHT = Parameter(
    "upright", "number", 0.5, "the chance of a vertical rather than a horizontal passage", least=0, most=1
)


def settings(towards: str, upright: float) -> tuple[int, int, int]:
    """The two directions towards the corner, and the chance of the first, of 65536."""
    corner = Direction.parse(towards)
    return int(corner & 3), int(corner & 12), round(upright * 65536)


@rectangle_generator(
    "binary_tree",
    "Opens a vertical or a horizontal passage from every cell, towards one corner.",
    promises=("perfect", "biased: a hall along two sides, and all passages lead to their corner"),
    parameters=(TOWARDS, UPRIGHT),
    batch=settings,
)
def binary_tree(grid: Grid, random: Random, order: Longs, towards: str, upright: float) -> int:
    return run(loops.binary_tree, grid, random, order, grid.width, grid.height, *settings(towards, upright))
