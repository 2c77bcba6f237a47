"""A path drawn over the image it was found in, in a gradient from its start to its goal."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.images import Bits, Pixels
from mazeworks.core.palette import ALONG, RGB, gradient
from mazeworks.core.png import png

Bytes = NDArray[np.uint8]
Places = NDArray[Any]

LEVELS = 254
#: Rows encoded at a time.
BAND = 512
#: Pixels of a path drawn at a time.
PART = 1 << 16


def through(corners: Places) -> Places:
    """Every pixel on the straight lines from corner to corner, `[number, 2]`."""
    legs = np.diff(corners, axis=0)
    most = int(np.abs(legs).max(initial=1))
    shares = np.arange(most) / most
    between = corners[:-1, None] + legs[:, None] * shares[None, :, None]
    return np.concatenate([np.round(between).astype(np.int64).reshape(-1, 2), corners[-1:]])


def drawn_over(pixels: Pixels, path: Places | None, thick: int) -> Iterator[bytes]:
    """A PNG of the image, and a path through these pixels over it."""
    height, width = pixels.shape
    canvas, palette = _canvas(pixels)
    if path is not None:
        for first in range(0, len(path), PART):
            _paint(canvas, path, first, thick, palette is None)
    bands = (canvas[first : first + BAND] for first in range(0, height, BAND))
    yield from png(width, height, bands, palette, {"Software": "mazeworks"})


def _paint(canvas: Bytes, path: Places, first: int, thick: int, full_colour: bool) -> None:
    """Draw a part of a path, each pixel in the colour of how far along it lies."""
    part = path[first : first + PART]
    levels = np.arange(first, first + len(part)) * (LEVELS - 1) // max(1, len(path) - 1)
    paint: Bytes = np.array(gradient(ALONG, LEVELS), np.uint8)[levels] if full_colour else (levels + 2).astype(np.uint8)
    for dy in range(-(thick // 2), (thick + 1) // 2):
        y = np.clip(part[:, 1] + dy, 0, canvas.shape[0] - 1)
        for dx in range(-(thick // 2), (thick + 1) // 2):
            canvas[y, np.clip(part[:, 0] + dx, 0, canvas.shape[1] - 1)] = paint


def _canvas(pixels: Pixels) -> tuple[Bytes, list[RGB] | None]:
    """A copy to draw on: of an image in two colours with a palette, a byte a pixel, else in full colour."""
    if isinstance(pixels, Bits):
        numbers = np.unpackbits(pixels.bits, axis=1, count=pixels.width)
        first, last = ((int(r), int(g), int(b)) for r, g, b in pixels.colours.tolist())
        return numbers, [first, last, *gradient(ALONG, LEVELS)]
    return pixels.rgb(), None
