"""Depth-first search (Trémaux, 1882; Tarjan, 1972): as deep as possible, then back to the last choice."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Graph, checked_cost, cost_of, ready_graph
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford_more
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import WHERE_FINITE, solver
from mazeworks.core.walk import Places
from mazeworks.core.workers import AMONG_CELLS, in_slices
from mazeworks.kernels import tables
from mazeworks.kernels.searching import graph as loops
from mazeworks.kernels.searching import search
from mazeworks.search.flood import solution_from
from mazeworks.search.lazy import lazy_limits, not_found

#: How many states, the last on the path, keep their iterator of moves in the lazy search.
KEPT = 10_000


@solver(
    "depth_first",
    "Goes as deep as it can, then back to the last choice.",
    promises=(WHERE_FINITE,),
    weights="any",
    aliases=("dfs", "backtracking"),
)
def depth_first(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid = structure_of(puzzle).as_grid()
    if grid is not None and not structure_of(puzzle).weighted:
        return on_grid(grid, limit, trace)
    graph = ready_graph(puzzle)
    return lazily(puzzle, limit, trace) if graph is None else on_graph(graph, limit, trace)


def on_graph(graph: Graph[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search on a graph."""
    parents, order = np.full(len(graph), -1, np.int64), np.empty(len(graph) if trace else 0, np.int64)
    cursors, registers = graph.offsets.copy(), np.array([graph.start, 1], np.int64)
    parents[graph.start] = order[:1] = graph.start

    def go_on(most: int) -> Any:
        return loops.depth_first(*graph.rows, graph.goals, most, cursors, parents, order, registers)

    found = in_slices(go_on, registers[1:], limit, len(graph)) == loops.FOUND
    goal, entered = registers.tolist()
    return graph.solution_to(goal, parents, entered, order[:entered] if trace else None) if found else None


def on_grid(grid: Grid, limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search as a kernel; the cells store the direction back, so it needs no stack."""
    marks, steps = grid.marks(bytes_per_cell=12 if trace else 3), tables.steps(grid.stride)
    start, goal = grid.index(grid.start), grid.index(grid.goal)
    marks[start] |= 240
    order = np.empty(grid.width * grid.height if trace else 0, np.int64)
    order[:1] = start
    registers = np.array([start, 1], np.int64)

    def go_on(most: int) -> Any:
        return search.depth_first(marks, steps, goal, most, order, registers)

    if in_slices(go_on, registers[1:], limit, grid.width * grid.height, AMONG_CELLS) == search.EXHAUSTED:
        return None
    explored = int(registers[1])
    return solution_from(grid, marks, explored, Places(grid, order[:explored]) if trace else None)


def lazily(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search with moves listed only when needed; a stack of iterators instead of recursion."""
    path = Path(puzzle)
    seen, order = {puzzle.key(puzzle.start)}, [puzzle.start]
    most, weighted = min(lazy_limits(limit)), structure_of(puzzle).weighted
    looked_at = 0
    while path.states:
        looked_at += 1
        if not looked_at & 1023:
            check()
            afford_more(len(seen))
        here = path.states[-1]
        if puzzle.is_goal(here):
            cost = cost_of(puzzle, path.states, path.moves)
            return Solution(path.states, path.moves, explored=len(seen), trace=order if trace else None, cost=cost)
        for move, following in path.choices():
            if weighted:
                checked_cost(puzzle, here, move, following)  # every solver checks costs
            name = puzzle.key(following)
            if name not in seen:
                if len(seen) >= most:
                    raise not_found(limit)
                seen.add(name)
                path.go(move, following)
                if trace:
                    order.append(following)
                break
        else:
            path.back()
    return None


class Path:
    """The states and moves from the start to the current state, and the moves not yet tried.

    Only the last states keep their iterators, to save memory; earlier ones list their moves again if needed.
    """

    def __init__(self, puzzle: Puzzle[Any]) -> None:
        self.puzzle = puzzle
        self.states, self.moves = [puzzle.start], list[Any]()
        self._waiting: list[Iterator[tuple[Any, Any]] | None] = [iter(puzzle.moves(puzzle.start))]
        self._looked_at = [0]

    def choices(self) -> Iterator[tuple[Any, Any]]:
        """The moves of the last state that were not yet tried."""
        waiting = self._waiting[-1]
        if waiting is None:
            waiting = self._waiting[-1] = iter(self.puzzle.moves(self.states[-1]))
            for _ in range(self._looked_at[-1]):
                next(waiting)
        for choice in waiting:
            self._looked_at[-1] += 1
            yield choice

    def go(self, move: Any, state: Any) -> None:
        """Append a move and the state it leads to."""
        self.states.append(state)
        self.moves.append(move)
        self._waiting.append(iter(self.puzzle.moves(state)))
        self._looked_at.append(0)
        if len(self.states) > KEPT:
            self._waiting[-KEPT - 1] = None

    def back(self) -> None:
        """Drop the last state; dropping the start leaves the path empty."""
        for stack in (self.states, self.moves, self._waiting, self._looked_at):
            if stack:
                stack.pop()
