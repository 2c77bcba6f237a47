"""Filling culs-de-sac: also what has loops, but hangs on the rest by one cell, becomes solid."""

import numpy as np

from mazeworks.core.filling import filled_cul_de_sacs
from mazeworks.core.graph import grid_graph
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform


@transform(
    "fill_cul_de_sacs",
    "Walls up all that hangs on the rest by one cell and leads to no goal, loops included.",
    promises=("every way that visits no cell twice stays",),
)
def fill_cul_de_sacs(grid: Grid, random: Random) -> Grid:
    filled, _ = filled_cul_de_sacs(grid_graph(grid))
    solid = np.zeros(grid.cells.shape, np.bool_)
    solid[1:-1, 1:-1] = filled.reshape(grid.height, grid.width)
    walls = solid[:-2, 1:-1] * 1 | solid[2:, 1:-1] * 2 | solid[1:-1, 2:] * 4 | solid[1:-1, :-2] * 8
    grid.walls[:] = np.where(solid[1:-1, 1:-1], 15, grid.walls | walls)
    return grid
