"""Dijkstra's algorithm (1959): expand the state that is cheapest to reach; for moves of different costs."""

from typing import Any

from mazeworks.core.graph import ready_graph
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.search.best_first import BestFirst, lazily


@solver(
    "dijkstra",
    "Expands the state that is cheapest to reach; respects the cost of every move.",
    promises=("optimal", "complete"),
    weights="any",
    aliases=("uniform_cost", "ucs"),
)
def dijkstra(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = ready_graph(puzzle)
    if graph is None:
        return lazily(puzzle, limit, trace, estimates=False)
    return BestFirst(graph, None, trace).run(limit=limit)
