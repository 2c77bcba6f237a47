"""What an image was understood to be: squares of one pixel, cells, or ways of any shape, and their ends."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid
from mazeworks.drawing.lattice import from_edges
from mazeworks.search.flood import Flood, solution_from
from mazeworks.vision import ways
from mazeworks.vision.cellscan import Lattice

if TYPE_CHECKING:
    from mazeworks.vision.fitting import Fitted

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Form = Literal["squares", "cells", "layout", "pixels"]


@dataclass
class Understood:
    """What an image was understood to be."""

    form: Form
    #: Where one can walk, packed to a bit a pixel, and how wide a row is; in cells nothing is said about it.
    bits: Bytes
    width: int
    #: Start and goal in pixels of the image.
    start: Position
    goal: Position
    #: How wide the ways are, in pixels.
    way: float
    #: The same for a person.
    words: str
    lattice: Lattice | None = None
    #: Left, top, right and bottom (not included) of the walls of squares.
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    #: Cells of a layout other than rows and columns, or with an outline of their own.
    fitted: "Fitted | None" = None
    #: The walls of ways of any shape, packed as where one can walk is; beyond both there is paper.
    wall_bits: Bytes | None = None
    #: Whether start or goal is a mark that was found, not an opening or what was told.
    marked: bool = False

    def moved(self, right: int, down: int) -> "Understood":
        """The same cells in rows and columns, so many pixels farther to the right and down."""
        assert self.lattice is not None
        start, goal = (Position(end.x + right, end.y + down) for end in (self.start, self.goal))
        return replace(self, start=start, goal=goal, lattice=self.lattice.moved(right, down))

    @property
    def open_pixels(self) -> Bools:
        """Where one can walk, `[y, x]`."""
        return np.unpackbits(self.bits, axis=1, count=self.width).view(np.bool_)

    @property
    def walls(self) -> Bools:
        """The walls of pixels, `[y, x]`; around squares of one pixel there is paper."""
        if self.wall_bits is not None:
            return np.unpackbits(self.wall_bits, axis=1, count=self.width).view(np.bool_)
        left, top, right, bottom = self.box
        walls = np.zeros((len(self.bits), self.width), np.bool_)
        walls[top:bottom, left:right] = ~self.open_pixels[top:bottom, left:right]
        return walls

    def joined(self) -> bool:
        """Whether there is a way from start to goal, as long whether or not walls stand where that is unsure."""
        lengths = self._lengths()
        if lengths is not None:
            return lengths[0] is not None and lengths[0] == lengths[1]
        grid = ways.grid_of(self.open_pixels, self.start, self.goal) if self.lattice is None else self.grid()
        return Flood(grid, grid.start).run(grid.goal)

    def plain(self) -> bool:
        """Whether the answer is the same, a way of some length or none, whether or not unsure walls stand.

        That there is no way between marks is plain only in a drawing with sharp walls: elsewhere walls or marks are
        likelier mistaken.
        """
        lengths = self._lengths()
        return not self.doubtful_marks() and (lengths is None or lengths[0] == lengths[1])

    def doubtful_marks(self) -> bool:
        """Whether its ends are marks that no way joins, and may be no ends at all."""
        return self.marked and not self.sharp and not self.joined()

    @property
    def sharp(self) -> bool:
        """Whether it was read from walls with sharp edges, of which nothing is unsure."""
        return self.form == "squares" or (self.lattice is not None and self.lattice.unsure is None)

    def _lengths(self) -> tuple[int | None, int | None] | None:
        """How long the way is if unsure walls stand, and if not; None where nothing is unsure."""
        if self.fitted is not None:
            fitted = self.fitted
            return fitted.distance(self.start, self.goal, True), fitted.distance(self.start, self.goal, False)
        if self.lattice is not None and self.lattice.unsure is not None:
            return _length(self._cells(True)), _length(self._cells(False))
        return None

    def grid(self) -> Grid:
        """The walls between cells, or between pixels."""
        if self.lattice is not None:
            return self._cells(closed=True)
        if self.form == "squares":
            return ways.grid_of(self.open_pixels, self.start, self.goal)
        return ways.grid_of(ways.middle_lines(self.open_pixels, self.start, self.goal), self.start, self.goal)

    def _cells(self, closed: bool) -> Grid:
        """The walls between cells; where that is unsure, they stand if told so."""
        assert self.lattice is not None
        down, across = self.lattice.down.copy(), self.lattice.across.copy()
        for walls, unsure in zip((down, across), self.lattice.unsure or (), strict=False):
            walls[unsure] = closed
        down[:, [0, -1]] = across[[0, -1]] = True
        return from_edges(down, across, self.lattice.cell_at(self.start), self.lattice.cell_at(self.goal))


def _length(grid: Grid) -> int | None:
    flood = Flood(grid, grid.start)
    return len(solution_from(grid, flood.marks, flood.explored)) if flood.run(grid.goal) else None
