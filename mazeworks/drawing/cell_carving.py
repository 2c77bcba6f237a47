"""How a maze on any layout looks while it is carved: solid cells, and walls that go or come with each passage."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import Arrangement, Bytes, Floats
from mazeworks.cells.passages import Passages
from mazeworks.drawing.cells import (
    apart,
    halls,
    inset_rim,
    joined,
    outlines,
    seam_lines,
    seen_ends,
    stair_shapes,
    standing_walls,
)
from mazeworks.drawing.scene import Area, Line, Timed

Longs = NDArray[np.int64]


def carved_shapes(passages: Passages, carving: Longs) -> Iterator[Timed]:
    """Solid cells until a passage leads into them, walls until it is opened, and what marks it from then on."""
    cells, opens = passages.cells, passages.opens
    when = opening_times(cells, opens, carving)
    reached = np.full(len(cells), len(carving) + 1, np.int64)
    np.minimum.at(reached, cells.sources[opens == 1], when[opens == 1])
    for outline, step, hidden in zip(outlines(cells), reached.tolist(), cells.hidden.tolist(), strict=True):
        if not hidden:
            yield Timed(Area(outline, "wall"), 0, step)
    yield from _hall_walls(cells, opens, when) if cells.plan.inset else _plain_walls(cells, opens, when)
    open_edges = np.flatnonzero(opens)
    for edge, line in seam_lines(cells, open_edges):
        yield Timed(line, int(when[edge]))
    for edge, line in stair_shapes(cells, open_edges):
        yield Timed(line, int(when[edge]))


def opening_times(cells: Arrangement, opens: Bytes, carving: Longs) -> Longs:
    """For every edge the step that opens it, from 1; 0 for a closed one, the last for one not in the carving."""
    first, last = carving.min(axis=1), carving.max(axis=1)
    keys, steps = np.unique(first * len(cells) + last, return_index=True)
    ends = np.minimum(cells.sources, cells.targets), np.maximum(cells.sources, cells.targets)
    wanted = ends[0].astype(np.int64) * len(cells) + ends[1]
    found = np.minimum(np.searchsorted(keys, wanted), max(0, len(keys) - 1))
    known = keys[found] == wanted if len(keys) else np.zeros(len(wanted), np.bool_)
    times = np.where(known, steps[found] + 1 if len(keys) else 0, len(carving))
    return np.where(opens == 1, times, 0).astype(np.int64)


def _plain_walls(cells: Arrangement, opens: Bytes, when: Longs) -> Iterator[Timed]:
    """Walls between cells; those at a seam on both its sides."""
    edges = np.flatnonzero(opens)
    edges = edges[(edges < cells.twins[edges]) | apart(cells, edges)]
    yield from _lines(cells.walls_of(edges), until=when[edges])
    for points in joined(standing_walls(cells, opens)):
        yield Timed(Line(tuple(points), "wall"))


def _hall_walls(cells: Arrangement, opens: Bytes, when: Longs) -> Iterator[Timed]:
    """Walls inside of cells: a passage takes away the wall across its mouth and brings two along it."""
    across, left, right = halls(cells)
    opened, shown = opens == 1, seen_ends(cells)
    yield from _lines(across[opened & shown], until=when[opened & shown])
    for sides in (left, right):
        yield from _lines(sides[opened], since=when[opened])
    for wall in np.concatenate([across[~opened & shown], inset_rim(cells)]).tolist():
        yield Timed(Line(tuple((x, y) for x, y in wall), "wall"))


def _lines(walls: Floats, since: Longs | None = None, until: Longs | None = None) -> Iterator[Timed]:
    """A wall for each row of points, where it can be drawn."""
    for number in np.flatnonzero(~np.isnan(walls[:, 0, 0])).tolist():
        line = Line(tuple((x, y) for x, y in walls[number].tolist()), "wall")
        yield Timed(line, 0 if since is None else int(since[number]), None if until is None else int(until[number]))
