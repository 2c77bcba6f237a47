"""Fill dead ends and culs-de-sac, then search the rest for the shortest path."""

from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Graph, Longs, breadth_first
from mazeworks.core.grid import Bytes, Grid
from mazeworks.core.progress import checked, report
from mazeworks.core.puzzle import Solution
from mazeworks.core.walk import Walk
from mazeworks.core.workers import ALONE, SLICE, bands
from mazeworks.kernels import tables
from mazeworks.kernels.searching import fill, fill_graph
from mazeworks.search.flood import COPY_BYTES, Flood, solution_from
from mazeworks.search.planes import Planes

#: A cell with all its walls, such as a square of wall on a text map; it is a state only as the start or the goal.
CLOSED = 15
#: Up to this many cells, bytes do as well as planes of bits, and in the interpreter better.
FEW_CELLS = 1 << 18


def through_what_is_left(grid: Grid) -> Solution[Any] | None:
    """On a grid: fill the dead ends, then follow what is left, or search it; every shortest path remains."""
    if grid.width * grid.height > FEW_CELLS:
        planes = Planes(grid)
        looked_at = planes.enterable + closed_ends(grid)
        planes.fill()
        if (moves := planes.walk()) is not None:
            return Solution(Walk(grid.start, moves), moves, explored=looked_at)
        grid.afford(COPY_BYTES)
        marks = planes.unpacked()
    else:
        looked_at = int(np.count_nonzero(grid.walls < CLOSED)) + closed_ends(grid)
        marks = grid.marks(COPY_BYTES)
        fill_grid(marks, grid.stride, [grid.index(grid.start), grid.index(grid.goal)])
    flood = Flood(grid, grid.start, marks)
    return solution_from(grid, marks, looked_at) if flood.run(grid.goal) else None


def closed_ends(grid: Grid) -> int:
    """How many of the start and the goal have no open side."""
    return sum(int(grid.flat[end]) == CLOSED for end in {grid.index(grid.start), grid.index(grid.goal)})


def fill_grid(cells: Bytes, stride: int, keep: list[int]) -> None:
    """Fill every dead end of a bordered byte grid except the cells in `keep`."""
    cells[keep] |= 16
    steps = tables.steps(stride)
    for first in checked(range(0, len(cells), ALONE)):
        fill.fill_dead_ends(cells, steps, tables.ONLY_WAY, first, min(first + ALONE, len(cells)))
    cells[keep] &= 15


def filled_dead_ends(graph: Graph[Any], trace: bool) -> tuple[Bytes, Longs, int]:
    """A mask of the filled states, their order (with `trace`), and how many states were explored.

    A number without moves, such as that of a square of wall on a text map, does not count as explored.
    """
    keep = graph.goals.copy()
    keep[graph.start] = 1
    filled, order = np.zeros(len(graph), np.uint8), np.empty(len(graph) if trace else 0, np.int64)
    degrees = np.diff(graph.offsets).astype(np.int32)
    looked_at, count = int(np.count_nonzero((degrees > 0) | (keep != 0))), 0
    for first, last in bands(len(graph)):
        count = fill_graph.fill_dead_ends(*graph.rows, keep, degrees, filled, order, count, first, last)
    return filled, order[:count], looked_at


def filled_cul_de_sacs(graph: Graph[Any]) -> tuple[Bytes, Longs, int]:
    """A mask of the states in culs-de-sac, their order, and how many states were explored."""
    count = len(graph)
    parents, order = np.full(count, -1, np.int64), np.empty(count, np.int64)
    numbers, low = np.zeros(count, np.int64), np.zeros(count, np.int64)
    leads, filled = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
    parents[graph.start] = order[0] = graph.start
    registers = np.array([graph.start, 1], np.int64)
    arguments = (*graph.rows, graph.offsets.copy(), parents, numbers, low, order, registers)
    while not fill_graph.number_states(*arguments, SLICE):
        report("filling", int(registers[1]) / count)
    order = order[: registers[1]]
    fill_graph.fill_hanging(graph.goals, parents, numbers, low, order, leads, filled)
    return filled, order[filled[order] == 1], len(order)


def through_the_rest(
    graph: Graph[Any], filled: Bytes, order: Longs, looked_at: int, limit: int | None, trace: bool
) -> Solution[Any] | None:
    """The shortest path through the states that are not filled; `looked_at` states count as explored."""
    if limit is not None and looked_at > limit:
        raise LimitReached(f"filling explores all {looked_at} states, more than the limit of {limit}")
    parents = filled.astype(np.int64)
    parents -= 1  # a filled state counts as seen, so the search never enters it
    queue, taken, goal = breadth_first(graph.rows, graph.start, parents, graph.goals)
    worked = np.concatenate([order, queue[:taken]]) if trace else None
    return graph.solution_to(goal, parents, looked_at, worked) if goal >= 0 else None
