"""Recognise the maze in an image: squares of one pixel, cells at an even pitch, or passages of any shape.

Every reading is checked against the image: walls between cells have to be certain, or make no difference; and that no
path exists is believed only if none exists over pixels either.
"""

from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import replace

import numpy as np

from mazeworks.core.errors import FormatError
from mazeworks.core.memory import afford
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision.binarise import dark_pixels
from mazeworks.vision.borders import without_frame
from mazeworks.vision.cell_mazes import has_cells, read_cells, read_cropped_cells, read_faint_cells, read_layout
from mazeworks.vision.downscale import downscaled
from mazeworks.vision.endpoints import HINT, Given, Place, far_from, inside
from mazeworks.vision.freeform import read_freeform
from mazeworks.vision.greyscale import to_greyscale
from mazeworks.vision.hypotheses import Hypotheses, lattice_of
from mazeworks.vision.pixel_mazes import blurred, is_of_squares, light_walls, read_sparse_squares, read_squares
from mazeworks.vision.reading import Reading
from mazeworks.vision.run_lengths import usual_widths

Form = Callable[[Pixels, Hypotheses, Given], Generator[Reading, None, None]]

#: In larger images, squares of one pixel in an outline are accepted at once: a second look takes too much memory.
LARGE = 1 << 26
#: Bytes of memory per pixel to search an image for cells and passages.
PIXEL_BYTES = 48
#: What to do about ambiguous walls.
LARGER = "try a larger or sharper image"


def recognise(pixels: Pixels, start: Place = None, goal: Place = None, tone: str = "auto") -> Reading:
    """Read the maze in an image; start and goal are pixels, and `tone` says whether walls are dark or light."""
    toned = to_greyscale(pixels)
    if toned is None:
        return _on_page(pixels, start, goal, tone)
    try:
        found = _on_page(toned, start, goal, tone)
        if found.form == "pixels" and found.passage > 0.25 * min(pixels.shape):
            raise FormatError("walls and paper are equally bright, and their colours are blurred together", LARGER)
        return replace(found, words=f"{found.words}; walls and paper differ in colour, not in brightness")
    except FormatError as error:
        first_error = error.with_traceback(None)
    with suppress(FormatError):
        found = _on_page(pixels, start, goal, tone)
        if found.form != "pixels":
            return found
    raise first_error


def _on_page(pixels: Pixels, start: Place, goal: Place, tone: str) -> Reading:
    """Read an image, or the page inside its frame."""
    found: Reading | FormatError
    try:
        found = _recognise(pixels, start, goal, tone)
    except FormatError as error:
        found = error.with_traceback(None)
    if isinstance(found, FormatError) or found.form == "pixels":  # a frame around the page looks like an outline
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
        raise FormatError("the whole image has one tone; walls and passages should have two")
    two_tones = np.count_nonzero(pixels.histogram) <= 2
    if two_tones and usual_widths(dark) == (1, 1):
        return read_squares(pixels, ~dark if light_walls(dark, tone) else dark, given)
    fallback = read_sparse_squares(pixels, dark, given, tone) if two_tones else None
    if fallback is not None and fallback.connected():
        return fallback
    afford(PIXEL_BYTES * width * height, f"searches of {width}x{height} pixels", "try a smaller image")
    small = downscaled(pixels, dark)
    del dark
    with between(0, 0.5):
        forms = FORMS if small is None or has_cells(small, tone) else ()
    return _by_forms(pixels, Hypotheses(pixels, tone), given, forms, fallback)


def _by_forms(
    pixels: Pixels, hypotheses: Hypotheses, given: Given, forms: tuple[Form, ...], fallback: Reading | None
) -> Reading:
    """The first reading with a path: a reading without one is likelier wrong."""
    large = pixels.shape[0] * pixels.shape[1] >= LARGE
    for number, form in enumerate(forms):
        report("reading the image", 0.3 * number)
        with closing(form(pixels, hypotheses, given)) as readings:  # a generator that is dropped swallows interrupts
            for found in readings:
                if (large and found.form == "squares") or (found.connected() and not _marks_disagree(found, fallback)):
                    return found
                fallback = fallback or found
    with between(0.9 if forms else 0.5, 1):
        return _freeform_or(fallback, pixels, hypotheses, given)


def _freeform_or(fallback: Reading | None, pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Reading:
    """Passages of any shape, unless an earlier reading is better."""
    try:
        found = _checked(read_freeform(pixels, hypotheses, given))
    except FormatError as error:
        if fallback is None:
            raise hypotheses.first_error or error from None
        return _checked(fallback)
    if fallback is not None and _marks_disagree(found, fallback):
        return _checked(fallback)
    by_openings, ends = not found.marked and None in given, (found.start, found.goal)
    if by_openings and hypotheses.first_error and far_from(ends, hypotheses.openings, 2.5 * found.passage):
        raise hypotheses.first_error
    return found if fallback is None or found.connected() or not fallback.unambiguous() else fallback


def _marks_disagree(found: Reading, before: Reading | None) -> bool:
    """Whether two readings have marks in different places, so that one of them is mistaken."""
    if before is None or not (found.marked and before.marked):
        return False
    return far_from((found.start, found.goal), [before.start, before.goal], 0.75 * before.passage)


def _checked(found: Reading) -> Reading:
    """The reading, unless its path depends on ambiguous walls or marks, or it is a layout without a path."""
    if found.doubtful_marks():
        raise FormatError(f"no path joins the marks that seem to be the ends, at {found.start} and {found.goal}", HINT)
    if not found.unambiguous() or (found.form == "layout" and not found.connected()):
        raise FormatError(f"some walls are ambiguous ({found.words})", LARGER)
    return found


def _read_squares_or_cells(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Generator[Reading, None, None]:
    """Squares of one pixel in an outline, or cells in rows and columns with straight walls."""
    for hypothesis in hypotheses:
        small = usual_widths(hypothesis.walls) == (1, 1)
        if small and is_of_squares(pixels, hypothesis.walls):
            if blurred(pixels):
                raise FormatError("its squares seem to be one pixel each, and are blurred together", LARGER)
            with hypotheses.skipping_errors():
                yield read_squares(pixels, hypothesis.walls, given)
        lattice = None if small else lattice_of(hypothesis)
        if lattice is not None:
            yield from read_cells(pixels, hypotheses, [(hypothesis, lattice)], given)


#: How cells are searched, in this order.
FORMS = (read_cropped_cells, _read_squares_or_cells, read_faint_cells, read_layout)
