"""Cells in rows and columns found by their ink, where walls are too thin, too faint or too blurred for a threshold."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.vision.cellscan import Lattice
from mazeworks.vision.ink import FULL
from mazeworks.vision.proof import (
    Crossings,
    Proof,
    Reach,
    beside_marks,
    best_parted,
    crossing_ink,
    doubtful,
    held,
    leaning,
    parted,
)
from mazeworks.vision.turning import Turn

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.floating[Any]]
Points = NDArray[np.float64]

#: A row or column belongs to the outline if it has this share of the ink of the fullest.
OUTLINE = 0.4
#: The least ink that a blurred line has in its middle.
FRAME = 0.3
#: The fewest pixels from cell to cell, and how many counts of cells are tried along each side.
FINEST, TRIES = 3.5, 4
#: Where inside a cell no ink should be, from its middle, in halves of the way.
INSIDE = np.stack(np.meshgrid(*[[-0.6, -0.36, 0.36, 0.6]] * 2), axis=-1).reshape(-1, 2)
#: The share from cell to cell that is wall at most, where walls are blurred: ink and paper are easily mistaken.
THICKEST = 0.8
#: How unlike the distances from cell to cell across and down may be.
STRETCHED = 3.3
#: The share of crossings that may be unsure, of the outline that has to be wall, and of cells with ink in them.
UNSURE, CLOSED, INKED = 0.03, 0.8, 0.03
#: A wall that leans by this share of a cell is slanted, or by so many pixels; and the share of walls that may be.
LEANS, BY_PIXELS, SLANTED = 0.06, 0.8, 0.15
#: With fewer crossings sure at a first look, no closer one is taken.
HOPEFUL = 0.6
#: The share of walls inside that there have to be, of those there could be.
WALLED = 0.05
#: How wide ways are at least for lines between cells to be told from marks in them.
ROOMY = 6


def find_inked(ink: Bytes, upright: Bytes, turn: Turn) -> Lattice | None:
    """The cells of an image and of the same set upright, by their ink, or None."""
    across, down = (_lines(upright.sum(axis=axis, dtype=np.int64)) for axis in (0, 1))
    if across is None or down is None:
        return None
    (_, left, right, _), (_, top, bottom, _) = across, down
    if _framed(upright, (round(left), round(top), round(right), round(bottom))) < CLOSED - 0.1:
        return None
    pairs = [(a, b) for a in _counts(*across) for b in _counts(*down)]
    for (_, width), (_, height) in sorted(pairs, key=lambda pair: -pair[0][0] - pair[1][0]):
        pitch = (right - left) / width, (bottom - top) / height
        if max(pitch) > STRETCHED * min(pitch):
            continue
        empty = np.zeros((height, width + 1), np.bool_), np.zeros((height + 1, width), np.bool_)
        found = proved(Lattice(left + 0.5, top + 0.5, pitch, 0, *empty, turn), ink)
        if found is not None:
            return found
    return None


def _framed(ink: Bytes, box: tuple[int, int, int, int]) -> float:
    """Which share of the edge of a box is inked, give or take two pixels: a quick look before a long one."""
    left, top, right, bottom = box
    inner = ink[:, max(left, 0) : right + 1], ink[max(top, 0) : bottom + 1].T
    lines = [
        lines[max(at - 2, 0) : at + 3]
        for lines, both in zip(inner, ((top, bottom), (left, right)), strict=True)
        for at in both
    ]
    return float(np.concatenate([line.max(axis=0) > FRAME * FULL for line in lines]).mean())


def _lines(profile: NDArray[np.int64]) -> tuple[Floats, float, float, int] | None:
    """The ink along an axis, where the middle of the outline's lines lie on it, and how thick they are at most."""
    high = np.flatnonzero(profile >= OUTLINE * profile.max(initial=0))
    if not profile.any() or high[-1] - high[0] < 2 * FINEST:
        return None
    ends, thick = [], 0
    for order in (high, high[::-1]):
        breaks = np.flatnonzero(np.abs(np.diff(order)) > 1)
        run = order[: breaks[0] + 1] if len(breaks) else order
        thick = max(thick, len(run))
        around = np.arange(max(run.min() - 1, 0), min(run.max() + 2, len(profile)))
        weight = np.maximum(profile[around] - 0.3 * profile[run].max(), 0)
        ends.append(float((around * weight).sum() / weight.sum()))
    return profile.astype(np.float64), ends[0], ends[1], thick


def _counts(profile: Floats, first: float, last: float, thick: int) -> Iterator[tuple[float, int]]:
    """How many cells there may be from the first line to the last, and how far lines stand out then."""
    smooth, places = np.convolve(profile, (0.25, 0.5, 0.25), "same"), np.arange(len(profile))
    found = []
    for count in range(2, int((last - first) / max(FINEST, 1.1 * thick)) + 1):
        lines = first + np.arange(1, count) * (last - first) / count
        between = first + (np.arange(count) + 0.5) * (last - first) / count
        contrast = np.interp(lines, places, smooth).mean() - np.interp(between, places, smooth).mean()
        found.append((float(contrast / smooth.max()) * count**0.5, count))
    yield from sorted(found, reverse=True)[:TRIES]


def proved(lattice: Lattice, ink: Bytes, coloured: bool = False) -> Lattice | None:
    """The same cells with walls where there is ink between them, and what is unsure; None if ink lies otherwise.

    Where cells are coloured, what the lattice says of walls counts too.
    """
    width, height = lattice.size
    seen = _crossings(lattice, ink)
    proof = parted(seen.amounts)
    proof = proof and held(seen, proof)
    if proof is not None and proof.sure.mean() > HOPEFUL:
        proof = best_parted(lambda reach: _crossings(lattice, ink, reach), proof.thick)
    if proof is None or (~proof.sure).mean() > UNSURE or max(proof.thick, lattice.wall) > THICKEST * min(lattice.pitch):
        return None
    if coloured:
        proof = beside_marks(seen, proof, np.concatenate([lattice.down.reshape(-1), lattice.across.reshape(-1)]))
    down, across = _shaped(proof.walls | _beyond(lattice, ink.shape), width, height)
    unsure = _shaped(~proof.sure, width, height)
    corner = (lattice.left + (lattice.wall - 1) / 2, lattice.top + (lattice.wall - 1) / 2)
    wall = lattice.wall or max(1, round(proof.thick))
    left, top = (place - (wall - 1) / 2 for place in corner)
    found = replace(lattice, left=left, top=top, wall=wall, down=down, across=across, unsure=unsure)
    return found if _plausible(found, ink, proof) and not _slanted(found, ink) else None


def upheld(lattice: Lattice, ink: Bytes) -> Lattice | None:
    """Cells whose walls are known, with what is unsure since there is ink where none stands; None if that is much."""
    width, height = lattice.size
    if lattice.way < ROOMY:
        return lattice  # marks fill such cells
    seen = _crossings(lattice, ink, (lattice.wall / 2 + 2, lattice.wall / 2 + 1))
    unsure = doubtful(seen, np.concatenate([lattice.down.reshape(-1), lattice.across.reshape(-1)]))
    down, across = _shaped(unsure, width, height)
    if unsure.mean() > UNSURE or _outline(down, across).any():
        return None
    known = lattice.unsure or (lattice.down & False, lattice.across & False)
    return replace(lattice, unsure=(known[0] | down, known[1] | across)) if unsure.any() else lattice


def _crossings(lattice: Lattice, ink: Bytes, reach: Reach | None = None) -> Crossings:
    """The ink across every wall there could be, those that run down first, row by row."""
    return Crossings.joined([crossing_ink(ink, *lines, reach) for lines in _lines_across(lattice)])


def _slanted(lattice: Lattice, ink: Bytes) -> bool:
    """Whether many walls lean, as those of other layouts do."""
    lines = [np.concatenate(parts) for parts in zip(*_lines_across(lattice), strict=True)]
    walls = np.concatenate([lattice.down.reshape(-1), lattice.across.reshape(-1)])
    leans = leaning(ink, *(points[walls] for points in lines))
    return bool((leans > max(BY_PIXELS, LEANS * min(lattice.pitch))).mean() > SLANTED)


def _lines_across(lattice: Lattice) -> Iterator[tuple[Points, Points, Points]]:
    """From which points to which there could be walls, and how far these reach aside: those that run down first."""
    width, height = lattice.size
    for axis in (0, 1):
        columns, rows = width + (axis == 0), height + (axis == 1)
        x, y = np.meshgrid(np.arange(columns), np.arange(rows))
        places = np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64)
        before = places.copy()
        before[:, axis] -= 1
        start, end = (lattice.points_at(cells).astype(np.float64) for cells in (before, places))
        beside = places.copy()
        beside[:, 1 - axis] += 0.5
        yield start, end, (lattice.points_at(beside) - end).astype(np.float64)


def _beyond(lattice: Lattice, shape: tuple[int, ...]) -> Bools:
    """Which walls there could be lie beyond the edge of the image, where nothing can be seen."""
    width, height = lattice.size
    beyond = []
    for columns, rows, offset in ((width + 1, height, (-0.5, 0)), (width, height + 1, (0, -0.5))):
        x, y = np.meshgrid(np.arange(columns), np.arange(rows))
        at = lattice.points_at(np.stack([x, y], axis=-1).reshape(-1, 2) + np.array(offset))
        beyond.append((at < -0.5).any(axis=1) | (at[:, 0] > shape[1] - 0.5) | (at[:, 1] > shape[0] - 0.5))
    return np.concatenate(beyond)


def _shaped(flags: Bools, width: int, height: int) -> tuple[Bools, Bools]:
    split = height * (width + 1)
    return flags[:split].reshape(height, width + 1), flags[split:].reshape(height + 1, width)


def _outline(down: Bools, across: Bools) -> Bools:
    return np.concatenate([down[:, 0], down[:, -1], across[0], across[-1]])


def _plausible(lattice: Lattice, ink: Bytes, proof: Proof) -> bool:
    """Whether the outline is plain and closed, there are walls inside, and cells are empty."""
    width, height = lattice.size
    down, across = lattice.unsure or (lattice.down & False, lattice.across & False)
    # A wall of the outline that is hardly there would be an opening or not by chance.
    unsure, walls = (_outline(*flags) for flags in ((down, across), (lattice.down, lattice.across)))
    outline_unsure = bool((unsure & ~walls).any())
    inside = np.count_nonzero(lattice.down[:, 1:-1]) + np.count_nonzero(lattice.across[1:-1])
    if outline_unsure or lattice.closed < CLOSED or inside < WALLED * width * height or lattice.too_fine:
        return False
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    places = np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64)
    reach = lattice.way / min(lattice.pitch) / 2
    inked = np.zeros(len(places), np.bool_)
    for offset in INSIDE:
        at = np.round(lattice.points_at(places + offset * reach)).astype(np.int64)
        inked |= ink[at[:, 1].clip(0, ink.shape[0] - 1), at[:, 0].clip(0, ink.shape[1] - 1)] > 0.6 * FULL
    return bool(np.count_nonzero(inked) <= 2 + INKED * len(places))
