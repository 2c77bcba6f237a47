"""Iterative deepening (Korf, 1985): depth-first to depth 1, then again to depth 2, and so on."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Graph, ready_graph
from mazeworks.core.memory import afford_more
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.kernels.searching import walkers
from mazeworks.search.lazy import lazy_limits, not_found

#: Steps of the kernel between two reports of progress, where an interrupt takes effect.
SLICE = 1 << 20
#: Steps of the interpreter between two reports of progress.
LAZY_SLICE = 1 << 13
#: The default patience: about a second in the kernel, some seconds in the interpreter.
MOST, MOST_LAZILY = 100_000_000, 1_000_000
PATIENCE = Parameter(
    "patience",
    "whole",
    0,
    f"steps after which it gives up; 0: {MOST}, or {MOST_LAZILY} where states are listed one by one",
    least=0,
)


@solver(
    "iterative_deepening",
    "Searches depth-first to depth 1, then again to depth 2, and so on; slow where the solution is long.",
    promises=("optimal", "complete"),
    parameters=(PATIENCE,),
    aliases=("iddfs",),
)
def iterative_deepening(puzzle: Puzzle[Any], limit: int | None, trace: bool, patience: int) -> Solution[Any] | None:
    graph = ready_graph(puzzle)
    if graph is not None:
        return on_graph(graph, limit, trace, patience or MOST)
    return lazily(puzzle, limit, trace, patience or MOST_LAZILY)


def on_graph(graph: Graph[Any], limit: int | None, trace: bool, steps: int) -> Solution[Any] | None:
    """The search on a graph, in slices."""
    count, start = len(graph), graph.start
    path, cursors = np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64)
    depths, stamps = np.zeros(count, np.int64), np.full(count, -1, np.int64)
    path[0], cursors[0], stamps[start] = start, graph.offsets[start], 0
    registers = np.array([0, 0, 1, 0, 0], np.int64)
    status = walkers.PAUSED
    while status == walkers.PAUSED:
        if registers[4] >= steps:
            raise _too_long(steps, int(registers[1]))
        if limit is not None and registers[2] > limit:
            raise not_found(limit)
        budget = min(SLICE, steps - int(registers[4]))
        walkers.deepen.expect(budget)
        status = walkers.deepen(
            graph.offsets, graph.targets, graph.goals, start, budget, path, cursors, depths, stamps, registers
        )
        if status == walkers.PAUSED:
            report("deepening", int(registers[4]) / steps)
    depth, seen = int(registers[0]), int(np.count_nonzero(stamps >= 0))  # in any round
    if limit is not None and seen > limit:
        raise not_found(limit)
    order = np.flatnonzero(stamps >= 0) if trace else None
    if order is not None:  # by depth: the order in which the rounds reach them
        order = order[np.argsort(depths[order], kind="stable")]
    return graph.along(path[: depth + 1].copy(), seen, order) if status == walkers.FOUND else None


def lazily(puzzle: Puzzle[Any], limit: int | None, trace: bool, steps: int) -> Solution[Any] | None:
    """The search with moves listed only when needed; a stack of iterators instead of recursion."""
    bound = seen_before = made = 0
    next_report = LAZY_SLICE
    most = min(lazy_limits(limit))
    order: dict[Any, Any] = {}
    known: set[Any] = {puzzle.key(puzzle.start)}  # in any round
    while True:
        states, moves = [puzzle.start], list[Any]()
        waiting = [iter(puzzle.moves(puzzle.start))]
        depths = {puzzle.key(puzzle.start): 0}
        while waiting:
            if trace:
                order.setdefault(puzzle.key(states[-1]), states[-1])
            if puzzle.is_goal(states[-1]):
                return Solution(states, moves, explored=len(known), trace=list(order.values()) if trace else None)
            for move, following in waiting[-1] if len(moves) < bound else ():
                made += 1
                name = puzzle.key(following)
                if len(states) < depths.get(name, bound + 1):
                    depths[name] = len(states)
                    known.add(name)
                    states.append(following)
                    moves.append(move)
                    waiting.append(iter(puzzle.moves(following)))
                    break
            else:
                waiting.pop()
                states.pop()
                del moves[max(0, len(states) - 1) :]
            if made >= next_report:
                report("deepening", made / steps)
                next_report = made + LAZY_SLICE
                afford_more(len(known))
            if made >= steps:
                raise _too_long(steps, bound)
            if len(depths) > most:
                raise not_found(limit)
        if len(depths) == seen_before:
            return None
        seen_before, bound, made = len(depths), bound + 1, made + 1


def _too_long(steps: int, bound: int) -> LimitReached:
    return LimitReached(
        f"no solution of at most {bound - 1} moves after {steps} steps, because iterative deepening starts again at "
        "every depth; breadth_first is faster",
        "or give it more --patience",
    )
