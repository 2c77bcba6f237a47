"""Depth-first carving with a complexity: the maker of the perfect-maze course project."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.ends import ENDS, place_ends
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator
from mazeworks.core.walk import Places
from mazeworks.kernels import tables
from mazeworks.kernels.carve import carve
from mazeworks.puzzles.wall import Maze

#: Steps carved between two looks up.
SLICE = 20_000_000
COMPLEXITY = Parameter("complexity", "number", 0.5, "0 gives long halls, 1 gives twists", least=0, most=1)


@generator(
    "backtracker",
    "Carves depth-first from a random cell, keeping straight on with a chance of 1 - complexity.",
    kind="wall",
    parameters=(COMPLEXITY, ENDS),
    promises=("perfect",),
    size=(20, 20),
    traces=True,
)
def backtracker(width: int, height: int, random: Random, complexity: float, ends: str, trace: bool = False) -> Maze:
    grid = Grid.closed(width, height)
    first = Position.random(width, height, random)
    place_ends(grid, "corners" if ends == "farthest" else ends, first, random)  # bad ends are told before the work
    order = np.empty(width * height if trace else 0, np.int64)
    carve_from(grid, first, complexity, random, order)
    if ends == "farthest":
        place_ends(grid, ends, first, random)
    maze = Maze(grid, complexity)
    maze.carved = Places(grid, order) if trace else None
    return maze


def carve_from(grid: Grid, first: Position, complexity: float, random: Random, order: NDArray[np.int64]) -> None:
    """Carve the whole grid, in slices, so that large work can be watched and stopped."""
    registers = np.array([grid.index(first), 0, random.fork(), 0], np.int64)
    order[:1] = registers[0]
    grid.flat[registers[0]] = 255
    steps, bound = tables.steps(grid.stride), round(complexity * 65536)
    while not carve(grid.flat, steps, tables.PICK, bound, SLICE, registers, order):
        report("carving", registers[3] / (grid.width * grid.height))
