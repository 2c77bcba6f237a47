"""Walls as ridges of ink, which stand out on both sides: how far they do, and layouts fitted to them."""

from dataclasses import replace

import numpy as np

from mazeworks.kernels.images.ridges import heights
from mazeworks.vision.arrays import Bytes, Floats, percentile
from mazeworks.vision.ink import FULL
from mazeworks.vision.layout_fit import FITTING, LIKELY, FittedLayout, Placed, Sketch
from mazeworks.vision.polyline import normals_along, points_along
from mazeworks.vision.wall_profiles import Classification, classify

#: Where along a line to look; at its ends there are other lines.
ALONG = np.linspace(0.2, 0.8, 9)
#: Samples per pixel, and the displacement of a line in pixels that is tolerated.
FINE, ASIDE = 2, 1.0
#: The least height of a wall's ridge, and the shares of the usual height between which it is ambiguous.
FAINTEST, LOW, HIGH = 0.25, 0.3, 0.5
#: The least share of a wall's height for a wall; and the gap between walls and the rest that is certain.
LOWEST, APART = 0.2, 0.25
#: Even then, the largest height of what is not a wall, and the least of a wall.
LEAST = 0.4, 0.5
#: No wall: ink below the first; or a ridge below the second, as of a path drawn across, and ink below the third.
PAPER, LEVEL, INKED = 0.45, 0.3, 0.8
#: More loops per cell than the first: cells are too fine; than the second: lines may be rings with gaps anywhere.
ROUND, RINGS = 0.2, 0.12


def ridge_heights(bordered: Bytes, lines: Floats, reach: float) -> tuple[Floats, Floats]:
    """How far the ink of lines, `[count, points, 2]`, exceeds that beside them, and its amount; 1 for a wall.

    bordered: the ink of an image, with an empty border of one pixel.

    What is drawn across a line, such as a path through a passage, goes on beyond it and does not stand out; nor does
    what covers only a part of its length. The second least ink along a line counts: a path drawn across it leaves the
    other places free.
    """
    half = int(np.ceil(reach * FINE))
    across = np.arange(-half, half + 1) / FINE
    first, last = np.flatnonzero(np.abs(across) <= ASIDE)[[0, -1]].tolist()
    points, normals = (np.ascontiguousarray(find(lines, ALONG)).reshape(-1) for find in (points_along, normals_along))
    above, along, least = np.empty(len(lines)), np.empty(len(lines)), np.empty(2 * len(across))
    heights.expect(len(points) * len(across))
    height, width = bordered.shape[0] - 2, bordered.shape[1] - 2
    heights(bordered.reshape(-1), width, height, points, normals, across, first, last, FULL, least, above, along)
    return above, along


def reach(placed: Placed) -> float:
    """How far from its walls to look."""
    return max(2.0, min(placed.wall / 2 + 2.5, 0.45 * placed.scale))


def doubt(placed: Placed, bordered: Bytes, sketch: Sketch) -> float:
    """The share of edges that are ambiguous, or with dark pixels inside their cells."""
    walls, blocked = sketch.walls, placed.seen(sketch.inner)
    if blocked.mean() >= 2 * LIKELY:
        return 1  # whatever the ridges are
    found, _ = ridge_heights(bordered, placed.points_at(walls), reach(placed))
    ordered = np.sort(found)
    usual = percentile(ordered[np.searchsorted(ordered, 0.5 * percentile(ordered, 0.9)) :], 0.5)
    unsure = np.count_nonzero((found > LOW * usual) & (found < HIGH * usual)) + 0.5 * np.count_nonzero(blocked)
    return float(unsure) / len(walls) if usual > FAINTEST else 1


def verified(fitted: FittedLayout, bordered: Bytes) -> FittedLayout | None:
    """The layout with the walls that stand out in an image; None where that is ambiguous, or ink lies elsewhere."""
    whole = _walled(fitted, bordered)
    inner = None if whole is None else whole.masked()
    found = whole if inner is whole or inner is None else _walled(inner, bordered)
    if inner is None or found is None or (found.unsure is not None and found.unsure.mean() > FITTING):
        return None
    return None if too_fine(found, RINGS) or _stray(found) > FITTING else found


def _walled(fitted: FittedLayout, bordered: Bytes) -> FittedLayout | None:
    """The layout with walls where ridges are; None without two classes of ridges, or without a certain outline."""
    cells = fitted.cells
    lines = np.concatenate([cells.walls_of(np.arange(len(cells.targets))), cells.outer_walls()])
    above, along = ridge_heights(bordered, fitted.points_at(lines), reach(fitted))
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
    """Which ridges are walls: certainly if a wide gap separates the faintest wall from the rest.

    Ink all along a line that hardly stands out may be a mark beside a wall.
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
    """Whether the fitted cells are too fine: they contain too many loops."""
    cells = fitted.cells
    loops = np.count_nonzero(fitted.opens) // 2 - len(cells) + len(np.unique(cells.joined(fitted.opens)))
    return bool(loops > most * len(cells))


def _stray(fitted: FittedLayout) -> float:
    """The share of dark pixels in neither a standing wall nor the two cells with the most of them, as marks are."""
    y, x = np.nonzero(fitted.walls & ~fitted.covered())
    if not len(x):
        return 0
    centres = fitted.cells.centres()
    counts = np.zeros(len(centres), np.int64)
    points = (np.stack([x, y], axis=-1) + 0.5 - np.array(fitted.origin)) / fitted.scale
    for part in np.array_split(points, 1 + len(points) * len(centres) // (1 << 22)):
        apart = ((part[:, None] - centres) ** 2).sum(axis=-1)
        counts += np.bincount(apart.argmin(axis=1), minlength=len(centres))
    counts[np.argsort(counts)[-2:]] = 0
    return float(counts.sum()) / float(np.count_nonzero(fitted.walls))
