"""Cells in an image, in rows and columns or in other layouts, as what the image is."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision import inks, scan
from mazeworks.vision.cellscan import Lattice
from mazeworks.vision.cropping import MORE, cuts_of
from mazeworks.vision.guesses import Guess, Guesses
from mazeworks.vision.imageends import Given, ends, settled
from mazeworks.vision.ink import FULL
from mazeworks.vision.inkcells import find_inked
from mazeworks.vision.lastlook import MOST_PIXELS
from mazeworks.vision.marks import marked_cells
from mazeworks.vision.turning import Turn, turn_of
from mazeworks.vision.understood import Understood

if TYPE_CHECKING:
    from mazeworks.vision.fitting import Fitted

#: How far from the turn that was found a better one may be, in degrees.
NEARBY = (0.0, -0.07, 0.07, -0.14, 0.14)
#: The most pixels of an image whose outer wall is mended.
MOST_CROPPED = 1 << 26
#: The most guesses by which layouts are looked for.
MOST_GUESSES = 99


def has_cells(pixels: Pixels, tone: str) -> bool:
    """Whether any cells are found, wherever their ends may be."""
    guesses = Guesses(pixels, tone)
    rows = any(True for found in (_plain(guesses), _inked(guesses)) for _ in found)
    return rows or bool(_layouts(guesses, most=2)) or any(True for _ in as_cropped_cells(pixels, guesses, [None, None]))


def as_cropped_cells(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Cells in rows and columns whose outer wall is cut off, or part of it, by an edge of the image."""
    if pixels.shape[0] * pixels.shape[1] > MOST_CROPPED:
        return
    walls, _ = inks.plain(pixels, guesses.tone)
    if not scan.ring(walls, 0).any():
        return
    walls = scan.without_specks(walls)
    cuts = cuts_of(walls)
    for cut in cuts[::-1] if None not in given else cuts:  # openings may well lead to a margin as wide as a way
        for more in MORE if any(cut.whole) else MORE[:1]:
            mended, beyond = cut.mended(pixels, walls, more)
            for guess, lattice in _plain(Guesses(mended, guesses.tone)):
                if cut.made_up(lattice.down, lattice.across):
                    continue
                with guesses.troubled():
                    found = _cells(pixels, lattice.moved(-beyond[0], -beyond[1]), given)
                    if found.joined() and not guess.contradicts(found.moved(*beyond)):
                        yield replace(found, words=found.words + cut.words)


def _plain(guesses: Guesses) -> Iterator[tuple[Guess, Lattice]]:
    """Cells in rows and columns with straight walls, with the guess that shows them."""
    for guess in guesses:
        lattice = guess.lattice()
        if lattice is not None:
            yield guess, lattice


def _inked(guesses: Guesses) -> Iterator[tuple[Guess, Lattice]]:
    """Cells in rows and columns that lie a little askew, or whose walls are faint, blurred, or waver."""
    for guess in guesses.inked():
        turn = turn_of(guess.ink > FULL // 2)
        height, width = guess.ink.shape
        for number, beside in enumerate(NEARBY if turn is not None else NEARBY[:1]):
            report("reading the image", 0.35 + 0.04 * number)
            near = Turn((turn.angle if turn else 0) + np.radians(beside), width / 2, height / 2)
            lattice = find_inked(guess.ink, near.upright(guess.ink) if near.angle else guess.ink, near)
            if lattice is not None:
                yield guess, lattice
                break


def as_cells(
    pixels: Pixels, guesses: Guesses, found: Iterable[tuple[Guess, Lattice]], given: Given
) -> Iterator[Understood]:
    """What cells tell of an image that does not contradict them."""
    for guess, lattice in found:
        if not guesses.halved(lattice):
            with guesses.troubled():
                read = _cells(pixels, lattice, given)
                if not guess.contradicts(read):
                    yield read


def as_inked_cells(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Cells found by their ink, where walls are faint, blurred or askew."""
    yield from as_cells(pixels, guesses, _inked(guesses), given)


def as_layout(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Cells of other shapes, or in an outline of their own."""
    from mazeworks.vision.layoutfinding import find_ridged

    for guess in guesses.inked():
        ridged = find_ridged(guess.ink) if guess.ink.size <= MOST_PIXELS else None
        if ridged is not None:
            yield from _told(pixels, guesses, [(ridged, guess)], given)
    # Finer cells fit as well, where a line drawn through the ways is taken for walls too.
    found = sorted(_layouts(guesses), key=lambda pair: (pair[0].cells.size, pair[0].elsewhere()))
    yield from _told(pixels, guesses, found, given)


def _told(pixels: Pixels, guesses: Guesses, found: "list[tuple[Fitted, Guess]]", given: Given) -> Iterator[Understood]:
    """What layouts tell of an image that does not contradict them."""
    for fitted, guess in found:
        with guesses.troubled(told=False):  # what is said of its pixels is nearer to the truth
            read = _layout(pixels, fitted, given)
            if not guess.contradicts(read):
                yield read


def _layouts(guesses: Guesses, most: int = MOST_GUESSES) -> "list[tuple[Fitted, Guess]]":
    """The layouts that fit what may be wall, by so many guesses at most."""
    from mazeworks.vision.layoutfinding import find_layout

    found: list[tuple[Fitted, Guess]] = []
    for number, guess in enumerate(guesses):
        if guess.walls.mean() <= 0.5 and most:
            most -= 1
            ink = None if guess.source.exact else guess.ink
            with between(0.6 + 0.3 * number / (number + 3), 0.6 + 0.3 * (number + 1) / (number + 4)):
                fitted = find_layout(guess.walls, ink)
                if fitted is None and guess.upright is not None and guess.turn is not None:
                    fitted = find_layout(guess.upright, ink, guess.turn)
            found += [(fitted, guess)] if fitted else []
            if fitted is not None and fitted.wall > 2 and fitted.elsewhere() < 0.01:
                break
    return found


def marked_middles(pixels: Pixels, lattice: Lattice) -> list[Position]:
    """The pixels in the middle of marked cells."""
    width = lattice.size[0]
    cells = np.array(marked_cells(pixels, lattice.points()), np.int64)
    middles = lattice.middle(np.stack([cells % width, cells // width], axis=-1)).tolist()
    return [Position(x, y) for x, y in middles]


def _cells(pixels: Pixels, lattice: Lattice, given: Given) -> Understood:
    given, moved = settled(given, lattice.astray, lambda pixel: _middle(lattice, pixel), min(lattice.pitch))
    gaps = [_within(pixels, edge) for _, edge in lattice.openings()]
    marks = [] if len(gaps) > 1 or None not in given else marked_middles(pixels, lattice)
    start, goal, words = ends(given, gaps, marks)
    if lattice.cell_at(start) == lattice.cell_at(goal):
        raise FormatError(f"start and goal are both in the cell {lattice.cell_at(start)}; they have to differ")
    width, height = lattice.size
    about = f"{width}×{height} cells, wall {lattice.wall:.3g} px, way {lattice.way:.3g} px, {words}{moved}"
    marked = start in marks or goal in marks
    return Understood("cells", np.zeros((0, 0), np.uint8), 0, start, goal, lattice.way, about, lattice, marked=marked)


def _within(pixels: Pixels, place: Position) -> Position:
    """The pixel of an image nearest to a place."""
    height, width = pixels.shape
    return Position(min(max(place.x, 0), width - 1), min(max(place.y, 0), height - 1))


def _middle(lattice: Lattice, pixel: Position) -> Position:
    """The pixel in the middle of the cell nearest to one."""
    x, y = lattice.middle(np.array(lattice.cell_at(pixel))).tolist()
    return Position(x, y)


def _layout(pixels: Pixels, fitted: "Fitted", given: Given) -> Understood:
    given, moved = settled(given, fitted.astray, lambda pixel: fitted.middle(fitted.cell_at(pixel)), fitted.scale)
    gaps = [edge for _, edge in fitted.openings()]
    marks = [] if len(gaps) > 1 or None not in given else marked_cells(pixels, fitted.points())
    middles = [fitted.middle(cell) for cell in marks]
    start, goal, words = ends(given, gaps, middles)
    if fitted.cell_at(start) == fitted.cell_at(goal):
        raise FormatError(f"start {start} and goal {goal} are both in one cell; they have to differ")
    cells, (width, height) = fitted.cells, fitted.cells.size
    count = f"{len(cells)} cells, layout {cells.layout}"
    if cells.layout == "square" and len(cells) == width * height:
        count = f"{width}×{height} cells"
    about = f"{count}, {fitted.scale:.3g} px each, wall {fitted.wall} px, {words}{moved}"
    empty = np.zeros((0, 0), np.uint8)
    marked = start in middles or goal in middles
    return Understood("layout", empty, 0, start, goal, fitted.scale * 0.8, about, fitted=fitted, marked=marked)
