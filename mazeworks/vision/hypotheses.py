"""Hypotheses of which pixels of an image are wall, each computed once, and the cells they show."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.progress import report
from mazeworks.images.decoding import Pixels
from mazeworks.vision.arrays import Bools
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


def lattice_of(mask: WallMask) -> Lattice | None:
    """Cells in rows and columns with straight walls as the image shows them, however faint; None if it does not."""
    found = find_lattice(mask.walls)
    if found is None or (min(found.pitch) < 3.5 and any(pitch % 1 for pitch in found.pitch)):
        return None  # the pitch of so small cells is a whole number of pixels
    if not mask.exact:
        return with_walls_by_ink(found, mask.ink, not _papered(mask, found))
    # With two tones the walls are complete, and where cells are coloured, ink says little.
    two_tones = np.count_nonzero(mask.pixels.histogram) <= 2
    return found if two_tones or not _papered(mask, found) else with_doubts(found, mask.ink)


def _papered(mask: WallMask, lattice: Lattice) -> bool:
    """Whether the middle of most cells is paper."""
    width, height = lattice.size
    cells = np.arange(0, width * height, max(1, width * height // 2000))
    x, y = lattice.middle(lattice.places_of(cells)).T
    colours = mask.pixels.colours_at(x, y)
    paper = usual_colour(colours) if mask.colours is None else mask.colours.paper
    return bool((squared(colours - paper) <= SAME**2).mean() > 0.5)


def contradicts(mask: WallMask, found: Reading) -> bool:
    """Whether the image contradicts the cells found in it."""
    if mask.pixels.shape[0] * mask.pixels.shape[1] > MOST_PIXELS or not found.connected():
        return False
    return contradicts_image(found, mask.walls, mask.ink, mask.exact)


class Hypotheses:
    """All hypotheses, each computed once; and the first error with them."""

    def __init__(self, pixels: Pixels, tone: str) -> None:
        self._pixels, self.tone, self._source = pixels, tone, wall_masks(pixels, tone)
        self._known: list[WallMask] = []
        self._sizes: set[tuple[int, int]] = set()
        self.first_error: FormatError | None = None
        #: The openings of cells that had too few or too many of them.
        self.openings: list[Position] = []

    @contextmanager
    def skipping_errors(self, kept: bool = True) -> Iterator[None]:
        """Continue where ends are missing: if walls and passages are equally wide, both tones look like cells.

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

    def __iter__(self) -> Iterator[WallMask]:
        yield from self._known
        for mask in self._source:
            if mask.some and not any(np.array_equal(mask.bits, known.bits) for known in self._known):
                self._known.append(mask)
                report("reading the image", 0.05 * len(self._known))
                yield mask

    def inked(self) -> Iterator[WallMask]:
        """The hypotheses that differ in what is ink."""
        seen: list[object] = []
        for mask in self:
            ink = mask.colours or mask.light
            if ink not in seen and not mask.exact:
                seen.append(ink)
                yield mask

    def most_wall(self) -> Iterator[tuple[bool, Bools]]:
        """Possible walls, from the most to the least, and whether they include more than half-dark pixels."""
        plain, light = tone_mask(self._pixels, self.tone)
        if np.count_nonzero(self._pixels.histogram) > 2:
            ink = without_coloured_marks(self._pixels, ink_of(self._pixels, light), plain)
            for share in (0.3, 0.5):  # of the ink of a wall
                yield share < 0.5, despeckled(ink > share * FULL)
        yield False, despeckled(plain)
