"""Depth-first search (Trémaux, 1882; Tarjan, 1972): on as far as it goes, then back to the last choice."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.flood import solution_from
from mazeworks.core.graph import Graph
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import WHERE_FINITE, solver
from mazeworks.core.searching import in_slices, lazy_limit, not_found
from mazeworks.core.walk import Places
from mazeworks.kernels import graph as loops
from mazeworks.kernels import search, tables


@solver(
    "depth_first",
    "Goes on as far as it can, then back to the last choice.",
    promises=(WHERE_FINITE,),
    weights="any",
)
def depth_first(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid, graph = puzzle.as_grid(), puzzle.as_graph()
    if grid is not None and not puzzle.weighted:
        return on_grid(grid, limit, trace)
    return lazily(puzzle, limit, trace) if graph is None else on_graph(graph, limit, trace)


def on_graph(graph: Graph[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search over compressed rows."""
    parents, order = np.full(len(graph), -1, np.int64), np.empty(len(graph) if trace else 0, np.int64)
    cursors, status = graph.offsets.copy(), loops.LIMIT
    registers = np.array([graph.start, 1], np.int64)
    parents[graph.start] = order[:1] = graph.start

    def go_on(most: int) -> bool:
        nonlocal status
        status = loops.depth_first(*graph.rows, graph.goals, most, cursors, parents, order, registers)
        return bool(status != loops.LIMIT)

    in_slices(go_on, registers[1:], limit, len(graph))
    if status == loops.LIMIT:
        raise LimitReached(f"no solution among the first {limit} states explored")
    goal, entered = registers.tolist()
    found = status == loops.FOUND
    return graph.way_to(goal, parents, entered, order[:entered] if trace else None) if found else None


def on_grid(grid: Grid, limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search as a kernel; the way back is kept in the cells, so there is no stack."""
    marks = grid.flat.copy()
    start = grid.index(grid.start)
    marks[start] |= 240
    order = np.empty(grid.width * grid.height if trace else 0, np.int64)
    order[:1] = start
    registers = np.array([start, 1], np.int64)
    steps = tables.steps(grid.stride)
    goal, status = grid.index(grid.goal), search.LIMIT

    def go_on(most: int) -> bool:
        nonlocal status
        status = search.depth_first(marks, steps, goal, most, order, registers)
        return bool(status != search.LIMIT)

    in_slices(go_on, registers[1:], limit, grid.width * grid.height)
    if status == search.LIMIT:
        raise LimitReached(f"no solution among the first {limit} cells explored")
    if status == search.EXHAUSTED:
        return None
    explored = int(registers[1])
    return solution_from(grid, marks, explored, Places(grid, order[:explored]) if trace else None)


def lazily(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search with moves listed as they are needed; a stack of half-read lists, no recursion."""
    states: list[Any] = [puzzle.start]
    moves: list[Any] = []
    waiting = [iter(puzzle.moves(puzzle.start))]
    seen = {puzzle.key(puzzle.start)}
    order, most = [puzzle.start], lazy_limit(limit)
    while waiting:
        if puzzle.is_goal(states[-1]):
            return Solution(states, moves, explored=len(seen), trace=order if trace else None)
        for move, following in waiting[-1]:
            name = puzzle.key(following)
            if name not in seen:
                if len(seen) >= most:
                    raise not_found(limit)
                seen.add(name)
                states.append(following)
                moves.append(move)
                waiting.append(iter(puzzle.moves(following)))
                if trace:
                    order.append(following)
                break
        else:
            waiting.pop()
            states.pop()
            if moves:
                moves.pop()
    return None
