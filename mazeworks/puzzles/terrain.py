"""Terrain: a wall maze whose cells cost more or less to enter, and whose walls can be broken, if that is worth it."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.grid_puzzle import GridPuzzle
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.facets import Codec, Structure, Words, codec_of
from mazeworks.core.graph import GridGraph, grid_graph
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import plain_number
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Solution
from mazeworks.core.registry import kind
from mazeworks.core.walk import Moves
from mazeworks.drawing.board import Board
from mazeworks.drawing.lattice import BOX, draw, stacked
from mazeworks.drawing.scene import Scene, afford_areas, wall_scene
from mazeworks.drawing.sketch import Sketch
from mazeworks.puzzles.wall import SKETCH_BYTES, Maze, MazeCodec

#: The cost of entering each sort of ground, and how it is drawn.
GROUNDS = {"floor": 1, "mud": 3, "water": 8}
MARKS = {"floor": " ", "mud": "░", "water": "≈"}
ROLES = {"mud": "ground:orange", "water": "ground:blue"}
MOST = 1_000_000
#: Rules list each cost up to this many different ones.
MOST_LISTED = 5


class Terrain(GridPuzzle):
    """A grid, the cost of entering each cell, `weights[y, x]`, and the extra cost of breaking a wall, if allowed.

    >>> import numpy as np
    >>> from mazeworks import Maze, solve
    >>> maze = Maze.create(4, 3, ends="corners", seed=1)
    >>> terrain = Terrain(maze.grid, np.full((3, 4), 2), breaking=5)
    >>> len(solve(terrain)), solve(terrain).cost
    (5, 10)
    """

    def __init__(self, grid: Grid, weights: NDArray[Any], breaking: int | None = None) -> None:
        weights = np.asarray(weights)
        if weights.shape != (grid.height, grid.width) or weights.dtype.kind not in "iu":
            raise MazeError(f"weights are {grid.height} rows of {grid.width} whole numbers")
        if weights.min() < 1 or weights.max() > MOST:
            raise MazeError(f"the cost of a cell lies between 1 and {MOST}")
        breaking = plain_number(breaking)
        if breaking is not None and (type(breaking) is not int or not 1 <= breaking <= MOST):
            raise MazeError(f"the cost of breaking a wall is a whole number from 1 to {MOST}, not {breaking!r:.60}")
        self.grid = grid
        self.weights: NDArray[np.int64] = weights.astype(np.int64)
        self.breaking = breaking
        self.start, self.goal = grid.start, grid.goal

    def moves(self, state: Position) -> Iterator[tuple[Direction, Position]]:
        return self.grid.moves(state) if self.breaking is None else iter(self.grid.neighbours(state).items())

    def ground(self, x: int, y: int) -> str:
        """The name of the ground of a cell: the costliest sort that costs no more than the cell."""
        return _ground(int(self.weights[y, x]))

    @cached_property
    def graph(self) -> GridGraph:
        """Cells and moves with their costs; where walls can be broken, moves through them too."""
        open_grid = self.grid
        if self.breaking is not None:
            open_grid = Grid.from_walls(_outer_walls(self.grid), self.start, self.goal)
        graph = grid_graph(open_grid)
        graph.costs = self.weights.reshape(-1)[graph.targets]
        if self.breaking is not None:
            assert isinstance(graph.moves, Moves)
            walls = self.grid.walls.reshape(-1)[graph.sources()]
            graph.costs = graph.costs + self.breaking * ((walls & graph.moves.array) != 0)
        return graph

    def cost(self, state: Position, move: Direction, following: Position) -> int:
        broken = self.breaking if self.breaking and self.grid.walls[state[1], state[0]] & move else 0
        return int(self.weights[following[1], following[0]]) + broken

    def __repr__(self) -> str:
        return f"<Terrain {self.grid.width}x{self.grid.height} from {self.start} to {self.goal}>"


def _ground(weight: int) -> str:
    return max((cost, name) for name, cost in GROUNDS.items() if cost <= weight)[1]


def _outer_walls(grid: Grid) -> NDArray[np.uint8]:
    """A rectangle with no walls but the outer ones."""
    walls = np.zeros((grid.height, grid.width), np.uint8)
    for side, flag in ((walls[0], 1), (walls[-1], 2), (walls[:, -1], 4), (walls[:, 0], 8)):
        side |= flag
    return walls


class TerrainStructure(Structure[Terrain]):
    """The graph with its costs, and the walls to walk along."""

    def standing_walls(self) -> Grid:
        return self.puzzle.grid

    def as_graph(self) -> GridGraph:
        return self.puzzle.graph


class TerrainWords(Words[Terrain]):
    """A terrain in words."""

    def rules(self) -> str:
        """What each sort of ground that is there costs, and what breaking a wall costs."""
        costs = np.unique(self.puzzle.weights).tolist()
        entering = ", ".join(f"{_ground(cost)} {cost}" for cost in costs)
        if len(costs) > MOST_LISTED:
            entering = f"from {costs[0]} to {costs[-1]}"
        broken = "" if self.puzzle.breaking is None else f" A wall can be broken for {self.puzzle.breaking} more."
        return f"Entering a cell costs: {entering}.{broken} What counts is the cost, not the moves."


class TerrainBoard(Board[Terrain]):
    """The walls on top of the ground."""

    def sketch(self, solution: Solution[Position] | None = None) -> Sketch:
        self.puzzle.grid.afford(SKETCH_BYTES)
        sketch = stacked(draw(self.puzzle.grid, BOX, solution))
        for y, x in np.argwhere(self.puzzle.weights > 1).tolist():
            beside = sketch.chars[2 * y + 1, 4 * x + 1 : 4 * x + 4 : 2]
            beside[beside == ord(" ")] = ord(MARKS[self.puzzle.ground(x, y)])
        return sketch

    def square_of(self, state: Position) -> tuple[int, int]:
        return 4 * state[0] + 2, 2 * state[1] + 1

    def scene(self, solution: Solution[Position] | None = None) -> Scene:
        grid = self.puzzle.grid
        scene = Scene(grid.width, grid.height, f"A terrain of {grid.width} by {grid.height} cells")
        grounds = np.argwhere(self.puzzle.weights > 1)
        afford_areas(len(grounds) + grid.width * grid.height // 2, "areas of ground and runs of walls")
        for y, x in checked(grounds.tolist(), 1000):
            if self.puzzle.ground(x, y) in ROLES:
                scene.box(x, y, 1, 1, ROLES[self.puzzle.ground(x, y)])
        scene.shapes += wall_scene(grid, solution).shapes
        return scene


class TerrainCodec(Codec[Terrain]):
    """The walls as a wall maze has them, what each cell costs, and what breaking a wall costs."""

    def to_data(self) -> dict[str, Any]:
        data = codec_of(Maze(self.puzzle.grid)).to_data()
        return data | {"weights": self.puzzle.weights.tolist(), "breaking": self.puzzle.breaking}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Terrain:
        grid = MazeCodec.from_data(data).grid
        rows = data.get("weights")
        good = isinstance(rows, list) and all(isinstance(row, list) and len(row) == grid.width for row in rows)
        if not good or not all(type(n) is int and 1 <= n <= MOST for row in rows for n in row):  # type: ignore[union-attr]
            raise FormatError(f"'weights' should be {grid.height} lists of {grid.width} whole numbers from 1 to {MOST}")
        return Terrain(grid, np.array(rows, np.int64), data.get("breaking"))


kind(
    "terrain",
    "A wall maze with mud, water and walls that can be broken, each at a cost.",
    generator="terrain",
    facets=(TerrainStructure, TerrainWords, TerrainBoard, TerrainCodec),
)(Terrain)
