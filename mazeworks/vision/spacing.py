"""Whether lines between cells have walls as those of a maze have, or cells were taken for smaller than they are."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]

#: Where cells are half as large as they should be, lines between them have fewer walls, beyond so many times chance.
FEWER, BY_CHANCE = 0.75, 3
#: With so many cells along a line, hardly any line between others has no wall by chance.
TALL = 4
#: How many lines there may be from one that has walls to the next.
FAR_APART = 8


def with_gaps(walls: Bools) -> bool:
    """Whether walls stand on every second or third line at most, `[along, line]`, so that cells are wider than high."""
    lines = np.flatnonzero(walls.any(axis=0)) + 1
    gaps = np.diff(np.concatenate([[0], lines, [walls.shape[1] + 1]]))
    return len(walls) >= TALL and len(lines) >= 2 and bool(gaps.min() >= 2 and gaps.max() <= FAR_APART)


def every_few(walls: Bools, period: int) -> bool:
    """Whether lines have fewer walls, `[along, line]`, than chance would leave there, but for every second or third.

    In mazes it makes no difference; a line drawn along the ways, or specks, are fewer than walls.
    """
    every = np.arange(1, walls.shape[1] + 1) % period == 0
    between, lines = walls[:, ~every], walls[:, every]
    if not lines.size or walls.shape[1] % period != period - 1:
        return False
    spread = (walls.mean() * (1 - walls.mean()) * (1 / between.size + 1 / lines.size)) ** 0.5
    few = between.mean() < FEWER * lines.mean()
    return bool(few and lines.mean() - between.mean() > BY_CHANCE * spread)
