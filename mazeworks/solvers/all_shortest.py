"""Counts all shortest paths exactly; the first of them is the solution."""

from typing import Any

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Picked, graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.search.shortest_paths import ShortestWays


@solver(
    "all_shortest",
    "Counts all shortest paths exactly and returns one; `shortest_ways` yields each of them.",
    needs="finite",
    promises=("optimal", "complete"),
    weights="any",
    aliases=("all_shortest_paths",),
)
def all_shortest(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = graph_of(puzzle, limit)
    if limit is not None and len(graph) > limit:
        raise LimitReached(f"counting explores all {len(graph)} states, more than the limit of {limit}")
    ways = ShortestWays(graph)
    solution = next(ways.solutions(), None)
    if solution is None:
        return None
    solution.ways = ways.count()
    solution.explored = int((ways.from_start >= 0).sum())
    if trace:
        solution.trace = Picked(graph.states, ways.rising())
    return solution
