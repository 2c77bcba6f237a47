"""A maze in an image, understood: squares of one pixel, cells at an even pitch, or ways of any shape.

Whatever is read is held against the image before it is told: walls and passages between cells have to be plain, or not
matter; and that there is no way through is believed only if there is none from pixel to pixel either.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from mazeworks.core.errors import FormatError
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision import scan
from mazeworks.vision.coarse import coarse
from mazeworks.vision.framing import without_frame
from mazeworks.vision.guesses import Guesses
from mazeworks.vision.imageends import HINT, Given, Place, elsewhere, inside
from mazeworks.vision.reading_cells import as_cells, as_cropped_cells, as_inked_cells, as_layout, has_cells
from mazeworks.vision.reading_squares import as_squares, blurred, few_squares, light_walls, of_squares
from mazeworks.vision.reading_ways import as_pixels
from mazeworks.vision.tones import in_tones
from mazeworks.vision.understood import Understood

#: From so many pixels on, squares of one pixel in an outline are believed at once: looking twice takes too much memory.
LARGE = 1 << 26
#: How wide ways are at most, as a share of an image, where colours alone tell them: cameras keep these half as sharp.
WIDEST = 0.25
#: How many widths of a way from the openings of cells those of ways may lie.
FAR = 2.5
#: How many widths of a way a mark may lie from where another reading has it.
NEAR = 0.75
#: What to do about walls that cannot be told from none.
LARGER = "a larger or sharper image may tell"


def understand(pixels: Pixels, start: Place = None, goal: Place = None, tone: str = "auto") -> Understood:
    """What an image is; start and goal are pixels, and `tone` tells whether walls are dark or light."""
    toned = in_tones(pixels)
    if toned is None:
        return _on_page(pixels, start, goal, tone)
    try:
        found = _on_page(toned, start, goal, tone)
        if found.form == "pixels" and found.way > WIDEST * min(pixels.shape):
            raise FormatError(
                "the colours of walls and paper, which are of one brightness, run into one another", LARGER
            )
        return replace(found, words=f"{found.words}; walls and paper differ in colour, not in brightness")
    except FormatError as error:
        trouble = error.with_traceback(None)
    with suppress(FormatError):
        found = _on_page(pixels, start, goal, tone)
        if found.form != "pixels":
            return found
    raise trouble


def _on_page(pixels: Pixels, start: Place, goal: Place, tone: str) -> Understood:
    """What an image is, or the page in it that has a frame."""
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
    report("reading the image", 0)
    dark = scan.dark_pixels(pixels)
    report("reading the image", 0.02)
    if dark.all() or not dark.any():
        raise FormatError("the whole image is of one tone; walls and ways of two were expected")
    two_tones = np.count_nonzero(pixels.histogram) <= 2
    if two_tones and scan.usual_widths(dark) == (1, 1):
        return as_squares(pixels, ~dark if light_walls(dark, tone) else dark, given)
    spare = few_squares(pixels, dark, given, tone) if two_tones else None
    if spare is not None and spare.joined():
        return spare
    small = coarse(pixels, dark)
    del dark
    with between(0, 0.5):
        forms = FORMS if small is None or has_cells(small, tone) else ()
    guesses = Guesses(pixels, tone)  # what has no way through is likelier misunderstood
    for number, form in enumerate(forms):
        report("reading the image", 0.3 * number)
        for found in form(pixels, guesses, given):
            if (height * width >= LARGE and found.form == "squares") or (found.joined() and not _at_odds(found, spare)):
                return found
            spare = spare or found
    try:
        with between(0.9 if forms else 0.5, 1):
            walked = _plain(as_pixels(pixels, guesses, given))
    except FormatError as error:
        if spare is None:
            raise guesses.trouble or error from None
        return _plain(spare)
    if spare is not None and _at_odds(walked, spare):
        return _plain(spare)
    untold = not walked.marked and None in given
    if untold and guesses.trouble and elsewhere((walked.start, walked.goal), guesses.openings, FAR * walked.way):
        raise guesses.trouble
    return walked if spare is None or walked.joined() or not spare.plain() else spare


def _at_odds(found: Understood, before: Understood | None) -> bool:
    """Whether two readings go by marks in different places: then one of them takes for a mark what is none."""
    if before is None or not (found.marked and before.marked):
        return False
    return elsewhere((found.start, found.goal), [before.start, before.goal], NEAR * before.way)


def _plain(found: Understood) -> Understood:
    """What was found, unless its answer hangs on walls or marks not plainly there, or on small shapes alone."""
    if found.doubtful_marks():
        raise FormatError(f"no way joins the marks that seem to be its ends, at {found.start} and {found.goal}", HINT)
    if not found.plain() or (found.form == "layout" and not found.joined()):
        raise FormatError(f"in some places nobody can tell whether a wall stands ({found.words})", LARGER)
    return found


def _as_squares_or_cells(pixels: Pixels, guesses: Guesses, given: Given) -> Iterator[Understood]:
    """Squares of one pixel in an outline, or cells in rows and columns with straight walls."""
    for guess in guesses:
        small = scan.usual_widths(guess.walls) == (1, 1)
        if small and of_squares(pixels, guess.walls):
            if blurred(pixels):
                raise FormatError("its squares seem to be of one pixel, and run into one another", LARGER)
            with guesses.troubled():
                yield as_squares(pixels, guess.walls, given)
        lattice = None if small else guess.lattice()
        if lattice is not None:
            yield from as_cells(pixels, guesses, [(guess, lattice)], given)


#: How cells are looked for, in this order.
FORMS = (as_cropped_cells, _as_squares_or_cells, as_inked_cells, as_layout)
