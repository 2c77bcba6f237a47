"""Recursive division: a wall with one gap across the longer side, then the same in both parts; done with a stack."""

import numpy as np

from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import rectangle as loops
from mazeworks.making.rectangle import Longs, rectangle_generator, run


@rectangle_generator(
    "recursive_division",
    "Divides the rectangle by a wall with one gap, then each part again, down to single cells.",
    promises=("perfect", "biased towards long straight walls"),
    aliases=("division",),
)
def recursive_division(grid: Grid, random: Random, order: Longs) -> int:
    stack = np.empty(4 * 80, np.int64)  # the smaller part goes first, which bounds the depth
    return run(loops.divide, grid, random, order, grid.width, grid.height, stack)
