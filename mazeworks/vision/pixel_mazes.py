"""Readings of squares of one pixel each."""

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.images.decoding import Pixels
from mazeworks.vision.arrays import Bools, Box, Longs
from mazeworks.vision.binarise import threshold
from mazeworks.vision.cell_mazes import marked_middles
from mazeworks.vision.endpoints import TONES, Given, ends
from mazeworks.vision.lattice import Lattice
from mazeworks.vision.outline import rim_of, rim_openings
from mazeworks.vision.reading import Reading
from mazeworks.vision.run_lengths import extent, ring, runs_around, wide_passages


def read_squares(pixels: Pixels, walls: Bools, given: Given) -> Reading:
    """The reading of squares of one pixel, some of them walls."""
    box = extent(walls)
    assert box is not None
    left, top, right, bottom = box
    openings = rim_openings(walls, box)
    marks = [] if len(openings) > 1 or None not in given else _marked_squares(pixels, walls, box)
    open_pixels = np.logical_not(walls, out=walls)  # in place, to save memory with large images
    for beyond in (np.s_[:top], np.s_[bottom:], np.s_[:, :left], np.s_[:, right:]):
        open_pixels[beyond] = False
    start, goal, words = ends(given, openings, marks)
    for place in (start, goal):
        if place in marks:
            open_pixels[place.y, place.x] = True  # a mark in the colour of walls
        if not open_pixels[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open", TONES)
    about = f"{right - left}×{bottom - top} squares of one pixel, {words}"
    return Reading("squares", np.packbits(open_pixels, axis=1), open_pixels.shape[1], start, goal, 1, about, None, box)


def _marked_squares(pixels: Pixels, walls: Bools, box: Box) -> list[Position]:
    """The squares with marks, where every second one is a cell."""
    left, top, right, bottom = box
    if (right - left) % 2 == 0 or (bottom - top) % 2 == 0 or min(right - left, bottom - top) < 5:
        return []
    inner = walls[top:bottom, left:right]
    lattice = Lattice(left, top, (2, 2), 1, inner[1::2, ::2], inner[::2, 1::2])
    return marked_middles(pixels, lattice)


def read_sparse_squares(pixels: Pixels, dark: Bools, given: Given, tone: str) -> Reading | None:
    """Squares of one pixel with few walls, or few passages: the image's edge has one or two open pixels."""
    walls = ~dark if light_walls(dark, tone) else dark
    openings = list(runs_around(~rim_of(walls, (0, 0, dark.shape[1], dark.shape[0]))))
    named = sum(place is not None for place in given)
    if not (len(openings) == 2 or 0 < len(openings) <= named) or any(last > first for first, last in openings):
        return None
    return read_squares(pixels, walls.copy(), given)


def is_of_squares(pixels: Pixels, walls: Bools) -> bool:
    """Whether an outlined image consists of squares of one pixel: two tones, or passages no wider than that."""
    box = extent(walls)
    if box is None or rim_of(walls, box).mean() < 0.8:
        return False
    tones = np.sort(pixels.histogram)
    return bool(tones[-2:].sum() >= 0.98 * tones.sum()) or wide_passages(walls, box) <= 0.15


def blurred(pixels: Pixels) -> bool:
    """Whether many pixels are neither as dark as walls nor as light as passages."""
    counts, least = pixels.histogram, threshold(pixels.histogram)
    low, high = _usual(counts[:least]), least + _usual(counts[least:])
    middle = counts[low + (high - low) // 3 : high - (high - low) // 3]
    return bool(middle.sum() > 0.02 * counts.sum())


def _usual(counts: Longs) -> int:
    """The median grey."""
    return int(np.searchsorted(np.cumsum(counts), counts.sum() / 2))


def light_walls(dark: Bools, tone: str) -> bool:
    """Whether squares of one pixel have light walls: their outline is light, and the line inside it is mixed."""
    if tone != "auto" or min(dark.shape) < 5:
        return tone == "light"
    rim = [float(ring(dark, inset).mean()) for inset in (0, 1)]
    return rim[0] <= 0.1 and 0.2 < rim[1] < 0.9
