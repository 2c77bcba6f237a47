"""Depth-first carving with a complexity: the maker of the perfect-maze course project."""

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.ends import ENDS, place_ends
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator
from mazeworks.core.walk import Places
from mazeworks.kernels import tables
from mazeworks.kernels.carve import carve
from mazeworks.puzzles.wall import Maze

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
    steps = tables.steps(grid.stride)
    order = np.empty(width * height if trace else 0, np.int64)
    carve(grid.flat, steps, tables.PICK, grid.index(first), round(complexity * 65536), random.fork(), order)
    if ends == "farthest":
        place_ends(grid, ends, first, random)
    maze = Maze(grid, complexity)
    maze.carved = Places(grid, order) if trace else None
    return maze
