"""Morphology of open and closed pixels: distance transform, connected components, skeleton."""

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.grid import BORDER, Grid
from mazeworks.core.workers import share_out
from mazeworks.kernels.images import pixels as kernels
from mazeworks.vision.arrays import Bools, Bytes, Ints, Longs

#: Pixels counted at a time.
BAND = 1 << 22


def grid_of(open_pixels: Bools | Bytes, start: Position, goal: Position) -> Grid:
    """A grid with a cell for each pixel, and no wall between two open ones."""
    height, width = open_pixels.shape
    cells = np.empty((height + 2, width + 2), np.uint8)
    cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = BORDER
    flat = np.ascontiguousarray(open_pixels).view(np.uint8).reshape(-1)

    def rows(first: int, last: int) -> None:
        kernels.walls_between(flat, cells.reshape(-1), width, height, first, last)

    share_out(rows, height, alone_below=1000)
    return Grid(cells, start, goal)


def clearance(open_pixels: Bools) -> Ints:
    """The distance of each pixel from the nearest closed one, in thirds of a pixel."""
    height, width = open_pixels.shape
    far = np.empty(height * width, np.int32)
    flat = np.ascontiguousarray(open_pixels).view(np.uint8).reshape(-1)
    kernels.clearance(flat, far, width, height)
    return far.reshape(height, width)


def without_cracks(open_pixels: Bools, wall: int) -> Bools:
    """The open pixels without gaps narrower than a wall, which were not drawn as passages."""
    reach = 3 * wall // 2
    cores = clearance(open_pixels) > reach
    return open_pixels & (clearance(~cores) <= reach)


def touching(mask: Bools) -> Bools:
    """The pixels with one of the mask above, below, left or right of them."""
    touching = np.zeros(mask.shape, np.bool_)
    touching[1:] |= mask[:-1]
    touching[:-1] |= mask[1:]
    touching[:, 1:] |= mask[:, :-1]
    touching[:, :-1] |= mask[:, 1:]
    return touching


def reachable(open_pixels: Bools, start: Position) -> Bools:
    """The pixels that can be reached from one."""
    from mazeworks.search.flood import Flood

    grid = grid_of(open_pixels, start, start)
    flood = Flood(grid, start)
    flood.run()
    return flood.marks.reshape(grid.cells.shape)[1:-1, 1:-1] >= 16


def connected_components(open_pixels: Bools) -> Ints:
    """The number of each open pixel's component, from 1; components are joined by sides, not corners."""
    rimmed = -np.pad(open_pixels, 1).astype(np.int32)
    room = np.empty(max(1, int(np.count_nonzero(open_pixels))), np.int64)
    kernels.pieces(rimmed.reshape(-1), room, rimmed.shape[1])
    return rimmed[1:-1, 1:-1]


def component_sizes(numbers: Ints) -> Longs:
    """The number of pixels of each component, counted in bands, because counting copies what it counts."""
    sizes = np.zeros(int(numbers.max(initial=0)) + 1, np.int64)
    rows = max(1, BAND // numbers.shape[1])
    for first in range(0, len(numbers), rows):
        sizes += np.bincount(numbers[first : first + rows].reshape(-1), minlength=len(sizes))
    return sizes


def _removable() -> Bytes:
    """For each neighbourhood, whether its centre can be closed without disconnecting open pixels.

    It can if exactly one group of open neighbours, joined by sides, touches the centre by a side (Yokoi, 1973).
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


def skeleton(open_pixels: Bools, start: Position, goal: Position) -> Bools:
    """The centre lines of the passages that join start and goal."""
    rimmed = np.pad(open_pixels, 1).view(np.uint8)
    far = clearance(rimmed > 0).reshape(-1)
    for place in (start, goal):
        rimmed[place.y + 1, place.x + 1] = 2
    flat = rimmed.reshape(-1)
    order = np.flatnonzero(flat)
    order = order[np.argsort(np.minimum(far[order], 65_535).astype(np.uint16), kind="stable")]  # 16 bits sort fast
    kernels.thin(flat, far, order, REMOVABLE, np.empty(1 << 16, np.int64), rimmed.shape[1])
    return rimmed[1:-1, 1:-1] > 0


def pixel_distances(open_pixels: Bools, lines: Grid, passage: float) -> Ints:
    """The distance of each open pixel from the start of a skeleton, `[y, x]`; -1 where it is unreachable.

    All pixels across a passage are as far as its centre line. Along dead ends, which have no line, distances grow.
    """
    from mazeworks.drawing.raster import distances

    rimmed = np.pad(open_pixels, 1).view(np.uint8)
    far, room = distances(lines, lines.start), np.empty(1 + int(np.count_nonzero(rimmed)), np.int64)
    kernels.fan_out(rimmed.reshape(-1), far, room, lines.stride, max(1, round(passage)))
    return far.reshape(rimmed.shape)[1:-1, 1:-1]
