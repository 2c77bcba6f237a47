"""Profiles of ink across walls, and their classification into walls and passages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mazeworks.kernels.images.crossings import profiles
from mazeworks.vision.arrays import Bools, Bytes, Floats, percentile
from mazeworks.vision.ink import FULL

#: How far from the middle of a wall its ink may reach, and how far if the next cell has a mark.
Reach = tuple[float, float]
#: Where along a wall ink is sampled, from its middle, in halves of its length.
ALONG = np.linspace(-0.34, 0.34, 9)
#: How many pixels the ink of a wall may reach beyond it, and how many of them count beside a mark.
BLURRED, BESIDE = (2.0, 1.0, 0.4), 1.0
#: Crossings processed at a time.
PART = 1 << 15
#: A line all along a crossing is a wall if it has the first share of other walls' darkness, none below the second.
DARK, LIGHT = 0.7, 0.45
#: How far beside the middle of a crossing such a line may lie, in pixels, beyond half of its thickness.
ASIDE = 1.5
#: An open crossing has less than the first share of a wall's ink; a line has at least the second.
OPEN, SOME = 0.35, 0.25
#: The least pitch in pixels at which such lines can be distinguished from marks in cells.
ROOM = 5


class Crossings(NamedTuple):
    """The ink between pairs of points of an image."""

    #: The pixels of full ink across each.
    amounts: Floats
    #: The darkness of the darkest line along each, of full ink.
    peaks: Floats
    #: The difference in ink near the two points.
    steps: Floats

    @classmethod
    def joined(cls, parts: list["Crossings"]) -> "Crossings":
        """Several of them as one."""
        empty = cls(np.zeros(0), np.zeros(0), np.zeros(0))
        return cls(*(np.concatenate(both) for both in zip(empty, *parts, strict=True)))


def crossing_ink(ink: Bytes, start: Floats, end: Floats, side: Floats) -> Callable[[Reach], Crossings]:
    """The pixels of full ink between points of an image, in excess of that near the points themselves.

    start, end: `[count, 2]`, in pixels from the centre of the first; side: from the middle of the wall between them to
    its end. Blurring and scaling spread the ink of a wall, but do not change its amount. The reach limits the ink that
    counts, so that noise farther out is ignored. The darkest line along the wall is measured too, because some walls
    may be thicker than others.
    """

    def seen(part: slice) -> Profiles:
        return Profiles(ink, start[part], end[part], side[part])

    parts = [slice(first, first + PART) for first in range(0, len(start), PART)]
    if len(parts) == 1:  # more would take too much memory
        return seen(parts[0]).within
    return lambda reach: Crossings.joined([seen(part).within(reach) for part in parts])


def _profiles(ink: Bytes, start: Floats, end: Floats, side: Floats, along: Floats) -> tuple[Floats, Floats]:
    """Shares of the way between points, and the ink there, averaged over parallel lines along the wall."""
    far = np.hypot(*(end - start).T)
    # Three samples per pixel, because a wall may be just one pixel wide.
    share = np.linspace(0, 1, 2 * int(np.ceil(far.max(initial=1) / 2 * 3)) + 1)
    height, width = ink.shape
    line = np.empty(len(far) * len(share))
    lines = [np.ascontiguousarray(points, np.float64).reshape(-1) for points in (start, end, side)]
    profiles.expect(line.size * len(along))
    profiles(np.ascontiguousarray(ink).reshape(-1), width, height, *lines, along, line, len(share))
    return share, line.reshape(len(far), -1) / FULL


def leaning(ink: Bytes, start: Floats, end: Floats, side: Floats) -> Floats:
    """How many pixels farther the darkest place of each wall is at one of its ends than at the other."""
    far, places = np.hypot(*(end - start).T), []
    for along in (ALONG[: len(ALONG) // 2], ALONG[-(len(ALONG) // 2) :]):
        share, line = _profiles(ink, start, end, side, np.ascontiguousarray(along))
        weight = np.maximum(line - line.max(axis=1, keepdims=True) / 2, 1e-9)
        places.append((weight * share).sum(axis=1) / weight.sum(axis=1))
    leans: Floats = np.abs(places[0] - places[1]) * far
    return leans


class Profiles:
    """Profiles of ink around their middle, in excess of the ink near their ends.

    Where one end has a mark, the other end counts, and only what lies close to the wall.
    """

    def __init__(self, ink: Bytes, start: Floats, end: Floats, side: Floats) -> None:
        share, line = _profiles(ink, start, end, side, ALONG)
        self.far, half = np.hypot(*(end - start).T), len(share) // 2
        self.beyond, near = (share - 0.5) * self.far[:, None], max(1, int(0.35 * half))
        ends = line[:, :near].mean(axis=1), line[:, -near:].mean(axis=1)
        middles = [part[:, : half // 2 + 1].mean(axis=1) for part in (line, line[:, ::-1])]
        usual = float(np.median(np.concatenate(middles)))
        spread = float(np.median(np.abs(np.concatenate(middles) - usual)))
        first, second = (middle > usual + max(0.05, 5 * spread) for middle in middles)  # marked
        rest = np.where(first & ~second, ends[1], np.where(second & ~first, ends[0], (ends[0] + ends[1]) / 2))
        # Marks in both cells, a line through both, or a mark on coloured ground leave some of each half unchanged.
        left = int(0.15 * half)
        halves = [np.partition(part, left, axis=1)[:, left] for part in (line[:, : half + 1], line[:, half:])]
        rest = np.minimum(rest, (halves[0] + halves[1]) / 2)
        rest[line.min(axis=1) > 0.8] = 0  # solid wall from cell to cell
        self.excess, self.steps = line - rest[:, None], np.abs(ends[0] - ends[1])
        self.marked, self.beside = first | second, (first & ~second, second & ~first)

    def within(self, reach: Reach) -> Crossings:
        """The mean and the maximum within some reach of the middle."""
        low, high = (np.where(marked, -reach[1], -reach[0]) for marked in self.beside)
        counted_ink = self.excess * ((self.beyond >= low[:, None]) & (self.beyond <= -high[:, None]))
        room = np.maximum(0.5, (self.far - ROOM) / 2)
        nearest = np.abs(self.beyond) <= np.minimum(max(reach[1], ASIDE), room)[:, None]
        peaks = (counted_ink * nearest).max(axis=1)
        peaks[self.marked] = 0  # the edge of a mark looks like a line
        return Crossings(counted_ink.mean(axis=1) * self.far, peaks, self.steps)


@dataclass
class Classification:
    """Crossings classified by their ink."""

    #: Which crossings are walls.
    walls: Bools
    #: Which of them are certain.
    sure: Bools
    #: The ink of a wall: its thickness in pixels.
    thick: float


def classify(amounts: Floats) -> Classification | None:
    """Which crossings are walls, unsure near the middle between both classes; None without two."""
    if len(amounts) < 4:
        return None
    ordered = np.sort(amounts)
    middle = (percentile(ordered, 0.02) + percentile(ordered, 0.98)) / 2
    for _ in range(20):  # the threshold between the two means, until it is stable (Ridler and Calvard, 1978)
        above = int(np.searchsorted(ordered, middle, "right"))
        if above in (0, len(ordered)):
            return None
        low, high = percentile(ordered[:above], 0.5), percentile(ordered[above:], 0.5)
        if abs((low + high) / 2 - middle) < 1e-6:
            break
        middle = (low + high) / 2
    if high - low < 0.15:
        return None  # fainter than any wall
    place = (amounts - low) / (high - low)
    return Classification(place > 0.5, np.abs(place - 0.5) > 0.15, high - low)


def with_dark_lines(crossings: Crossings, classes: Classification) -> Classification:
    """The same with walls wherever a line along a crossing is as dark as other walls.

    Where resampling made some lines thicker or thinner, the amount of ink misleads.
    """
    usual = float(np.median(crossings.peaks[classes.walls]))
    some = crossings.amounts > np.median(crossings.amounts[~classes.walls]) + SOME * classes.thick
    dark, light = some & (crossings.peaks > DARK * usual), ~some | (crossings.peaks < LIGHT * usual)
    sure = np.where(classes.walls, classes.sure, np.where(dark, True, classes.sure & light))
    return Classification(classes.walls | dark, sure, classes.thick)


def beside_marks(crossings: Crossings, classes: Classification, walls: Bools) -> Classification:
    """The same, unsure where the pixels alone disagree and one cell is much darker: ink misleads there."""
    misled = (classes.walls != walls) & (crossings.steps > 0.15)
    return Classification(classes.walls, classes.sure & ~misled, classes.thick)


def doubtful(crossings: Crossings, walls: Bools) -> Bools:
    """Which open crossings have a line along them after all, however faint."""
    amounts, peaks, _ = (float(np.median(values[walls])) if walls.any() else np.inf for values in crossings)
    return ~walls & ((crossings.amounts > OPEN * amounts) | (crossings.peaks > LIGHT * peaks))


def best_classification(look: Callable[[Reach], Crossings], thick: float) -> Classification | None:
    """The classification with the most sure crossings, for several reaches of blurred ink."""
    best: Classification | None = None
    for blurred in BLURRED:
        seen = look((thick / 2 + blurred, thick / 2 + min(blurred, BESIDE)))
        classes = classify(seen.amounts)
        classes = classes and with_dark_lines(seen, classes)
        if classes is not None and (best is None or np.count_nonzero(classes.sure) > np.count_nonzero(best.sure)):
            best = classes
        if best is None or best.sure.all() or best.sure.mean() < 0.85:
            break  # nothing is left to decide, or a closer look does not help
    return best
