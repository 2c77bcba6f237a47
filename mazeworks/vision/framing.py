"""A dark frame or strip at the edge of a page, with paper between it and the maze: not part of the maze."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.images.decoding import Pixels
from mazeworks.vision import scan

Bytes = NDArray[np.uint8]

#: A row belongs to a frame if so much of it is dark, and to the paper within if at most so much is.
DARK, SPECKS = 0.95, 0.002
#: So many rows of paper lie between a frame and a maze at least, beside those next to the frame, which may be blurred.
PAPER, BLURRED = 4, 2


def without_frame(pixels: Pixels) -> Pixels | None:
    """The same image with its frame painted as paper; None if there is none.

    >>> page = np.full((40, 40), 255, np.uint8)
    >>> page[15:25, 15:25] = 0
    >>> page[:3] = page[-3:] = 0
    >>> page[:, :3] = page[:, -3:] = 0
    >>> found = without_frame(Pixels(page))
    >>> found is not None and int((found.numbers == 0).sum())
    100
    """
    dark = pixels.grey < scan.threshold(pixels.histogram)
    edges = _frame(dark)
    if not any(edges):
        return None
    left, top, right, bottom = edges
    height, width = dark.shape
    rows, columns = slice(top + BLURRED, height - bottom - BLURRED), slice(left + BLURRED, width - right - BLURRED)
    if min(rows.stop - rows.start, columns.stop - columns.start) <= 2 * PAPER:
        return None
    beside = slice(columns.start, columns.start + PAPER), slice(columns.stop - PAPER, columns.stop)
    above, below = slice(rows.start, rows.start + PAPER), slice(rows.stop - PAPER, rows.stop)
    sides = ((rows, beside[0]), (above, columns), (rows, beside[1]), (below, columns))
    strips = [side for edge, side in zip(edges, sides, strict=True) if edge]
    if any(dark[strip].mean() > SPECKS for strip in strips):
        return None
    return _painted(pixels, edges, pixels.numbers[strips[0]])


def _frame(dark: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """How many columns and rows are dark at the left, the top, the right and the bottom."""
    columns, rows = dark.mean(axis=0) >= DARK, dark.mean(axis=1) >= DARK
    if not (columns[0] or columns[-1]) and not (rows[0] or rows[-1]):
        return 0, 0, 0, 0
    found = [int(np.argmin(line)) for line in (columns, rows, columns[::-1], rows[::-1])]
    left, top, right, bottom = found
    return left, top, right, bottom


def _painted(pixels: Pixels, edges: tuple[int, int, int, int], paper: Bytes) -> Pixels:
    """The image with its edges in the usual colour of some paper."""
    colours = paper.reshape(-1, *paper.shape[2:])
    colour = np.median(colours, axis=0) if pixels.palette is None else np.bincount(colours).argmax()
    left, top, right, bottom = (edge and edge + BLURRED for edge in edges)
    height, width = pixels.shape
    numbers = pixels.numbers.copy()
    for beyond in (np.s_[:top], np.s_[height - bottom :], np.s_[:, :left], np.s_[:, width - right :]):
        numbers[beyond] = colour
    return Pixels(numbers, pixels.palette)
