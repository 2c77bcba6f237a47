"""Guesses at which pixels of an image are wall, each worked out once, and what follows from them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.progress import report
from mazeworks.images.decoding import Pixels
from mazeworks.vision import inks, scan
from mazeworks.vision.cellscan import Lattice, find_lattice
from mazeworks.vision.imageends import NoEnds, NotInMaze
from mazeworks.vision.ink import FULL, ink_of
from mazeworks.vision.inkcells import proved, upheld
from mazeworks.vision.lastlook import MOST_PIXELS, contradicted
from mazeworks.vision.turning import Turn, turn_of
from mazeworks.vision.understood import Understood

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

#: From cell to cell there are so many pixels at least, or else a whole number of them.
FINE = 3.5
#: How much ink, of that of a wall, makes a pixel wall where ways are walked pixel by pixel, the most careful first.
CAREFUL = (0.3, 0.5)


class Guess:
    """What may be the walls of an image, kept a bit a pixel, and the same set upright."""

    def __init__(self, pixels: Pixels, walls: inks.Walls) -> None:
        self.pixels, self.source = pixels, replace(walls, mask=np.zeros((0, 0), np.bool_))
        self.bits, self.some = np.packbits(walls.mask, axis=1), bool(walls.mask.any() and not walls.mask.all())

    @property
    def walls(self) -> Bools:
        """The walls, `[y, x]`."""
        return np.unpackbits(self.bits, axis=1, count=self.pixels.shape[1]).view(np.bool_)

    @cached_property
    def turn(self) -> Turn | None:
        """How it lies askew, if it does."""
        return turn_of(self.walls)

    @cached_property
    def upright(self) -> Bools | None:
        """The walls set upright, where they are not."""
        return None if self.turn is None else self.turn.upright(self.walls)

    @cached_property
    def ink(self) -> Bytes:
        """How much ink every pixel has."""
        return self.source.ink(self.pixels)

    def lattice(self) -> Lattice | None:
        """Cells in rows and columns with straight walls, if the image shows them."""
        found = find_lattice(self.walls)
        if found is None or (min(found.pitch) < FINE and any(pitch % 1 for pitch in found.pitch)):
            return None
        return self.proved(found)

    def proved(self, lattice: Lattice) -> Lattice | None:
        """Cells as the image shows them, however faint; None if it does not."""
        if not self.source.exact:
            return proved(lattice, self.ink, not self._papered(lattice))
        # With two tones walls are all there is, and where cells are coloured, ink says little.
        two_tones = np.count_nonzero(self.pixels.histogram) <= 2
        return lattice if two_tones or not self._papered(lattice) else upheld(lattice, self.ink)

    def contradicts(self, found: Understood) -> bool:
        """Whether the image tells otherwise than the cells found in it, at a last look."""
        height, width = self.pixels.shape
        return (
            height * width <= MOST_PIXELS
            and found.joined()
            and contradicted(found, self.walls, self.ink, self.source.exact)
        )

    def _papered(self, lattice: Lattice) -> bool:
        """Whether the middle of most cells is paper."""
        width, height = lattice.size
        cells = np.arange(0, width * height, max(1, width * height // 2000))
        x, y = lattice.middle(np.stack([cells % width, cells // width], axis=-1)).T
        colours = self.pixels.colours_at(x, y)
        paper = inks.usual_colour(colours) if self.source.inks is None else self.source.inks.paper
        return bool((((colours - paper) ** 2).sum(axis=-1) <= inks.SAME**2).mean() > 0.5)


class Guesses:
    """All guesses, each worked out once; and the first trouble with them."""

    def __init__(self, pixels: Pixels, tone: str) -> None:
        self._pixels, self.tone, self._source = pixels, tone, inks.masks(pixels, tone)
        self._known: list[Guess] = []
        self._sizes: set[tuple[int, int]] = set()
        self.trouble: FormatError | None = None
        #: The openings of cells for which these were too few or too many.
        self.openings: list[Position] = []

    @contextmanager
    def troubled(self, told: bool = True) -> Iterator[None]:
        """Go on where ends are missing: ways as wide as walls look like cells in both tones."""
        try:
            yield
        except NotInMaze:
            raise
        except FormatError as error:
            # Without its traceback, which would keep whole images alive.
            self.trouble = self.trouble or (error.with_traceback(None) if told else None)
            self.openings = self.openings or (error.openings if told and isinstance(error, NoEnds) else [])

    def halved(self, lattice: Lattice) -> bool:
        """Whether cells twice as large were found before: a line in the middle of the ways is no wall."""
        width, height = lattice.size
        self._sizes.add(lattice.size)
        return width % 2 == 0 and height % 2 == 0 and (width // 2, height // 2) in self._sizes

    def __iter__(self) -> Iterator[Guess]:
        yield from self._known
        for walls in self._source:
            guess = Guess(self._pixels, walls)
            del walls  # which takes as much memory as the image
            if guess.some and not any(np.array_equal(guess.bits, known.bits) for known in self._known):
                self._known.append(guess)
                report("reading the image", 0.05 * len(self._known))
                yield self._known[-1]

    def inked(self) -> Iterator[Guess]:
        """The guesses that differ in what is ink."""
        seen: list[object] = []
        for guess in self:
            if guess.source.key not in seen and not guess.source.exact:
                seen.append(guess.source.key)
                yield guess

    def most_wall(self) -> Iterator[tuple[bool, Bools]]:
        """What may be wall, from the most to the least, and whether that is more than what is half as dark as walls."""
        pixels, tone = self._pixels, self.tone
        plain, light = inks.plain(pixels, tone)
        if np.count_nonzero(pixels.histogram) > 2:
            ink = inks.without_colours(pixels, ink_of(pixels, light)[0], plain)
            for share in CAREFUL:
                yield share < 0.5, scan.without_specks(ink > share * FULL)
        yield False, scan.without_specks(plain)
