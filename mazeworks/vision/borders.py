"""The borders of an image: a dark frame around the page is removed, and an outer wall that is cut off is restored."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mazeworks.images.decoding import Pixels
from mazeworks.vision.arrays import Bools, Bytes
from mazeworks.vision.binarise import threshold
from mazeworks.vision.run_lengths import extent, runs_around, usual_widths

#: A row belongs to a frame if this share of it is dark, and to the paper inside if at most the second share is.
DARK, SPECKS = 0.95, 0.002
#: The rows of paper between a frame and a maze, and the rows next to the frame that may be blurred.
PAPER, BLURRED = 4, 2
#: The share of walls on a line inside that makes it the outer wall itself; and if it is the only such line.
STANDING, STANDING_ALONE = 0.75, 0.9
#: How many pixels of the cells may be cut off together with the outer wall.
MORE = (0, 1, 2)


def without_frame(pixels: Pixels) -> Pixels | None:
    """The image with its frame painted as paper; None if there is no frame.

    >>> page = np.full((40, 40), 255, np.uint8)
    >>> page[15:25, 15:25] = 0
    >>> page[:3] = page[-3:] = 0
    >>> page[:, :3] = page[:, -3:] = 0
    >>> found = without_frame(Pixels(page))
    >>> found is not None and int((found.numbers == 0).sum())
    100
    """
    dark = pixels.grey < threshold(pixels.histogram)
    columns, rows = dark.mean(axis=0) >= DARK, dark.mean(axis=1) >= DARK
    edges = [int(np.argmin(line)) for line in (columns, rows, columns[::-1], rows[::-1])]
    if not any(edges):
        return None
    left, top, right, bottom = edges
    height, width = dark.shape
    inside = np.s_[top + BLURRED : height - bottom - BLURRED, left + BLURRED : width - right - BLURRED]
    page, numbers = dark[inside], pixels.numbers[inside]
    if min(page.shape) <= 2 * PAPER:
        return None
    sides = np.s_[:, :PAPER], np.s_[:PAPER, :], np.s_[:, -PAPER:], np.s_[-PAPER:, :]
    strips = [side for edge, side in zip(edges, sides, strict=True) if edge]
    if any(page[strip].mean() > SPECKS for strip in strips):
        return None
    return _painted(pixels, edges, numbers[strips[0]])


def _painted(pixels: Pixels, edges: list[int], paper: Bytes) -> Pixels:
    """The image with its edges in the usual colour of some paper."""
    colour = _usual(pixels, paper.reshape(-1, *paper.shape[2:]))
    left, top, right, bottom = (edge and edge + BLURRED for edge in edges)
    height, width = pixels.shape
    numbers = pixels.numbers.copy()
    for beyond in (np.s_[:top], np.s_[height - bottom :], np.s_[:, :left], np.s_[:, width - right :]):
        numbers[beyond] = colour
    return Pixels(numbers, pixels.palette)


@dataclass(frozen=True)
class Cut:
    """How much of a maze is cut off at the left, top, right and bottom of an image."""

    #: How many rows of pixels are missing of an outer wall that is visible in part.
    part: tuple[int, ...]
    #: On which sides all of it is missing.
    whole: tuple[bool, ...]
    #: The thickness of a wall.
    wall: int

    @property
    def words(self) -> str:
        """Where the edge of the image counts as the outer wall, for people."""
        sides = [side for side, cut in zip(("left", "top", "right", "bottom"), self.whole, strict=True) if cut]
        listed = " and ".join([", ".join(sides[:-1]), sides[-1]] if len(sides) > 1 else sides)
        about = f"; the outer wall is cut off at the {listed}, so that the edge of the image is taken for it"
        return about if sides else ""

    def is_implausible(self, down: Bools, across: Bools) -> bool:
        """Whether an outer wall stands one line inside each cut: a margin was mistaken for cells."""
        lines = (down[1:-1, 1], across[1, 1:-1], down[1:-1, -2], across[-2, 1:-1])
        inner = [float(line.mean()) for line, cut in zip(lines, self.whole, strict=True) if cut and line.size]
        return bool(inner) and min(inner) >= (STANDING if len(inner) > 1 else STANDING_ALONE)

    def restored(self, pixels: Pixels, walls: Bools, more: int = 0) -> tuple[Pixels, tuple[int, int]]:
        """The image with its outer wall restored, and how much wider it is on the left and above."""
        extra = [part or (whole and self.wall + more) for part, whole in zip(self.part, self.whole, strict=True)]
        left, top, right, bottom = (int(rows) for rows in extra)
        around = ((top, bottom), (left, right), *((0, 0),) * (pixels.numbers.ndim - 2))
        padded = np.pad(pixels.numbers, around, mode="edge")
        box, wall = extent(walls, share=0.5) or (0, 0, 0, 0), self.wall
        height, width = padded.shape[:2]
        # From one outer wall to the other; one that is cut off is at the edge.
        x0, x1 = (0 if self.whole[0] else box[0] + left), (width if self.whole[2] else box[2] + left)
        y0, y1 = (0 if self.whole[1] else box[1] + top), (height if self.whole[3] else box[3] + top)
        colour = _usual(pixels, pixels.numbers[walls])
        strips = np.s_[y0:y1, :wall], np.s_[:wall, x0:x1], np.s_[y0:y1, -wall:], np.s_[-wall:, x0:x1]
        for strip, whole in zip(strips, self.whole, strict=True):
            if whole:
                padded[strip] = colour
        return Pixels(padded, pixels.palette), (left, top)


def cuts_of(walls: Bools) -> list[Cut]:
    """How a maze with these walls may be cut off; none if it is not, or if that is ambiguous.

    Along a side where no wall ends there may be a passage, if it lies as far from the first walls as one is wide.
    """
    wall, way = usual_widths(walls)
    if wall < 1 or way < 2 or min(walls.shape) < 4 * (wall + way):
        return []
    part, ends, empty = [], [], []
    for lines in (walls.T, walls, walls.T[::-1], walls[::-1]):
        thick = int(np.append(lines[: 2 * wall].mean(axis=1) >= 0.6, False).argmin())  # mostly wall
        part.append(wall - thick if 0 < thick < wall else 0)
        ends.append(not thick and _ends_here(lines[0], wall))
        empty.append(not lines[0].any() and abs(int(lines.any(axis=1).argmax()) - way) <= 0.3 * way)
    if not any(part) and not any(ends):
        return []
    passages = [end or (none and any(ends)) for end, none in zip(ends, empty, strict=True)]
    return [Cut(tuple(part), tuple(whole), wall) for whole in (ends, passages)[: 1 + (ends != passages)]]


def _ends_here(line: Bools, wall: int) -> bool:
    """Whether walls about as wide as others end at the edge of an image, and none runs along it."""
    lengths = [last - first + 1 for first, last in runs_around(line)]
    return bool(lengths) and line.mean() <= 0.5 and bool(np.median(lengths) <= 1.5 * wall + 1)


def _usual(pixels: Pixels, some: Bytes) -> Any:
    """The usual number or colour of some of the pixels, `[count]` or `[count, 3]`."""
    return np.median(some, axis=0).astype(np.uint8) if pixels.palette is None else np.bincount(some).argmax()
