"""Wilson's algorithm (1996): loop-erased random walks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import grid as on_bytes
from mazeworks.kernels.carving import wander as loops
from mazeworks.making.carving import Longs, carve_marked, cell_generator, in_slices

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows


def on_grid(grid: Grid, first: int, random: Random, order: Longs) -> int:
    """The same algorithm on the byte grid of a plain rectangle."""
    begin = grid.stride + 1
    return carve_marked(on_bytes.wilson, grid, first, [0, begin, begin, random.fork(), 0, 0], order)


@cell_generator(
    "wilson",
    "Walks at random from each cell in turn until it meets the maze, erases the loops, and opens the rest.",
    promises=("perfect", "uniform", "on weave uniform among the mazes with its crossings"),
    on_grid=on_grid,
    batch=lambda: (),
)
def wilson(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks, leaving = np.zeros(len(rows), np.uint8), np.empty(len(rows), np.int32)
    marks[roots] = 1
    registers = np.array([0, 0, 0, random.fork(), 0], np.int64)
    arguments = (rows.offsets, rows.targets, rows.twins, opens, marks, leaving, order)
    in_slices(loops.wilson, arguments, registers, len(rows))
