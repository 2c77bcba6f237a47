"""Statistics of the passages of a maze: dead ends, halls, turns, junctions, the longest path, the river."""

from dataclasses import replace
from typing import Any

import numpy as np

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Graph
from mazeworks.core.puzzle import Puzzle
from mazeworks.kernels.searching.rate import dead_end_lengths

#: The walls of a cell with two opposite passages.
STRAIGHT = (3, 12)


class PassageCounts:
    """Statistics of the cells that can be reached from the start."""

    def __init__(self, puzzle: Puzzle[Any], graph: Graph[Any]) -> None:
        distances, degrees = graph.distances(), np.diff(graph.offsets)
        reached = distances >= 0
        passages = {"passages": degrees == 2}
        if (grid := structure_of(puzzle).as_grid()) is not None:
            straight = np.isin(grid.walls.reshape(-1), STRAIGHT)
            passages = {"halls": straight & (degrees == 2), "turns": ~straight & (degrees == 2)}
        kinds = {"dead_ends": degrees == 1} | passages | {"junctions": degrees == 3, "crossings": degrees > 3}
        #: The number of dead ends, halls, turns, junctions of three passages, and crossings of four or more.
        self.counts = {name: int(np.count_nonzero(reached & cells)) for name, cells in kinds.items()}
        #: The mean length of a dead end up to its first junction, in cells: the "river".
        ends = int(np.count_nonzero(degrees == 1))
        self.river = dead_end_lengths(graph.offsets, graph.targets) / max(1, ends)
        #: Whether `longest` is exact, which it is without loops.
        self.exact = int(degrees[reached].sum()) == 2 * (int(np.count_nonzero(reached)) - 1)
        #: The length of the longest shortest path between two cells: in a tree, the distance of the cell farthest
        #: from one of the farthest cells.
        self.longest = int(replace(graph, start=int(distances.argmax())).distances().max())
