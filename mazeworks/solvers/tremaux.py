"""Trémaux's walk (1882): marks on the floor, no passage more than once each way; needs no map and no luck."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Graph, Longs, graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.core.solving import cannot
from mazeworks.kernels import walkers


@solver(
    "tremaux",
    "Walks marking each passage it takes, none more than once each way, every step recorded.",
    needs="both ways",
    promises=("complete",),
    weights="any",
)
def tremaux(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = graph_of(puzzle)
    if not graph.both_ways:
        raise cannot("tremaux", puzzle, "some moves cannot be taken back, and a walker has to be able to turn round")
    return on_graph(graph, limit, trace)


def on_graph(graph: Graph[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The walk over compressed rows."""
    sources, twins = graph.sources(), twin_moves(graph)
    visited = np.zeros(len(graph), np.uint8)
    marks = np.where(sources == graph.targets, 2, 0).astype(np.uint8)
    walk = np.empty(len(graph.targets) + 1, np.int64)
    most = len(walk) if limit is None else min(limit, len(walk))
    made = walkers.tremaux(graph.offsets, graph.targets, twins, graph.goals, graph.start, most, visited, marks, walk)
    edges = walk[:made]
    path = np.concatenate([[graph.start], graph.targets[edges]])
    if not graph.goals[path[-1]]:
        if made == limit:
            raise LimitReached(f"the goal was not reached within {limit} steps")
        return None
    return graph.walked(path, edges, trace)


def twin_moves(graph: Graph[Any]) -> Longs:
    """For each move the one that takes it back."""
    sources = graph.sources()
    twins = np.empty(len(sources), np.int64)
    twins[np.lexsort((graph.targets, sources))] = np.lexsort((sources, graph.targets))
    return twins
