"""Many lines of one role as arrays: walls joined to strokes as far as they line up."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]

#: Points nearer to one another than this are one, in units of a cell.
NEAR = 1e-6
#: About how many walls are taken up at a time.
BAND = 1 << 15


class Walls(Protocol):
    """Walls by number: `walls[numbers]` is `float64[count, points, 2]`."""

    def __len__(self) -> int: ...
    def __getitem__(self, numbers: Any, /) -> Floats: ...


class Strokes:
    """Walls end to end as long strokes, as far as they line up, without points inside straight parts."""

    def __init__(self, walls: Walls, role: str = "wall") -> None:
        self.walls, self.role = walls, role

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[list[tuple[float, float]]]:
        """The points of each stroke."""
        for points, starts in self.bands():
            pairs = list(map(tuple, (points * NEAR).tolist()))
            yield from (
                pairs[first:last] for first, last in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
            )

    def bands(self, order: Ints | None = None, joins: Bytes | None = None) -> Iterator[tuple[Longs, Longs]]:
        """Points in millionths of a cell, and where each line begins among them, in bands of whole lines.

        order: strokes by number; all by default. joins: whether each of them goes on in the line of the one before.
        """
        from mazeworks.kernels.images.joining import straighten

        if order is None:
            order = np.arange(len(self), dtype=np.int32)
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
            entered = self._entered[_ranges(self._starts[order[first:last]], some)]
            points = whole(self.walls[entered >> 1])
            out = np.empty(points.size, np.int64)
            starts = np.empty(len(some) + 1, np.int64)
            lines = straighten(points.reshape(-1), points.shape[1], entered, some, joins[first:last], out, starts)
            starts = starts[: lines + 1]
            yield out.reshape(-1, 2)[: starts[-1]], starts
            first = last

    def chains(self) -> Iterator[tuple[Longs, Longs]]:
        """The same, with each stroke that begins where another ends in one line with it."""
        from mazeworks.kernels.images.joining import chain

        count = len(self)
        ends = np.stack(
            [self._ids[self._entered[self._starts[:-1]]], self._ids[self._entered[self._starts[1:] - 1] ^ 1]], 1
        )
        tails = np.full(int(ends.max(initial=-1)) + 1, -1, np.int32)
        following, heads, order = (np.empty(count, np.int32) for _ in range(3))
        joins = np.empty(count, np.uint8)
        chain(ends.reshape(-1), tails, following, heads, order, joins)
        return self.bands(order, joins)

    @cached_property
    def reach(self) -> tuple[Floats, Floats, float]:
        """How far up and down each stroke reaches, in cells, and the length of the shortest."""
        tops, bottoms, lengths = [np.empty(0)], [np.empty(0)], [np.array([np.inf])]
        for points, starts in self.bands():
            y = points[:, 1] * NEAR
            tops.append(np.minimum.reduceat(y, starts[:-1]))
            bottoms.append(np.maximum.reduceat(y, starts[:-1]))
            legs = np.append(np.hypot(np.diff(points[:, 0] * NEAR), np.diff(y)), 0)
            legs[starts[1:] - 1] = 0  # from the end of a stroke to the next
            lengths.append(np.add.reduceat(legs, starts[:-1]))
        return np.concatenate(tops), np.concatenate(bottoms), float(min(some.min() for some in lengths))

    @property
    def _entered(self) -> Ints:
        """The end at which its stroke enters each wall, stroke by stroke."""
        return self._joined[0]

    @property
    def _starts(self) -> Ints:
        """Where the walls of each stroke begin, and where those of the last end."""
        return self._joined[1]

    @property
    def _ids(self) -> Ints:
        """The number of the corner at each end of each wall."""
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
        return entered, starts[: strokes + 1].copy(), ids


def whole(points: Floats) -> Longs:
    """Points in whole millionths of a cell, so that ends that meet are equal."""
    return np.round(points / NEAR).astype(np.int64)


def _ranges(firsts: Ints, counts: Ints) -> Longs:
    """The numbers from each of these on, as many as its count, one range after the other."""
    ends: Longs = np.cumsum(counts, dtype=np.int64)
    numbers: Longs = np.arange(ends[-1]) + np.repeat(firsts - (ends - counts), counts)
    return numbers
