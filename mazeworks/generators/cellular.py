"""Caves grown by a cellular automaton: a cell turns into what most of its neighbours are, rock or air."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid, walls_beside
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving.place import scatter
from mazeworks.making.rectangle import Longs, labels_of, record_passages, rectangle_generator

ROCK = Parameter("rock", "number", 0.4, "the share of rock at the beginning", least=0, most=0.9)
ROUNDS = Parameter("rounds", "whole", 4, "how many rounds the automaton runs", least=0, most=50)

Bools = NDArray[np.bool_]


@rectangle_generator(
    "cellular",
    "Grows caves by a cellular automaton, keeps the largest, and digs from it to start and goal if needed.",
    promises=("start and goal are joined", "not perfect: caves are open, and rock cannot be entered"),
    parameters=(ROCK, ROUNDS),
    aliases=("cellular_automaton", "caves"),
)
def cellular(grid: Grid, random: Random, order: Longs, rock: float, rounds: int) -> int:
    noise = np.zeros(grid.width * grid.height, np.uint8)
    scatter(noise, 65535, round(rock * 65536), random.fork())
    solid = noise.reshape(grid.height, grid.width) != 0
    for _ in range(rounds):
        solid = _grown(solid)
    air = _largest(grid, ~solid)
    for end in (grid.start, grid.goal):
        _dig(air, end)
    _hollow(grid, air)
    count = record_passages(grid, order) if len(order) else 0
    order[:count].sort()  # row by row, for a cave has no order of carving
    return count


def _grown(solid: Bools) -> Bools:
    """One round: rock where at least five of the nine cells around are; beyond the edge all is rock."""
    around = np.ones((solid.shape[0] + 2, solid.shape[1] + 2), np.uint8)  # quicker than np.pad
    around[1:-1, 1:-1] = solid
    rows = around[:-2] + around[1:-1] + around[2:]
    return np.asarray(rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] >= 5)


def _hollow(grid: Grid, air: Bools) -> None:
    """Open every wall between two cells of air."""
    solid = np.ones((grid.height + 2, grid.width + 2), np.bool_)
    solid[1:-1, 1:-1] = ~air
    grid.walls[:] = walls_beside(solid)


def _largest(grid: Grid, air: Bools) -> Bools:
    """The largest cave only; a cell in the middle if there is no cave."""
    if not air.any():
        air[grid.height // 2, grid.width // 2] = True
    _hollow(grid, air)
    labels, count = labels_of(grid)
    table = labels.reshape(grid.cells.shape)[1:-1, 1:-1]
    sizes = np.bincount(table[air], minlength=count)
    return np.asarray(air & (table == sizes.argmax()))


def _dig(air: Bools, end: Position) -> None:
    """Dig straight across and then straight down from the cave to a cell outside it."""
    rows, columns = np.nonzero(air)
    nearest = int((np.abs(columns - end.x) + np.abs(rows - end.y)).argmin())
    x, y = int(columns[nearest]), int(rows[nearest])
    air[y, min(x, end.x) : max(x, end.x) + 1] = True
    air[min(y, end.y) : max(y, end.y) + 1, end.x] = True
