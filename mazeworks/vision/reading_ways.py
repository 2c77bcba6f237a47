"""Ways of any shape in an image, walked pixel by pixel along their middle."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import FormatError
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision import inks, scan, ways
from mazeworks.vision.guesses import Guesses
from mazeworks.vision.imageends import HINT, TONES, Given, ends
from mazeworks.vision.understood import Understood

Bools = NDArray[np.bool_]

#: With colours that are no paper on this share of its ways, an image has coloured cells; how far from grey these are.
COLOURED, COLOURFUL = 0.4, 60
#: How many readings of ways of any shape there are.
READINGS = 3
#: Ways so many times as wide as most are no ways of the same maze, unless most are as fine as noise.
UNEVEN, FINEST = 4, 2


def as_pixels(pixels: Pixels, guesses: Guesses, given: Given) -> Understood:
    """Ways of any shape: of the readings that have a way through, the one with the most wall."""
    first, trouble = None, None
    for number, (careful, walls) in enumerate(guesses.most_wall()):
        try:
            with between(number / READINGS, (number + 1) / READINGS):
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
    return first


def _pixels(pixels: Pixels, walls: Bools, given: Given) -> Understood:
    wall, run = scan.usual_widths(walls)
    box = scan.extent(walls) or (0, 0, 1, 1)
    report("reading the image", 0.1)
    whole, way = ~walls, ways.usual_width(~walls, box)
    report("reading the image", 0.3)
    walls = ~ways.without_cracks(whole, min(wall, way // 2))
    report("reading the image", 0.5)
    way = ways.usual_width(~walls, box)
    report("reading the image", 0.7)
    if None in given and run > FINEST and way > UNEVEN * run:
        raise FormatError(f"most ways are {run} pixels wide and some {way}, so what lies around may be no way", HINT)
    outline = ways.outline(~walls, way)
    report("reading the image", 0.9)
    marks = []
    if len(outline.openings) < 2 and None in given:
        marks = ways.blots(inks.blots(pixels, walls) & outline.inner, way)
    if None in given and _coloured(pixels, walls, outline.inner):
        raise FormatError("its ways are coloured, and neither walls nor ends can be told from that for sure", HINT)
    start, goal, words = ends(given, outline.openings, marks)
    inner = outline.inner
    for place in (start, goal):
        if not whole[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open", TONES)
        if walls[place.y, place.x]:
            inner = whole  # an end in a crack: then cracks are ways
        elif not inner[place.y, place.x]:
            inner = ~walls  # an end outside the outline: then the way may lead around it
    about = f"no even cells, so ways about {way} px wide are walked pixel by pixel along their middle, {words}"
    bits, wall_bits = np.packbits(inner, axis=1), np.packbits(walls, axis=1)
    marked = start in marks or goal in marks
    return Understood("pixels", bits, inner.shape[1], start, goal, way, about, wall_bits=wall_bits, marked=marked)


def _coloured(pixels: Pixels, walls: Bools, inner: Bools) -> bool:
    """Whether most of the ways are in colours of their own, as where distances are shown."""
    chroma = pixels.chroma
    if chroma is None:
        return False
    inked = inks.blots(pixels, walls) & inner & (chroma >= COLOURFUL)
    return bool(np.count_nonzero(inked) > COLOURED * np.count_nonzero(inner))
