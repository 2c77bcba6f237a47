"""The recursive backtracker: depth-first carving with a complexity, as in the perfect-maze course project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.randomness import Random
from mazeworks.kernels import tables
from mazeworks.kernels.carving.carve import carve
from mazeworks.making.carving import carved_grid, cell_generator, closed_grid, in_slices
from mazeworks.making.ends import place_ends
from mazeworks.puzzles.wall import Maze

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows

#: Steps carved between two reports of progress.
SLICE = 20_000_000
COMPLEXITY = Parameter("complexity", "number", 0.5, "0 gives long halls, 1 gives twists", least=0, most=1)


def on_grid(width: int, height: int, random: Random, ends: str, trace: bool, complexity: float) -> Maze:
    """The same algorithm on the byte grid of a plain rectangle, at memory speed."""
    grid, first = closed_grid(width, height, random)
    carving = carved_grid(
        lambda order: carve_from(grid, first, complexity, random, order), grid, first, ends, trace, random
    )
    if ends == "farthest":
        place_ends(grid, ends, first, random)
    maze = Maze(grid, complexity)
    maze.carving = carving
    return maze


def carve_from(grid: Grid, first: Position, complexity: float, random: Random, order: NDArray[np.int64]) -> int:
    """Carve the whole grid in slices, so that long work reports progress and can be stopped."""
    registers = np.array([grid.index(first), 0, random.fork(), 0], np.int64)
    grid.flat[registers[0]] = 255
    steps, bound = tables.steps(grid.stride), round(complexity * 65536)
    while not carve(grid.flat, steps, tables.PICK, bound, SLICE, registers, order):
        report("carving", registers[3] / (grid.width * grid.height))
    return int(registers[3])


@cell_generator(
    "backtracker",
    "Carves depth-first from a random cell, and goes straight on with a chance of 1 - complexity.",
    promises=("perfect", "biased towards long winding passages with few dead ends"),
    parameters=(COMPLEXITY,),
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
