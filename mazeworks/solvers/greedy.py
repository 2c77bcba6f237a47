"""Greedy best-first search (Doran, Michie, 1966): expand the state that seems nearest to the goal; not optimal."""

from typing import Any

import numpy as np

from mazeworks.core.graph import Longs, ready_graph
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import WHERE_FINITE, solver
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
    count, estimates = len(graph), _ranks(estimates_of(puzzle, graph))
    parents, after = np.full(count, -1, np.int64), np.empty(count, np.int64)
    heads = np.full(int(estimates.max()) + 1, -1, np.int64)
    order, least = np.empty(count if trace else 0, np.int64), int(estimates[graph.start])
    registers = np.array([0, -1, least], np.int64)
    heads[least] = parents[graph.start] = graph.start
    after[graph.start] = -1

    def search(most: int) -> Any:
        return loops.greedy(*graph.rows, estimates, graph.goals, most, parents, after, heads, order, registers)

    in_slices(search, registers, limit, count)
    taken, goal = registers[:2].tolist()
    return graph.solution_to(goal, parents, taken, order[:taken] if trace else None) if goal >= 0 else None


def _ranks(estimates: Longs) -> Longs:
    """Estimates numbered from 0 without gaps, in the same order: the kernel keeps one stack for each."""
    if estimates.min() == 0 and estimates.max() <= 2 * len(estimates):
        return estimates
    return np.unique(estimates, return_inverse=True)[1].astype(np.int64).reshape(-1)
