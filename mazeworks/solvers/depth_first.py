"""Depth-first search (Trémaux, 1882; Tarjan, 1972): on as far as it goes, then back to the last choice."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Graph, checked_cost, cost_of
from mazeworks.core.grid import Grid
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import WHERE_FINITE, solver
from mazeworks.core.solution import Solution
from mazeworks.core.walk import Places
from mazeworks.core.workers import in_slices
from mazeworks.kernels import tables
from mazeworks.kernels.searching import graph as loops
from mazeworks.kernels.searching import search
from mazeworks.search.flood import solution_from
from mazeworks.search.lazy import lazy_limits, not_found

#: So many of the last states have their lists of moves kept where these are listed as they are needed.
KEPT = 10_000


@solver(
    "depth_first",
    "Goes on as far as it can, then back to the last choice.",
    promises=(WHERE_FINITE,),
    weights="any",
)
def depth_first(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid, graph = structure_of(puzzle).as_grid(), structure_of(puzzle).as_graph()
    if grid is not None and not structure_of(puzzle).weighted:
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
    way = Way(puzzle)
    seen, order = {puzzle.key(puzzle.start)}, [puzzle.start]
    most, weighted = min(lazy_limits(limit)), structure_of(puzzle).weighted
    looked_at = 0
    while way.states:
        looked_at += 1
        if not looked_at & 1023:
            check()
        here = way.states[-1]
        if puzzle.is_goal(here):
            cost = cost_of(puzzle, way.states, way.moves) if weighted else None
            return Solution(way.states, way.moves, explored=len(seen), trace=order if trace else None, cost=cost)
        for move, following in way.choices():
            if weighted:
                checked_cost(puzzle, here, move, following)  # as every solver does
            name = puzzle.key(following)
            if name not in seen:
                if len(seen) >= most:
                    raise not_found(limit)
                seen.add(name)
                way.go(move, following)
                if trace:
                    order.append(following)
                break
        else:
            way.back()
    return None


class Way:
    """The states and moves from the start to where a search is, and the moves it has not yet looked at.

    Lists of moves are kept for the last states alone, for on an endless way all of them would fill the memory; those
    of earlier states are listed anew when the search comes back.
    """

    def __init__(self, puzzle: Puzzle[Any]) -> None:
        self.puzzle = puzzle
        self.states, self.moves = [puzzle.start], list[Any]()
        self._waiting: list[Iterator[tuple[Any, Any]] | None] = [iter(puzzle.moves(puzzle.start))]
        self._looked_at = [0]

    def choices(self) -> Iterator[tuple[Any, Any]]:
        """The moves of the last state that were not yet looked at."""
        waiting = self._waiting[-1]
        if waiting is None:
            waiting = self._waiting[-1] = iter(self.puzzle.moves(self.states[-1]))
            for _ in range(self._looked_at[-1]):
                next(waiting)
        for choice in waiting:
            self._looked_at[-1] += 1
            yield choice

    def go(self, move: Any, state: Any) -> None:
        """Go on to a state."""
        self.states.append(state)
        self.moves.append(move)
        self._waiting.append(iter(self.puzzle.moves(state)))
        self._looked_at.append(0)
        if len(self.states) > KEPT:
            self._waiting[-KEPT - 1] = None

    def back(self) -> None:
        """Go back to the state before; from the start to nowhere."""
        for stack in (self.states, self.moves, self._waiting, self._looked_at):
            if stack:
                stack.pop()
