"""Readings of passages of any shape, walked pixel by pixel along their middle."""

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision.arrays import Bools
from mazeworks.vision.binarise import off_paper
from mazeworks.vision.endpoints import HINT, TONES, Given, ends
from mazeworks.vision.hypotheses import Hypotheses
from mazeworks.vision.morphology import clearance, component_sizes, connected_components, without_cracks
from mazeworks.vision.outline import _middle_of, find_outline, passage_width
from mazeworks.vision.reading import Reading
from mazeworks.vision.run_lengths import extent, usual_widths


def blobs(inked: Bools, passage: float) -> list[Position]:
    """The middle of each blob about as wide as a passage, the largest first; long lines and fringes are left out."""
    cores = inked & (clearance(inked) > max(3, 0.1 * passage))
    numbers = connected_components(cores)
    sizes = component_sizes(numbers)
    sizes[0] = 0
    found: list[Position] = []
    for number in np.argsort(-sizes, kind="stable")[:20].tolist():
        if sizes[number] <= max(3, 0.01 * passage * passage):
            break
        y, x = np.nonzero(numbers == number)
        middle = _middle_of(list(zip(x.tolist(), y.tolist(), strict=True)))
        # Not a ring around a dot.
        apart = all(abs(middle.x - other.x) + abs(middle.y - other.y) > passage for other in found)
        if max(np.ptp(x), np.ptp(y)) <= 2 * passage and apart:
            found.append(middle)
    return found


def read_freeform(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Reading:
    """Passages of any shape: of the readings with a path, the one with the most wall."""
    first, first_error = None, None
    for number, (careful, walls) in enumerate(hypotheses.most_wall()):
        try:
            with between(number / 3, (number + 1) / 3):
                found = _pixels(pixels, walls, given)
        except FormatError as error:
            first_error = first_error or error
            continue
        if found.connected():
            if first is not None and not careful:
                found.words += "; some walls are faint, and this path may lead through one"
            return found
        first = first or found
    if first is None:
        raise first_error or FormatError("no passages were found in this image")
    return first


def _pixels(pixels: Pixels, walls: Bools, given: Given) -> Reading:
    """The reading of some walls."""
    wall, run = usual_widths(walls)
    box = extent(walls) or (0, 0, 1, 1)
    report("reading the image", 0.1)
    whole, passage = ~walls, passage_width(~walls, box)
    report("reading the image", 0.3)
    walls = ~without_cracks(whole, min(wall, passage // 2))
    if walls.all():
        raise FormatError("no passages were found in this image")
    report("reading the image", 0.5)
    passage = passage_width(~walls, box)
    report("reading the image", 0.7)
    if None in given and run > 2 and passage > 4 * run:  # finer ones are noise
        widths = f"most passages are {run} pixels wide and some {passage}"
        raise FormatError(f"{widths}, so the paper around the walls may not be a passage", HINT)
    inner, openings = find_outline(~walls, passage)
    report("reading the image", 0.9)
    marks = []
    if len(openings) < 2 and None in given:
        marks = blobs(off_paper(pixels, walls) & inner, passage)
    if None in given and _coloured(pixels, walls, inner):
        raise FormatError("its passages are coloured, so that neither walls nor ends are certain", HINT)
    start, goal, words = ends(given, openings, marks)
    for place in (start, goal):
        if not whole[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open", TONES)
        if walls[place.y, place.x]:
            inner = whole  # an end in a crack: then cracks are passages
        elif not inner[place.y, place.x]:
            inner = ~walls  # an end outside the outline: then the path may lead around it
    about = f"no even cells, so passages about {passage} px wide are walked pixel by pixel along their middle, {words}"
    bits, wall_bits = np.packbits(inner, axis=1), np.packbits(walls, axis=1)
    marked = start in marks or goal in marks
    return Reading("pixels", bits, inner.shape[1], start, goal, passage, about, wall_bits=wall_bits, marked=marked)


def _coloured(pixels: Pixels, walls: Bools, inner: Bools) -> bool:
    """Whether much of the passages is coloured, as where distances are shown."""
    if pixels.chroma is None:
        return False
    inked = off_paper(pixels, walls) & inner & (pixels.chroma >= 60)
    return bool(np.count_nonzero(inked) > 0.4 * np.count_nonzero(inner))
