"""Sequences kept as arrays, such as a path over a grid as one byte per move; items are created on access."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Direction, Position
from mazeworks.core.grid import Grid
from mazeworks.core.progress import checked
from mazeworks.kernels import tables
from mazeworks.kernels.searching import follow

Item = TypeVar("Item")

#: Items made at a time when a sequence is iterated.
BLOCK = 4096


class ArraySequence(Sequence[Item]):
    """A sequence of items stored as rows of `array`; a subclass says what a row means."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def item(self, row: Any) -> Item:
        """The item of a row, which is given as plain numbers."""
        raise NotImplementedError

    def part(self, array: NDArray[Any]) -> Self:
        """The same kind of sequence with other rows."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, array=array)
        return other

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, which: int) -> Item: ...
    @overload
    def __getitem__(self, which: slice) -> Self: ...
    def __getitem__(self, which: int | slice) -> Item | Self:
        found = self.array[which]
        return self.part(found) if isinstance(which, slice) else self.item(found.tolist())

    def __iter__(self) -> Iterator[Item]:
        for first in checked(range(0, len(self), BLOCK)):
            yield from map(self.item, self.array[first : first + BLOCK].tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"<{len(self)} from {self[0]} to {self[-1]}>" if len(self) else "<none>"


_DIRECTIONS = [Direction(_flags) for _flags in range(16)]
_DX, _DY = np.array([direction.delta for direction in _DIRECTIONS], np.int8).T.copy()


class Moves(ArraySequence[Direction]):
    """Directions, one byte each."""

    def item(self, row: int) -> Direction:
        return _DIRECTIONS[row]

    def __eq__(self, other: object) -> bool:
        return bool(np.array_equal(self.array, other.array)) if isinstance(other, Moves) else super().__eq__(other)

    def __repr__(self) -> str:
        shown = " ".join(move.letters for move in self[:20])
        return f"<{len(self)} moves: {shown}{' …' if len(self) > 20 else ''}>"


class Walk(ArraySequence[Position]):
    """The positions from a start along moves."""

    def __init__(self, start: Position, moves: Moves) -> None:
        self.start = start
        self.moves = moves

    @cached_property
    def array(self) -> NDArray[np.int32]:  # type: ignore[override]
        """All positions as `int32[moves + 1, 2]`, x and y."""
        places = np.empty((len(self), 2), np.int32)
        places[0] = self.start
        for axis, deltas in enumerate((_DX, _DY)):
            np.cumsum(deltas[self.moves.array], dtype=np.int32, out=places[1:, axis])
        places[1:] += places[0]
        return places

    def item(self, row: list[int]) -> Position:
        return Position(*row)

    def part(self, array: NDArray[Any]) -> list[Position]:  # type: ignore[override]
        return [Position(x, y) for x, y in checked(array.tolist(), 1000)]

    def without_detours(self) -> "Walk":
        """The same walk, leaving each cell it visits only once: for the last time."""
        corner = self.array.min(axis=0)
        width, height = (self.array.max(axis=0) - corner + 1).tolist()
        start = int((self.start.y - corner[1]) * width + self.start.x - corner[0])
        kept = np.empty(len(self.moves), np.uint8)
        last = np.zeros(width * height, np.int64)
        count = follow.cut_detours(self.moves.array, tables.steps(width), start, last, kept)
        return Walk(self.start, Moves(kept[:count]))

    def __len__(self) -> int:
        return len(self.moves) + 1

    def __repr__(self) -> str:
        return f"<{len(self)} positions from {self[0]} to {self[-1]}>"


class Places(ArraySequence[Position]):
    """Positions kept as indices of a grid's flat view."""

    def __init__(self, grid: Grid, indices: NDArray[np.int64]) -> None:
        super().__init__(indices)
        self.grid = grid

    def item(self, row: int) -> Position:
        return self.grid.position(row)


def path_sides(grid: Grid, states: Sequence[Any]) -> NDArray[np.uint8]:
    """For each cell, `[y, x]`, the directions in which a path through positions leaves or enters it."""
    places = states.array if isinstance(states, Walk) else [tuple(s)[:2] for s in checked(states, 1000)]
    places = np.asarray(places, np.int32)
    sides = np.zeros((grid.height, grid.width), np.uint8)
    step = np.diff(places, axis=0)
    flags = ((step[:, 1] < 0) * 1 + (step[:, 1] > 0) * 2 + (step[:, 0] > 0) * 4 + (step[:, 0] < 0) * 8).astype(np.uint8)
    back = ((flags & 5) << 1) | ((flags & 10) >> 1)
    x, y = places[:, 0], places[:, 1]
    np.bitwise_or.at(sides, (y[:-1], x[:-1]), flags)
    np.bitwise_or.at(sides, (y[1:], x[1:]), back)
    return sides
