"""What all generators for the plain rectangle share: registration, regions, and joining them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator
from mazeworks.kernels import tables
from mazeworks.kernels.carving import regions as loops
from mazeworks.making.carving import WALLS, built, carved_grid, closed_grid
from mazeworks.making.ends import ENDS, place_ends

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]
Labels = NDArray[np.int32]
#: How a generator carves a closed grid: `(grid, random, order, **parameters)`; see `carved_grid` for the order.
GridCarver = Callable[..., int]


def rectangle_generator(
    name: str,
    sentence: str,
    promises: tuple[str, ...],
    parameters: tuple[Parameter, ...] = (),
    ends_parameter: Parameter = ENDS,
    aliases: tuple[str, ...] = (),
) -> Callable[[GridCarver], GridCarver]:
    """Register a generator of wall mazes on the plain rectangle."""

    def register(carver: GridCarver) -> GridCarver:
        known = (*parameters, ends_parameter)

        @generator(name, sentence, WALLS, known, promises, (20, 20), traces=True, aliases=aliases)
        def function(
            width: int, height: int, random: Random, trace: bool = False, *, ends: str, **own: Any
        ) -> Puzzle[Any]:
            grid, first = closed_grid(width, height, random)
            carving = carved_grid(lambda order: carver(grid, random, order, **own), grid, first, ends, trace, random)
            if ends == "farthest":
                place_ends(grid, ends, grid.start, random)  # from a cell that is sure to be open
            return built(WALLS, grid, carving)

        return carver

    return register


def labels_of(grid: Grid, solid: bool = True) -> tuple[Labels, int]:
    """One label per region of joined cells, in the flat view, and how many; -2 for the border.

    Without `solid`, cells with four walls belong to no region and have -2 too.
    """
    labels = np.full(grid.flat.size, -1, np.int32)
    labels[grid.flat >= 16] = -2
    if not solid:
        labels[grid.flat == 15] = -2
    queue = np.empty(grid.flat.size, np.int64)
    count = loops.label_regions(grid.flat, tables.steps(grid.stride), labels, queue)
    return labels, count


def record_passages(grid: Grid, order: Longs) -> int:
    """Record all passages of a grid, first those to the east, then those to the south; returns their number."""
    steps = ((4, 1), (2, grid.stride))
    found = np.concatenate([(np.flatnonzero(grid.flat & way == 0) + shift) << 4 | way for way, shift in steps])
    order[: len(found)] = found
    return len(found)


def doors_between(grid: Grid, labels: Labels, within: Labels | None = None) -> Longs:
    """Every wall between two regions, as a cell times 16 plus a direction; `within` must be the same on both sides."""
    table = labels.reshape(grid.cells.shape)
    outer = table if within is None else within.reshape(grid.cells.shape)
    found = []
    for way, first, second in (
        (4, np.s_[1:-1, 1:-2], np.s_[1:-1, 2:-1]),
        (2, np.s_[1:-2, 1:-1], np.s_[2:-1, 1:-1]),
    ):
        apart = (table[first] != table[second]) & (table[first] >= 0) & (table[second] >= 0)
        if within is not None:
            apart &= outer[first] == outer[second]
        y, x = np.nonzero(apart)
        found.append((((y + 1) * grid.stride + x + 1) << 4) | way)
    return np.concatenate(found).astype(np.int64)


def join(
    grid: Grid,
    labels: Labels,
    count: int,
    random: Random,
    extra: float = 0,
    within: Labels | None = None,
    order: Longs | None = None,
) -> int:
    """Open doors at random until all regions are one; returns how many were opened."""
    doors = doors_between(grid, labels, within)
    registers = np.array([random.fork(), 0], np.int64)
    steps, parents = tables.steps(grid.stride), np.arange(count, dtype=np.int32)
    room = np.empty(0, np.int64) if order is None else order
    loops.join_regions(grid.flat, steps, labels, doors, parents, round(extra * 65536), registers, room)
    return int(registers[1])
