"""Ways through an image without cells: its open pixels, the openings in an outline of any shape, the middle."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import BORDER, Grid
from mazeworks.core.workers import share_out
from mazeworks.kernels.images import pixels as kernels

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]


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


def touching(mask: Bools) -> Bools:
    """The pixels that have one of a mask above, below, left or right of them."""
    touching = np.zeros(mask.shape, np.bool_)
    touching[1:] |= mask[:-1]
    touching[:-1] |= mask[1:]
    touching[:, 1:] |= mask[:, :-1]
    touching[:, :-1] |= mask[:, 1:]
    return touching


def reachable(open_pixels: Bools, start: Position) -> Bools:
    """The pixels that can be walked to from one."""
    from mazeworks.search.flood import Flood

    grid = grid_of(open_pixels, start, start)
    flood = Flood(grid, start)
    flood.run()
    seen: Bools = flood.marks.reshape(grid.cells.shape)[1:-1, 1:-1] >= 16
    return seen


def connected_components(open_pixels: Bools) -> NDArray[np.int32]:
    """The number of the piece that each open pixel belongs to, from 1; pixels hang together by their sides."""
    height, width = open_pixels.shape
    rimmed = np.zeros((height + 2, width + 2), np.int32)
    rimmed[1:-1, 1:-1] = np.where(open_pixels, -1, 0)
    kernels.pieces(rimmed.reshape(-1), np.empty(max(1, int(np.count_nonzero(open_pixels))), np.int64), width + 2)
    return rimmed[1:-1, 1:-1]


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


def skeleton(open_pixels: Bools, start: Position, goal: Position) -> Bools:
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
