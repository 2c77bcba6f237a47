"""How far the ink along a line stands out from what lies on both of its sides, whatever is drawn in the cells there."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.progress import checked
from mazeworks.vision.ink import FULL

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

#: Where along a line to look; at its ends there are other lines.
ALONG = np.linspace(0.2, 0.8, 9)
#: Of all places along a line that with the least ink but one counts: a way drawn across leaves others free.
SECOND = 1
#: Looks a pixel, and how far a line may lie beside where it should, in pixels.
FINE, ASIDE = 2, 1.0
#: Lines looked at in one go.
PART = 1 << 12


def ridges(ink: Bytes, lines: Floats, reach: float) -> tuple[Floats, Floats]:
    """How far the ink of lines, `[count, points, 2]`, is above that beside them, and how much it is; 1 for a wall.

    What is drawn across a line, such as a way through a passage, goes on beyond it, and does not stand out; nor does
    what takes up less than all of its length.
    """
    parts = [_ridges(ink, lines[first : first + PART], reach) for first in checked(range(0, len(lines), PART))]
    above, along = (np.concatenate(both) for both in zip((np.zeros(0), np.zeros(0)), *parts, strict=True))
    return above, along


def _ridges(ink: Bytes, lines: Floats, reach: float) -> tuple[Floats, Floats]:
    places, normals = _along(lines)
    half = int(np.ceil(reach * FINE))
    across = np.arange(-half, half + 1) / FINE
    points = places[:, :, None] + normals[:, :, None] * across[:, None]
    looks = _smooth(ink, points) / FULL
    profile = np.partition(looks, SECOND, axis=1)[:, SECOND]
    near = np.abs(across) <= ASIDE
    first, last = np.flatnonzero(near)[[0, -1]].tolist()
    beside = np.maximum(profile[:, : first + 1].min(axis=1), profile[:, last:].min(axis=1))
    above: Floats = profile[:, near].max(axis=1) - beside
    along: Floats = np.partition(looks[:, :, near].max(axis=2), SECOND, axis=1)[:, SECOND]
    return above, along


def _along(lines: Floats) -> tuple[Floats, Floats]:
    """Points along lines, `[count, places, 2]`, and the directions across them."""
    place = ALONG * (lines.shape[1] - 1)
    first = np.minimum(place.astype(np.int64), lines.shape[1] - 2)
    part = (place - first)[:, None]
    leg = lines[:, first + 1] - lines[:, first]
    normal = leg[..., ::-1] * (1, -1) / np.maximum(np.hypot(leg[..., 0], leg[..., 1])[..., None], 1e-9)
    return lines[:, first] + leg * part, normal


def _smooth(ink: Bytes, points: Floats) -> Floats:
    """The ink at points, `[..., 2]`, in parts of a pixel; beyond the edge there is none."""
    height, width = ink.shape
    padded = np.pad(ink, 1).reshape(-1)
    x, y = (points[..., axis].clip(-1, side) + 1 for axis, side in ((0, width), (1, height)))
    left, top = np.minimum(x.astype(np.int64), width), np.minimum(y.astype(np.int64), height)
    right, down, place = x - left, y - top, top * (width + 2) + left
    upper = padded[place] * (1 - right) + padded[place + 1] * right
    lower = padded[place + width + 2] * (1 - right) + padded[place + width + 3] * right
    found: Floats = upper * (1 - down) + lower * down
    return found
