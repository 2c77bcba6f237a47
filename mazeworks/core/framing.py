"""A dark frame or strip at the edge of a page, with paper between it and the maze: not part of the maze."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core import scan
from mazeworks.core.images import Pixels

#: A row belongs to a frame if so much of it is dark, and to the paper within if at most so much is.
DARK, SPECKS = 0.95, 0.002
#: So many rows of paper lie between a frame and a maze at least; the first of them may be blurred.
PAPER, BLURRED = 6, 2


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
    inside = dark[top : height - bottom, left : width - right]
    strips = [inside[:, :PAPER], inside[:PAPER], inside[:, -PAPER:], inside[-PAPER:]]
    within = (slice(top, height - bottom), slice(left, width - right))
    if any(strip[_inner(strip)].mean() > SPECKS for edge, strip in zip(edges, strips, strict=True) if edge):
        return None
    return _painted(pixels, edges, within)


def _inner(strip: NDArray[np.bool_]) -> tuple[slice, slice]:
    """A strip of paper without the pixels next to the frame, which may be blurred."""
    return tuple(slice(BLURRED, -BLURRED) if length > PAPER else slice(BLURRED, None) for length in strip.shape)  # type: ignore[return-value]


def _frame(dark: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """How many columns and rows are dark at the left, the top, the right and the bottom."""
    columns, rows = dark.mean(axis=0) >= DARK, dark.mean(axis=1) >= DARK
    if not (columns[0] or columns[-1]) and not (rows[0] or rows[-1]):
        return 0, 0, 0, 0
    found = [int(np.argmin(line)) for line in (columns, rows, columns[::-1], rows[::-1])]
    left, top, right, bottom = found
    return left, top, right, bottom


def _painted(pixels: Pixels, edges: tuple[int, int, int, int], within: tuple[slice, slice]) -> Pixels:
    rows, columns = within
    paper = pixels.numbers[rows, columns][BLURRED:PAPER].reshape(-1, *pixels.numbers.shape[2:])
    numbers = pixels.numbers.copy()
    colour = np.median(paper, axis=0) if pixels.palette is None else np.bincount(paper).argmax()
    left, top, right, bottom = (edge and edge + BLURRED for edge in edges)
    height, width = pixels.shape
    for beyond in (np.s_[:top], np.s_[height - bottom :], np.s_[:, :left], np.s_[:, width - right :]):
        numbers[beyond] = colour
    return Pixels(numbers, pixels.palette)
