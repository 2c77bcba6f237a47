"""What a maze in an image looks like: which pixels are wall, where the cells lie, where its outline is open."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.images.decoding import Pixels

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.floating[Any]]

#: Lines of pixels that are looked at to learn how thick walls and ways are.
SAMPLED = 100
#: How far from grey walls are at most where marks are told from them by colour, and marks at least.
GREYISH, COLOURED = 40, 90


def threshold(counts: NDArray[np.int64]) -> int:
    """The grey that parts dark from light: where the two sides differ most (Otsu, 1979)."""
    present = np.flatnonzero(counts)
    if len(present) <= 2:
        return int(present.mean()) + 1
    weights = np.cumsum(counts) / counts.sum()
    means = np.cumsum(counts * np.arange(256)) / counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (means[-1] * weights - means) ** 2 / (weights * (1 - weights))
    best = np.nan_to_num(between)
    # All greys between two clusters part them as well; the middle one has room on both sides.
    return int(np.flatnonzero(best >= best.max() * (1 - 1e-9)).mean()) + 1


def dark_pixels(pixels: Pixels) -> Bools:
    """Which pixels are dark; marks in colours among walls without any are not counted."""
    least = threshold(pixels.histogram)
    if pixels.palette is not None:  # by its colours, because arrays of greys would take as much room as the image
        dark_colours, chroma = pixels.palette_grey() < least, np.ptp(pixels.palette, axis=1)
        some = pixels.numbers[:: max(1, pixels.shape[0] // 500), :: max(1, pixels.shape[1] // 500)]
        of_walls = chroma[some[dark_colours[some]]]
        if of_walls.size and np.median(of_walls) < GREYISH:
            dark_colours &= chroma < COLOURED
        dark: Bools = dark_colours[pixels.numbers]
        return dark
    dark = pixels.grey < least
    chroma_of = pixels.chroma
    if chroma_of is not None and dark.any():
        every = np.s_[:: max(1, dark.shape[0] // 500), :: max(1, dark.shape[1] // 500)]
        of_walls = chroma_of[every][dark[every]]
        if of_walls.size and np.median(of_walls) < GREYISH:
            dark &= chroma_of < COLOURED
    return dark


def without_specks(walls: Bools) -> Bools:
    """The same with every pixel turned over that differs from all eight around it."""
    around = np.zeros(walls.shape, np.uint8)
    padded = np.pad(walls, 1, mode="edge").view(np.uint8)
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            if (dy, dx) != (1, 1):
                around += padded[dy : dy + walls.shape[0], dx : dx + walls.shape[1]]
    mended: Bools = (walls & (around > 0)) | (around == 8)
    return mended


def run_lengths(walls: Bools) -> list[NDArray[np.int64]]:
    """How many runs of wall, and of way, there are of each length, along some rows and columns."""
    found: tuple[list[NDArray[np.int64]], ...] = ([], [])
    for lines in (walls, walls.T):
        for line in lines[:: max(1, len(lines) // SAMPLED)]:
            turns = np.flatnonzero(np.diff(line.view(np.int8)))
            lengths = np.diff(turns)  # runs cut off by the edge do not count
            for shift in (0, 1):
                found[shift ^ int(line[0])].append(lengths[shift::2])
    return [np.bincount(np.concatenate([*lengths, np.zeros(0, np.int64)]), minlength=4) for lengths in found]


def usual_widths(walls: Bools) -> tuple[int, int]:
    """How many pixels a wall and a way are across, most often; 0 where there are none."""
    wall, way = (int(counts.argmax()) for counts in run_lengths(walls))
    return wall, way


def wide_ways(walls: Bools, box: tuple[int, int, int, int]) -> float:
    """Which share of the blocks of two by two pixels in a box, of some rows, is open."""
    left, top, right, bottom = box
    rows = np.arange(top, bottom - 1, max(1, (bottom - top) // (4 * SAMPLED)))
    pairs = ~(walls[rows, left:right] | walls[rows + 1, left:right])
    return float((pairs[:, 1:] & pairs[:, :-1]).mean()) if pairs.size else 0.0


def possible_ways(counts: NDArray[np.int64]) -> list[int]:
    """Widths that ways may have, the narrowest first: runs along a hall are longer, but crossing it is common."""
    near = np.convolve(counts, [1, 1, 1], "same")
    common = np.flatnonzero(
        (counts == np.maximum.reduce([counts, np.roll(counts, 1), np.roll(counts, -1)])) & (near > 0)
    )
    return [int(width) for width in common if width >= 1 and near[width] >= 0.08 * counts.sum()][:6]


def extent(walls: Bools, share: float = 0) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom (not included) of the rows and columns with walls in them.

    With a share, those with at least that much of what the fullest row or column has.
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
    """The first and last index of each unbroken run of true values on a ring; a run past the end counts on."""
    if flags.all():
        yield 0, len(flags) - 1
    elif flags.any():
        shift = int(flags.argmin())
        turns = np.flatnonzero(np.diff(np.append(np.roll(flags, -shift), False).astype(np.int8)))
        for first, last in zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True):
            yield first + 1 + shift, last + shift


def ring(mask: Bools, inset: int) -> Bools:
    """The pixels along the edge of an image, or so many pixels within it."""
    last = -1 - inset
    sides = [mask[inset, inset : last or None], mask[last, inset : last or None]]
    return np.concatenate([*sides, mask[inset : last or None, inset], mask[inset : last or None, last]])
