"""A wall maze in pixels: numbers of a small palette, straight from the byte grid."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import Bytes, Grid
from mazeworks.core.memory import afford
from mazeworks.core.puzzle import Solution
from mazeworks.core.walk import path_sides
from mazeworks.drawing.look import Look
from mazeworks.drawing.palette import RGB
from mazeworks.kernels import tables
from mazeworks.kernels.images import raster

#: Numbers in the palette, followed by the colours of distances.
BACKGROUND, WALL, PATH, START, GOAL, SEEN, SHADES = range(7)
LEVELS = 249
#: About how many pixels a band of rows has.
BAND = 1 << 22
#: The bytes that distances take for each cell.
DISTANCES = 24
#: The fewest pixels of a cell with room for a path thinner than a passage and a margin around marks; for a ring.
ROOMY, SMOOTH = 5, 9


def colours(look: Look) -> list[RGB]:
    """The palette of a raster."""
    plain = [look.palette.rgb(role) for role in ("background", "wall", "path", "start", "goal", "seen")]
    return plain + (list(look.palette.distance_colours(LEVELS)) if look.distances else [])


class Raster:
    """A picture of a grid, made band by band or as a whole."""

    def __init__(self, grid: Grid, look: Look, solution: Solution[Any] | None = None) -> None:
        self.grid, self.look = grid, look
        needed = grid.cells.size * (DISTANCES if look.distances else 2) + 8 * BAND
        afford(needed, f"the pixels of {grid.width}x{grid.height} cells", "draw a smaller maze")
        self.size = look.pixels(grid.width, grid.height)
        #: Whether start and goal are marked.
        self.ends = True
        #: The number of each cell's colour and the directions of the path in it, border included.
        self.fills = np.zeros(grid.cells.shape, np.uint8)
        self.path_sides = np.zeros(grid.cells.shape, np.uint8)
        if look.distances:
            self.fills[:] = shades(grid)
        if solution is not None:
            self.mark_path(solution.states)

    def mark_path(self, states: Sequence[Any]) -> None:
        """Draw a path through these cells."""
        self.path_sides[1:-1, 1:-1] = path_sides(self.grid, states)
        if self.look.cell < ROOMY:
            self.fills[self.path_sides != 0] = PATH

    def image(self) -> Bytes:
        """The whole picture, `[y, x]`."""
        return np.concatenate(list(self.bands()))

    def bands(self) -> Iterator[Bytes]:
        """The picture from the top in bands of rows."""
        look, grid, (width, _) = self.look, self.grid, self.size
        top = np.zeros((look.margin + look.wall, width), np.uint8)
        top[look.margin :, look.margin : width - look.margin] = WALL
        yield top
        step = max(1, BAND // (width * look.pitch))
        for first in range(0, grid.height, step):
            yield self._band(first, min(first + step, grid.height))
        if look.margin:
            yield np.zeros((look.margin, width), np.uint8)

    def _band(self, first: int, last: int) -> Bytes:
        look, grid = self.look, self.grid
        parts = np.empty((last - first, grid.width, 4), np.uint8)
        wide = 0 if look.cell >= ROOMY else PATH
        arrays = [array.reshape(-1) for array in (grid.flat, self.fills, self.path_sides, parts)]
        raster.parts(*arrays, grid.stride, first, last, wide)
        band = np.zeros(((last - first) * look.pitch, self.size[0]), np.uint8)
        left = look.margin + look.wall
        band[:, look.margin : left] = WALL
        blocks = band[:, left : left + grid.width * look.pitch]
        for rows, column in ((range(look.cell), 0), (range(look.cell, look.pitch), 2)):
            line = np.empty((last - first, grid.width, look.pitch), np.uint8)
            for offset in range(look.pitch):
                line[:, :, offset] = parts[:, :, column + (offset >= look.cell)]
            for row in rows:
                blocks[row :: look.pitch] = line.reshape(last - first, -1)
        if look.cell >= ROOMY:
            self._draw_path(blocks, first, last)
        if self.ends:
            self._draw_ends(blocks, first, last)
        return band

    def _draw_path(self, blocks: Bytes, first: int, last: int) -> None:
        """Draw a line along the middle of passages; on colours of distances with a rim, if there is room."""
        thick = max(1, self.look.cell // 3)
        thick += (self.look.cell - thick) % 2
        if self.look.distances:
            rim = max(1, round(0.07 * self.look.cell))
            self._draw_line(blocks, first, last, min(self.look.cell, thick + 2 * rim), BACKGROUND)
        self._draw_line(blocks, first, last, thick, PATH)

    def _draw_line(self, blocks: Bytes, first: int, last: int, thick: int, number: int) -> None:
        """Draw a square in the middle of each cell of the path, and a bar towards each neighbour on the path."""
        cell, pitch = self.look.cell, self.look.pitch
        near, far = (cell - thick) // 2, (cell + thick) // 2
        before, middle, after = slice(0, near), slice(near, far), slice(far, pitch)
        bars = {15: (middle, middle), 1: (before, middle), 2: (after, middle), 4: (middle, after), 8: (middle, before)}
        # A view, [y, x, down, across].
        cells = blocks.reshape(last - first, pitch, self.grid.width, pitch).swapaxes(1, 2)
        for flag, (down, across) in bars.items():
            y, x = np.nonzero(self.path_sides[first + 1 : last + 1, 1:-1] & flag)
            cells[y, x, down, across] = number

    def _draw_ends(self, blocks: Bytes, first: int, last: int) -> None:
        """Draw the marks, each on a plate of the background that sets it off from the path and from colours."""
        for place, number, mark in ((self.grid.start, START, start_mark), (self.grid.goal, GOAL, goal_mark)):
            if first <= place.y < last:
                y, x = (place.y - first) * self.look.pitch, place.x * self.look.pitch
                plate = blocks[y : y + self.look.cell, x : x + self.look.cell]
                plate[:] = BACKGROUND
                plate[mark(self.look.cell)] = number


def start_mark(cell: int) -> NDArray[np.bool_]:
    """A square."""
    mark = np.zeros((cell, cell), np.bool_)
    inset = max(1, int(cell * 0.15)) if cell >= ROOMY else 0
    mark[inset : cell - inset, inset : cell - inset] = True
    return mark


def goal_mark(cell: int) -> NDArray[np.bool_]:
    """A ring around a dot; in small cells a hollow square; below 3 pixels only a colour."""
    if cell < SMOOTH:
        mark = start_mark(cell)
        inset = int(mark[cell // 2].argmax()) + 1 + (cell >= 8)
        mark[inset:-inset, inset:-inset] = False
        return mark
    middle = np.arange(cell) - (cell - 1) / 2
    radius = np.hypot(middle[:, None], middle[None]) / cell
    ring: NDArray[np.bool_] = (radius <= 0.14) | ((radius >= 0.31) & (radius <= 0.44))
    return ring


def shades(grid: Grid) -> Bytes:
    """The number of each cell's colour by its distance from the start, border included; 0 if unreached."""
    far = distances(grid, grid.start).reshape(grid.cells.shape)
    numbers = far.astype(np.int64) * (LEVELS - 1) // max(1, int(far.max())) + SHADES
    return np.where(far < 0, 0, numbers).astype(np.uint8)


def distances(grid: Grid, start: Position) -> NDArray[np.int32]:
    """The number of moves from a cell to every other, flat with the border; -1 if unreached."""
    far = np.full(grid.flat.size, -1, np.int32)
    queue = np.empty(grid.flat.size, np.int64)
    raster.distances(grid.flat, tables.steps(grid.stride), grid.index(start), far, queue)
    return far
