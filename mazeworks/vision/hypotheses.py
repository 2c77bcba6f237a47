"""Hypotheses of which pixels of an image are wall, each computed once, and the cells they show."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.progress import report
from mazeworks.images.decoding import Pixels
from mazeworks.vision.arrays import Bools, Bytes
from mazeworks.vision.binarise import (
    SAME,
    WallMask,
    despeckled,
    squared,
    tone_mask,
    usual_colour,
    wall_masks,
    without_coloured_marks,
)
from mazeworks.vision.endpoints import NoEnds, NotInMaze
from mazeworks.vision.ink import FULL, ink_of
from mazeworks.vision.lattice import Lattice
from mazeworks.vision.lattice_fit import find_lattice, with_doubts, with_walls_by_ink
from mazeworks.vision.reading import Reading
from mazeworks.vision.verification import MOST_PIXELS, contradicts_image

#: The least pitch in pixels that need not be a whole number.
FINE = 3.5
#: The shares of a wall's ink from which a pixel counts as wall in passages of any shape, the most careful first.
CAREFUL = (0.3, 0.5)


class Hypothesis:
    """The possible walls of an image, one bit per pixel."""

    def __init__(self, pixels: Pixels, walls: WallMask) -> None:
        self.pixels, self.source = pixels, replace(walls, mask=np.zeros((0, 0), np.bool_))
        self.bits, self.some = np.packbits(walls.mask, axis=1), bool(walls.mask.any() and not walls.mask.all())

    @property
    def walls(self) -> Bools:
        """The walls, `[y, x]`."""
        return np.unpackbits(self.bits, axis=1, count=self.pixels.shape[1]).view(np.bool_)

    @cached_property
    def ink(self) -> Bytes:
        """The ink of every pixel."""
        return self.source.ink(self.pixels)

    def lattice(self) -> Lattice | None:
        """Cells in rows and columns with straight walls, if the image shows them."""
        found = find_lattice(self.walls)
        if found is None or (min(found.pitch) < FINE and any(pitch % 1 for pitch in found.pitch)):
            return None
        return self.checked(found)

    def checked(self, lattice: Lattice) -> Lattice | None:
        """The cells with walls as the image shows them, however faint; None if it does not."""
        if not self.source.exact:
            return with_walls_by_ink(lattice, self.ink, not self._papered(lattice))
        # With two tones the walls are complete, and where cells are coloured, ink says little.
        two_tones = np.count_nonzero(self.pixels.histogram) <= 2
        return lattice if two_tones or not self._papered(lattice) else with_doubts(lattice, self.ink)

    def contradicts(self, found: Reading) -> bool:
        """Whether the image contradicts the cells found in it."""
        if self.pixels.shape[0] * self.pixels.shape[1] > MOST_PIXELS or not found.connected():
            return False
        return contradicts_image(found, self.walls, self.ink, self.source.exact)

    def _papered(self, lattice: Lattice) -> bool:
        """Whether the middle of most cells is paper."""
        width, height = lattice.size
        cells = np.arange(0, width * height, max(1, width * height // 2000))
        x, y = lattice.middle(lattice.places_of(cells)).T
        colours = self.pixels.colours_at(x, y)
        paper = usual_colour(colours) if self.source.colours is None else self.source.colours.paper
        return bool((squared(colours - paper) <= SAME**2).mean() > 0.5)


class Hypotheses:
    """All hypotheses, each computed once; and the first error with them."""

    def __init__(self, pixels: Pixels, tone: str) -> None:
        self._pixels, self.tone, self._source = pixels, tone, wall_masks(pixels, tone)
        self._known: list[Hypothesis] = []
        self._sizes: set[tuple[int, int]] = set()
        self.first_error: FormatError | None = None
        #: The openings of cells that had too few or too many of them.
        self.openings: list[Position] = []

    @contextmanager
    def skipping_errors(self, kept: bool = True) -> Iterator[None]:
        """Continue where ends are missing: passages as wide as walls look like cells in both tones.

        kept: whether the first error is kept to be raised in the end.
        """
        try:
            yield
        except NotInMaze:
            raise
        except FormatError as error:
            # Without its traceback, which would keep whole images in memory.
            self.first_error = self.first_error or (error.with_traceback(None) if kept else None)
            self.openings = self.openings or (error.openings if kept and isinstance(error, NoEnds) else [])

    def halved(self, lattice: Lattice) -> bool:
        """Whether cells twice as large were found before: a line in the middle of the passages is not a wall."""
        self._sizes.add(lattice.size)
        return (lattice.size[0] / 2, lattice.size[1] / 2) in self._sizes

    def __iter__(self) -> Iterator[Hypothesis]:
        yield from self._known
        for walls in self._source:
            hypothesis = Hypothesis(self._pixels, walls)
            del walls  # as large as the image
            if hypothesis.some and not any(np.array_equal(hypothesis.bits, known.bits) for known in self._known):
                self._known.append(hypothesis)
                report("reading the image", 0.05 * len(self._known))
                yield self._known[-1]

    def inked(self) -> Iterator[Hypothesis]:
        """The hypotheses that differ in what is ink."""
        seen: list[object] = []
        for hypothesis in self:
            ink = hypothesis.source.colours or hypothesis.source.light
            if ink not in seen and not hypothesis.source.exact:
                seen.append(ink)
                yield hypothesis

    def most_wall(self) -> Iterator[tuple[bool, Bools]]:
        """Possible walls, from the most to the least, and whether they include more than half-dark pixels."""
        plain, light = tone_mask(self._pixels, self.tone)
        if np.count_nonzero(self._pixels.histogram) > 2:
            ink = without_coloured_marks(self._pixels, ink_of(self._pixels, light)[0], plain)
            for share in CAREFUL:
                yield share < 0.5, despeckled(ink > share * FULL)
        yield False, despeckled(plain)
