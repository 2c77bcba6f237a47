"""The ink density of each pixel, from none to that of a wall, corrected for uneven light."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.images.decoding import Pixels
from mazeworks.vision.arrays import Bytes, Floats, Longs, Singles, percentile

#: The ink of a wall.
FULL = 200
#: Rows processed at a time, because floats take four times the memory.
BAND = 512


class Paper:
    """The grey of the paper over a whole image, as a small image of blocks."""

    def __init__(self, grey: Bytes) -> None:
        height, width = self.shape = grey.shape
        side = max(24, min(height, width) // 12)
        every = max(1, side // 32)
        tops, lefts = range(0, height, side), range(0, width, side)
        squares = [[grey[top : top + side : every, left : left + side : every] for left in lefts] for top in tops]
        blocks = np.array([[percentile(np.sort(square, None), 0.8) for square in row] for row in squares], np.float32)
        self.side, self.blocks = side, _lightest_near(blocks)

    def rows(self, first: int, last: int) -> Singles:
        """The grey of the paper at every pixel of some rows, interpolated between the centres of blocks."""
        y, x = ((np.arange(a, b) + 0.5) / self.side - 0.5 for a, b in ((first, last), (0, self.shape[1])))
        (y0, y1, down), (x0, x1, across) = (_between(p, n) for p, n in zip((y, x), self.blocks.shape, strict=True))
        upper = self.blocks[y0][:, x0] * (1 - across) + self.blocks[y0][:, x1] * across
        lower = self.blocks[y1][:, x0] * (1 - across) + self.blocks[y1][:, x1] * across
        return (upper * (1 - down[:, None]) + lower * down[:, None]).astype(np.float32)


def _lightest_near(blocks: Singles) -> Singles:
    """Each block as a high percentile of those around it, so that a block full of wall does not count."""
    padded = np.pad(blocks, 1, mode="edge")
    height, width = blocks.shape
    around = [padded[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)]
    return np.percentile(np.stack(around), 60, axis=0).astype(np.float32)


def _between(places: Floats, count: int) -> tuple[Longs, Longs, Singles]:
    """The two blocks on either side of each place, and the share of the second."""
    inside = places.clip(0, count - 1)
    first = np.floor(inside).astype(np.int64)
    return first, np.minimum(first + 1, count - 1), (inside - first).astype(np.float32)


def ink_of(pixels: Pixels, light: bool = False) -> Bytes:
    """The ink of every pixel, `[y, x]`, for dark or light walls."""
    grey = pixels.grey if not light else 255 - pixels.grey
    paper = Paper(grey)
    out: NDArray[np.float16] = np.empty(grey.shape, np.float16)
    for first in range(0, len(grey), BAND):
        ground = np.maximum(paper.rows(first, min(first + BAND, len(grey))), 1)
        out[first : first + BAND] = (1 - grey[first : first + BAND] / ground).clip(0, 1)
    some = out[:: max(1, out.shape[0] // 400), :: max(1, out.shape[1] // 400)].astype(np.float32)
    dark = some[some > 0.25 * float(np.percentile(some, 99.5))]
    full = float(np.percentile(dark, 90)) if dark.size else 1.0
    ink, times = np.empty(grey.shape, np.uint8), FULL / max(full, 1e-3)
    for first in range(0, len(grey), BAND):
        ink[first : first + BAND] = (out[first : first + BAND].astype(np.float32) * times).clip(0, 255)
    return ink
