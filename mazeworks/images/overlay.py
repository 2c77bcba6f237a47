"""A path drawn over the image it was found in, in a gradient from its start to its goal."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.grid import Bytes
from mazeworks.drawing.palette import ALONG, gradient
from mazeworks.images.decoding import Bits, Pixels
from mazeworks.images.png import png

Places = NDArray[Any]

#: The number of colours of the path in full colour, and the most colours of an image that keeps a palette.
LEVELS, FEW = 254, 64
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
    """A PNG of the image with a path over it."""
    height, width = pixels.shape
    canvas, colours = _canvas(pixels)
    levels = LEVELS if colours is None else 256 - len(colours)
    shades = gradient(ALONG, levels)
    paint = np.array(shades, np.uint8) if colours is None else np.arange(256 - levels, 256).astype(np.uint8)
    if path is not None:
        for first in range(0, len(path), PART):
            _paint(canvas, path, first, thick, paint)
    bands = (canvas[first : first + BAND] for first in range(0, height, BAND))
    palette = None if colours is None else [*colours, *shades]
    yield from png(width, height, bands, palette, {"Software": "mazeworks"})


def _paint(canvas: Bytes, path: Places, first: int, thick: int, paint: Bytes) -> None:
    """Draw a part of a path, each pixel coloured by its place on the path."""
    part = path[first : first + PART]
    brush = paint[np.arange(first, first + len(part)) * (len(paint) - 1) // max(1, len(path) - 1)]
    for dy in range(-(thick // 2), (thick + 1) // 2):
        y = np.clip(part[:, 1] + dy, 0, canvas.shape[0] - 1)
        for dx in range(-(thick // 2), (thick + 1) // 2):
            canvas[y, np.clip(part[:, 0] + dx, 0, canvas.shape[1] - 1)] = brush


def _canvas(pixels: Pixels) -> tuple[Bytes, list[list[int]] | None]:
    """A copy to draw on: one byte per pixel and the colours if there are few; else in full colour."""
    if isinstance(pixels, Bits):
        return np.unpackbits(pixels.bits, axis=1, count=pixels.width), pixels.colours.tolist()
    if pixels.palette is None or pixels.numbers.ndim == 3:
        return pixels.rgb(), None
    used = np.unique(np.concatenate([np.unique(band) for band in np.array_split(pixels.numbers, 64)]))
    if len(used) > FEW:
        return pixels.rgb(), None
    return np.searchsorted(used, np.arange(256)).astype(np.uint8)[pixels.numbers], pixels.palette[used].tolist()
