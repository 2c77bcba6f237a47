"""The collision solver: flood from the start, wall off where the flood meets itself, then fill the dead ends."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Graph, graph_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import solver
from mazeworks.core.solution import Solution
from mazeworks.core.workers import in_slices
from mazeworks.kernels.searching import fill_graph


@solver(
    "collision",
    "Floods from the start, puts a wall where the flood meets itself, then fills the dead ends that remain.",
    needs="finite",
    promises=("optimal", "complete"),
    aliases=("collision_solver",),
)
def collision(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    return on_graph(graph_of(puzzle, limit), limit, trace)


def on_graph(graph: Graph[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The flood on a graph."""
    if limit is not None and len(graph) > limit:
        raise LimitReached(f"the flood may reach all {len(graph)} states, more than the limit of {limit}")
    parents, order = np.full(len(graph), -1, np.int64), np.empty(len(graph), np.int64)
    inlets, path = np.zeros(len(graph), np.int64), np.empty(len(graph), np.int64)
    registers = np.array([0, 1, -1, 0], np.int64)
    order[0] = parents[graph.start] = graph.start

    def search(most: int) -> bool:
        fill_graph.collide(*graph.rows, graph.goals, most, parents, order, inlets, registers)
        return bool(registers[0] == registers[1])

    in_slices(search, registers, None, len(graph))
    _, flooded, goal, _ = registers.tolist()
    if goal < 0:
        return None
    length = fill_graph.drain(parents, order[:flooded], inlets, goal, path)
    return graph.along(path[:length].copy(), flooded, order[:flooded] if trace else None)
