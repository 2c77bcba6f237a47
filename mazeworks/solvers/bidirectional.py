"""Bidirectional search (Nicholson, 1966; Pohl, 1969): from the start and from the goals at once, until they meet."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import NO_LIMIT, Graph, Longs, graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.kernels import graph as loops


@solver(
    "bidirectional",
    "Searches from the start and from the goal at once, until they meet.",
    needs="finite",
    promises=("optimal", "complete"),
)
def bidirectional(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    return on_graph(graph_of(puzzle, limit), limit, trace)


def on_graph(graph: Graph[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search over compressed rows, and over those of the moves turned around."""
    count, start = len(graph), graph.start
    if graph.goals[start]:
        path = np.array([start], np.int64)
        return graph.along(path, 1, path if trace else None)
    sides, parents = np.zeros(count, np.uint8), np.full(count, -1, np.int64)
    queue, order = np.empty(count, np.int64), np.empty(count if trace else 0, np.int64)
    registers = np.zeros(3, np.int64)
    near = loops.bidirectional(
        graph.offsets, graph.targets, *graph.backwards(), graph.goals, start, limit or NO_LIMIT,
        sides, parents, queue, order, registers,
    )  # fmt: skip
    taken, far, limited = registers.tolist()
    if limited:
        raise LimitReached(f"no solution among the first {limit} states explored")
    if near < 0:
        return None
    path = np.concatenate([_back(parents, near), _back(parents, far)[::-1]])
    return graph.along(path, taken, order[:taken] if trace else None)


def _back(parents: Longs, state: int) -> Longs:
    """The states from where a search began to one of its states."""
    path = np.empty(loops.trace_back(parents, state, np.empty(0, np.int64)), np.int64)
    loops.trace_back(parents, state, path)
    return path
