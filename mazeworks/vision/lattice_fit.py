"""Cells in rows and columns fitted to an image: by its wall pixels, or by its ink where walls are thin or blurred."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mazeworks.vision.arrays import Bools, Box, Bytes, Floats, Longs, Reals
from mazeworks.vision.deskew import Rotation
from mazeworks.vision.ink import FULL
from mazeworks.vision.lattice import IntegralImage, Lattice, outline_of
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

#: The most cells of a lattice.
MOST_CELLS = 1 << 24
#: How many likely widths of passages are combined with how many heights.
MIXED = 3
#: The largest share of crossings with half a displaced wall.
HALF = 0.03
#: A row or column belongs to the outline if it has this share of the ink of the fullest.
OUTLINE = 0.4
#: The least ink in the middle of a blurred line.
FRAME = 0.3
#: The least pitch in pixels, and the counts of cells tried along each side.
FINEST, TRIES = 3.5, 4
#: Where inside a cell there should be no ink, from its centre, in halves of a passage.
INSIDE = np.stack(np.meshgrid(*[[-0.6, -0.36, 0.36, 0.6]] * 2), axis=-1).reshape(-1, 2)
#: The largest share of the pitch that is wall, where walls are blurred: ink and paper are easily confused.
THICKEST = 0.8
#: The largest ratio between the pitches across and down.
STRETCHED = 3.3
#: The largest share of unsure crossings, the least share of wall in the outline, the largest of inked cells.
UNSURE, CLOSED, INKED = 0.03, 0.8, 0.03
#: A wall is slanted if it leans by this share of a cell, and by this many pixels; and the share that may be.
LEANS, BY_PIXELS, SLANTED = 0.06, 0.8, 0.15
#: With a smaller share of sure crossings at first, no closer look is taken.
HOPEFUL = 0.6
#: The least share of walls inside, per cell.
WALLED = 0.05
#: The least width of passages in which lines between cells can be distinguished from marks.
ROOMY = 6


def find_lattice(walls: Bools) -> Lattice | None:
    """The cells of a maze drawn with even walls at an even pitch, or None."""
    walls_across, ways_across = run_lengths(walls)
    box = extent(walls, share=0.5)
    if box is None or not walls_across[1:].any() or not _framed(walls, box):
        return None
    exact = IntegralImage(walls)
    wide, high = list(passage_widths(ways_across)), list(passage_widths(run_lengths(walls.T)[1]))
    # Cells are as wide as high, unless the image is stretched.
    ways = [(way, way) for way in wide] + [(across, down) for across in wide[:MIXED] for down in high[:MIXED]]
    for wall in dict.fromkeys((int(walls_across.argmax()), _outline_width(walls, box))):
        tries = [size for way in ways for size in _sizes(box, wall, way)]
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


def _sizes(box: Box, wall: int, ways: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The numbers of cells across and down that may fit in a box, for some width and height of passages."""
    counts = []
    for side, way in zip((box[2] - box[0], box[3] - box[1]), ways, strict=True):
        about = round((side - wall) / (wall + way))
        counts.append([n for n in (about, about - 1, about + 1) if n >= 2 and (side - wall) / n - wall >= 0.9])
    for width in counts[0]:
        yield from ((width, height) for height in counts[1] if width * height <= MOST_CELLS)


def _fitted(exact: IntegralImage, box: Box, wall: int, width: int, height: int) -> Lattice | None:
    """A lattice with this many cells, if the image agrees: edges are clearly wall or not, and cells are empty."""
    left, top, right, bottom = box
    across, down = (right - left - wall) / width, (bottom - top - wall) / height
    x, y = left + np.arange(width + 1) * across, top + np.arange(height + 1) * down
    ways = across - wall, down - wall
    quarter_x, quarter_y = wall + ways[0] / 4, wall + ways[1] / 4
    upright = exact.share(x, y[:-1] + quarter_y, wall, ways[1] / 2)
    level = exact.share(x[:-1] + quarter_x, y, ways[0] / 2, wall)
    inside = exact.share(x[:-1] + quarter_x, y[:-1] + quarter_y, ways[0] / 2, ways[1] / 2)
    unsure = tuple((shares > 0.3) & (shares < 0.7) for shares in (upright, level))
    count = sum(np.count_nonzero(flags) for flags in unsure)
    blocked = np.count_nonzero(inside > 0.3)
    lattice = Lattice(left, top, (across, down), wall, upright > 0.5, level > 0.5)
    outline = outline_of(upright, level)
    # Half a wall in the outline would be an opening or not by chance.
    half = np.count_nonzero((outline > 0.15) & (outline < 0.85))
    if half or count > 0.02 * (upright.size + level.size) or lattice.closed < 0.8 or blocked > 2 + 0.02 * inside.size:
        return None
    lattice.unsure = (unsure[0], unsure[1]) if count else None
    fits = not lattice.too_fine and lattice.explains(exact)
    whole = _with_lines_beside(exact, lattice) if fits else None
    return None if whole is None or whole.too_fine else whole


def _with_lines_beside(exact: IntegralImage, lattice: Lattice) -> Lattice | None:
    """The lattice with walls that stand a little beside their places, as after resampling."""
    down, across = (lattice.blocked(exact, axis) for axis in (0, 1))
    walls = lattice.down | (down > 0.7), lattice.across | (across > 0.7)
    marked = _closed_cells(*walls) & ~_closed_cells(lattice.down, lattice.across)  # a mark touches all walls
    beside = _sides_of(marked)
    walls = walls[0] & (lattice.down | ~beside[0]), walls[1] & (lattice.across | ~beside[1])
    half = ~walls[0] & ~beside[0] & (down > 0.35), ~walls[1] & ~beside[1] & (across > 0.35)
    if outline_of(*half).any() or sum(np.count_nonzero(f) for f in half) > HALF * sum(f.size for f in half):
        return None
    known = lattice.unsure_walls
    unsure = half[0] | (known[0] & (down <= 0.7)), half[1] | (known[1] & (across <= 0.7))
    some = unsure[0].any() or unsure[1].any()
    return replace(lattice, down=walls[0], across=walls[1], unsure=unsure if some else None)


def _closed_cells(down: Bools, across: Bools) -> Bools:
    """Which cells have walls on all sides."""
    return down[:, :-1] & down[:, 1:] & across[:-1] & across[1:]


def _sides_of(cells: Bools) -> tuple[Bools, Bools]:
    """The sides of cells, shaped like `down` and `across`."""
    across, down = np.pad(cells, ((0, 0), (1, 1))), np.pad(cells, ((1, 1), (0, 0)))
    return across[:, :-1] | across[:, 1:], down[:-1] | down[1:]


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
        if max(pitch) > STRETCHED * min(pitch):
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
    inked = [lines[max(at - 2, 0) : at + 3].max(axis=0) > FRAME * FULL for lines, at in sides]
    return float(np.concatenate(inked).mean())


def _lines(profile: Longs) -> tuple[Reals, float, float, int] | None:
    """The ink along an axis, the middles of the outline's two lines on it, and their largest thickness."""
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
    width, height = lattice.size
    seen = _crossings(lattice, ink)
    classes = classify(seen.amounts)
    classes = classes and with_dark_lines(seen, classes)
    if classes is not None and classes.sure.mean() > HOPEFUL:
        classes = best_classification(lambda reach: _crossings(lattice, ink, reach), classes.thick)
    if classes is None or (~classes.sure).mean() > UNSURE:
        return None
    if max(classes.thick, lattice.wall) > THICKEST * min(lattice.pitch):
        return None
    if coloured:
        classes = beside_marks(seen, classes, np.concatenate([lattice.down.reshape(-1), lattice.across.reshape(-1)]))
    down, across = _shaped(classes.walls | _beyond(lattice, ink.shape), width, height)
    unsure = _shaped(~classes.sure, width, height)
    wall = lattice.wall or max(1, round(classes.thick))
    left, top = (place + (lattice.wall - wall) / 2 for place in (lattice.left, lattice.top))
    found = replace(lattice, left=left, top=top, wall=wall, down=down, across=across, unsure=unsure)
    return found if _plausible(found, ink, classes) and not _slanted(found, ink) else None


def with_doubts(lattice: Lattice, ink: Bytes) -> Lattice | None:
    """Cells with known walls, unsure where there is ink without a wall; None if there is much of it."""
    width, height = lattice.size
    if lattice.way < ROOMY:
        return lattice  # marks fill such cells
    seen = _crossings(lattice, ink, (lattice.wall / 2 + 2, lattice.wall / 2 + 1))
    unsure = doubtful(seen, np.concatenate([lattice.down.reshape(-1), lattice.across.reshape(-1)]))
    down, across = _shaped(unsure, width, height)
    if unsure.mean() > UNSURE or outline_of(down, across).any():
        return None
    known = lattice.unsure_walls
    return replace(lattice, unsure=(known[0] | down, known[1] | across)) if unsure.any() else lattice


def _crossings(lattice: Lattice, ink: Bytes, reach: Reach | None = None) -> Crossings:
    """The ink across every possible wall, those that run down first, row by row."""
    return Crossings.joined([crossing_ink(ink, *lines, reach) for lines in _lines_across(lattice)])


def _slanted(lattice: Lattice, ink: Bytes) -> bool:
    """Whether many walls lean, as those of other layouts do."""
    lines = [np.concatenate(parts) for parts in zip(*_lines_across(lattice), strict=True)]
    walls = np.concatenate([lattice.down.reshape(-1), lattice.across.reshape(-1)])
    leans = leaning(ink, *(points[walls] for points in lines))
    return bool((leans > max(BY_PIXELS, LEANS * min(lattice.pitch))).mean() > SLANTED)


def _lines_across(lattice: Lattice) -> Iterator[tuple[Floats, Floats, Floats]]:
    """For each axis, the points on both sides of every possible wall, and half of its length as a vector."""
    width, height = lattice.size
    for axis in (0, 1):
        places, step = _places(width + (axis == 0), height + (axis == 1)), np.eye(2)
        start, end, beside = (lattice.points_at(places + by) for by in (-step[axis], 0, step[1 - axis] / 2))
        yield start.astype(np.float64), end.astype(np.float64), (beside - end).astype(np.float64)


def _beyond(lattice: Lattice, shape: tuple[int, ...]) -> Bools:
    """Which possible walls lie beyond the edge of the image, where they cannot be seen."""
    width, height = lattice.size
    beyond = []
    for columns, rows, offset in ((width + 1, height, (-0.5, 0)), (width, height + 1, (0, -0.5))):
        at = lattice.points_at(_places(columns, rows) + np.array(offset))
        beyond.append((at < -0.5).any(axis=1) | (at[:, 0] > shape[1] - 0.5) | (at[:, 1] > shape[0] - 0.5))
    return np.concatenate(beyond)


def _places(columns: int, rows: int) -> Floats:
    """The places of a rectangle, row by row, `[count, 2]`."""
    return np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2).astype(np.float64)


def _shaped(flags: Bools, width: int, height: int) -> tuple[Bools, Bools]:
    """Flags of all possible walls, split into those that run down and those that run across."""
    split = height * (width + 1)
    return flags[:split].reshape(height, width + 1), flags[split:].reshape(height + 1, width)


def _plausible(lattice: Lattice, ink: Bytes, classes: Classification) -> bool:
    """Whether the outline is closed and certain, there are walls inside, and cells are empty."""
    width, height = lattice.size
    # A faint wall in the outline would be an opening or not by chance.
    faint = outline_of(*lattice.unsure_walls) & ~outline_of(lattice.down, lattice.across)
    walled = lattice.closed >= CLOSED and lattice.inner_walls >= WALLED * width * height
    if faint.any() or not walled or lattice.too_fine:
        return False
    places = _places(width, height)
    reach = lattice.way / min(lattice.pitch) / 2
    inked = np.zeros(len(places), np.bool_)
    for offset in INSIDE:
        at = np.round(lattice.points_at(places + offset * reach)).astype(np.int64)
        inked |= ink[at[:, 1].clip(0, ink.shape[0] - 1), at[:, 0].clip(0, ink.shape[1] - 1)] > 0.6 * FULL
    return bool(np.count_nonzero(inked) <= 2 + INKED * len(places))
