"""A maze in an image, understood: squares of one pixel, cells at an even pitch, or ways of any shape.

Whatever is read is held against the image before it is told: walls and passages between cells have to be plain, or not
matter; and that there is no way through is believed only if there is none from pixel to pixel either.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeworks.core import inks, scan, ways
from mazeworks.core.cellscan import Lattice, find_lattice
from mazeworks.core.cropping import MORE, cuts_of
from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.framing import without_frame
from mazeworks.core.guesses import Guess, Guesses
from mazeworks.core.imageends import HINT, Given, Place, ends, inside, settled
from mazeworks.core.images import Pixels
from mazeworks.core.ink import FULL
from mazeworks.core.inkcells import find_inked
from mazeworks.core.lastlook import MOST_PIXELS
from mazeworks.core.marks import marked_cells
from mazeworks.core.progress import report
from mazeworks.core.turning import Turn, turn_of
from mazeworks.core.understood import Understood

if TYPE_CHECKING:
    from mazeworks.core.fitting import Fitted

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

#: From so many pixels on, squares of one pixel in an outline are believed at once: looking twice takes too much memory.
LARGE = 1 << 26
#: Squares of one pixel have this share of their pixels in two tones, or else at most this share of ways that are wider.
PLAIN, WIDE = 0.98, 0.15
#: How far from the turn that was found a better one may be, in degrees.
NEARBY = (0.0, -0.07, 0.07, -0.14, 0.14)

#: With colours that are no paper on this share of its ways, an image has coloured cells; how far from grey these are.
COLOURED, COLOURFUL = 0.4, 60

#: What to do about walls that cannot be told from none.
LARGER = "a larger or sharper image may tell"


def understand(pixels: Pixels, start: Place = None, goal: Place = None, tone: str = "auto") -> Understood:
    """What an image is; start and goal are pixels, and `tone` tells whether walls are dark or light."""
    found: Understood | FormatError
    try:
        found = _understand(pixels, start, goal, tone)
    except FormatError as error:
        found = error.with_traceback(None)
    if isinstance(found, FormatError) or found.form == "pixels":  # a frame round the page looks like an outline
        unframed = without_frame(pixels) if pixels.numbers.size < LARGE else None
        if unframed is not None:
            with suppress(FormatError):
                again = _understand(unframed, start, goal, tone)
                return replace(again, words=f"{again.words}; the dark edge of the page was left out")
    if isinstance(found, FormatError):
        raise found
    return found


def _understand(pixels: Pixels, start: Place, goal: Place, tone: str) -> Understood:
    height, width = pixels.shape
    given = [inside(place, what, width, height) for place, what in ((start, "start"), (goal, "goal"))]
    dark = scan.dark_pixels(pixels)
    if dark.all() or not dark.any():
        raise FormatError("the whole image is of one tone; walls and ways of two were expected")
    two_tones = np.count_nonzero(pixels.histogram) <= 2
    if two_tones and scan.usual_widths(dark) == (1, 1):
        return _squares(pixels, ~dark if _light_walls(dark, tone) else dark, given)
    spare = _few_squares(pixels, dark, given, tone) if two_tones else None
    if spare is not None and spare.joined():
        return spare
    del dark
    guesses = Guesses(pixels, tone)  # what has no way through is likelier misunderstood
    for number, form in enumerate((_as_cropped_cells, _as_squares_or_cells, _as_inked_cells, _as_layout)):
        report("reading the image", 0.3 * max(0, number - 1))
        for found in form(pixels, guesses, given):
            if (height * width >= LARGE and found.form == "squares") or found.joined():
                return found
            spare = spare or found
    report("reading the image", 0.9)
    try:
        walked = _as_pixels(pixels, guesses, given)
    except FormatError as error:
        if spare is None:
            raise guesses.trouble or error from None
        return _plain(spare)
    return walked if spare is None or walked.joined() or not spare.plain() else spare


def _plain(found: Understood) -> Understood:
    """What was found, unless its answer hangs on walls that are not plainly there, or on small shapes alone."""
    if not found.plain() or (found.form == "layout" and not found.joined()):
        raise FormatError(f"in some places nobody can tell whether a wall stands ({found.words})", LARGER)
    return _joined_marks(found)


def _joined_marks(found: Understood) -> Understood:
    """What was found, unless its ends are marks that no way joins, and may be no ends at all."""
    if "marks at" in found.words and not found.joined():
        raise FormatError(f"no way joins the marks that seem to be its ends, at {found.start} and {found.goal}", HINT)
    return found


def _few_squares(pixels: Pixels, dark: Bools, given: Given, tone: str) -> Understood | None:
    """Squares of one pixel, few of them walls or few ways: the edge of the image is wall but for a pixel or two."""
    walls = ~dark if _light_walls(dark, tone) else dark
    openings = ways.rim_runs(walls, (0, 0, dark.shape[1], dark.shape[0]))
    told = sum(place is not None for place in given)
    if not (len(openings) == 2 or 0 < len(openings) <= told) or any(length > 1 for length in openings):
        return None
    return _squares(pixels, walls.copy(), given)


def _as_cropped_cells(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Cells in rows and columns whose outer wall is cut off, or part of it, by an edge of the image."""
    height, width = pixels.shape
    if height * width >= LARGE:
        return
    walls, _ = inks.plain(pixels, guesses.tone)
    if not _ring(walls, 0).any():
        return
    walls = scan.without_specks(walls)
    cuts = cuts_of(walls)
    for cut in cuts[::-1] if None not in given else cuts:  # openings may well lead to a margin as wide as a way
        for more in MORE if any(cut.whole) else MORE[:1]:
            mended, beyond = cut.mended(pixels, walls, more)
            for guess, lattice in _lattices(Guesses(mended, guesses.tone)):
                with guesses.troubled():
                    found = _cells(pixels, lattice.moved(-beyond[0], -beyond[1]), given)
                    if found.joined() and not guess.contradicts(found.moved(*beyond)):
                        yield replace(found, words=found.words + cut.words)


def _lattices(guesses: Guesses) -> Iterator[tuple[Guess, Lattice]]:
    """Cells in rows and columns, with the guess that shows them."""
    for guess in guesses:
        lattice = find_lattice(guess.walls)
        lattice = None if lattice is None else guess.proved(lattice)
        if lattice is not None:
            yield guess, lattice


def _as_squares_or_cells(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Squares of one pixel in an outline, or cells in rows and columns with straight walls."""
    for guess in guesses:
        small = scan.usual_widths(guess.walls) == (1, 1)
        if small and _of_squares(pixels, guess.walls):
            with guesses.troubled():
                yield _squares(pixels, guess.walls, given)
        lattice = None if small else find_lattice(guess.walls)
        lattice = None if lattice is None else guess.proved(lattice)
        if lattice is not None:
            with guesses.troubled():
                found = _cells(pixels, lattice, given)
                if not guess.contradicts(found):
                    yield found


def _of_squares(pixels: Pixels, walls: Bools) -> bool:
    """Whether an outlined image is made of squares of one pixel: of two tones, or with ways no wider than that."""
    box = scan.extent(walls)
    if box is None or ways.closed_rim(walls, box) < 0.8:
        return False
    tones = np.sort(pixels.histogram)
    return bool(tones[-2:].sum() >= PLAIN * tones.sum()) or scan.wide_ways(walls, box) <= WIDE


def _as_inked_cells(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Cells in rows and columns that lie a little askew, or whose walls are faint, blurred, or waver."""
    for guess in guesses.inked():
        turn = turn_of(guess.ink > FULL // 2)
        height, width = guess.ink.shape
        for beside in NEARBY if turn is not None else NEARBY[:1]:
            near = Turn((turn.angle if turn else 0) + np.radians(beside), width / 2, height / 2)
            lattice = find_inked(guess.ink, near.upright(guess.ink) if near.angle else guess.ink, near)
            if lattice is not None:
                with guesses.troubled():
                    found = _cells(pixels, lattice, given)
                    if not guess.contradicts(found):
                        yield found
                break


def _as_layout(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Cells of other shapes, or in an outline of their own."""
    from mazeworks.core.layoutfinding import find_layout, find_ridged

    for guess in guesses.inked():
        ridged = find_ridged(guess.ink) if guess.ink.size <= MOST_PIXELS else None
        if ridged is not None:
            yield from _told(pixels, guesses, [(ridged, guess)], given)
    found: list[tuple[Fitted, Guess]] = []
    for number, guess in enumerate(guesses):
        report("reading the image", 0.6 + 0.3 * number / (number + 3))  # how many there will be is not known
        if guess.walls.mean() <= 0.5:
            ink = None if guess.source.exact else guess.ink
            fitted = find_layout(guess.walls, ink)
            if fitted is None and guess.upright is not None and guess.turn is not None:
                fitted = find_layout(guess.upright, ink, guess.turn)
            found += [(fitted, guess)] if fitted else []
            if fitted is not None and fitted.wall > 2 and fitted.elsewhere() < 0.01:
                break
    # Finer cells fit as well, where a line drawn through the ways is taken for walls too.
    yield from _told(pixels, guesses, sorted(found, key=lambda pair: (pair[0].cells.size, pair[0].elsewhere())), given)


def _told(pixels: Pixels, guesses: Guesses, found: "list[tuple[Fitted, Guess]]", given: Given) -> Iterator[Understood]:
    """What layouts tell of an image that does not contradict them."""
    for fitted, guess in found:
        with guesses.troubled(told=False):  # what is said of its pixels is nearer to the truth
            read = _layout(pixels, fitted, given)
            if not guess.contradicts(read):
                yield read


def _light_walls(dark: Bools, tone: str) -> bool:
    """Whether squares of one pixel have light walls: their outline is light, and what lies within it is mixed."""
    if tone != "auto" or min(dark.shape) < 5:
        return tone == "light"
    rim = [float(_ring(dark, inset).mean()) for inset in (0, 1)]
    return rim[0] <= 0.1 and 0.2 < rim[1] < 0.9


def _ring(mask: Bools, inset: int) -> Bools:
    last = -1 - inset
    sides = [mask[inset, inset : last or None], mask[last, inset : last or None]]
    return np.concatenate([*sides, mask[inset : last or None, inset], mask[inset : last or None, last]])


def _squares(pixels: Pixels, walls: Bools, given: Given) -> Understood:
    box = scan.extent(walls)
    assert box is not None
    left, top, right, bottom = box
    openings = ways.rim_openings(walls, box)
    marks = [] if len(openings) > 1 or None not in given else _marked_squares(pixels, walls, box)
    open_pixels = np.logical_not(walls, out=walls)  # in place: large images leave little memory to spare
    for beyond in (np.s_[:top], np.s_[bottom:], np.s_[:, :left], np.s_[:, right:]):
        open_pixels[beyond] = False
    start, goal, words = ends(given, openings, marks)
    for place in (start, goal):
        if place in marks:
            open_pixels[place.y, place.x] = True  # a mark in the colour of walls
        if not open_pixels[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open")
    about = f"{right - left}×{bottom - top} squares of one pixel, {words}"
    return Understood(
        "squares", np.packbits(open_pixels, axis=1), open_pixels.shape[1], start, goal, 1, about, None, box
    )


def _marked_squares(pixels: Pixels, walls: Bools, box: tuple[int, int, int, int]) -> list[Position]:
    """The squares with marks, where every second one is a cell."""
    left, top, right, bottom = box
    if (right - left) % 2 == 0 or (bottom - top) % 2 == 0 or min(right - left, bottom - top) < 5:
        return []
    inner = walls[top:bottom, left:right]
    lattice = Lattice(left, top, (2, 2), 1, inner[1::2, ::2], inner[::2, 1::2])
    return _marked(pixels, lattice)


def _marked(pixels: Pixels, lattice: Lattice) -> list[Position]:
    """The pixels in the middle of marked cells."""
    width = lattice.size[0]
    cells = np.array(marked_cells(pixels, lattice.points()), np.int64)
    middles = lattice.middle(np.stack([cells % width, cells // width], axis=-1)).tolist()
    return [Position(x, y) for x, y in middles]


def _cells(pixels: Pixels, lattice: Lattice, given: Given) -> Understood:
    given, moved = settled(given, lattice.astray, lambda pixel: _middle(lattice, pixel), min(lattice.pitch))
    gaps = [_within(pixels, edge) for _, edge in lattice.openings()]
    marks = [] if len(gaps) > 1 or None not in given else _marked(pixels, lattice)
    start, goal, words = ends(given, gaps, marks)
    if lattice.cell_at(start) == lattice.cell_at(goal):
        raise FormatError(f"start and goal are both in the cell {lattice.cell_at(start)}; they have to differ")
    width, height = lattice.size
    about = f"{width}×{height} cells, wall {lattice.wall:.3g} px, way {lattice.way:.3g} px, {words}{moved}"
    return Understood("cells", np.zeros((0, 0), np.uint8), 0, start, goal, lattice.way, about, lattice)


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
    start, goal, words = ends(given, gaps, [fitted.middle(cell) for cell in marks])
    if fitted.cell_at(start) == fitted.cell_at(goal):
        raise FormatError(f"start {start} and goal {goal} are both in one cell; they have to differ")
    cells, (width, height) = fitted.cells, fitted.cells.size
    count = f"{len(cells)} cells, layout {cells.layout}"
    if cells.layout == "square" and len(cells) == width * height:
        count = f"{width}×{height} cells"
    about = f"{count}, {fitted.scale:.3g} px each, wall {fitted.wall} px, {words}{moved}"
    empty = np.zeros((0, 0), np.uint8)
    return Understood("layout", empty, 0, start, goal, fitted.scale * 0.8, about, fitted=fitted)


def _as_pixels(pixels: Pixels, guesses: Guesses, given: Given) -> Understood:
    """Ways of any shape: of the readings that have a way through, the one with the most wall."""
    first, trouble = None, None
    for careful, walls in guesses.most_wall():
        try:
            found = _pixels(pixels, walls, given)
        except FormatError as error:
            trouble = trouble or error
            continue
        if found.joined():
            if first is not None and not careful:
                found.words += "; walls are faint in places, and this way may lead through one"
            return found
        first = first or found
    if first is None:
        raise trouble or FormatError("no ways were found in this image")
    return _joined_marks(first)


def _pixels(pixels: Pixels, walls: Bools, given: Given) -> Understood:
    wall, _ = scan.usual_widths(walls)
    box = scan.extent(walls) or (0, 0, 1, 1)
    whole, way = ~walls, ways.usual_width(~walls, box)
    walls = ~ways.without_cracks(whole, min(wall, way // 2))
    way = ways.usual_width(~walls, box)
    outline = ways.outline(~walls, way)
    marks = []
    if len(outline.openings) < 2 and None in given:
        marks = ways.blots(inks.blots(pixels, walls) & outline.inner, way)
    if None in given and _coloured(pixels, walls, outline.inner):
        raise FormatError("its ways are coloured, and neither walls nor ends can be told from that for sure", HINT)
    start, goal, words = ends(given, outline.openings, marks)
    inner = outline.inner
    for place in (start, goal):
        if not whole[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open")
        if walls[place.y, place.x]:
            inner = whole  # an end in a crack: then cracks are ways
        elif not inner[place.y, place.x]:
            inner = ~walls  # an end outside the outline: then the way may lead around it
    about = f"no even cells, so ways about {way} px wide are walked pixel by pixel along their middle, {words}"
    bits, wall_bits = np.packbits(inner, axis=1), np.packbits(walls, axis=1)
    return Understood("pixels", bits, inner.shape[1], start, goal, way, about, wall_bits=wall_bits)


def _coloured(pixels: Pixels, walls: Bools, inner: Bools) -> bool:
    """Whether most of the ways are in colours of their own, as where distances are shown."""
    chroma = pixels.chroma
    if chroma is None:
        return False
    inked = inks.blots(pixels, walls) & inner & (chroma >= COLOURFUL)
    return bool(np.count_nonzero(inked) > COLOURED * np.count_nonzero(inner))
