"""Breadth-first search of a grid: a kernel on a working copy of one byte per cell."""

from typing import Any

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.grid import Bytes, Grid
from mazeworks.core.puzzle import Solution
from mazeworks.core.walk import Moves, Places, Walk
from mazeworks.core.workers import AMONG_CELLS, in_slices
from mazeworks.kernels import tables
from mazeworks.kernels.searching import search

#: Bytes of memory per cell: a working copy, the queue and the path; and with the order in which cells are explored.
COPY_BYTES, ORDER_BYTES = 3, 20


class Flood:
    """A search that spreads from a start; `marks` holds walls in its lower bits, the direction back in its upper."""

    def __init__(self, grid: Grid, start: Position, marks: Bytes | None = None, room: int = 1024) -> None:
        self.grid = grid
        self.start = start
        self.marks = (
            grid.marks(COPY_BYTES if room < grid.width * grid.height else ORDER_BYTES) if marks is None else marks
        )
        self.steps = tables.steps(grid.stride)
        self.queue = np.zeros(1 << room.bit_length(), np.int64)
        self.queue[0] = grid.index(start)
        self.marks[grid.index(start)] |= 240
        self.registers = np.array([0, 1], np.int64)

    def run(self, goal: Position | None = None, limit: int | None = None) -> bool:
        """Spread until the goal is found, or everywhere without one; raises LimitReached past `limit` cells."""
        target = -1 if goal is None else self.grid.index(goal)

        def go_on(most: int) -> Any:
            arguments = (self.marks, self.steps, target, most)
            while (status := search.breadth_first(*arguments, self.queue, self.registers)) == search.FULL:
                self._grow()
            return status

        return in_slices(go_on, self.registers, limit, self.grid.width * self.grid.height, AMONG_CELLS) == search.FOUND

    def _grow(self) -> None:
        """Double the queue and move the waiting cells to where the larger ring expects them."""
        larger = np.zeros(2 * len(self.queue), np.int64)
        waiting = np.arange(self.registers[0], self.registers[1])
        larger[waiting & (len(larger) - 1)] = self.queue[waiting & (len(self.queue) - 1)]
        self.queue = larger

    @property
    def explored(self) -> int:
        """How many cells the search has explored."""
        return int(self.registers[0])

    @property
    def last(self) -> Position:
        """The cell explored last: after spreading everywhere, one of the farthest."""
        return self.grid.position(self.queue[(self.registers[0] - 1) & (len(self.queue) - 1)])

    def order(self) -> Places:
        """The cells in the order they were explored; valid only if the queue had room for all of them."""
        return Places(self.grid, self.queue[: self.explored])


def solution_from(grid: Grid, marks: Bytes, explored: int, trace: Places | None = None) -> Solution[Position]:
    """The solution that the marks of a search hold."""
    steps, goal = tables.steps(grid.stride), grid.index(grid.goal)
    room = np.empty(explored, np.uint8)  # at most as many moves as cells; untouched pages cost no memory
    moves = Moves(room[explored - search.trace_back(marks, steps, goal, room) :])
    return Solution(Walk(grid.start, moves), moves, explored=explored, trace=trace)
