"""Greedy best-first search (Doran, Michie, 1966): expand the state that seems nearest to the goal; not optimal."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Graph, Longs, ready_graph
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import WHERE_FINITE, solver
from mazeworks.core.solution import Solution
from mazeworks.core.workers import in_slices
from mazeworks.kernels.searching import best as loops
from mazeworks.search.best_first import estimates_of, lazily


@solver(
    "greedy",
    "Expands the state that seems nearest to the goal, whatever the path to it costs.",
    promises=(WHERE_FINITE,),
    weights="any",
    aliases=("greedy_best_first", "best_first"),
)
def greedy(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = ready_graph(puzzle)
    if graph is None:
        return lazily(puzzle, limit, trace, counts_cost=False)
    return on_graph(graph, _ranks(estimates_of(puzzle, graph)), limit, trace)


def _ranks(estimates: Longs) -> Longs:
    """Estimates numbered from 0 without gaps, in the same order: the kernel keeps one stack for each."""
    least, most = int(estimates.min()), int(estimates.max())
    if least == 0 and most <= 2 * len(estimates):
        return estimates
    return np.unique(estimates, return_inverse=True)[1].astype(np.int64).reshape(-1)


def on_graph(graph: Graph[Any], estimates: Longs, limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search on a graph."""
    count = len(graph)
    parents, after = np.full(count, -1, np.int64), np.empty(count, np.int64)
    heads = np.full(int(estimates.max()) + 1, -1, np.int64)
    order, least = np.empty(count if trace else 0, np.int64), int(estimates[graph.start])
    registers, status = np.array([0, -1, least], np.int64), loops.LIMIT
    heads[least] = parents[graph.start] = graph.start
    after[graph.start] = -1

    def search(most: int) -> bool:
        nonlocal status
        status = loops.greedy(*graph.rows, estimates, graph.goals, most, parents, after, heads, order, registers)
        return bool(status != loops.LIMIT)

    in_slices(search, registers, limit, count)
    taken, goal = registers[:2].tolist()
    if status == loops.LIMIT:
        raise LimitReached(f"no solution among the first {limit} states explored")
    return graph.way_to(goal, parents, taken, order[:taken] if trace else None) if status == loops.FOUND else None
