"""Many solved mazes of one sort, made side by side: plain arrays with a row for each maze."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, collecting_notes
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford
from mazeworks.core.progress import report
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.workers import in_order
from mazeworks.kernels.batches import paths
from mazeworks.making.carving import WALLS, built
from mazeworks.making.many import one_of_many
from mazeworks.making.request import Request, Size
from mazeworks.scale.seeds import Seeds

Bytes = NDArray[np.uint8]
Cells = NDArray[np.int32]
#: The cells that are made in one call of a kernel: few enough for the cache of a core.
CALL = 1 << 18
#: Bytes of memory per cell: its walls and at most one move of the path, while threads hold a few calls' worth besides.
CELL_BYTES = 2


class Mazes(NamedTuple):
    """Solved mazes as arrays; a cell has the number y × width + x."""

    #: `uint8[maze, y, x]`: a set bit is a standing wall.
    walls: Bytes
    starts: Cells
    goals: Cells
    #: How many moves each path has; -1 where no path joins the ends.
    lengths: Cells
    #: The moves of all paths, as flags, one path behind the other.
    moves: Bytes


@dataclass(frozen=True)
class Recipe:
    """How mazes are made: everything but their seeds.

    >>> recipe = Recipe.of("prim", (8, 5), ends="corners")
    >>> recipe.id(7)
    'wall:8x5,with=prim,ends=corners#7'
    >>> recipe.make(np.array([7], np.uint64)).walls.shape
    (1, 5, 8)
    """

    request: Request

    @classmethod
    def of(cls, generator: str, size: Size, **parameters: Any) -> Recipe:
        """The recipe of a generator of wall mazes with values for its parameters."""
        request = Request.of(WALLS, size, generator, 0, "", parameters)
        values = request.values
        if values.get("layout", "square") != "square" or any(values.get(name) for name in ("mask", "mask_text")):
            raise MazeError("a batch holds plain rectangles of squares, without a layout or an outline")
        return cls(request)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        assert self.request.size is not None
        return self.request.size

    def id(self, seed: int) -> str:
        """The id of the maze with a seed."""
        return replace(self.request, seed=int(seed)).id

    def maze(self, walls: Bytes, start: int, goal: int, seed: int) -> Puzzle[Any]:
        """The ordinary maze of a row of arrays."""
        width, height = self.size
        grid = Grid.closed(width, height)
        grid.cells[1:-1, 1:-1] = walls
        grid.start, grid.goal = (Position(int(cell) % width, int(cell) // width) for cell in (start, goal))
        maze = built(self.request.kind, grid, None, *self._facts)
        maze.id = self.id(seed)
        return maze

    @property
    def _facts(self) -> list[Any]:
        return [self.request.values["complexity"]] if "complexity" in self.request.values else []

    def make(self, seeds: Seeds) -> Mazes:
        """The solved mazes with these seeds, made by as many threads as there are workers."""
        (width, height), count = self.size, len(seeds)
        afford(count * (width * height * CELL_BYTES + 32), f"{count} mazes of {width}x{height} cells", "make fewer")
        walls = np.empty((count, height, width), np.uint8)
        starts, goals, lengths = (np.empty(count, np.int32) for _ in range(3))
        each = max(1, CALL // (width * height))

        def part(first: int) -> Bytes:
            some = slice(first, first + each)
            made = self._made(seeds[some])
            walls[some], starts[some], goals[some], lengths[some] = made[:4]
            return made.moves

        moves: list[Bytes] = []
        for piece in in_order(part, range(0, count, each)):
            moves.append(piece)
            report("making mazes", min(1.0, len(moves) * each / count))
        return Mazes(walls, starts, goals, lengths, np.concatenate(moves) if moves else np.empty(0, np.uint8))

    def _made(self, seeds: Seeds) -> Mazes:
        """A few mazes, one after the other, each as `make` would."""
        width, height = self.size
        walls = np.empty((len(seeds), height, width), np.uint8)
        starts, goals, lengths = (np.empty(len(seeds), np.int32) for _ in range(3))
        for number, maze in enumerate(self._one_by_one(seeds)):
            walls[number] = maze.grid.walls
            (x, y), (goal_x, goal_y) = maze.start, maze.goal
            starts[number], goals[number] = y * width + x, goal_y * width + goal_x
        ways, queue = np.empty(walls.size, np.uint8), np.empty(width * height, np.int32)
        paths.spread_all(walls.reshape(-1), ways, starts, queue, width, width * height)
        moves = np.empty(walls.size, np.uint8)
        end = paths.walk(ways, starts, goals, width, width * height, moves, lengths)
        return Mazes(walls, starts, goals, lengths, moves[:end].copy())

    def _one_by_one(self, seeds: Seeds) -> Iterator[Any]:
        for seed in seeds.tolist():
            with one_of_many(), collecting_notes():
                yield replace(self.request, seed=seed).make()
