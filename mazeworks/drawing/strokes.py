"""Many lines or areas of one role, kept as arrays; walls joined to strokes as far as they line up."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]

#: The points of lines, `float64[points, 2]` in cells, and where each line begins among them and the last ends.
Lines = tuple[Floats, Longs]

#: Points nearer to one another than this are one, in units of a cell.
NEAR = 1e-6
#: About how many walls or shapes are taken up at a time.
BAND = 1 << 15


class Walls(Protocol):
    """Walls by number: `walls[numbers]` is `float64[count, points, 2]`."""

    def __len__(self) -> int: ...
    def __getitem__(self, numbers: Any, /) -> Floats: ...


class Many:
    """Many lines or areas of one role; their points are made in bands, when they are drawn."""

    role: str
    closed = False

    def __len__(self) -> int:
        raise NotImplementedError

    def bands(self, order: Longs | None = None) -> Iterator[Lines]:
        """The points of all lines, or of those in `order`, in bands of whole lines."""
        raise NotImplementedError

    def chains(self) -> Iterator[Lines]:
        """The same for a renderer that can write lines that continue one another as one."""
        return self.bands()

    def __iter__(self) -> Iterator[list[tuple[float, float]]]:
        """The points of each line."""
        for points, starts in self.bands():
            pairs = list(map(tuple, points.tolist()))
            yield from (
                pairs[first:last] for first, last in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
            )

    @cached_property
    def reach(self) -> tuple[Floats, Floats, float]:
        """How far up and down each line reaches, and the length of the shortest."""
        tops, bottoms, lengths = [np.empty(0)], [np.empty(0)], [np.array([np.inf])]
        for points, starts in self.bands():
            tops.append(np.minimum.reduceat(points[:, 1], starts[:-1]))
            bottoms.append(np.maximum.reduceat(points[:, 1], starts[:-1]))
            legs = np.append(np.hypot(*np.diff(points, axis=0).T), 0)
            legs[starts[1:] - 1] = 0  # from the end of a line to the next
            lengths.append(np.add.reduceat(legs, starts[:-1]))
        return np.concatenate(tops), np.concatenate(bottoms), float(min(some.min() for some in lengths))


class Pieces(Many):
    """Lines or areas by number, some of them, in this order; `points` makes those of some numbers."""

    def __init__(self, numbers: NDArray[Any], points: Callable[[Any], Lines], role: str, closed: bool = True) -> None:
        self.numbers, self.points, self.role, self.closed = numbers, points, role, closed

    @classmethod
    def of(cls, walls: Walls, role: str = "wall") -> "Pieces":
        """Every wall as a line."""

        def points(numbers: Longs) -> Lines:
            found = walls[numbers]
            return found.reshape(-1, 2), np.arange(len(found) + 1) * found.shape[1]

        return cls(np.arange(len(walls), dtype=np.int32), points, role, closed=False)

    def __len__(self) -> int:
        return len(self.numbers)

    def bands(self, order: Longs | None = None) -> Iterator[Lines]:
        numbers = self.numbers if order is None else self.numbers[order]
        for first in range(0, len(numbers), BAND):
            yield self.points(numbers[first : first + BAND])

    def only(self, which: Any, role: str = "") -> "Pieces":
        """Some of them, in this order, or with another role."""
        return Pieces(self.numbers[which], self.points, role or self.role, self.closed)

    def scaled(self, times: float, role: str) -> "Pieces":
        """All of them scaled around their middles, in another role."""

        def points(numbers: Longs) -> Lines:
            found, starts = self.points(numbers)
            counts = np.diff(starts)
            middles = np.repeat(np.add.reduceat(found, starts[:-1]) / counts[:, None], counts, axis=0)
            return middles + (found - middles) * times, starts

        return Pieces(self.numbers, points, role, self.closed)


class Strokes(Many):
    """Walls end to end as long strokes, as far as they line up, without points inside straight parts."""

    def __init__(self, walls: Walls, role: str = "wall") -> None:
        self.walls, self.role = walls, role

    def __len__(self) -> int:
        return len(self._starts) - 1

    def bands(self, order: Longs | None = None, joins: Bytes | None = None) -> Iterator[Lines]:
        """The points of strokes; `joins` says whether each goes on in the line of the one before."""
        from mazeworks.kernels.images.joining import straighten

        if order is None:
            order = np.arange(len(self))
        counts = np.diff(self._starts)[order]
        joins = np.zeros(len(order), np.uint8) if joins is None else joins
        heads = np.append(np.flatnonzero(joins == 0), len(order))
        before = np.append(0, np.cumsum(counts, dtype=np.int64))
        first = 0
        while first < len(order):  # as many whole lines as a band holds, or one
            last = int(heads[max(np.searchsorted(before[heads], before[first] + BAND, "right") - 1, 0)])
            if last <= first:
                last = int(heads[np.searchsorted(heads, first, "right")])
            some = counts[first:last]
            entered = self._entered[ranges(self._starts[order[first:last]], some)]
            points = whole(self.walls[entered >> 1])
            out = np.empty(points.size, np.int64)
            starts = np.empty(len(some) + 1, np.int64)
            lines = straighten(points.reshape(-1), points.shape[1], entered, some, joins[first:last], out, starts)
            starts = starts[: lines + 1]
            yield np.multiply(out.reshape(-1, 2)[: starts[-1]], NEAR, dtype=np.float64), starts
            first = last

    def chains(self) -> Iterator[Lines]:
        """The same, each stroke that begins where another ends in one line with it."""
        from mazeworks.kernels.images.joining import chain

        count = len(self)
        tails = np.full(int(self._ends.max(initial=-1)) + 1, -1, np.int32)
        following, heads, order = (np.empty(count, np.int32) for _ in range(3))
        joins = np.empty(count, np.uint8)
        chain(self._ends.reshape(-1), tails, following, heads, order, joins)
        return self.bands(order.astype(np.int64), joins)

    @property
    def _entered(self) -> Ints:
        """The end at which its stroke enters each wall, stroke by stroke."""
        return self._joined[0]

    @property
    def _starts(self) -> Ints:
        """Where the walls of each stroke begin, and where those of the last end."""
        return self._joined[1]

    @property
    def _ends(self) -> Ints:
        """The numbers of the corners where each stroke begins and ends, `[strokes, 2]`."""
        return self._joined[2]

    @cached_property
    def _joined(self) -> tuple[Ints, Ints, Ints]:
        from mazeworks.kernels.images.joining import join, list_ends, number_corners

        count = len(self.walls)
        ids, inward = np.empty(2 * count, np.int32), np.empty((2 * count, 2), np.int32)
        table, corners = np.full(4 * count + 1 | 1, -1, np.int32), np.empty(4 * count, np.int64)
        known = 0
        for first in range(0, count, BAND):
            points = whole(self.walls[np.arange(first, min(first + BAND, count))])
            last = first + len(points)
            ends = points[:, [0, -1]]
            inward[2 * first : 2 * last] = (points[:, [1, -2]] - ends).reshape(-1, 2)
            known = number_corners(ends.reshape(-1), 2 * first, known, table, corners, ids)
        del table, corners
        heads, following = np.full(known, -1, np.int32), np.empty(2 * count, np.int32)
        entered, starts = np.empty(count, np.int32), np.empty(count + 1, np.int32)
        list_ends(ids, heads, following)
        strokes = join(ids, inward.reshape(-1), heads, following, np.zeros(count, np.uint8), entered, starts)
        starts = starts[: strokes + 1].copy()
        return entered, starts, ids[np.stack([entered[starts[:-1]], entered[starts[1:] - 1] ^ 1], axis=1)]


def whole(points: Floats) -> Longs:
    """Points in whole millionths of a cell, so that ends that meet are equal."""
    return np.round(points / NEAR).astype(np.int64)


def ranges(firsts: NDArray[Any], counts: NDArray[Any]) -> Longs:
    """The numbers from each of these on, as many as its count, one range after the other."""
    ends: Longs = np.cumsum(counts, dtype=np.int64)
    numbers: Longs = np.arange(ends[-1] if len(ends) else 0) + np.repeat(firsts - (ends - counts), counts)
    return numbers
