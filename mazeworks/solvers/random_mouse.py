"""The random mouse: a random turn at every junction, back only in dead ends; it has no memory."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Graph, Longs, graph_of
from mazeworks.core.memory import afford
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.randomness import Random, check_seed
from mazeworks.core.registry import solver
from mazeworks.kernels.searching import walkers
from mazeworks.search.solving import cannot

#: Steps of one kernel call, after which an interrupt takes effect.
SLICE = 1 << 20
#: Bytes of memory per step, while it is recorded and in the solution.
STEP_BYTES = 28


@solver(
    "random_mouse",
    "Walks at random and turns around only in dead ends; records every step.",
    needs="both ways",
    parameters=(
        Parameter("seed", "whole", 0, "another seed gives another walk", least=0),
        Parameter("patience", "whole", 20_000_000, "steps after which it gives up", least=1),
    ),
    weights="any",
)
def random_mouse(puzzle: Puzzle[Any], limit: int | None, trace: bool, seed: int, patience: int) -> Solution[Any] | None:
    graph = graph_of(puzzle, limit)
    if not graph.both_ways:
        raise cannot("random_mouse", puzzle, "some moves cannot be taken back, so a mouse may be trapped")
    steps = min(patience, limit or patience)
    afford(STEP_BYTES * steps, f"{steps} steps", "give it less --patience", "patience")
    edges = run(graph, seed, steps)
    path = np.concatenate([[graph.start], graph.targets[edges]])
    if graph.goals[path[-1]]:
        return graph.walked(path, edges, trace)
    if graph.first_found() is None:
        return None
    raise LimitReached(
        f"the mouse has run {len(edges)} steps and not found the goal", "give it more --patience or another --seed"
    )


def run(graph: Graph[Any], seed: int, steps: int) -> Longs:
    """The moves of one mouse, to a goal or for `steps` moves."""
    registers = np.array([graph.start, -1, Random(check_seed(seed)).fork()], np.int64)
    pieces: list[Longs] = []
    made = 0
    while made < steps and not graph.goals[registers[0]]:
        check()
        walk = np.empty(min(SLICE, steps - made), np.int64)
        count = walkers.mouse(graph.offsets, graph.targets, graph.goals, walk, registers)
        if count == 0:
            break
        pieces.append(walk[:count].astype(np.int32 if len(graph.targets) < 1 << 31 else np.int64))
        made += count
    return np.concatenate(pieces).astype(np.int64) if pieces else np.empty(0, np.int64)
