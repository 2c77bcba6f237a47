"""A* (Hart, Nilsson, Raphael, 1968): first where moves made plus the estimate of moves left is least."""

import heapq
from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.flood import NO_LIMIT, solution_from
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.kernels import search, tables


@solver("a_star", "Searches first where the goal seems nearest.", promises=("optimal", "complete"))
def a_star(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid = puzzle.as_grid()
    return on_grid(grid, limit) if grid is not None and not trace else lazily(puzzle, limit, trace)


def on_grid(grid: Grid, limit: int | None) -> Solution[Any] | None:
    """The search as a kernel, its estimate the Manhattan distance."""
    marks, seen = grid.flat.copy(), np.zeros(grid.flat.size, np.uint8)
    start, goal = grid.index(grid.start), grid.index(grid.goal)
    marks[start] |= 240
    stacks = [np.zeros(1024, np.int64), np.zeros(1024, np.int64)]
    stacks[0][0] = start
    registers = np.array([1, 0, 0, 0], np.int64)
    steps = tables.steps(grid.stride)
    while True:
        status = search.a_star(marks, seen, steps, goal, limit or NO_LIMIT, *stacks, registers)
        if status != search.FULL:
            break
        stacks = [np.concatenate([stack, np.zeros_like(stack)]) for stack in stacks]
    if status == search.LIMIT:
        raise LimitReached(f"no solution among the first {limit} cells explored")
    return solution_from(grid, marks, int(registers[3])) if status == search.FOUND else None


def lazily(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search with moves listed as they are needed.

    Of states with the same sum the latest comes first; a state is taken up again if a shorter way to it turns
    up, so an estimate need not be consistent, only never too high.
    """
    start = puzzle.start
    best: dict[Any, int] = {puzzle.key(start): 0}
    came_by: dict[Any, tuple[Any, Any, Any]] = {}
    heap: list[tuple[float, int, int, Any]] = [(puzzle.estimate(start), 0, 0, start)]
    order: list[Any] = []
    explored = entries = 0
    while heap:
        _, _, made, state = heapq.heappop(heap)
        name = puzzle.key(state)
        if made > best[name]:
            continue
        if explored == limit:
            raise LimitReached(f"no solution among the first {limit} states explored")
        explored += 1
        if trace:
            order.append(state)
        if puzzle.is_goal(state):
            return _retrace(name, state, came_by, explored, order if trace else None)
        for move, following in puzzle.moves(state):
            target = puzzle.key(following)
            if target not in best or made + 1 < best[target]:
                best[target] = made + 1
                came_by[target] = (move, name, state)
                entries -= 1
                heapq.heappush(heap, (made + 1 + puzzle.estimate(following), entries, made + 1, following))
    return None


def _retrace(
    name: Any, state: Any, came_by: dict[Any, tuple[Any, Any, Any]], explored: int, order: list[Any] | None
) -> Solution[Any]:
    states, moves = [state], []
    while name in came_by:
        move, name, state = came_by[name]
        moves.append(move)
        states.append(state)
    return Solution(states[::-1], moves[::-1], explored=explored, trace=order)
