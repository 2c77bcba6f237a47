"""A maze in an image, understood: squares of one pixel, cells at an even pitch, or ways of any shape.

Whatever is read is with_dark_lines against the image before it is told: walls and passages between cells have to be plain, or not
matter; and that there is no way through is believed only if there is none from pixel to pixel either.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from mazeworks.core.errors import FormatError
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision.binarise import dark_pixels
from mazeworks.vision.borders import without_frame
from mazeworks.vision.cell_mazes import has_cells, read_cells, read_cropped_cells, read_faint_cells, read_layout
from mazeworks.vision.downscale import downscaled
from mazeworks.vision.endpoints import HINT, Given, Place, far_from, inside
from mazeworks.vision.freeform import read_freeform
from mazeworks.vision.greyscale import to_greyscale
from mazeworks.vision.hypotheses import Hypotheses
from mazeworks.vision.pixel_mazes import blurred, is_of_squares, light_walls, read_sparse_squares, read_squares
from mazeworks.vision.reading import Reading
from mazeworks.vision.run_lengths import usual_widths

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


def recognise(pixels: Pixels, start: Place = None, goal: Place = None, tone: str = "auto") -> Reading:
    """What an image is; start and goal are pixels, and `tone` tells whether walls are dark or light."""
    toned = to_greyscale(pixels)
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
        first_error = error.with_traceback(None)
    with suppress(FormatError):
        found = _on_page(pixels, start, goal, tone)
        if found.form != "pixels":
            return found
    raise first_error


def _on_page(pixels: Pixels, start: Place, goal: Place, tone: str) -> Reading:
    """What an image is, or the page in it that has a frame."""
    found: Reading | FormatError
    try:
        found = _recognise(pixels, start, goal, tone)
    except FormatError as error:
        found = error.with_traceback(None)
    if isinstance(found, FormatError) or found.form == "pixels":  # a frame round the page looks like an outline
        unframed = without_frame(pixels) if pixels.numbers.size < LARGE else None
        if unframed is not None:
            with suppress(FormatError):
                again = _recognise(unframed, start, goal, tone)
                return replace(again, words=f"{again.words}; the dark edge of the page was left out")
    if isinstance(found, FormatError):
        raise found
    return found


def _recognise(pixels: Pixels, start: Place, goal: Place, tone: str) -> Reading:
    height, width = pixels.shape
    given = [inside(place, what, width, height) for place, what in ((start, "start"), (goal, "goal"))]
    report("reading the image", 0)
    dark = dark_pixels(pixels)
    report("reading the image", 0.02)
    if dark.all() or not dark.any():
        raise FormatError("the whole image is of one tone; walls and ways of two were expected")
    two_tones = np.count_nonzero(pixels.histogram) <= 2
    if two_tones and usual_widths(dark) == (1, 1):
        return read_squares(pixels, ~dark if light_walls(dark, tone) else dark, given)
    spare = read_sparse_squares(pixels, dark, given, tone) if two_tones else None
    if spare is not None and spare.connected():
        return spare
    small = downscaled(pixels, dark)
    del dark
    with between(0, 0.5):
        forms = FORMS if small is None or has_cells(small, tone) else ()
    hypotheses = Hypotheses(pixels, tone)  # what has no way through is likelier misunderstood
    for number, form in enumerate(forms):
        report("reading the image", 0.3 * number)
        for found in form(pixels, hypotheses, given):
            if (height * width >= LARGE and found.form == "squares") or (
                found.connected() and not _at_odds(found, spare)
            ):
                return found
            spare = spare or found
    try:
        with between(0.9 if forms else 0.5, 1):
            walked = _plain(read_freeform(pixels, hypotheses, given))
    except FormatError as error:
        if spare is None:
            raise hypotheses.first_error or error from None
        return _plain(spare)
    if spare is not None and _at_odds(walked, spare):
        return _plain(spare)
    untold = not walked.marked and None in given
    if (
        untold
        and hypotheses.first_error
        and far_from((walked.start, walked.goal), hypotheses.openings, FAR * walked.way)
    ):
        raise hypotheses.first_error
    return walked if spare is None or walked.connected() or not spare.unambiguous() else spare


def _at_odds(found: Reading, before: Reading | None) -> bool:
    """Whether two readings go by marks in different places: then one of them takes for a mark what is none."""
    if before is None or not (found.marked and before.marked):
        return False
    return far_from((found.start, found.goal), [before.start, before.goal], NEAR * before.way)


def _plain(found: Reading) -> Reading:
    """What was found, unless its answer hangs on walls or marks not plainly there, or on small shapes alone."""
    if found.doubtful_marks():
        raise FormatError(f"no way joins the marks that seem to be its ends, at {found.start} and {found.goal}", HINT)
    if not found.unambiguous() or (found.form == "layout" and not found.connected()):
        raise FormatError(f"in some places nobody can tell whether a wall stands ({found.words})", LARGER)
    return found


def _read_squares_or_cells(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Iterator[Reading]:
    """Squares of one pixel in an outline, or cells in rows and columns with straight walls."""
    for hypothesis in hypotheses:
        small = usual_widths(hypothesis.walls) == (1, 1)
        if small and is_of_squares(pixels, hypothesis.walls):
            if blurred(pixels):
                raise FormatError("its squares seem to be of one pixel, and run into one another", LARGER)
            with hypotheses.skipping_errors():
                yield read_squares(pixels, hypothesis.walls, given)
        lattice = None if small else hypothesis.lattice()
        if lattice is not None:
            yield from read_cells(pixels, hypotheses, [(hypothesis, lattice)], given)


#: How cells are looked for, in this order.
FORMS = (read_cropped_cells, _read_squares_or_cells, read_faint_cells, read_layout)
