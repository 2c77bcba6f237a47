"""Statistics of the passages of a maze: dead ends, halls, turns, junctions, the longest path, the river."""

from typing import Any

import numpy as np

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Graph, Longs, breadth_first
from mazeworks.core.puzzle import Puzzle
from mazeworks.kernels.searching.rate import dead_end_lengths

#: The walls of a cell with two opposite passages.
STRAIGHT = (3, 12)


class PassageCounts:
    """Statistics of the cells that can be reached from the start."""

    def __init__(self, puzzle: Puzzle[Any], graph: Graph[Any]) -> None:
        distances = graph.distances()
        reached = distances >= 0
        degrees = np.diff(graph.offsets)
        two = int(np.count_nonzero(reached & (degrees == 2)))
        grid = structure_of(puzzle).as_grid()
        #: The number of dead ends, halls, turns, junctions of three passages, and crossings of four or more.
        self.counts = {"dead_ends": int(np.count_nonzero(reached & (degrees == 1)))}
        if grid is None:
            self.counts["passages"] = two
        else:
            straight = np.isin(grid.walls.reshape(-1), STRAIGHT) & reached & (degrees == 2)
            self.counts["halls"] = int(np.count_nonzero(straight))
            self.counts["turns"] = two - self.counts["halls"]
        self.counts["junctions"] = int(np.count_nonzero(reached & (degrees == 3)))
        self.counts["crossings"] = int(np.count_nonzero(reached & (degrees > 3)))
        #: The mean length of a dead end up to its first junction, in cells: the "river".
        ends = int(np.count_nonzero(degrees == 1))
        self.river = dead_end_lengths(graph.offsets, graph.targets) / max(1, ends)
        #: Whether `longest` is exact, which it is without loops.
        self.exact = int(degrees[reached].sum()) == 2 * (int(np.count_nonzero(reached)) - 1)
        #: The length of the longest shortest path between two cells.
        self.longest = _longest(graph, int(distances.argmax()))


def _longest(graph: Graph[Any], far: int) -> int:
    """The distance from one of the farthest cells to the cell farthest from it: in a tree, the diameter."""
    count = len(graph)
    distances: Longs = np.full(count, -1, np.int64)
    parents, order = np.full(count, -1, np.int64), np.empty(count, np.int64)
    order[0] = far
    breadth_first(graph.rows, None, None, distances, parents, order)
    return int(distances.max())
