"""Points on polylines, which are arrays `[count, points, 2]`, such as the walls between cells; and pixels at points."""

import numpy as np

from mazeworks.vision.arrays import Bools, Floats, Longs


def points_along(lines: Floats, shares: Floats) -> Floats:
    """The points at some shares of each line, `[count, shares, 2]`.

    >>> points_along(np.array([[[0.0, 0.0], [4.0, 0.0]]]), np.array([0.25, 0.5])).tolist()
    [[[1.0, 0.0], [2.0, 0.0]]]
    """
    first, part = _legs(lines, shares)
    return lines[:, first] * (1 - part) + lines[:, first + 1] * part


def normals_along(lines: Floats, shares: Floats) -> Floats:
    """The unit normals at some shares of each line, `[count, shares, 2]`."""
    legs = np.diff(lines, axis=1)
    normals = legs[..., ::-1] * (1, -1) / np.maximum(np.hypot(legs[..., 0], legs[..., 1])[..., None], 1e-9)
    return normals[:, _legs(lines, shares)[0]]


def _legs(lines: Floats, shares: Floats) -> tuple[Longs, Floats]:
    """The number of the straight leg at each share of a line, and the share of the leg, `[shares, 1]`."""
    place = shares * (lines.shape[1] - 1)
    first = np.minimum(place.astype(np.int64), lines.shape[1] - 2)
    return first, (place - first)[:, None]


def dense_points(lines: Floats, count: int) -> Floats:
    """Evenly spaced points, `count` on every straight leg of each line, `[lines, legs * count, 2]`."""
    shares = np.linspace(0, 1, count)[:, None]
    points: Floats = lines[:, :-1, None] * (1 - shares) + lines[:, 1:, None] * shares
    return points.reshape(len(lines), (lines.shape[1] - 1) * count, 2)


def longest_leg(lines: Floats) -> float:
    """The longest straight leg of all lines, across or down."""
    return float(np.abs(np.diff(lines, axis=1)).max(initial=0))


def is_set(mask: Bools, pixels: Longs) -> Bools:
    """Whether a mask is true at pixels, `[..., 2]`; beyond its edges it is not."""
    (height, width), x, y = mask.shape, pixels[..., 0], pixels[..., 1]
    here: Bools = (x.view(np.uint64) < width) & (y.view(np.uint64) < height) & np.take(mask, y * width + x, mode="clip")
    return here
