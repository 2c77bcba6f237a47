"""What all generators for the plain rectangle share: registration, regions, and joining them."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, generators
from mazeworks.kernels import tables
from mazeworks.kernels.carving import regions as loops
from mazeworks.making.carving import WALLS, built, carved_grid, closed_grid
from mazeworks.making.ends import ENDS

Longs = NDArray[np.int64]
Labels = NDArray[np.int32]
#: Bytes of memory per cell while regions are labelled.
LABEL_BYTES = 40
#: How a generator carves a closed grid: `(grid, random, order, **parameters)`; see `carved_grid` for the order.
GridCarver = Callable[..., int]


def rectangle_generator(
    name: str, sentence: str, parameters: tuple[Parameter, ...] = (), ends_parameter: Parameter = ENDS, **facts: Any
) -> Callable[[GridCarver], GridCarver]:
    """Register a generator of wall mazes on the plain rectangle; `facts` are further fields of its entry."""

    def register(carver: GridCarver) -> GridCarver:
        @generator(name, sentence, WALLS, (*parameters, ends_parameter), size=(20, 20), traces=True, **facts)
        def function(
            width: int, height: int, random: Random, trace: bool = False, *, ends: str, **own: Any
        ) -> Puzzle[Any]:
            grid, first = closed_grid(width, height, random)
            work = functools.partial(carver, grid, random, **own)
            return built(generators[name].kind, grid, carved_grid(work, grid, first, grid.start, ends, trace, random))

        return carver

    return register


def run(kernel: Callable[..., Any], grid: Grid, random: Random, order: Longs, *arguments: Any) -> int:
    """Run a kernel that opens walls of a grid; returns the number of passages it opened."""
    registers = np.array([random.fork(), 0], np.int64)
    kernel(grid.flat, tables.steps(grid.stride), *arguments, registers, order)
    return int(registers[1])


def labels_of(grid: Grid, solid: NDArray[np.bool_] | None = None) -> tuple[Labels, int]:
    """One label per region of joined cells, in the flat view, and how many; -2 for the border and for solid cells."""
    grid.afford(LABEL_BYTES)
    outside = grid.flat >= 16 if solid is None else solid | (grid.flat >= 16)
    labels = np.where(outside, np.int32(-2), np.int32(-1))
    queue = np.empty(labels.size, np.int64)
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
    found = []
    for way, shift in ((4, 1), (2, grid.stride)):
        first, second = labels[:-shift], labels[shift:]
        apart = (first != second) & (first >= 0) & (second >= 0)
        if within is not None:
            apart &= within[:-shift] == within[shift:]
        found.append(np.flatnonzero(apart) << 4 | way)
    return np.concatenate(found)


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
    doors, parents = doors_between(grid, labels, within), np.arange(count, dtype=np.int32)
    room = np.empty(0, np.int64) if order is None else order
    return run(loops.join_regions, grid, random, room, labels, doors, parents, round(extra * 65536))
