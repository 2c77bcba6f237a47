"""Distances from the start to every state; the path to the nearest goal is the solution."""

from typing import Any

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.search.best_first import BestFirst


@solver(
    "distances",
    "Computes the distance from the start to every state; `distances` returns the whole table.",
    needs="finite",
    promises=("optimal", "complete"),
    weights="any",
)
def distances(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = graph_of(puzzle, limit)
    if limit is not None and len(graph) > limit:
        raise LimitReached(f"distances cover all {len(graph)} states, more than the limit of {limit}")
    search = BestFirst(graph, None, trace)
    search.run(stop=False)
    goals = [(far, goal) for goal in graph.goals.nonzero()[0].tolist() if (far := int(search.distances[goal])) >= 0]
    return search.solution_to(min(goals)[1]) if goals else None
