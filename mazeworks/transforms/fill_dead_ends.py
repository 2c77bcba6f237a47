"""Filling dead ends: what leads nowhere becomes solid, until only ways through are left."""

from mazeworks.core.filling import fill_grid
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform


@transform(
    "fill_dead_ends",
    "Walls up every dead end but for the start and the goal; in a perfect maze only the way is left.",
    promises=("every shortest way stays",),
)
def fill_dead_ends(grid: Grid, random: Random) -> Grid:
    fill_grid(grid.flat, grid.stride, [grid.index(grid.start), grid.index(grid.goal)])
    return grid
