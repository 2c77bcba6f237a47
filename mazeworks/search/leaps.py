"""Breadth-first search of Alice mazes as a kernel, and the exact number of their shortest solutions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Longs
from mazeworks.core.memory import afford
from mazeworks.core.progress import check, checked
from mazeworks.core.workers import in_slices
from mazeworks.kernels.logic import leaps

#: Bytes of memory for each square, and for each mark and each entry of the queue, which are moved when they grow.
SQUARE_BYTES, MARK_BYTES, QUEUE_BYTES = 34, 6, 12
#: How many d have marks at first, and how many states the queue holds.
LAYERS, ROOM = 4, 1024


@dataclass
class Leaps:
    """A board as arrays, as `kernels.logic.leaps` describes them, and the directions that it counts."""

    arrows: Longs
    change: NDArray[np.int8]
    goals: NDArray[np.uint8]
    width: int
    start: int
    #: dx and dy of each direction, counted from 1.
    deltas: list[tuple[int, int]]


class LeapSearch:
    """A search that begins with marks for a few d, and gets more as d grows."""

    def __init__(self, board: Leaps) -> None:
        self.board, self.squares = board, len(board.change)
        self.side = max(board.width, self.squares // board.width)
        self.steps = np.array([(0, 0), *board.deltas], np.int64).reshape(-1)
        self.queue: Longs = np.zeros(ROOM, np.int64)
        self.marks = np.zeros(0, np.int32)
        self._add_layers(min(LAYERS, self.side))
        self.queue[0], self.marks[board.start] = board.start, leaps.START
        self.registers = np.array([0, 1, -1], np.int64)

    def run(self, limit: int | None = None, keep: bool = False) -> int:
        """Search for a goal; its state, or -1. With `keep` the states explored stay in the queue."""
        board = self.board

        def go_on(most: int) -> int:
            arguments = (board.arrows, board.change, board.goals, self.steps, board.width, int(keep), most)
            while (s := leaps.breadth_first(*arguments, self.marks, self.queue, self.registers)) in GROWING:
                GROWING[s](self)
            return int(s)

        if in_slices(go_on, self.registers, limit, self.squares * self.side) == leaps.FAR:
            raise LimitReached(f"no solution of up to {leaps.FARTHEST} moves")
        return int(self.registers[2])

    @property
    def explored(self) -> int:
        """How many states the search has explored."""
        return int(self.registers[0])

    def _add_layers(self, count: int) -> None:
        """Marks for as many d."""
        self._afford(count, len(self.queue))
        marks = np.zeros(count * self.squares, np.int32)
        marks[: len(self.marks)] = self.marks
        self.marks = marks

    def _deepen(self) -> None:
        self._add_layers(min(2 * len(self.marks) // self.squares, self.side))

    def _widen(self) -> None:
        """Double the queue: in each half of the larger ring, each state is where it was."""
        self._afford(len(self.marks) // self.squares, 2 * len(self.queue))
        self.queue = np.tile(self.queue, 2)

    def _afford(self, layers: int, room: int) -> None:
        """Raise TooLarge for more marks and waiting states than fit into memory."""
        size = f"{self.board.width}x{self.squares // self.board.width}"
        needed = (SQUARE_BYTES + MARK_BYTES * layers) * self.squares + QUEUE_BYTES * room
        afford(needed, f"searches of {size} squares with d up to {layers}", "try a smaller maze")

    # --- what it found

    def path_to(self, state: int) -> tuple[list[int], list[int]]:
        """The states from the start to one of the reached ones, and the directions between them."""
        states, ways = [state], list[int]()
        while (way := int(self.marks[state]) & 15) != leaps.START:
            if not len(ways) & 1023:
                check()
            state = self._before(state, way)
            states.append(state)
            ways.append(way)
        return states[::-1], ways[::-1]

    def _before(self, state: int, way: int) -> int:
        """The state from which a leap in this direction leads to a state; -1 where none does."""
        layer, square = divmod(state, self.squares)
        d = layer + 1 - int(self.board.change[square])
        y, x = divmod(square, self.board.width)
        dx, dy = self.board.deltas[way - 1]
        x, y = x - d * dx, y - d * dy
        inside = d > 0 and 0 <= x < self.board.width and 0 <= y < self.squares // self.board.width
        return (d - 1) * self.squares + y * self.board.width + x if inside else -1

    def count(self, goal: int) -> int:
        """The exact number of shortest solutions, as sequences of moves, after a search that found a goal."""
        distance = int(self.marks[goal]) >> 4
        ways = dict.fromkeys(self._goals_at(distance), 1)  # from each state at this distance to a goal
        while distance:
            distance -= 1
            earlier: dict[int, int] = {}
            for state, count in checked(ways.items(), 100):
                for before in self._all_before(state, distance):
                    earlier[before] = earlier.get(before, 0) + count
            ways = earlier
        return ways[self.board.start]

    def _goals_at(self, distance: int) -> Iterator[int]:
        """Every goal at a distance, with any d."""
        goals = np.flatnonzero(self.board.goals)
        for first in checked(range(0, len(self.marks), self.squares)):
            yield from (first + goals[self.marks[first + goals] >> 4 == distance]).tolist()

    def _all_before(self, state: int, distance: int) -> Iterator[int]:
        """The states at a distance that have an arrow to a state."""
        for way in range(1, len(self.board.deltas) + 1):
            before = self._before(state, way)
            near = 0 <= before < len(self.marks) and self.marks[before] and self.marks[before] >> 4 == distance
            if near and has(int(self.board.arrows[before % self.squares]), way):
                yield before


#: What the search needs when it pauses.
GROWING: dict[int, Any] = {leaps.FULL: LeapSearch._widen, leaps.DEEP: LeapSearch._deepen}


def pack(ways: list[int]) -> int:
    """Directions, counted from 1, as one number of four bits each."""
    return sum(way << 4 * place for place, way in enumerate(dict.fromkeys(ways)))


def has(packed: int, way: int) -> bool:
    """Whether a direction is among packed ones."""
    return any(packed >> shift & 15 == way for shift in range(0, 32, 4))
