"""Measurements of a wall mask: runs of pixels, widths of walls and passages, extent and edges."""

from collections.abc import Iterator

import numpy as np

from mazeworks.vision.arrays import Bools, Box, Longs

#: Lines of pixels sampled for the thickness of walls and passages.
SAMPLED = 100


def run_lengths(walls: Bools) -> list[Longs]:
    """The number of runs of wall, and of passage, by length, along some rows and columns."""
    found: tuple[list[Longs], ...] = ([], [])
    for lines in (walls, walls.T):
        some = np.ascontiguousarray(lines[:: max(1, len(lines) // SAMPLED)])
        line, turn = np.nonzero(some[:, 1:] != some[:, :-1])
        whole = line[1:] == line[:-1]  # runs cut off by the edge do not count
        is_wall, lengths = some[line, turn + 1][:-1], np.diff(turn)
        for runs, kept in zip(found, (whole & is_wall, whole & ~is_wall), strict=True):
            runs.append(lengths[kept])
    return [np.bincount(np.concatenate(lengths), minlength=4) for lengths in found]


def usual_widths(walls: Bools) -> tuple[int, int]:
    """The most common widths of a wall and of a passage in pixels; 0 where there are none."""
    wall, passage = run_lengths(walls)
    return int(wall.argmax()), int(passage.argmax())


def wide_passages(walls: Bools, box: Box) -> float:
    """The share of open blocks of two by two pixels in a box, in some of its rows."""
    left, top, right, bottom = box
    rows = np.arange(top, bottom - 1, max(1, (bottom - top) // (4 * SAMPLED)))
    pairs = ~(walls[rows, left:right] | walls[rows + 1, left:right])
    blocks = pairs[:, 1:] & pairs[:, :-1]
    return float(blocks.mean()) if blocks.size else 0.0


def passage_widths(counts: Longs) -> list[int]:
    """Possible widths of passages, the narrowest first: runs along a hall are longer, but crossings are common."""
    near = np.convolve(counts, [1, 1, 1], "same")
    peaks = counts == np.maximum.reduce([counts, np.roll(counts, 1), np.roll(counts, -1)])
    common = np.flatnonzero(peaks & (near > 0))
    return [int(width) for width in common if width >= 1 and near[width] >= 0.08 * counts.sum()][:6]


def extent(walls: Bools, share: float = 0) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom (exclusive) of the rows and columns with walls in them.

    share: only those with at least this share of the walls of the fullest row or column.
    """
    sides = []
    for axis in (0, 1):
        counts = walls.sum(axis=axis, dtype=np.int64) if share else walls.any(axis=axis)
        full = np.flatnonzero(counts >= max(1, share * counts.max(initial=0)))
        if not len(full):
            return None
        sides.append((int(full[0]), int(full[-1]) + 1))
    (left, right), (top, bottom) = sides
    return left, top, right, bottom


def runs_around(flags: Bools) -> Iterator[tuple[int, int]]:
    """The first and last index of each run of true values on a ring; a run across the end counts on."""
    if flags.all():
        yield 0, len(flags) - 1
    elif flags.any():
        shift = int(flags.argmin())
        turns = np.flatnonzero(np.diff(np.append(np.roll(flags, -shift), False).astype(np.int8)))
        for first, last in zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True):
            yield first + 1 + shift, last + shift


def ring(mask: Bools, inset: int) -> Bools:
    """The pixels along the edge of an image, or at an inset from it."""
    last = -1 - inset
    sides = [mask[inset, inset : last or None], mask[last, inset : last or None]]
    return np.concatenate([*sides, mask[inset : last or None, inset], mask[inset : last or None, last]])
