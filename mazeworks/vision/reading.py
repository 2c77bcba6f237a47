"""What was read from an image: squares of one pixel, cells, or passages of any shape, with both ends."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid
from mazeworks.search.flood import Flood
from mazeworks.vision import morphology
from mazeworks.vision.arrays import Bools, Box, Bytes, Ints
from mazeworks.vision.lattice import Lattice
from mazeworks.vision.layout_fit import FittedLayout

Form = Literal["squares", "cells", "layout", "pixels"]
#: Cells found in an image; all points they give are those of the image.
Cells = Lattice | FittedLayout


@dataclass
class Reading:
    """A maze read from an image."""

    form: Form
    #: The open pixels, packed to one bit per pixel, and the width of a row; empty where there are cells.
    bits: Bytes
    width: int
    #: Start and goal in pixels of the image.
    start: Position
    goal: Position
    #: The width of a passage in pixels.
    passage: float
    #: The reading as a sentence for people.
    words: str
    #: The cells of the maze; None where it consists of pixels.
    cells: Cells | None = None
    #: Left, top, right and bottom (exclusive) of the walls of squares.
    box: Box = (0, 0, 0, 0)
    #: The walls around passages of any shape, packed like the open pixels; all other pixels are paper.
    wall_bits: Bytes | None = None
    #: Whether start or goal is a mark found in the image, not an opening or a given pixel.
    marked: bool = False

    @property
    def open_pixels(self) -> Bools:
        """The pixels one can walk on, `[y, x]`."""
        return np.unpackbits(self.bits, axis=1, count=self.width).view(np.bool_)

    @property
    def walls(self) -> Bools:
        """The wall pixels, `[y, x]`; around squares of one pixel there is paper."""
        if self.wall_bits is not None:
            return np.unpackbits(self.wall_bits, axis=1, count=self.width).view(np.bool_)
        left, top, right, bottom = self.box
        walls = np.zeros((len(self.bits), self.width), np.bool_)
        walls[top:bottom, left:right] = ~self.open_pixels[top:bottom, left:right]
        return walls

    def clearance(self) -> Ints:
        """The distance of each pixel from the nearest closed one, in thirds of a pixel, `[y, x]`."""
        return morphology.clearance(self.open_pixels)

    def distances(self, skeleton: Grid) -> Ints:
        """The distance of each open pixel from the start along a skeleton, as `grid` makes it; -1 if unreachable."""
        return morphology.pixel_distances(self.open_pixels, skeleton, self.passage)

    def connected(self) -> bool:
        """Whether a path joins start and goal, and unsure walls do not change its length."""
        if self.cells is not None:
            return None not in self._lengths and len(self._lengths) == 1
        grid = morphology.grid_of(self.open_pixels, self.start, self.goal)
        return Flood(grid, grid.start).run(grid.goal)

    def unambiguous(self) -> bool:
        """Whether unsure walls make no difference to the length of the path, or to there being none.

        A missing path between marks counts only in a drawing with sharp walls: elsewhere it is likelier that a wall
        or a mark was misread.
        """
        return not self.doubtful_marks() and len(self._lengths) <= 1

    def doubtful_marks(self) -> bool:
        """Whether the ends are marks without a path between them, and so perhaps not ends at all."""
        sharp = self.form == "squares" or (isinstance(self.cells, Lattice) and self.cells.unsure is None)
        return self.marked and not sharp and not self.connected()

    @cached_property
    def _lengths(self) -> set[int | None]:
        """The path's length over cells, with unsure walls closed and with them open; None where no path exists."""
        if self.cells is None:
            return set()
        walls = (True,) if self.cells.unsure is None else (True, False)
        return {self.cells.path_length(self.start, self.goal, closed) for closed in walls}

    def grid(self) -> Grid:
        """The walls between cells, or between pixels: those of squares, or of the skeleton of the passages."""
        if isinstance(self.cells, Lattice):
            return self.cells.structure(self.start, self.goal)
        open_pixels = self.open_pixels
        if self.form != "squares":
            open_pixels = morphology.skeleton(open_pixels, self.start, self.goal)
        return morphology.grid_of(open_pixels, self.start, self.goal)
