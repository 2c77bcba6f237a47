"""A wall maze with patches of mud and water, and walls that can be broken."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import structure_of
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, generators
from mazeworks.puzzles.terrain import GROUNDS, Terrain
from mazeworks.puzzles.wall import Maze


class GeneratorParameter(Parameter):
    """The name of a generator of wall mazes."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, str):
            raise MazeError(f"{self.name} is the name of a generator, such as prim, not {value!r}")
        if generators[value].kind != Maze.kind:
            kind = generators[value].kind
            raise MazeError(f"{value} makes {kind} puzzles; terrain needs a generator of wall mazes")
        return generators[value].name

    def known(self) -> list[str]:
        return [entry.name for entry in generators.values() if entry.kind == Maze.kind]

    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"kind": "choice", "choices": self.known()}


MAZE = GeneratorParameter("maze", "text", "backtracker", "the generator of the walls")
MUD = Parameter("mud", "number", 0.2, "the approximate share of cells with mud", least=0, most=1)
WATER = Parameter("water", "number", 0.1, "the approximate share of cells with water", least=0, most=1)
BREAKING = Parameter(
    "breaking", "whole", 12, "the cost of breaking a wall; 0: no wall can be broken", least=0, most=10**6
)


@generator(
    "terrain",
    "Takes a wall maze of any generator and adds patches of mud and water, and walls that can be broken.",
    kind="terrain",
    parameters=(MAZE, MUD, WATER, BREAKING),
    size=(20, 10),
)
def terrain(width: int, height: int, random: Random, maze: str, mud: float, water: float, breaking: int) -> Terrain:
    carver = generators[maze]
    walls = carver.function(width, height, random, **{p.name: p.default for p in carver.parameters})
    grid = structure_of(walls).as_grid()
    assert grid is not None  # a generator of walls makes a rectangle unless asked for another layout
    weights = np.full((height, width), GROUNDS["floor"], np.int64)
    for name, share in (("mud", mud), ("water", water)):
        spread(weights, GROUNDS[name], share, random)
    return Terrain(grid, weights, breaking or None)


def spread(weights: NDArray[np.int64], cost: int, share: float, random: Random) -> None:
    """Add round patches of one ground until they cover about this share of the cells."""
    height, width = weights.shape
    wanted = int(share * weights.size)
    covered = 0
    for _ in range(4 * weights.size):
        if covered >= wanted:
            return
        centre = Position.random(width, height, random)
        radius = 1 + random.below(max(1, min(width, height) // 8))
        top, left = max(0, centre.y - radius), max(0, centre.x - radius)
        part = weights[top : centre.y + radius + 1, left : centre.x + radius + 1]
        y, x = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
        round_ = (x - centre.x) ** 2 + (y - centre.y) ** 2 <= radius * radius
        covered += int(np.count_nonzero(round_ & (part != cost)))
        part[round_] = cost
