"""Trémaux's algorithm (1882): mark passages, and take none more than once in each direction."""

from typing import Any

import numpy as np

from mazeworks.core.graph import graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.core.workers import in_slices
from mazeworks.kernels.searching import walkers
from mazeworks.search.solving import cannot


@solver(
    "tremaux",
    "Marks each passage and takes none more than once in each direction; records every step.",
    needs="both ways",
    promises=("complete",),
    weights="any",
    aliases=("trémaux",),
)
def tremaux(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = graph_of(puzzle, limit)
    twins = graph.twins()
    if twins is None:
        raise cannot("tremaux", puzzle, "some moves cannot be taken back, and the walker must be able to turn around")
    visited = np.zeros(len(graph), np.uint8)
    marks = np.where(twins == np.arange(len(twins)), 2, 0).astype(np.uint8)
    walk = np.empty(len(graph.targets) + 1, np.int64)
    registers = np.array([graph.start, -1, 0], np.int64)

    def go_on(most: int) -> Any:
        return walkers.tremaux(*graph.rows, twins, graph.goals, most, visited, marks, walk, registers)

    status = in_slices(go_on, registers[2:], limit, len(walk), "the goal was not reached within {} steps")
    edges = walk[: registers[2]]
    path = np.concatenate([[graph.start], graph.targets[edges]])
    return graph.walked(path, edges, trace) if status == walkers.FOUND else None
