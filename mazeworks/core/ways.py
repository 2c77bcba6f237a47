"""Ways through an image without cells: its open pixels, the openings in an outline of any shape, the middle."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import BORDER, Grid
from mazeworks.core.scan import runs_around
from mazeworks.core.workers import share_out
from mazeworks.kernels import pixels as kernels

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

#: The most pixels on the edge of what lies around that are looked at for openings.
MOST_TOUCHING = 200_000


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
    far = clearance(open_pixels[top:bottom, left:right])
    inside = far[(far > 0) & (far < 1 << 19)]
    return max(1, round(4 / 3 * float(np.median(inside)))) if inside.size else 1


def outside(open_pixels: Bools, way: float) -> Bools:
    """What lies around the outline: where a disc twice as wide as a way comes to from the edge, and as far as
    the disc itself reaches; the rim of the image has to be open."""
    reach = int(3 * 1.1 * way) + 3
    far = clearance(open_pixels)
    centres = flooded(far > reach, Position(0, 0))
    return clearance(~centres) <= reach + 1


def flooded(open_pixels: Bools, start: Position) -> Bools:
    """The pixels that can be walked to from one."""
    from mazeworks.core.flood import Flood

    grid = grid_of(open_pixels, start, start)
    flood = Flood(grid, start)
    flood.run()
    seen: Bools = flood.marks.reshape(grid.cells.shape)[1:-1, 1:-1] >= 16
    return seen


def outline_openings(open_pixels: Bools, beyond: Bools, way: float) -> list[Position]:
    """The middle of each place where an inner way meets what lies around, in reading order."""
    inner = open_pixels & ~beyond
    touching = np.zeros(inner.shape, np.bool_)
    touching[1:] |= beyond[:-1]
    touching[:-1] |= beyond[1:]
    touching[:, 1:] |= beyond[:, :-1]
    touching[:, :-1] |= beyond[:, 1:]
    touching &= inner
    groups = _groups({(x, y) for y, x in np.argwhere(touching)[:MOST_TOUCHING].tolist()})
    places = [_middle_of(group) for group in groups if len(group) >= 0.3 * way]
    return sorted(places, key=lambda place: (place.y, place.x))


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
    order = order[np.argsort(far[order], kind="stable")]
    kernels.thin(flat, far, order, REMOVABLE, np.empty(1 << 16, np.int64), width + 2)
    return rimmed[1:-1, 1:-1] > 0
