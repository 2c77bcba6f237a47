"""The puzzle that is its own position (Raymond Hettinger's interface): subclass it, yield what follows, solve."""

from collections import deque
from collections.abc import Hashable, Iterator
from typing import Any, Self

from mazeworks.core import puzzle as core
from mazeworks.core.errors import NoSolution
from mazeworks.core.facets import Codec, Variants, Words, facets


class Puzzle(core.Puzzle["Puzzle"]):
    """A position, the positions that follow it, and the goal; every general solver works on it.

    >>> class Count(Puzzle):
    ...     pos = 1
    ...     goal = 14
    ...     def __iter__(self):
    ...         for pos in (self.pos * 2, self.pos + 3):
    ...             if pos <= self.goal:
    ...                 yield Count(pos)
    >>> Count().solve()
    [1, 4, 7, 14]
    """

    #: The position, in any form; the class holds the first position, an instance its own.
    pos: Any = ""
    #: The position to reach, for the default `isgoal`.
    goal: Any = ""

    def __init__(self, pos: Any = None) -> None:
        if pos is not None:
            self.pos = pos

    def __iter__(self) -> Iterator[Self]:
        """The positions that follow this one."""
        yield from ()

    def isgoal(self) -> bool:
        """Whether this position is the goal."""
        return bool(self.pos == self.goal)

    def canonical(self) -> Hashable:
        """Positions for which this is the same are searched as one."""
        return repr(self)

    def __repr__(self) -> str:
        return repr(self.pos)

    def solve(self, depth_first: bool = False, *, depthFirst: bool = False) -> list[Self]:
        """The positions from this one to a goal; as few as possible, unless `depth_first` is set.

        Raises `NoSolution`, which is also an `IndexError`, once every position was tried.
        """
        # Written out here, because calling through the general solvers costs more than many a puzzle's own work.
        position = self
        trail: dict[Hashable, Self | None] = {self.canonical(): None}
        waiting: deque[Self] = deque()
        take = waiting.pop if depth_first or depthFirst else waiting.popleft
        while not position.isgoal():
            for following in position:
                name = following.canonical()
                if name not in trail:
                    trail[name] = position
                    waiting.append(following)
            if not waiting:
                raise NoSolution(f"no goal can be reached: all {len(trail)} positions were tried")
            position = take()
        path = [position]
        while (before := trail[path[-1].canonical()]) is not None:
            path.append(before)
        return path[::-1]

    # Positions are compared and hashed one by one; `canonical` says which of them count as one.
    __eq__ = object.__eq__
    __hash__ = object.__hash__  # type: ignore[assignment]


class _General(core.Puzzle[Puzzle]):
    """A position as solvers see it: the start, moves numbered from 1 in the order they come, and the goal."""

    def __init__(self, start: Puzzle) -> None:
        self.start = start

    def moves(self, state: Puzzle) -> Iterator[tuple[int, Puzzle]]:
        return enumerate(state, 1)

    def is_goal(self, state: Puzzle) -> bool:
        return state.isgoal()

    def key(self, state: Puzzle) -> Hashable:
        return state.canonical()


class PositionVariants(Variants[Puzzle]):
    """The puzzle to solve in a position, which leaves every name free for the positions themselves."""

    def all(self) -> dict[str, core.Puzzle[Any]]:
        return {"": _General(self.puzzle)}


class GeneralWords(Words[_General]):
    """A position in words: its `repr`."""

    def describe(self, state: Puzzle) -> str:
        return repr(state)


class GeneralCodec(Codec[_General]):
    """A position as plain values: its `repr`."""

    def state_data(self, state: Puzzle) -> list[Any]:
        return [repr(state)]


facets(PositionVariants, GeneralWords, GeneralCodec)(Puzzle)
facets(GeneralWords, GeneralCodec)(_General)
