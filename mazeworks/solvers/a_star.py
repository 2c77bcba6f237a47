"""A* (Hart, Nilsson, Raphael, 1968): expand the state with the least cost so far plus estimated cost to the goal."""

from typing import Any

import numpy as np

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Graph, Longs, ready_graph
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.core.workers import AMONG_CELLS, in_slices
from mazeworks.kernels import tables
from mazeworks.kernels.searching import search
from mazeworks.search.best_first import BestFirst, estimates_of, evenly, lazily
from mazeworks.search.flood import solution_from


@solver(
    "a_star",
    "Expands the state with the least cost so far plus estimated cost to the goal.",
    promises=("optimal", "complete"),
    weights="any",
    aliases=("astar",),
)
def a_star(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid = structure_of(puzzle).as_grid()
    if grid is not None and not trace and not structure_of(puzzle).weighted:
        return on_grid(grid, limit)
    graph = ready_graph(puzzle)
    if graph is not None:
        return on_graph(graph, estimates_of(puzzle, graph), limit, trace)
    return lazily(puzzle, limit, trace)


def on_graph(graph: Graph[Any], estimates: Longs, limit: int | None, trace: bool) -> Solution[Any] | None:
    """A* on a graph."""
    if graph.costs is None:
        return evenly(graph, estimates, limit, trace)
    return BestFirst(graph, estimates, trace).run(limit=limit)


def on_grid(grid: Grid, limit: int | None) -> Solution[Any] | None:
    """A* as a kernel; the estimate is the Manhattan distance."""
    marks, seen = grid.marks(bytes_per_cell=4), np.zeros(grid.flat.size, np.uint8)
    start, goal = grid.index(grid.start), grid.index(grid.goal)
    marks[start] |= 240
    stacks = np.zeros((2, 1024), np.int64)
    stacks[0, 0] = start
    registers, steps = np.array([1, 0, 0, 0], np.int64), tables.steps(grid.stride)

    def go_on(most: int) -> Any:
        nonlocal stacks
        while (status := search.a_star(marks, seen, steps, goal, most, stacks.reshape(-1), registers)) == search.FULL:
            stacks = np.concatenate([stacks, np.zeros_like(stacks)], axis=1)
        return status

    status = in_slices(go_on, registers[3:], limit, grid.width * grid.height, AMONG_CELLS)
    return solution_from(grid, marks, int(registers[3])) if status == search.FOUND else None
