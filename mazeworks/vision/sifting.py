"""Many places and scales of a layout over an image, sifted at once: by patches of a few cells in its middle."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import arrange

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

#: Cells along a patch: two cells on, every layout that is alike everywhere looks the same again.
PATCH = 8
#: Where in a frame patches lie: one of them has to fit, because outlines may have holes.
WHERE = ((0.5, 0.5), (0.28, 0.5), (0.55, 0.75))
#: The share of edges in a patch that may be unsure, at this first look; and of points on lines in an empty patch.
LOOSE, EMPTY = 0.15, 0.02
#: How many times as many walls stand between cells as within them, at least: where nothing fits, it is as many.
MORE = 1.6
#: Where along a wall to look.
ALONG = np.array([0.36, 0.43, 0.5, 0.57, 0.64])
#: Frames looked at in one go.
PART = 128


@cache
def _patch(layout: str) -> tuple[Floats, Floats, Floats, Floats]:
    """Points along the walls between cells, `[walls, 5, 2]`, steps beside them, points inside cells, and the middle."""
    cells = arrange(layout, PATCH, PATCH)
    edges = np.flatnonzero(cells.sources < cells.targets)
    walls = cells.walls_of(edges)
    place = ALONG * (walls.shape[1] - 1)
    first = np.minimum(place.astype(np.int64), walls.shape[1] - 2)
    part = (place - first)[:, None]
    points = walls[:, first] * (1 - part) + walls[:, first + 1] * part
    along = walls[:, first + 1] - walls[:, first]
    aside = along[..., ::-1] * (1, -1) / np.hypot(along[..., 0], along[..., 1])[..., None]
    inner = cells.centres(cells.sources[edges]) * 0.6 + points[:, len(ALONG) // 2] * 0.4
    return points, aside, inner, cells.centres().mean(axis=0)


def sifted(
    walls: Bools, wall: int, corner: tuple[float, float], wide: float, layout: str, growth: Floats, frames: Floats
) -> Bools:
    """Which frames, `[count, 4]`, may lie over the walls of an image, so that their corner and width are those given.

    growth: how much larger the sheet is with every cell, across and down.
    """
    fits = np.zeros(len(frames), np.bool_)
    for first in range(0, len(frames), PART):
        part = frames[first : first + PART]
        scale = wide / (part[:, 2] - part[:, 0])
        origin = np.array(corner) - part[:, :2] * scale[:, None]
        for where in WHERE:
            aim = part[:, :2] + (part[:, 2:] - part[:, :2]) * where - _patch(layout)[3]
            shift = np.floor(aim / (2 * growth) + 0.5) * 2 * growth
            fits[first : first + PART] |= _fitting(walls, wall, layout, scale, origin + shift * scale[:, None])
    return fits


def _fitting(walls: Bools, wall: int, layout: str, scale: Floats, origin: Floats) -> Bools:
    """Whether a patch fits at each scale and origin: walls are plainly there or not, and there are none in cells."""
    points, aside, inner, _ = _patch(layout)

    def seen(places: Floats, beside: Floats | None = None) -> Bools:
        at = origin[:, None] + (places.reshape(-1, 2) * scale[:, None, None])
        at = at if beside is None else at + beside.reshape(-1, 2)
        x, y = np.floor(at).astype(np.int64).transpose(2, 0, 1)
        inside = (x >= 0) & (x < walls.shape[1]) & (y >= 0) & (y < walls.shape[0])
        met: Bools = inside & walls[y.clip(0, walls.shape[0] - 1), x.clip(0, walls.shape[1] - 1)]
        return met

    lines = seen(points)
    if wall <= 2:  # a thin wall may lie a pixel beside where it should
        lines = lines | seen(points, aside) | seen(points, -aside)
    share = lines.reshape(len(scale), len(points), -1).mean(axis=2)
    within = seen(inner)
    unsure, standing = ((share > 0.3) & (share < 0.7)).mean(axis=1), (share > 0.5).mean(axis=1)
    blocked = within.mean(axis=1)
    empty = lines.mean(axis=1) + blocked < EMPTY
    fits: Bools = empty | ((unsure + 0.5 * blocked < LOOSE) & (standing > 0.1) & (standing > MORE * blocked))
    return fits
