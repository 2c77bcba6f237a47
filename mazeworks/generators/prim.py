"""Prim's algorithm (Jarník, 1930; Prim, 1957) in its usual form for mazes: a random frontier cell joins next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.kernels import tables
from mazeworks.kernels.carving import grid as on_bytes
from mazeworks.kernels.carving import prim as loops
from mazeworks.kernels.carving.rows import open_edges
from mazeworks.making.carving import Longs, carve_marked, cell_generator, in_slices

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows


def on_grid(grid: Grid, first: int, random: Random, order: Longs) -> int:
    """The same algorithm on the byte grid of a plain rectangle."""
    frontier = np.empty(grid.width * grid.height + 1, np.uint32)  # untouched pages cost no memory
    frontier[0] = first
    registers = [0, 1, random.fork()]
    return carve_marked(on_bytes.prim, grid, first, registers, order, tables.PICK, frontier)


@cell_generator(
    "prim",
    "Grows from a random cell; a random cell of the frontier joins next.",
    promises=("perfect", "biased towards many short dead ends around its first cell"),
    on_grid=on_grid,
    lists=1,
    aliases=("jarnik",),
    batch=lambda: (),
)
def prim(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks, frontier = np.zeros(len(rows), np.uint8), np.empty(len(rows), np.int32)
    came = np.full(len(rows), -1, np.int32)
    registers = np.array([0, 0, random.fork(), 0], np.int64)
    for root in roots.tolist():
        marks[root], frontier[0], registers[1] = 1, root, 1
        arguments = (rows.offsets, rows.targets, rows.twins, came, marks, frontier, order)
        in_slices(loops.prim, arguments, registers, len(rows))
    open_edges(rows.twins, came, opens)
