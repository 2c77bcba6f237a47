"""Rings around a point; if its cells would be too long, a ring has twice as many as the one inside."""

import math

import numpy as np

from mazeworks.cells.arrangement import NOTHING, RIM, Bytes, Floats, Ints, Plan
from mazeworks.cells.four_sides import BYTES_PER_SIDE
from mazeworks.core.grid import check_size
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout

NAMES = ("out", "out2", "cw", "in", "ccw")
WORDS = dict(zip(NAMES, ("outward", "outward, second way", "clockwise", "inward", "counter-clockwise"), strict=True))
OUT, OUT2, CLOCKWISE, IN, BACK = range(5)
#: The number of cells of the innermost ring, and the length from which cells are too long.
FIRST, LONGEST = 6, 1.5
#: Points along a wall, enough for an arc to look round.
POINTS = 7


@layout(
    "circle",
    "Rings of cells, more in the outer ones; the width is the diameter, x goes round and y outward.",
    cell=(LONGEST, 1),
    round=True,
    in_books=(5,),
    shape=1.0,
)
def circle(width: int, height: int, random: Random) -> Plan:
    check_size(width, height, BYTES_PER_SIDE * 5)
    counts = ring_counts(min(width, height) // 2)
    rings = len(counts)
    ring_of = np.repeat(np.arange(rings, dtype=np.int32), counts)
    where = np.empty((len(ring_of), 2), np.int32)
    where[:, 0] = np.arange(len(where), dtype=np.int32) - (np.cumsum(counts) - counts).astype(np.int32)[ring_of]
    where[:, 1] = ring_of
    size_of = counts[ring_of]
    divides = np.append(np.diff(counts) > 0, False)[ring_of]

    def centres(cells: Ints) -> Floats:
        x, y = where[cells].T
        return _on_sheet(y + 0.5, (x + 0.5) * 2 * np.pi / size_of[cells])

    def walls(cells: Ints, sides: Ints) -> Floats:
        (x, y), step, along = where[cells].T, 2 * np.pi / size_of[cells], np.linspace(0, 1, POINTS)
        first, last = np.isin(sides, (IN, CLOCKWISE)), np.isin(sides, (OUT, OUT2, CLOCKWISE))
        begin, end = first + 0.5 * (sides == OUT2), last - 0.5 * (divides[cells] & (sides == OUT))
        inner, outer = np.isin(sides, (IN, BACK)), np.isin(sides, (OUT, OUT2, BACK))
        angle = (x + begin)[:, None] + (end - begin)[:, None] * along
        radius = (y + ~inner)[:, None] + (outer.astype(float) - ~inner)[:, None] * along
        return _on_sheet(radius, angle * step[:, None])

    def _on_sheet(radius: Floats, angle: Floats) -> Floats:
        return np.stack([rings + radius * np.sin(angle), rings - radius * np.cos(angle)], axis=-1)

    table, backs = _neighbours(counts)
    return Plan(table, backs, NAMES, lambda: where, (2 * rings, 2 * rings), centres, walls, reach=LONGEST, words=WORDS)


def ring_counts(rings: int) -> Ints:
    """The number of cells of each ring, from the innermost.

    >>> ring_counts(5).tolist()
    [6, 12, 12, 24, 24]
    """
    counts = [FIRST]
    for ring in range(1, rings):
        length = 2 * math.pi * (ring + 0.5) / counts[-1]
        counts.append(counts[-1] * (2 if length > LONGEST else 1))
    return np.array(counts, np.int32)


def _neighbours(counts: Ints) -> tuple[Ints, Bytes]:
    """The neighbours of each cell, and the side of each neighbour that leads back."""
    lasts = np.cumsum(counts) - 1
    firsts = lasts + 1 - counts
    cells = np.arange(int(lasts[-1]) + 1, dtype=np.int32)
    table = np.full((len(cells), 5), NOTHING, np.int32)
    backs = np.empty((len(cells), 5), np.uint8)
    backs[:] = (IN, IN, BACK, OUT, CLOCKWISE)
    table[:, CLOCKWISE], table[:, BACK] = cells + 1, cells - 1
    table[lasts, CLOCKWISE], table[firsts, BACK] = firsts, lasts
    table[firsts[-1] :, OUT] = RIM
    starts = [*firsts.tolist(), len(cells)]
    for first, last, end in zip(starts, starts[1:], starts[2:], strict=False):  # a ring, and the one around it
        parts = (end - last) // (last - first)
        table[first:last, :parts] = cells[last:end].reshape(-1, parts)
        table[last:end, IN] = np.repeat(cells[first:last], parts)
        backs[last + 1 : end : 2, IN] = parts - 1
    return table, backs
