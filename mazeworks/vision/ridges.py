"""How far the ink along a line stands out from what lies on both of its sides, whatever is drawn in the cells there."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeworks.vision.ink import FULL
from mazeworks.vision.layout_fit import FITTING, GOLDEN, FittedLayout
from mazeworks.vision.polyline import middles, normals_along, points_along
from mazeworks.vision.wall_profiles import Classification, classify

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Where along a line to look; at its ends there are other lines.
ALONG = np.linspace(0.2, 0.8, 9)
#: Of all places along a line that with the least ink but one counts: a way drawn across leaves others free.
SECOND = 1
#: Looks a pixel, and how far a line may lie beside where it should, in pixels.
FINE, ASIDE = 2, 1.0
#: Lines looked at in one go.
PART = 1 << 12
#: How far from a wall the paper beside it may begin, in pixels and in cells.
BEYOND, FARTHEST = 2.5, 0.45
#: What has more ink than this, of that of a wall, is a wall or a mark, and no line that is lighter than walls.
DARK = 0.7
#: The least that walls stand out, and between which shares of that nobody can tell.
FAINTEST, LOW, HIGH = 0.25, 0.3, 0.5
#: From which share on they may stand out as walls do; and how far walls have to be from what is none to be plain.
LOWEST, APART = 0.2, 0.25
#: How far what is no wall stands out at most, even then, and a wall at least.
LEAST = 0.4, 0.5
#: Where nothing stands, there is less ink than this, of that of a wall; or it stands out less than this, as a way does
#: that is drawn across, and is less than this.
PAPER, LEVEL, INKED = 0.45, 0.3, 0.8
#: More ways round in a circle than this for each cell, and cells are finer than those that were drawn; with this many
#: lines may be rings of another making, with gaps that lie anywhere.
ROUND, RINGS = 0.2, 0.12
#: Where dark pixels beside walls are most, there are marks: in so many cells.
MARKED = 2


def ridge_heights(ink: Bytes, lines: Floats, reach: float) -> tuple[Floats, Floats]:
    """How far the ink of lines, `[count, points, 2]`, is above that beside them, and how much it is; 1 for a wall.

    What is drawn across a line, such as a way through a passage, goes on beyond it, and does not stand out; nor does
    what takes up less than all of its length.
    """
    parts = [_ridge_heights(ink, lines[first : first + PART], reach) for first in range(0, len(lines), PART)]
    above, along = (np.concatenate(both) for both in zip((np.zeros(0), np.zeros(0)), *parts, strict=True))
    return above, along


def _ridge_heights(ink: Bytes, lines: Floats, reach: float) -> tuple[Floats, Floats]:
    places, normals = points_along(lines, ALONG), normals_along(lines, ALONG)
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


def reach(fitted: FittedLayout) -> float:
    """How far from its walls to look."""
    return max(2.0, min(fitted.wall / 2 + BEYOND, FARTHEST * fitted.scale))


def doubt(fitted: FittedLayout, ink: Bytes, looked_at: int) -> float:
    """The share of edges, of so many looked at, where nobody can tell whether a wall stands, or that run through cells.

    The walls of the layout are dark pixels here.
    """
    cells = fitted.cells
    count = len(cells.targets)
    edges = np.arange(count) if looked_at >= count else (np.arange(looked_at) * GOLDEN % 1 * count).astype(np.int64)
    walls = cells.walls_of(edges)
    found, _ = ridge_heights(ink, fitted.points_at(walls), reach(fitted))
    usual = float(np.median(found[found >= 0.5 * np.percentile(found, 90)]))
    inner = fitted.seen(cells.centres(cells.sources[edges]) * 0.6 + middles(walls) * 0.4)
    unsure = np.count_nonzero((found > LOW * usual) & (found < HIGH * usual)) + 0.5 * np.count_nonzero(inner)
    return float(unsure) / len(edges) if usual > FAINTEST else 1


def checked(fitted: FittedLayout, ink: Bytes) -> FittedLayout | None:
    """The same with the walls that stand out in an image; None where that is not plain, or ink lies elsewhere."""
    whole = _walled(fitted, ink)
    inner = None if whole is None else whole.masked()
    found = whole if inner is whole or inner is None else _walled(inner, ink)
    if inner is None or found is None or (found.unsure is not None and found.unsure.mean() > FITTING):
        return None
    return None if too_fine(found, RINGS) or _stray(found) > FITTING else found


def _walled(fitted: FittedLayout, ink: Bytes) -> FittedLayout | None:
    """The same with walls where ridges are, and what is unsure; None if there are not two sorts, or an outline."""
    cells = fitted.cells
    lines = np.concatenate([cells.walls_of(np.arange(len(cells.targets))), cells.outer_walls()])
    above, along = ridge_heights(ink, fitted.points_at(lines), reach(fitted))
    count = len(cells.targets)
    for values in (above, along):
        values[:count] = (values[:count] + values[:count][cells.twins]) / 2
    classes = _classify(above, along)
    if classes is None or classes.thick < FAINTEST or not classes.sure[count:].all():
        return None
    found, unsure = replace(fitted), ~classes.sure[:count]
    found.__dict__["opens"] = (~classes.walls[:count]).astype(np.uint8)
    found.__dict__["gaps"] = ~classes.walls[count:]
    found.opens[unsure & found.lined()] = 0  # what is unsure, but seen, is a wall
    found.unsure = unsure if unsure.any() else None
    return found


def _classify(above: Floats, along: Floats) -> Classification | None:
    """Which ridges are walls: plainly so where there is none for long between the faintest wall and what is none.

    Where there is ink all along a line that hardly stands out, a mark may lie beside a wall.
    """
    classes = classify(above)
    if classes is None or classes.thick < FAINTEST:
        return classes
    order, thick = np.sort(above), classes.thick
    middle = order[(order > LOWEST * thick) & (order < (1 - LOWEST) * thick)]
    steps = np.concatenate([[LOWEST * thick], middle, [(1 - LOWEST) * thick]])
    widest = int(np.diff(steps).argmax())
    if np.diff(steps)[widest] >= APART * thick:
        walls = above > steps[widest : widest + 2].mean()
        classes = Classification(walls, np.where(walls, above > LEAST[1] * thick, above < LEAST[0] * thick), thick)
    usual = float(np.median(along[classes.walls]))
    paper = (along < PAPER * usual) | ((above < LEVEL * thick) & (along < INKED * usual))
    return Classification(classes.walls, classes.sure & (classes.walls | paper), thick)


def too_fine(fitted: FittedLayout, most: float = ROUND) -> bool:
    """Whether there are so many ways round in a circle that cells are finer than those that were drawn."""
    cells = fitted.cells
    ways = np.count_nonzero(fitted.opens) // 2 - len(cells) + len(np.unique(cells.joined(fitted.opens)))
    return bool(ways > most * len(cells))


def _stray(fitted: FittedLayout) -> float:
    """The share of dark pixels that are no standing wall, nor in the few cells with the most of them, as marks are."""
    y, x = np.nonzero(fitted.walls & ~fitted.covered())
    if not len(x):
        return 0
    centres = fitted.cells.centres()
    counts = np.zeros(len(centres), np.int64)
    points = (np.stack([x, y], axis=-1) + 0.5 - np.array(fitted.origin)) / fitted.scale
    for part in np.array_split(points, 1 + len(points) * len(centres) // (1 << 22)):
        apart = ((part[:, None] - centres) ** 2).sum(axis=-1)
        counts += np.bincount(apart.argmin(axis=1), minlength=len(centres))
    counts[np.argsort(counts)[-MARKED:]] = 0
    return float(counts.sum()) / float(np.count_nonzero(fitted.walls))


def dark(ink: Bytes) -> Bools:
    """The pixels with the ink of walls, or of marks."""
    return ink > DARK * FULL
