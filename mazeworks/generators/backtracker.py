"""The recursive backtracker: depth-first carving with a complexity, as in the perfect-maze course project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.making.carving import Longs, carve_from, cell_generator, in_slices

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows


def on_grid(grid: Grid, first: int, random: Random, order: Longs, complexity: float) -> int:
    """The same algorithm on the byte grid of a plain rectangle, at memory speed."""
    return carve_from(grid, first, complexity, random, order)


@cell_generator(
    "backtracker",
    "Carves depth-first from a random cell, and goes straight on with a chance of 1 - complexity.",
    promises=("perfect", "biased towards long winding passages with few dead ends"),
    parameters=(Parameter("complexity", "number", 0.5, "0 gives long halls, 1 gives twists", least=0, most=1),),
    on_grid=on_grid,
    aliases=("recursive_backtracker", "dfs", "depth_first"),
    batch=lambda complexity: [round(complexity * 65536)],
)
def backtracker(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints, complexity: float) -> None:
    from mazeworks.kernels.carving import backtracker as loops

    came = np.full(len(rows), -1, np.int32)
    registers = np.array([0, 0, -1, random.fork(), 0], np.int64)
    for root in roots.tolist():
        came[root], registers[1] = -2, root
        arguments = (rows.offsets, rows.targets, rows.twins, rows.ways, opens, came, order, round(complexity * 65536))
        in_slices(loops.backtracker, arguments, registers, len(rows))
