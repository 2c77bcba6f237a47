"""A wall maze with patches of mud and water, and walls that can be broken."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, generators
from mazeworks.puzzles.terrain import GROUNDS, Terrain


class MakerParameter(Parameter):
    """The name of a maker of wall mazes."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, str):
            raise MazeError(f"{self.name} is the name of a maker, such as prim, not {value!r}")
        if generators[value].kind != "wall":
            kind = generators[value].kind
            raise MazeError(f"{value} makes {kind} puzzles, and a terrain needs the walls of a wall maze")
        return value

    def known(self) -> list[str]:
        return [entry.name for entry in generators.values() if entry.kind == "wall"]

    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"kind": "choice", "choices": self.known()}


MAKER = MakerParameter("maze", "text", "backtracker", "the maker of the walls")
MUD = Parameter("mud", "number", 0.2, "the share of the cells that is mud, about", least=0, most=1)
WATER = Parameter("water", "number", 0.1, "the share of the cells that is water, about", least=0, most=1)
BREAKING = Parameter(
    "breaking", "whole", 12, "what breaking a wall costs; 0 if none can be broken", least=0, most=10**6
)


@generator(
    "terrain",
    "A wall maze of any maker, with patches of mud and water, and walls that can be broken.",
    kind="terrain",
    parameters=(MAKER, MUD, WATER, BREAKING),
    size=(20, 10),
)
def terrain(width: int, height: int, random: Random, maze: str, mud: float, water: float, breaking: int) -> Terrain:
    maker = generators[maze]
    walls = maker.function(width, height, random, **{p.name: p.default for p in maker.parameters})
    grid = walls.as_grid()
    assert grid is not None
    weights = np.full((height, width), GROUNDS["floor"], np.int64)
    for name, share in (("mud", mud), ("water", water)):
        spread(weights, GROUNDS[name], share, random)
    return Terrain(grid, weights, breaking or None)


def spread(weights: NDArray[np.int64], cost: int, share: float, random: Random) -> None:
    """Lay round patches of one ground until they cover about a share of the cells."""
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
