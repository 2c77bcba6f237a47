"""Bidirectional search (Nicholson, 1966; Pohl, 1969): from the start and from the goals, until both meet."""

from typing import Any

import numpy as np

from mazeworks.core.graph import graph_of, path_back
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.core.workers import in_slices
from mazeworks.kernels.searching import graph as loops


@solver(
    "bidirectional",
    "Searches from the start and from the goals until both searches meet.",
    needs="finite",
    promises=("optimal", "complete"),
    aliases=("bidirectional_search",),
)
def bidirectional(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = graph_of(puzzle, limit)
    count, start = len(graph), graph.start
    if graph.goals[start]:
        path = np.array([start], np.int64)
        return graph.along(path, 1, path if trace else None)
    sides, parents = np.zeros(count, np.uint8), np.full(count, -1, np.int64)
    queue, order = np.empty(count, np.int64), np.empty(count if trace else 0, np.int64)
    goals = np.flatnonzero(graph.goals)
    sides[start], parents[start], queue[0] = 1, start, start
    sides[goals], parents[goals], queue[count - len(goals) :] = 2, goals, goals[::-1]
    registers = np.array([0, -1, 0, 1, count - 1, count - 1 - len(goals), 0, 0], np.int64)
    rows = (*graph.rows, *graph.backwards(), sides)
    near = in_slices(
        lambda most: loops.bidirectional(*rows, most, parents, queue, order, registers), registers, limit, count
    )
    if near < 0:
        return None
    taken, far = registers[:2].tolist()
    path = np.concatenate([path_back(parents, near), path_back(parents, far)[::-1]])
    met = [state for state in (near, far) if sides[state] < 4]  # seen from the other side before it was expanded
    return graph.along(path, taken + len(met), np.append(order[:taken], met) if trace else None)
