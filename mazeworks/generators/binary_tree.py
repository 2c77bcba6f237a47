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


@rectangle_generator(
    "binary_tree",
    "Opens a vertical or a horizontal passage from every cell, towards one corner.",
    promises=("perfect", "biased: a hall along two sides, and all passages lead to their corner"),
    parameters=(TOWARDS, UPRIGHT),
)
def binary_tree(grid: Grid, random: Random, order: Longs, towards: str, upright: float) -> int:
    corner, chance = Direction.parse(towards), round(upright * 65536)
    sides = int(corner & 3), int(corner & 12)
    return run(loops.binary_tree, grid, random, order, grid.width, grid.height, *sides, chance)
