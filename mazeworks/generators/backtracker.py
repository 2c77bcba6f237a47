"""The recursive backtracker: depth-first carving with a complexity, as in the perfect-maze course project."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.making.carving import carve_from, carved_grid, cell_generator, closed_grid, in_slices
from mazeworks.puzzles.wall import Maze

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows


def on_grid(width: int, height: int, random: Random, ends: str, trace: bool, complexity: float) -> Maze:
    """The same algorithm on the byte grid of a plain rectangle, at memory speed."""
    grid, first = closed_grid(width, height, random)
    work = functools.partial(carve_from, grid, grid.index(first), complexity, random)
    maze = Maze(grid, complexity)
    maze.carving = carved_grid(work, grid, first, first, ends, trace, random)
    return maze


@cell_generator(
    "backtracker",
    "Carves depth-first from a random cell, and goes straight on with a chance of 1 - complexity.",
    promises=("perfect", "biased towards long winding passages with few dead ends"),
    parameters=(Parameter("complexity", "number", 0.5, "0 gives long halls, 1 gives twists", least=0, most=1),),
    on_grid=on_grid,
    aliases=("recursive_backtracker", "dfs", "depth_first"),
)
def backtracker(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints, complexity: float) -> None:
    from mazeworks.kernels.carving import backtracker as loops

    came = np.full(len(rows), -1, np.int32)
    registers = np.array([0, 0, -1, random.fork(), 0], np.int64)
    for root in roots.tolist():
        came[root], registers[1] = -2, root
        arguments = (rows.offsets, rows.targets, rows.twins, rows.ways, opens, came, order, round(complexity * 65536))
        in_slices(loops.backtracker, arguments, registers, len(rows))
