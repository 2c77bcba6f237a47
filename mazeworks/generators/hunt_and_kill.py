"""Hunt and kill (from the collections of Pullen and Buck): walk until stuck, then hunt for the next cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.kernels import tables
from mazeworks.kernels.carving import grid as on_bytes
from mazeworks.kernels.carving import hunt as loops
from mazeworks.making.carving import Longs, carve_marked, cell_generator, in_slices

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows


def on_grid(grid: Grid, first: int, random: Random, order: Longs) -> int:
    """The same algorithm on the byte grid of a plain rectangle."""
    registers = [0, first, grid.flat.size, random.fork()]
    return carve_marked(on_bytes.hunt_and_kill, grid, first, registers, order, tables.PICK)


@cell_generator(
    "hunt_and_kill",
    "Walks to unvisited cells until stuck, then continues from the first unvisited cell beside the maze.",
    promises=("perfect", "biased towards long winding passages, more so where it carved late"),
    on_grid=on_grid,
    batch=lambda: (),
)
def hunt_and_kill(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks = np.zeros(len(rows), np.uint8)
    registers = np.array([0, 0, 0, random.fork(), 0], np.int64)
    arguments = (rows.offsets, rows.targets, rows.twins, opens, marks, order)
    for root in roots.tolist():
        beside = rows.targets[rows.offsets[root] : rows.offsets[root + 1]]
        marks[beside], marks[root] = 1, 2
        registers[1], registers[2] = root, beside.min(initial=len(rows))
        in_slices(loops.hunt_and_kill, arguments, registers, len(rows))
