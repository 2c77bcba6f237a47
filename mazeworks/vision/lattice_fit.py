"""Cells in rows and columns fitted to an image: by its wall pixels, or by its ink where walls are thin or blurred."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from mazeworks.vision.arrays import Bools, Box, Bytes, Floats, Longs, Reals
from mazeworks.vision.deskew import Rotation
from mazeworks.vision.ink import FULL
from mazeworks.vision.lattice import IntegralImage, Lattice, flat
from mazeworks.vision.run_lengths import extent, passage_widths, run_lengths
from mazeworks.vision.wall_profiles import (
    Classification,
    Crossings,
    Reach,
    beside_marks,
    best_classification,
    classify,
    crossing_ink,
    doubtful,
    leaning,
    with_dark_lines,
)

#: The least pitch in pixels, and the counts of cells tried along each side.
FINEST, TRIES = 3.5, 4
#: Where inside a cell there should be no ink, from its centre, in halves of a passage.
INSIDE = np.stack(np.meshgrid(*[[-0.6, -0.36, 0.36, 0.6]] * 2), axis=-1).reshape(-1, 2)
#: The largest share of unsure crossings, the least share of wall in the outline, the largest of inked cells.
UNSURE, CLOSED, INKED = 0.03, 0.8, 0.03
#: The least width of passages in which lines between cells can be distinguished from marks.
ROOMY = 6


def find_lattice(walls: Bools) -> Lattice | None:
    """The cells of a maze drawn with even walls at an even pitch, or None."""
    walls_across, passages_across = run_lengths(walls)
    box = extent(walls, share=0.5)
    if box is None or not walls_across[1:].any() or not _framed(walls, box):
        return None
    thick = int(walls_across.argmax()), _outline_width(walls, box)
    exact = IntegralImage(walls)
    del walls  # a table takes four times its memory
    passages = passage_widths(passages_across)
    # Cells are as wide as high, unless the image is stretched.
    widths = [(width, width) for width in passages] + [(wide, high) for wide in passages[:3] for high in passages[:3]]
    for wall in dict.fromkeys(thick):
        tries = [size for pair in widths for size in _sizes(box, wall, pair)]
        for width, height in dict.fromkeys(tries):
            lattice = _fitted(exact, box, wall, width, height)
            if lattice is not None:
                return lattice
    return None


def _framed(walls: Bools, box: Box) -> bool:
    """Whether most of the edge of a box is wall, give or take a few pixels; a quick first check."""
    left, top, right, bottom = box
    inner = walls[top:bottom, left:right]
    strips = (inner[:4], inner[-4:], inner[:, :4].T, inner[:, -4:].T)
    return bool(np.concatenate([strip.any(axis=0) for strip in strips]).mean() > 0.7)


def _outline_width(walls: Bools, box: Box) -> int:
    """The thickness of the outline on most of its sides."""
    left, top, right, bottom = box
    inner = walls[top:bottom, left:right]
    sides = (inner, inner[::-1], inner.T, inner.T[::-1])
    return max(1, sorted(int((lines.mean(axis=1) < 0.75).argmax()) for lines in sides)[1])


def _sizes(box: Box, wall: int, widths: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The numbers of cells across and down that may fit in a box, for some width and height of passages."""
    counts = []
    for side, passage in zip((box[2] - box[0], box[3] - box[1]), widths, strict=True):
        about = round((side - wall) / (wall + passage))
        counts.append([n for n in (about, about - 1, about + 1) if n >= 2 and (side - wall) / n - wall >= 0.9])
    for width in counts[0]:
        yield from ((width, height) for height in counts[1] if width * height <= 1 << 24)


def _fitted(exact: IntegralImage, box: Box, wall: int, width: int, height: int) -> Lattice | None:
    """A lattice with this many cells, if the image agrees: edges are clearly wall or not, and cells are empty."""
    left, top, right, bottom = box
    across, down = (right - left - wall) / width, (bottom - top - wall) / height
    x, y = left + np.arange(width + 1) * across, top + np.arange(height + 1) * down
    widths = across - wall, down - wall
    quarter_x, quarter_y = wall + widths[0] / 4, wall + widths[1] / 4
    beside = exact.share(x[[0, -1]], y[:-1] + quarter_y, wall, widths[1] / 2)
    outline = flat(beside, exact.share(x[:-1] + quarter_x, y[[0, -1]], widths[0] / 2, wall))
    # Half a wall in the outline would be an opening or not by chance.
    if ((outline > 0.15) & (outline < 0.85)).any() or (outline > 0.5).mean() < 0.8:
        return None
    upright = exact.share(x, y[:-1] + quarter_y, wall, widths[1] / 2)
    level = exact.share(x[:-1] + quarter_x, y, widths[0] / 2, wall)
    inside = exact.share(x[:-1] + quarter_x, y[:-1] + quarter_y, widths[0] / 2, widths[1] / 2)
    shares = flat(upright, level)
    unsure = (shares > 0.3) & (shares < 0.7)
    if np.count_nonzero(unsure) > 0.02 * unsure.size or np.count_nonzero(inside > 0.3) > 2 + 0.02 * inside.size:
        return None
    lattice = Lattice(left, top, (across, down), wall, upright > 0.5, level > 0.5)
    lattice.unsure = unsure if unsure.any() else None
    if lattice.too_fine or not lattice.explains(exact):
        return None
    whole = _with_lines_beside(exact, lattice)
    return None if whole is None or whole.too_fine else whole


def _with_lines_beside(exact: IntegralImage, lattice: Lattice) -> Lattice | None:
    """The lattice with walls that stand a little beside their places, as after resampling."""
    crossed = lattice.blocked(exact)
    walls = lattice.walls | (crossed > 0.7)
    marked = _closed_cells(*lattice.split(walls)) & ~_closed_cells(lattice.down, lattice.across)
    beside = _sides_of(marked)  # a mark touches all walls
    walls &= lattice.walls | ~beside
    half = ~walls & ~beside & (crossed > 0.35)
    if lattice.outline(half).any() or np.count_nonzero(half) > 0.03 * half.size:
        return None
    unsure = half | (lattice.unsure_walls & (crossed <= 0.7))
    down, across = lattice.split(walls)
    return replace(lattice, down=down, across=across, unsure=unsure if unsure.any() else None)


def _closed_cells(down: Bools, across: Bools) -> Bools:
    """Which cells have walls on all sides."""
    return down[:, :-1] & down[:, 1:] & across[:-1] & across[1:]


def _sides_of(cells: Bools) -> Bools:
    """The sides of cells."""
    across, down = np.pad(cells, ((0, 0), (1, 1))), np.pad(cells, ((1, 1), (0, 0)))
    return flat(across[:, :-1] | across[:, 1:], down[:-1] | down[1:])


def find_lattice_by_ink(ink: Bytes, upright: Bytes, rotation: Rotation) -> Lattice | None:
    """The cells of an image by its ink, given as it is and set upright, or None."""
    across, down = (_lines(upright.sum(axis=axis, dtype=np.int64)) for axis in (0, 1))
    if across is None or down is None:
        return None
    (_, left, right, _), (_, top, bottom, _) = across, down
    if _inked_outline(upright, (round(left), round(top), round(right), round(bottom))) < CLOSED - 0.1:
        return None
    pairs = [(a, b) for a in _counts(*across) for b in _counts(*down)]
    for (_, width), (_, height) in sorted(pairs, key=lambda pair: -pair[0][0] - pair[1][0]):
        pitch = (right - left) / width, (bottom - top) / height
        if max(pitch) > 3.3 * min(pitch):
            continue
        empty = np.zeros((height, width + 1), np.bool_), np.zeros((height + 1, width), np.bool_)
        found = with_walls_by_ink(Lattice(left + 0.5, top + 0.5, pitch, 0, *empty, rotation), ink)
        if found is not None:
            return found
    return None


def _inked_outline(ink: Bytes, box: Box) -> float:
    """The share of the edge of a box that is inked, give or take two pixels; a quick first check."""
    left, top, right, bottom = box
    inner = ink[:, max(left, 0) : right + 1], ink[max(top, 0) : bottom + 1].T
    sides = ((inner[0], top), (inner[0], bottom), (inner[1], left), (inner[1], right))
    inked = [lines[max(at - 2, 0) : at + 3].max(axis=0) > 0.3 * FULL for lines, at in sides]
    return float(np.concatenate(inked).mean())


def _lines(profile: Longs) -> tuple[Reals, float, float, int] | None:
    """The ink along an axis, the middles of the outline's two lines on it, and their largest thickness."""
    high = np.flatnonzero(profile >= 0.4 * profile.max(initial=0))
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


def _counts(profile: Reals, first: float, last: float, thick: int) -> Iterator[tuple[float, int]]:
    """The likeliest numbers of cells between the outline's lines, with their scores: how far lines stand out."""
    smooth, places = np.convolve(profile, (0.25, 0.5, 0.25), "same"), np.arange(len(profile))
    found = []
    for count in range(2, int((last - first) / max(FINEST, 1.1 * thick)) + 1):
        lines = first + np.arange(1, count) * (last - first) / count
        between = first + (np.arange(count) + 0.5) * (last - first) / count
        contrast = np.interp(lines, places, smooth).mean() - np.interp(between, places, smooth).mean()
        found.append((float(contrast / smooth.max()) * count**0.5, count))
    yield from sorted(found, reverse=True)[:TRIES]


def with_walls_by_ink(lattice: Lattice, ink: Bytes, coloured: bool = False) -> Lattice | None:
    """The cells with walls where there is ink between them, and what is unsure; None if ink does not fit.

    coloured: cells are coloured, so that the walls of the lattice count too.
    """
    look = _crossings(lattice, ink)
    seen = look((np.inf, 0))
    classes = classify(seen.amounts)
    classes = classes and with_dark_lines(seen, classes)
    if classes is not None and classes.sure.mean() > 0.6:  # worth a closer look
        classes = best_classification(look, classes.thick)
    if classes is None or (~classes.sure).mean() > UNSURE:
        return None
    if max(classes.thick, lattice.wall) > 0.8 * min(lattice.pitch):
        return None  # where walls are so thick, ink and paper are easily confused
    if coloured:
        classes = beside_marks(seen, classes, lattice.walls)
    down, across = lattice.split(classes.walls | _beyond(lattice, ink.shape))
    wall = lattice.wall or max(1, round(classes.thick))
    left, top = (place + (lattice.wall - wall) / 2 for place in (lattice.left, lattice.top))
    found = replace(lattice, left=left, top=top, wall=wall, down=down, across=across, unsure=~classes.sure)
    return found if _plausible(found, ink, classes) and not _slanted(found, ink) else None


def with_doubts(lattice: Lattice, ink: Bytes) -> Lattice | None:
    """Cells with known walls, unsure where there is ink without a wall; None if there is much of it."""
    if lattice.passage < ROOMY:
        return lattice  # marks fill such cells
    seen = _crossings(lattice, ink)((lattice.wall / 2 + 2, lattice.wall / 2 + 1))
    unsure = doubtful(seen, lattice.walls)
    if unsure.mean() > UNSURE or lattice.outline(unsure).any():
        return None
    return replace(lattice, unsure=lattice.unsure_walls | unsure) if unsure.any() else lattice


def _crossings(lattice: Lattice, ink: Bytes) -> Callable[[Reach], Crossings]:
    """The ink across every possible wall within some reach, those that run down first, row by row."""
    axes = [crossing_ink(ink, *lines) for lines in _lines_across(lattice)]
    return lambda reach: Crossings.joined([look(reach) for look in axes])


def _slanted(lattice: Lattice, ink: Bytes) -> bool:
    """Whether many walls lean, as those of other layouts do."""
    lines = [np.concatenate(parts) for parts in zip(*_lines_across(lattice), strict=True)]
    leans = leaning(ink, *(points[lattice.walls] for points in lines))
    return bool((leans > max(0.8, 0.06 * min(lattice.pitch))).mean() > 0.15)


def _lines_across(lattice: Lattice) -> Iterator[tuple[Floats, Floats, Floats]]:
    """For each axis, the points on both sides of every possible wall, and half of its length as a vector."""
    width, height = lattice.size
    for axis in (0, 1):
        across, down, step = np.arange(width + (axis == 0)), np.arange(height + (axis == 1)), np.eye(2)
        places = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
        start, end, beside = (lattice.points_at(places + by) for by in (-step[axis], 0, step[1 - axis] / 2))
        yield start, end, beside - end


def _beyond(lattice: Lattice, shape: tuple[int, ...]) -> Bools:
    """Which possible walls lie beyond the edge of the image, where they cannot be seen."""
    at = np.concatenate([(start + end) / 2 for start, end, _ in _lines_across(lattice)])
    beyond: Bools = np.any((at < -0.5) | (at > np.array(shape[::-1]) - 0.5), axis=1)
    return beyond


def _plausible(lattice: Lattice, ink: Bytes, classes: Classification) -> bool:
    """Whether the outline is closed and certain, there are walls inside, and cells are empty."""
    width, height = lattice.size
    # A faint wall in the outline would be an opening or not by chance.
    faint = lattice.outline(lattice.unsure_walls & ~lattice.walls)
    closed = lattice.outline(lattice.walls).mean() >= CLOSED
    if faint.any() or not closed or lattice.inner_walls < 0.05 * width * height or lattice.too_fine:
        return False
    places = lattice.places_of(np.arange(width * height))
    reach = lattice.passage / min(lattice.pitch) / 2
    inked = np.zeros(len(places), np.bool_)
    for offset in INSIDE:
        at = np.round(lattice.points_at(places + offset * reach)).astype(np.int64)
        inked |= ink[at[:, 1].clip(0, ink.shape[0] - 1), at[:, 0].clip(0, ink.shape[1] - 1)] > 0.6 * FULL
    return bool(np.count_nonzero(inked) <= 2 + INKED * len(places))
