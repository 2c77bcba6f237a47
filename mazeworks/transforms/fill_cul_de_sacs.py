"""Cul-de-sac filling: walls up dead ends, and parts with loops that connect to the rest through one cell."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.graph import Graph, grid_graph
from mazeworks.core.grid import Grid, walls_beside
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.search.dead_ends import filled_cul_de_sacs


def on_no_path(graph: Graph[Any]) -> NDArray[np.bool_]:
    """A mask of the cells on no simple path from the start to the goal, including those that cannot be reached."""
    return np.asarray((filled_cul_de_sacs(graph)[0] == 1) | (graph.distances() < 0))


@transform(
    "fill_cul_de_sacs",
    "Walls up every part that connects to the rest through one cell and leads to no goal, loops included.",
    promises=("every path that visits no cell twice stays", "all remaining cells lie on such a path"),
    on_cells=lambda passages, random: passages.without(on_no_path(passages.graph)),
)
def fill_cul_de_sacs(grid: Grid, random: Random) -> Grid:
    solid = np.pad(on_no_path(grid_graph(grid)).reshape(grid.height, grid.width), 1)
    grid.walls[:] |= walls_beside(solid)
    return grid
