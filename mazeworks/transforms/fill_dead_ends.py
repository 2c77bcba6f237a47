"""Dead-end filling: walls up dead ends until only paths and loops remain."""

from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.search.dead_ends import fill_grid, filled_dead_ends


@transform(
    "fill_dead_ends",
    "Walls up every dead end except the start and the goal; in a perfect maze only the solution remains.",
    promises=("every shortest path stays", "no dead end remains except the start and the goal"),
    on_cells=lambda passages, random: passages.without(filled_dead_ends(passages.graph, trace=False)[0] == 1),
)
def fill_dead_ends(grid: Grid, random: Random) -> Grid:
    fill_grid(grid.flat, grid.stride, [grid.index(grid.start), grid.index(grid.goal)])
    return grid
