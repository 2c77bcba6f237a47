"""The collision solver: flood from the start, wall off where the flood meets itself, then fill the dead ends."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import breadth_first, graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver


@solver(
    "collision",
    "Floods from the start, puts a wall where the flood meets itself, then fills the dead ends that remain.",
    needs="finite",
    promises=("optimal", "complete"),
    aliases=("collision_solver",),
)
def collision(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = graph_of(puzzle, limit)
    if limit is not None and len(graph) > limit:
        raise LimitReached(f"the flood may reach all {len(graph)} states, more than the limit of {limit}")
    parents = np.full(len(graph), -1, np.int64)
    order, flooded, _ = breadth_first(graph.rows, graph.start, parents)
    goals = order[graph.goals[order] == 1]
    # With walls where the flood meets itself, what it reached is a tree. Filling its dead ends leaves the path back
    # from the first goal; the flood reached every state by a shortest path, so this is one.
    return graph.solution_to(int(goals[0]), parents, flooded, order if trace else None) if len(goals) else None
