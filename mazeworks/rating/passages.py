"""Statistics of the passages of a maze: dead ends, halls, turns, junctions, the longest path, the river."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from mazeworks.core.errors import counted
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Graph
from mazeworks.core.puzzle import Puzzle
from mazeworks.kernels.searching.rate import dead_end_lengths
from mazeworks.rating.measures import Measure

#: The walls of a cell with two opposite passages.
STRAIGHT = (3, 12)


def passage_measures(puzzle: Puzzle[Any], graph: Graph[Any], length: int) -> Iterator[Measure]:
    """Statistics of the cells that can be reached: reported, but none of them alone makes a maze harder."""
    distances, degrees = graph.distances(), np.diff(graph.offsets)
    reached = distances >= 0
    states = int(np.count_nonzero(reached))
    passages = {"passages": degrees == 2}
    if (grid := structure_of(puzzle).as_grid()) is not None:
        straight = np.isin(grid.walls.reshape(-1), STRAIGHT)
        passages = {"halls": straight & (degrees == 2), "turns": ~straight & (degrees == 2)}
    kinds = {"dead_ends": degrees == 1} | passages | {"junctions": degrees == 3, "crossings": degrees > 3}
    for name, cells in kinds.items():
        count = int(np.count_nonzero(reached & cells))
        share, word = count / states, name.replace("_", " ")
        yield Measure(name, count, f"{counted(count, word.removesuffix('s'))}, {share:.0%} of all cells")
        yield Measure(f"{name}_share", round(share, 4), f"{share:.1%} of all cells are {word}")
    share = (length + 1) / states
    yield Measure("solution_share", round(share, 4), f"the solution goes through {share:.0%} of all cells")
    # In a tree, a cell farthest from the start is an end of the longest path; with loops that may be longer.
    longest = int(replace(graph, start=int(distances.argmax())).distances().max())
    bound = "" if int(degrees[reached].sum()) == 2 * (states - 1) else "at least "
    yield Measure("longest", longest, f"the longest path between two cells is {bound}{counted(longest, 'move')}")
    river = dead_end_lengths(graph.offsets, graph.targets) / max(1, int(np.count_nonzero(degrees == 1)))
    yield Measure("river", round(river, 2), f"a dead end is {river:.1f} cells long on average")
