"""The outline of walls of any shape: what lies inside, where it is open, and how wide its passages are."""

from collections.abc import Iterator

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.memory import afford
from mazeworks.vision.arrays import Bools, Box, Ints, Longs
from mazeworks.vision.morphology import clearance, component_sizes, connected_components, reachable, touching
from mazeworks.vision.run_lengths import runs_around

#: The radii of the discs that roll around an outline, in widths of a passage, the largest first.
DISCS = (3, 1.1)
#: In wider passages than this, in pixels, the outline is found in a smaller copy.
FINE = 16
#: Bytes of memory per pixel, the paper around the image included, to roll a disc around the outline.
ROLLING_BYTES = 32


def rim_openings(walls: Bools, box: Box) -> list[Position]:
    """The middle of each run of open pixels on the edge of a box, in reading order; runs may turn a corner."""
    x, y = _rim(box)
    middles = [(first + last) // 2 % len(x) for first, last in runs_around(~walls[y, x])]
    return sorted((Position(int(x[n]), int(y[n])) for n in middles), key=lambda place: (place.y, place.x))


def rim_of(walls: Bools, box: Box) -> Bools:
    """Which pixels on the edge of a box are wall, clockwise from the upper left."""
    x, y = _rim(box)
    return walls[y, x]


def _rim(box: Box) -> tuple[Longs, Longs]:
    """The pixels along the edge of a box, clockwise from the upper left."""
    left, top, right, bottom = box
    across, down = np.arange(left, right), np.arange(top, bottom)
    x = [across, np.full(len(down) - 1, right - 1), across[-2::-1], np.full(max(0, len(down) - 2), left)]
    y = [np.full(len(across), top), down[1:], np.full(len(across) - 1, bottom - 1), down[-2:0:-1]]
    return np.concatenate(x), np.concatenate(y)


def passage_width(open_pixels: Bools, box: Box) -> int:
    """The width of the passages in a box: four times the median distance of their pixels from a wall."""
    left, top, right, bottom = box
    part = open_pixels[top:bottom, left:right]
    if part.all():
        return 1
    far = clearance(part)
    far[outside_hull(part)] = 0  # paper around an outline that is not square
    inside = far[(far > 0) & (far < 1 << 19)]
    return max(1, round(4 / 3 * float(np.median(inside)))) if inside.size else 1


def find_outline(open_pixels: Bools, passage: int) -> tuple[Bools, list[Position]]:
    """What lies inside the outline, and its openings.

    The outline is a convex hull, or what a disc finds that rolls around the walls. The hull closes openings of any
    width, but also bays. A disc enters bays, a smaller one more deeply. The first outline whose openings are all
    narrower than a bay is right. What neither the disc reaches from outside nor a path from inside is a nook.
    """
    coarse = max(1, passage // FINE)
    small = _shrunk(open_pixels, coarse)
    inner, groups = _rolled_around(small, max(1, passage // coarse))
    height, width = open_pixels.shape
    whole = np.repeat(np.repeat(inner, coarse, axis=0), coarse, axis=1)[:height, :width] & open_pixels
    openings = [_open_near(open_pixels, x * coarse + coarse // 2, y * coarse + coarse // 2) for x, y in groups]
    return whole, sorted(openings, key=lambda place: (place.y, place.x))


def _shrunk(open_pixels: Bools, coarse: int) -> Bools:
    """The image scaled down by a factor, with all walls kept."""
    if coarse == 1:
        return open_pixels
    padded = np.pad(open_pixels, [(0, -side % coarse) for side in open_pixels.shape], constant_values=True)
    small: Bools = np.all(padded.reshape(len(padded) // coarse, coarse, -1, coarse), axis=(1, 3))
    return small


def _open_near(open_pixels: Bools, x: int, y: int) -> Position:
    """The open pixel nearest to a place, among those around it."""
    height, width = open_pixels.shape
    x, y = min(max(x, 0), width - 1), min(max(y, 0), height - 1)
    if open_pixels[y, x]:
        return Position(x, y)
    left, top = max(0, x - FINE), max(0, y - FINE)
    places = np.argwhere(open_pixels[top : y + FINE, left : x + FINE]) + np.array([top, left])
    if not len(places):
        return Position(x, y)
    down, across = places[((places - (y, x)) ** 2).sum(axis=1).argmin()].tolist()
    return Position(across, down)


def _rolled_around(open_pixels: Bools, passage: int) -> tuple[Bools, list[Position]]:
    """What lies inside, and the middle of each opening."""
    room = int(2.4 * DISCS[0] * passage) + 10  # open paper on all sides, so that the outside is connected
    height, width = (side + 2 * room for side in open_pixels.shape)
    afford(ROLLING_BYTES * width * height, f"an outline in {width}x{height} pixels", "try a smaller image")
    paper = np.pad(open_pixels, room, constant_values=True)
    far = clearance(paper)
    near_by = outside(far, DISCS[-1] * passage)
    for disc in (0, *DISCS):
        beyond = outside(far, disc * passage) if disc else outside_hull(paper)
        inner = paper & ~beyond
        groups = outline_openings(inner, beyond, near_by, passage)
        if groups and all(np.ptp(group, axis=0).max() <= 6 * passage for group in groups):  # a wider gap is a bay
            break
    middles = [_middle_of(group) for group in groups]
    return inner[room:-room, room:-room], [Position(x - room, y - room) for x, y in middles]


def outside(far: Ints, radius: float) -> Bools:
    """What lies outside the outline: where a disc gets from the edge, and as far as the disc reaches.

    far: the distance of each pixel from a wall; the edge of the image has to be open.
    """
    reach = int(3 * radius) + 3
    centres = reachable(far > reach, Position(0, 0))
    return _without_slits(clearance(~centres) <= reach + 1, far > 0)


def _without_slits(around: Bools, open_pixels: Bools) -> Bools:
    """The outside with the slits that rasterising leaves between it and slanted walls."""
    for _ in range(3):  # the widest is three pixels
        around = (around | touching(around)) & open_pixels
    return around


def outside_hull(open_pixels: Bools) -> Bools:
    """What lies outside the convex hull of all walls."""
    walls = ~open_pixels
    rows = np.flatnonzero(walls.any(axis=1))
    if not len(rows):
        return open_pixels
    first = walls[rows].argmax(axis=1)
    last = walls.shape[1] - 1 - walls[rows, ::-1].argmax(axis=1)
    across = np.arange(walls.shape[1])
    around = np.ones(walls.shape, np.bool_)
    between = np.arange(rows[0], rows[-1] + 1)
    left, right = (np.interp(between, *_hull_side(rows, side)) for side in (first, -last))
    around[between] = (across < left[:, None]) | (across > -right[:, None])
    return _without_slits(around, open_pixels)


def _hull_side(rows: Longs, ends: Longs) -> tuple[list[int], list[int]]:
    """The corners of the convex hull along the least number of each row (Andrew, 1979)."""
    corners: list[tuple[int, int]] = []
    for y, x in zip(rows.tolist(), ends.tolist(), strict=True):
        while len(corners) > 1:
            (ay, ax), (by, bx) = corners[-2:]
            if (bx - ax) * (y - by) < (x - bx) * (by - ay):
                break
            corners.pop()
        corners.append((y, x))
    return [y for y, _ in corners], [x for _, x in corners]


def outline_openings(inner: Bools, beyond: Bools, near_by: Bools, passage: float) -> list[list[tuple[int, int]]]:
    """The pixels of each place where passages meet the outside, except in nooks: these are small, or mostly near it."""
    numbers = connected_components(inner)
    sizes = component_sizes(numbers)
    bays = np.bincount(numbers[near_by & inner], minlength=len(sizes))
    nooks = (sizes < 4 * passage * passage) | (bays > 0.5 * sizes)
    edge = touching(beyond) & inner & ~nooks[numbers]
    groups = _groups({(x, y) for y, x in np.argwhere(edge)[:200_000].tolist()})  # more take too long
    return [group for group in groups if len(group) >= 0.3 * passage]


def _groups(points: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Points joined by sides or corners, or with one pixel between them."""
    while points:
        group = [points.pop()]
        for x, y in group:  # grows while it is read
            beside = {(x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)} & points
            points -= beside
            group += beside
        yield group


def _middle_of(group: list[tuple[int, int]]) -> Position:
    """The point of a group nearest to its mean."""
    x, y = np.mean(group, axis=0)
    return Position(*min(group, key=lambda point: ((point[0] - x) ** 2 + (point[1] - y) ** 2, point)))
