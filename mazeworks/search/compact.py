"""The compact representation: a state is a whole number, and a kernel knows the moves.

A kind with it is explored at machine speed, whatever asks: solvers, ratings, hints, checks and the page. States are
numbered in the order in which they are found, as those of `core.graph.explore` are, and looked up in a table: with an
entry for each whole number up to the highest found, or by hashing where that would be too long.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import LimitReached, TooManyStates
from mazeworks.core.graph import Graph, Longs
from mazeworks.core.memory import afford
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solution, State
from mazeworks.core.walk import ArraySequence
from mazeworks.core.workers import NO_LIMIT, in_slices
from mazeworks.kernels.kernel import Kernel
from mazeworks.kernels.logic import exploring as loops

#: The most entries of a table without hashing, and how many it may have for each state that there is room for.
MOST_ENTRIES, ENTRIES_EACH = 1 << 23, 8
#: How many states there is room for at first, beside the moves of one.
ROOM = 1024
#: Bytes of memory for a state found, a slot of a table, and a move.
FOUND_BYTES, SLOT_BYTES, MOVE_BYTES = 20, 4, 8
#: The most states that an exploration can number.
MOST_NUMBERS = (1 << 31) - 2


class States(ArraySequence[State]):
    """States kept as whole numbers."""

    def __init__(self, array: Longs, decode: Callable[[int], State]) -> None:
        super().__init__(array)
        self.decode = decode

    def item(self, row: int) -> State:
        return self.decode(row)


class MovesOf(Sequence[Any]):
    """The moves of a graph, found by the rules when they are asked for."""

    def __init__(self, puzzle: Puzzle[Any], offsets: Longs, states: Sequence[Any]) -> None:
        self.puzzle, self.offsets, self.states = puzzle, offsets, states

    def __len__(self) -> int:
        return int(self.offsets[-1])

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, slice):
            return [self[number] for number in range(*which.indices(len(self)))]
        number = range(len(self))[which]
        state = int(np.searchsorted(self.offsets, number, "right")) - 1
        return list(self.puzzle.moves(self.states[state]))[number - int(self.offsets[state])][0]


@dataclass(frozen=True)
class Compact(Generic[State]):
    """A puzzle as whole numbers: its board, its start, and how a number is a state."""

    puzzle: Puzzle[State]
    #: The kernels of its kind.
    kernels: dict[str, Kernel]
    #: What the kernels know of the board, as the kind lays it out: what can and what cannot be changed in inventing.
    facts: Longs
    board: NDArray[np.uint16]
    start: int
    #: All states are whole numbers below this.
    states: int
    #: The most moves of a state.
    most: int
    decode: Callable[[int], State]
    encode: Callable[[State], int]

    @classmethod
    def of_squares(
        cls, puzzle: Any, kernels: dict[str, Kernel], facts: Longs, board: NDArray[np.uint16], most: int
    ) -> "Compact[Any]":
        """A puzzle whose states are its squares, counted row by row."""
        width, (x, y) = puzzle.width, puzzle.start
        coding: Any = (lambda n: Position(n % width, n // width)), (lambda place: int(place[1] * width + place[0]))
        return cls(puzzle, kernels, facts, board, y * width + x, width * puzzle.height, most, *coding)

    def begun_at(self, state: State) -> "Compact[State]":
        """The same puzzle from another state."""
        return replace(self, start=self.encode(state))

    def explore(self, limit: int | None, past_goals: bool) -> Graph[State]:
        """Every state that can be reached, and every move, as `core.graph.explore` finds them."""
        search = Exploration(self, keep=True, limit=limit)
        search.run(loops.PASSED if past_goals else loops.ENDS)
        return search.graph()

    def reach(self, limit: int | None = None, past_goals: bool = True) -> tuple[Longs, Longs]:
        """Every state that can be reached, as whole numbers, nearest first; and the distance of each."""
        search = Exploration(self, limit=limit)
        search.run(loops.PASSED if past_goals else loops.ENDS)
        far = np.zeros(int(search.registers[1]), np.int64)
        loops.measure(search.parents, far)
        return search.found[: len(far)], far

    def nearest(self) -> Graph[State]:
        """The states up to the nearest goal, and their moves, which all shortest solutions consist of."""
        search = Exploration(self, keep=True)
        search.run(loops.STOP)
        return search.graph()

    def solve(self, limit: int | None, trace: bool) -> Solution[State] | None:
        """A shortest solution by breadth-first search; None is a proof that there is none."""
        search = Exploration(self)
        goal = search.run(loops.STOP, limit)
        if goal < 0:
            return None
        states = list(checked(search.path_to(goal), 1000))
        moves = [self._move(*pair) for pair in checked(zip(states[:-1], states[1:], strict=True), 1000)]
        order = States(search.found[: search.explored], self.decode) if trace else None
        return Solution(states, moves, explored=search.explored, trace=order)

    def _move(self, state: State, following: State) -> Any:
        key = self.puzzle.key
        return next(move for move, each in self.puzzle.moves(state) if key(each) == key(following))


class Exploration:
    """A search whose arrays grow as states are found."""

    def __init__(self, compact: Compact[Any], keep: bool = False, limit: int | None = None) -> None:
        self.compact, self.keep, self.limit = compact, keep, limit
        self.hashed = False
        self.registers = np.array([0, 1, 0, -1], np.int64)
        self.found, self.parents = np.zeros(1, np.int64), np.zeros(1, np.int32)
        self.offsets, self.targets = np.zeros(int(keep), np.int64), np.zeros(0, np.int64)
        self.table = np.zeros(0, np.int32)
        self.found[0] = compact.start
        self._grow(min(compact.states, ROOM) + compact.most, max(compact.start + 1, min(compact.states, MOST_ENTRIES)))

    @property
    def explored(self) -> int:
        """How many states the search has explored."""
        return int(self.registers[0])

    def run(self, goals: int, most: int | None = None) -> int:
        """Explore everything, or up to a goal; returns its number, or -1."""
        explore, out = self.compact.kernels["explore"], np.zeros(self.compact.most, np.int64)

        def go_on(most: int) -> int:
            while True:
                arrays = self.found, self.table, self.parents, self.offsets, self.targets
                board = self.compact.facts, self.compact.board, out
                status = explore(*board, *arrays, int(self.hashed), goals, most, self.registers)
                if self.limit is not None and self.registers[1] > self.limit:
                    raise TooManyStates(f"more than {self.limit} states can be reached")
                if status not in (loops.FULL, loops.BEYOND):
                    return int(status)
                self._grow(len(self.found) << (status == loops.FULL), len(self.table) << (status == loops.BEYOND))

        in_slices(go_on, self.registers, most, min(self.compact.states, NO_LIMIT))
        return int(self.registers[3])

    def _grow(self, room: int, entries: int) -> None:
        """Make room for as many states, and for as many moves as there may be while half of it is filled.

        entries: how long a table without hashing has to be.
        """
        found = int(self.registers[1])
        if self.hashed:
            entries = int(self.found[:found].max()) + 1
        room = min(room, self.compact.states + self.compact.most)
        if room > MOST_NUMBERS:
            raise LimitReached(f"no solution among the first {found} states reached")
        hashed = entries > max(MOST_ENTRIES, ENTRIES_EACH * room)
        slots = 1 << (2 * room - 1).bit_length() if hashed else min(entries, self.compact.states)
        moves = max(2 * len(self.targets), room, self.compact.most) if self.keep else 0
        needed = FOUND_BYTES * room + SLOT_BYTES * slots + MOVE_BYTES * moves + 8 * room * self.keep
        afford(needed, f"searches of {room} states", "give a smaller limit, or try a smaller puzzle")
        self.found, self.parents = _longer(self.found, room), _longer(self.parents, room)
        if self.keep:
            self.offsets, self.targets = _longer(self.offsets, room + 1), _longer(self.targets, moves)
        if (hashed, slots) != (self.hashed, len(self.table)):
            self.hashed, self.table = hashed, np.zeros(slots, np.int32)
            loops.fill_table(self.found, found, self.table, int(hashed))

    def path_to(self, number: int) -> States[Any]:
        """The states from the start to the one with a number."""
        path = [number]
        while path[-1]:
            path.append(int(self.parents[path[-1]]))
        return States(self.found[path[::-1]], self.compact.decode)

    def graph(self) -> Graph[Any]:
        """What was explored, as a graph; a state that was only found has no moves."""
        explored, count, moves, _ = self.registers.tolist()
        offsets = np.full(count + 1, moves, np.int64)
        offsets[: explored + 1] = self.offsets[: explored + 1]
        states = States(self.found[:count], self.compact.decode)
        goals = np.zeros(count, np.uint8)
        self.compact.kernels["mark_goals"](self.compact.facts, self.compact.board, self.found[:count], goals)
        return Graph(offsets, self.targets[:moves], goals, states, MovesOf(self.compact.puzzle, offsets, states))


def _longer(array: Any, length: int) -> Any:
    """The array, with zeros after it up to a length."""
    longer = np.zeros(max(length, len(array)), array.dtype)
    longer[: len(array)] = array
    return longer
