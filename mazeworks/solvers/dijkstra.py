"""Dijkstra's search (1959): always on from the state that costs least to come to; mud, water and walls to break."""

from typing import Any

from mazeworks.core.graph import ready_graph
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import solver
from mazeworks.core.solution import Solution
from mazeworks.search.best_first import BestFirst, lazily


@solver(
    "dijkstra",
    "Goes on from where it is cheapest to come to, heeding what each move costs.",
    promises=("optimal", "complete"),
    weights="any",
)
def dijkstra(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = ready_graph(puzzle)
    if graph is None:
        return lazily(puzzle, limit, trace, estimates=False)
    return BestFirst(graph, None, trace).run(limit=limit)
