"""Ways through an image without cells: its open pixels, the openings in an outline of any shape, the middle."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import BORDER, Grid
from mazeworks.core.workers import share_out
from mazeworks.kernels.images import pixels as kernels
from mazeworks.vision.scan import runs_around

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

#: The most pixels on the edge of what lies around that are looked at for openings.
MOST_TOUCHING = 200_000
#: The discs that roll around an outline, by their radius in widths of a way, the largest first.
DISCS = (3, 1.1)
#: How many pixels wide ways have to be at least for an outline to be found.
FINE = 16
#: How many pixels wide a slit beside the outline may be.
SLITS = 3
#: What is wider than this many ways is a bay of the outline, not an opening.
BAY = 6
#: The most blots that are looked at.
MOST_BLOTS = 20


def grid_of(open_pixels: Bools | Bytes, start: Position, goal: Position) -> Grid:
    """A grid with a cell for each pixel, and no wall between two that are open."""
    height, width = open_pixels.shape
    cells = np.empty((height + 2, width + 2), np.uint8)
    cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = BORDER
    flat = np.ascontiguousarray(open_pixels).view(np.uint8).reshape(-1)

    def rows(first: int, last: int) -> None:
        kernels.walls_between(flat, cells.reshape(-1), width, height, first, last)

    share_out(rows, height, alone_below=1000)
    return Grid(cells, start, goal)


def rim_openings(walls: Bools, box: tuple[int, int, int, int]) -> list[Position]:
    """The middle of each run of open pixels on the rim of a box, in reading order; it may lead around a corner."""
    x, y = _rim(box)
    found = []
    for first, last in runs_around(~walls[y, x]):
        number = (first + last) // 2 % len(x)
        found.append(Position(int(x[number]), int(y[number])))
    return sorted(found, key=lambda place: (place.y, place.x))


def rim_runs(walls: Bools, box: tuple[int, int, int, int]) -> list[int]:
    """How many pixels long each run of open pixels on the rim of a box is."""
    x, y = _rim(box)
    return [last - first + 1 for first, last in runs_around(~walls[y, x])]


def closed_rim(walls: Bools, box: tuple[int, int, int, int]) -> float:
    """Which share of the rim of a box is wall."""
    x, y = _rim(box)
    return float(walls[y, x].mean())


def _rim(box: tuple[int, int, int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pixels around a box, clockwise from its upper left."""
    left, top, right, bottom = box
    across, down = np.arange(left, right), np.arange(top, bottom)
    x = [across, np.full(len(down) - 1, right - 1), across[-2::-1], np.full(max(0, len(down) - 2), left)]
    y = [np.full(len(across), top), down[1:], np.full(len(across) - 1, bottom - 1), down[-2:0:-1]]
    return np.concatenate(x), np.concatenate(y)


def clearance(open_pixels: Bools) -> NDArray[np.int32]:
    """How far each pixel is from the nearest closed one, in thirds of a pixel."""
    height, width = open_pixels.shape
    far = np.empty(height * width, np.int32)
    flat = np.ascontiguousarray(open_pixels).view(np.uint8).reshape(-1)
    kernels.clearance(flat, far, width, height)
    return far.reshape(height, width)


def without_cracks(open_pixels: Bools, wall: int) -> Bools:
    """The same without gaps narrower than a wall is thick, which nobody drew as a way."""
    reach = 3 * wall // 2
    cores = clearance(open_pixels) > reach
    return open_pixels & (clearance(~cores) <= reach)


def usual_width(open_pixels: Bools, box: tuple[int, int, int, int]) -> int:
    """How wide the ways in a box are: across a way, the middle of all distances from a wall is a quarter of it."""
    left, top, right, bottom = box
    part = open_pixels[top:bottom, left:right]
    if part.all():
        return 1
    far = clearance(part)
    far[outside_hull(part)] = 0  # paper around an outline that is not square
    inside = far[(far > 0) & (far < 1 << 19)]
    return max(1, round(4 / 3 * float(np.median(inside)))) if inside.size else 1


@dataclass
class Outline:
    """What lies inside of the outline of walls, and where one can go in."""

    inner: Bools
    openings: list[Position]


def outline(open_pixels: Bools, way: int) -> Outline:
    """The outline as a string finds it that is drawn tight around the walls, or a disc that rolls around them.

    The string lies straight across openings, however wide, but also across bays, which a disc comes into, the
    smaller the deeper; so the first is right that finds any opening that is not as wide as a bay. What neither
    comes to from without, nor one can walk to from within, is a nook of the outline.
    """
    coarse = max(1, way // FINE)
    small = _shrunk(open_pixels, coarse)
    inner, groups = _rolled_around(small, max(1, way // coarse))
    height, width = open_pixels.shape
    whole = np.repeat(np.repeat(inner, coarse, axis=0), coarse, axis=1)[:height, :width] & open_pixels
    openings = [_open_near(open_pixels, x * coarse + coarse // 2, y * coarse + coarse // 2) for x, y in groups]
    return Outline(whole, sorted(openings, key=lambda place: (place.y, place.x)))


def _shrunk(open_pixels: Bools, coarse: int) -> Bools:
    """An image so many times smaller, in which all walls are left."""
    if coarse == 1:
        return open_pixels
    height, width = (-(-side // coarse) * coarse for side in open_pixels.shape)
    padded = np.ones((height, width), np.bool_)
    padded[: open_pixels.shape[0], : open_pixels.shape[1]] = open_pixels
    small: Bools = np.logical_and.reduce(padded.reshape(height // coarse, coarse, -1, coarse), axis=(1, 3))
    return small


def _open_near(open_pixels: Bools, x: int, y: int) -> Position:
    """The open pixel nearest to one, of those around it."""
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


def _rolled_around(open_pixels: Bools, way: int) -> tuple[Bools, list[Position]]:
    """What lies inside, and the middle of each opening."""
    room = int(2.4 * DISCS[0] * way) + 10  # open paper on all sides, so that the outside is in one piece
    paper = np.pad(open_pixels, room, constant_values=True)
    far = clearance(paper)
    near_by = outside(far, DISCS[-1] * way)
    for disc in (0, *DISCS):
        beyond = outside(far, disc * way) if disc else outside_hull(paper)
        inner = paper & ~beyond
        groups = outline_openings(inner, beyond, near_by, way)
        if groups and all(_span(group) <= BAY * way for group in groups):
            break
    middles = [_middle_of(group) for group in groups]
    return inner[room:-room, room:-room], [Position(x - room, y - room) for x, y in middles]


def _span(group: list[tuple[int, int]]) -> int:
    """How far a group reaches, across or down."""
    return int(np.ptp(np.array(group), axis=0).max())


def outside(far: NDArray[np.int32], radius: float) -> Bools:
    """What lies around the outline: where a disc comes to from the edge, and as far as the disc itself reaches.

    far: the distance of each pixel from a wall; the rim of the image has to be open.
    """
    reach = int(3 * radius) + 3
    centres = flooded(far > reach, Position(0, 0))
    return _without_slits(clearance(~centres) <= reach + 1, far > 0)


def _without_slits(around: Bools, open_pixels: Bools) -> Bools:
    """What lies around, and the slits that pixels leave between it and slanted walls."""
    for _ in range(SLITS):
        around = (around | beside(around)) & open_pixels
    return around


def outside_hull(open_pixels: Bools) -> Bools:
    """What lies outside of a string drawn tight around all walls."""
    walls = ~open_pixels
    rows = np.flatnonzero(walls.any(axis=1))
    first = walls[rows].argmax(axis=1)
    last = walls.shape[1] - 1 - walls[rows, ::-1].argmax(axis=1)
    across = np.arange(walls.shape[1])
    around = np.ones(walls.shape, np.bool_)
    between = np.arange(rows[0], rows[-1] + 1)
    left, right = (np.interp(between, *_tight(rows, side)) for side in (first, -last))
    around[between] = (across < left[:, None]) | (across > -right[:, None])
    return _without_slits(around, open_pixels)


def _tight(rows: NDArray[np.int64], ends: NDArray[np.int64]) -> tuple[list[int], list[int]]:
    """The corners of a string drawn tight along the least numbers of all rows (Andrew, 1979)."""
    corners: list[tuple[int, int]] = []
    for y, x in zip(rows.tolist(), ends.tolist(), strict=True):
        while len(corners) > 1:
            (ay, ax), (by, bx) = corners[-2:]
            if (bx - ax) * (y - by) < (x - bx) * (by - ay):
                break
            corners.pop()
        corners.append((y, x))
    return [y for y, _ in corners], [x for _, x in corners]


def beside(mask: Bools) -> Bools:
    """The pixels that have one of a mask above, below, left or right of them."""
    touching = np.zeros(mask.shape, np.bool_)
    touching[1:] |= mask[:-1]
    touching[:-1] |= mask[1:]
    touching[:, 1:] |= mask[:, :-1]
    touching[:, :-1] |= mask[:, 1:]
    return touching


def flooded(open_pixels: Bools, start: Position) -> Bools:
    """The pixels that can be walked to from one."""
    from mazeworks.search.flood import Flood

    grid = grid_of(open_pixels, start, start)
    flood = Flood(grid, start)
    flood.run()
    seen: Bools = flood.marks.reshape(grid.cells.shape)[1:-1, 1:-1] >= 16
    return seen


def pieces(open_pixels: Bools) -> NDArray[np.int32]:
    """The number of the piece that each open pixel belongs to, from 1; pixels hang together by their sides."""
    height, width = open_pixels.shape
    rimmed = np.zeros((height + 2, width + 2), np.int32)
    rimmed[1:-1, 1:-1] = np.where(open_pixels, -1, 0)
    kernels.pieces(rimmed.reshape(-1), np.empty(max(1, int(np.count_nonzero(open_pixels))), np.int64), width + 2)
    return rimmed[1:-1, 1:-1]


def outline_openings(inner: Bools, beyond: Bools, near_by: Bools, way: float) -> list[list[tuple[int, int]]]:
    """The pixels of each place where inner ways meet what lies around; nooks are passed over.

    A nook is a small piece, or one that a smaller disc comes to, for the most part.
    """
    numbers = pieces(inner)
    sizes = np.bincount(numbers.reshape(-1))
    bays = np.bincount(numbers[near_by & inner], minlength=len(sizes))
    nooks = (sizes < 4 * way * way) | (bays > 0.5 * sizes)
    touching = beside(beyond) & inner & ~nooks[numbers]
    groups = _groups({(x, y) for y, x in np.argwhere(touching)[:MOST_TOUCHING].tolist()})
    return [group for group in groups if len(group) >= 0.3 * way]


def blots(inked: Bools, way: float) -> list[Position]:
    """The middle of each blot about as wide as a way, the largest first; fringes of walls and long lines are none."""
    cores = inked & (clearance(inked) > max(3, 0.1 * way))
    numbers = pieces(cores)
    sizes = np.bincount(numbers.reshape(-1))
    sizes[0] = 0
    found: list[Position] = []
    for number in np.argsort(-sizes, kind="stable")[:MOST_BLOTS].tolist():
        if sizes[number] <= max(3, 0.01 * way * way):
            break
        y, x = np.nonzero(numbers == number)
        middle = _middle_of(list(zip(x.tolist(), y.tolist(), strict=True)))
        apart = all(abs(middle.x - other.x) + abs(middle.y - other.y) > way for other in found)  # a ring around a dot
        if max(np.ptp(x), np.ptp(y)) <= 2 * way and apart:
            found.append(middle)
    return found


def _groups(points: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Points that hang together, sideways or by corners."""
    while points:
        group = [points.pop()]
        for x, y in group:  # grows while it is read
            beside = {(x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)} & points
            points -= beside
            group += beside
        yield group


def _middle_of(group: list[tuple[int, int]]) -> Position:
    """The point of a group nearest to the mean of all."""
    x, y = np.mean(group, axis=0)
    return Position(*min(group, key=lambda point: ((point[0] - x) ** 2 + (point[1] - y) ** 2, point)))


def _removable() -> Bytes:
    """For each neighbourhood, whether its middle can be closed and open pixels stay joined side by side as before.

    Just then, of the groups of open neighbours that are joined side by side, exactly one touches the middle by a
    side (Yokoi, 1973).
    """
    table = np.zeros(256, np.uint8)
    for around in range(256):
        groups = 0
        for side in (0, 2, 4, 6):
            diagonal, following = around >> (side + 1) & 1, around >> ((side + 2) % 8) & 1
            groups += (around >> side & 1) and not (diagonal and following)
        table[around] = groups == 1
    return table


REMOVABLE = _removable()


def middle_lines(open_pixels: Bools, start: Position, goal: Position) -> Bools:
    """Lines along the middle of the ways that join start and goal."""
    height, width = open_pixels.shape
    rimmed = np.zeros((height + 2, width + 2), np.uint8)
    rimmed[1:-1, 1:-1] = open_pixels
    far = clearance(rimmed > 0).reshape(-1)
    for place in (start, goal):
        rimmed[place.y + 1, place.x + 1] = 2
    flat = rimmed.reshape(-1)
    order = np.flatnonzero(flat)
    order = order[np.argsort(np.minimum(far[order], 65_535).astype(np.uint16), kind="stable")]  # so few bits sort fast
    kernels.thin(flat, far, order, REMOVABLE, np.empty(1 << 16, np.int64), width + 2)
    return rimmed[1:-1, 1:-1] > 0


def distances(open_pixels: Bools, lines: Grid, way: float) -> NDArray[np.int32]:
    """How far each open pixel is from the start of lines along the middle of ways, `[y, x]`; -1 where none leads.

    Across a way all pixels are as far as its middle; along ways without a line, which lead nowhere, it is farther.
    """
    from mazeworks.drawing.raster import distances as along

    rimmed = np.zeros(lines.cells.shape, np.uint8)
    rimmed[1:-1, 1:-1] = open_pixels
    far, room = along(lines, lines.start), np.empty(1 + int(np.count_nonzero(rimmed)), np.int64)
    kernels.fan_out(rimmed.reshape(-1), far, room, lines.stride, max(1, round(way)))
    return far.reshape(rimmed.shape)[1:-1, 1:-1]
