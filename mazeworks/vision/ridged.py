"""Cells of a layout held against the ridges of an image's ink: for thin walls, and with a way drawn in the cells."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeworks.vision.fitting import FITTING, GOLDEN, Fitted
from mazeworks.vision.ink import FULL
from mazeworks.vision.proof import Proof, parted
from mazeworks.vision.ridges import ridges

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

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


def reach(fitted: Fitted) -> float:
    """How far from its walls to look."""
    return max(2.0, min(fitted.wall / 2 + BEYOND, FARTHEST * fitted.scale))


def doubt(fitted: Fitted, ink: Bytes, looked_at: int) -> float:
    """The share of edges, of so many looked at, where nobody can tell whether a wall stands, or that run through cells.

    The walls of the layout are dark pixels here.
    """
    cells = fitted.cells
    count = len(cells.targets)
    edges = np.arange(count) if looked_at >= count else (np.arange(looked_at) * GOLDEN % 1 * count).astype(np.int64)
    walls = cells.walls_of(edges)
    found, _ = ridges(ink, fitted.points_at(walls), reach(fitted))
    usual = float(np.median(found[found >= 0.5 * np.percentile(found, 90)]))
    middle = (walls[:, (walls.shape[1] - 1) // 2] + walls[:, walls.shape[1] // 2]) / 2
    inner = fitted.seen(cells.centres(cells.sources[edges]) * 0.6 + middle * 0.4)
    unsure = np.count_nonzero((found > LOW * usual) & (found < HIGH * usual)) + 0.5 * np.count_nonzero(inner)
    return float(unsure) / len(edges) if usual > FAINTEST else 1


def proved(fitted: Fitted, ink: Bytes) -> Fitted | None:
    """The same with the walls that stand out in an image; None where that is not plain, or ink lies elsewhere."""
    whole = _walled(fitted, ink)
    inner = None if whole is None else whole.masked()
    found = whole if inner is whole or inner is None else _walled(inner, ink)
    if inner is None or found is None or (found.unsure is not None and found.unsure.mean() > FITTING):
        return None
    return None if too_fine(found, RINGS) or _stray(found) > FITTING else found


def _walled(fitted: Fitted, ink: Bytes) -> Fitted | None:
    """The same with walls where ridges are, and what is unsure; None if there are not two sorts, or an outline."""
    cells = fitted.cells
    lines = np.concatenate([cells.walls_of(np.arange(len(cells.targets))), cells.outer_walls()])
    above, along = ridges(ink, fitted.points_at(lines), reach(fitted))
    count = len(cells.targets)
    for values in (above, along):
        values[:count] = (values[:count] + values[:count][cells.twins]) / 2
    proof = _parted(above, along)
    if proof is None or proof.thick < FAINTEST or not proof.sure[count:].all():
        return None
    found, unsure = replace(fitted), ~proof.sure[:count]
    found.__dict__["opens"] = (~proof.walls[:count]).astype(np.uint8)
    found.__dict__["gaps"] = ~proof.walls[count:]
    found.opens[unsure & found.lined()] = 0  # what is unsure, but seen, is a wall
    found.unsure = unsure if unsure.any() else None
    return found


def _parted(above: Floats, along: Floats) -> Proof | None:
    """Which ridges are walls: plainly so where there is none for long between the faintest wall and what is none.

    Where there is ink all along a line that hardly stands out, a mark may lie beside a wall.
    """
    proof = parted(above)
    if proof is None or proof.thick < FAINTEST:
        return proof
    order, thick = np.sort(above), proof.thick
    middle = order[(order > LOWEST * thick) & (order < (1 - LOWEST) * thick)]
    steps = np.concatenate([[LOWEST * thick], middle, [(1 - LOWEST) * thick]])
    widest = int(np.diff(steps).argmax())
    if np.diff(steps)[widest] >= APART * thick:
        walls = above > steps[widest : widest + 2].mean()
        proof = Proof(walls, np.where(walls, above > LEAST[1] * thick, above < LEAST[0] * thick), thick)
    usual = float(np.median(along[proof.walls]))
    paper = (along < PAPER * usual) | ((above < LEVEL * thick) & (along < INKED * usual))
    return Proof(proof.walls, proof.sure & (proof.walls | paper), thick)


def too_fine(fitted: Fitted, most: float = ROUND) -> bool:
    """Whether there are so many ways round in a circle that cells are finer than those that were drawn."""
    cells = fitted.cells
    ways = np.count_nonzero(fitted.opens) // 2 - len(cells) + len(np.unique(cells.joined(fitted.opens)))
    return bool(ways > most * len(cells))


def _stray(fitted: Fitted) -> float:
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
