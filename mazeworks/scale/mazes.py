"""Many solved mazes of one sort, made side by side: plain arrays with a row for each maze."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, TooLarge, blaming, collecting_notes
from mazeworks.core.grid import Grid, check_size
from mazeworks.core.memory import afford
from mazeworks.core.progress import report
from mazeworks.core.workers import how_many, in_order
from mazeworks.kernels import tables
from mazeworks.kernels.batches import paths
from mazeworks.kernels.batches.carving import CARVERS, ROW
from mazeworks.kernels.batches.ends import draw as draw_ends
from mazeworks.kernels.batches.ends import draw_in_largest
from mazeworks.making.carving import LAYOUT
from mazeworks.making.ends import ENDS, WAYS, given_ends
from mazeworks.making.many import one_of_many
from mazeworks.making.outline_parameter import OUTLINE
from mazeworks.making.request import Request, Size
from mazeworks.puzzles.wall import Maze
from mazeworks.scale.seeds import Seeds, states_of

Bytes = NDArray[np.uint8]
Cells = NDArray[np.int32]
Longs = NDArray[np.int64]
#: States of random numbers for each maze: for its ends, and for two shuffles.
STATES = 3
#: The cells that are made in one call of a kernel: few enough for the cache of a core.
CALL = 1 << 18
#: Bytes of memory per cell, for its walls and at most one move; per maze; and per cell of what a thread works on.
CELL_BYTES, EACH_BYTES, ROOM_BYTES = 2, 64, 64
#: The most cells of a maze: numbers of 32 bits name two walls each.
MOST_CELLS = 1 << 30


class Mazes(NamedTuple):
    """Solved mazes as arrays; a cell has the number y × width + x."""

    #: `uint8[maze, y, x]`: a set bit is a standing wall.
    walls: Bytes
    starts: Cells
    goals: Cells
    #: How many moves each path has; -1 where no path joins the ends, or no two cells are joined, so that both ends are
    #: the same cell.
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
        if size is None:
            raise MazeError("a size is width and height, as in (20, 30), not None", about="size")
        request = Request.of(Maze.kind, size, generator, 0, "", parameters)
        values = request.values
        if values.get("layout", "square") != "square" or any(values.get(name) for name in ("mask", "mask_text")):
            raise MazeError("a batch holds plain rectangles of squares, without a layout or an outline")
        if request.then or request.size is None:
            raise MazeError("a batch holds mazes as their generator makes them, without a transform", about="then")
        width, height = check_size(*request.size)
        if width * height > MOST_CELLS:
            raise TooLarge(f"a maze of a batch has at most {MOST_CELLS} cells, not {width}x{height}", about="size")
        recipe = cls(request)
        if values["ends"] not in WAYS:
            recipe.given_ends()
        return recipe

    def __reduce__(self) -> Any:
        return recipe_of, (self.id(0),)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        assert self.request.size is not None
        return self.request.size

    def id(self, seed: int) -> str:
        """The id of the maze with a seed."""
        return replace(self.request, seed=int(seed)).id

    def without_ends(self, seed: int) -> str:
        """Why there is no maze with a seed of which a row says that both its ends are the same cell."""
        return f"no two cells of {self.id(seed)} are joined, so it has no place for its ends"

    def maze(self, walls: Bytes, start: int, goal: int, seed: int) -> Maze:
        """The ordinary maze of a row of arrays."""
        width, height = self.size
        if start == goal:
            raise MazeError(self.without_ends(seed))
        grid = Grid.closed(width, height)
        grid.cells[1:-1, 1:-1] = walls
        grid.start, grid.goal = (Position(int(cell) % width, int(cell) // width) for cell in (start, goal))
        maze = Maze(grid, self.request.values.get("complexity"))
        maze.id = self.id(seed)
        return maze

    def afford(self, count: int) -> None:
        """Refuse more mazes than fit into memory."""
        cells = self.size[0] * self.size[1]
        price = count * (cells * CELL_BYTES + EACH_BYTES) + how_many() * ROOM_BYTES * max(cells, CALL)
        afford(price, f"{count} mazes of {self.size[0]}x{self.size[1]} cells", "make fewer", "count")

    def make(self, seeds: Seeds) -> Mazes:
        """The solved mazes with these seeds, made by as many threads as there are workers."""
        (width, height), count = self.size, len(seeds)
        self.afford(count)
        walls = np.empty((count, height, width), np.uint8)
        starts, goals, lengths = (np.empty(count, np.int32) for _ in range(3))
        each = max(1, CALL // (width * height))

        def part(first: int) -> Bytes:
            some = slice(first, first + each)
            made = self._made(seeds[some])
            walls[some], starts[some], goals[some], lengths[some] = made[:4]
            return made.moves

        moves: list[Bytes] = []
        firsts = range(0, count, each)
        for piece in in_order(part, firsts) if len(firsts) > 1 else map(part, firsts):  # threads take time to start
            moves.append(piece)
            report("making mazes", min(1.0, len(moves) * each / count))
        return Mazes(walls, starts, goals, lengths, np.concatenate(moves) if moves else np.empty(0, np.uint8))

    def _made(self, seeds: Seeds) -> Mazes:
        """A few solved mazes, carved and solved in one call of a kernel each."""
        width, height = self.size
        starts, goals, lengths = (np.empty(len(seeds), np.int32) for _ in range(3))
        rows = np.empty((len(seeds), height, width), np.uint8)
        walls = rows.reshape(-1)
        ways, moves = np.empty((2, walls.size), np.uint8)
        queue = np.empty(4 * width * height + 4, np.int64)
        generator = self.request.generator
        if generator.batch is None or generator.name not in CARVERS:
            self._make_one_by_one(seeds, rows, starts, goals)
            rooted = False
        else:
            rooted = self._carve(seeds, walls, ways, starts, goals, queue)
        if not rooted:
            paths.spread_all(walls, ways, starts, goals, queue, width, width * height)
        end = paths.walk(ways, starts, goals, width, width * height, moves, lengths)
        lengths[starts == goals] = -1
        return Mazes(rows, starts, goals, lengths, moves[:end].copy())

    def _make_one_by_one(self, seeds: Seeds, walls: Bytes, starts: Cells, goals: Cells) -> None:
        """The mazes of a generator that no kernel for batches has, each as `make` makes it."""
        for number, seed in enumerate(seeds.tolist()):
            with one_of_many(), collecting_notes():
                maze: Any = replace(self.request, seed=seed).make()
            walls[number], starts[number], goals[number] = maze.walls, self._cell(maze.start), self._cell(maze.goal)

    def _carve(self, seeds: Seeds, walls: Bytes, ways: Bytes, starts: Cells, goals: Cells, queue: Longs) -> bool:
        """Carve mazes and place their ends; returns whether `ways` lead from both ends to one cell."""
        (width, height), carver = self.size, CARVERS[self.request.generator.name]
        states = states_of(seeds, STATES).reshape(-1)
        fresh, drawn = states.copy(), self.request.values["ends"] == "random"
        draw_ends(states, STATES, width, height, starts, goals if drawn else goals[:0])
        room = Grid.closed(width, height)
        room.walls[:] |= carver.mark
        cells, lists = room.flat, (np.empty(2 * room.flat.size, np.uint32), np.empty(room.flat.size, np.int32))
        order = np.empty(width * height if carver.grows else 0, np.int64)
        carver.kernel(
            *(starts, states, STATES, np.array(self._settings, np.int64), tables.steps(room.stride), tables.PICK),
            *(cells, np.empty_like(cells), *lists, np.empty(ROW + 2 * width, np.int64), order),
            *(walls, ways, width, height),
        )
        if "perfect" in self.request.generator.promises:
            return self._place_ends(walls, ways, starts, goals, queue) or carver.grows
        self._place_in_largest(walls, ways, fresh, starts, goals, queue)
        return False

    def _place_ends(self, walls: Bytes, ways: Bytes, starts: Cells, goals: Cells, queue: Longs) -> bool:
        """Place the ends of perfect mazes, unless they are drawn; returns whether that made `ways` new."""
        (width, height), ends = self.size, self.request.values["ends"]
        if ends == "corners":
            starts[:], goals[:] = 0, width * height - 1
        elif ends == "farthest":
            if LAYOUT.name not in self.request.values:  # generators of rectangles alone begin to search in the corner
                starts[:] = 0
            paths.farthest(walls, ways, starts, goals, queue, width, width * height, 0)
        elif ends not in WAYS:
            starts[:], goals[:] = self.given_ends()
        return bool(ends == "farthest")

    def given_ends(self) -> list[int]:
        """The cells of the start and the goal that `ends` gives."""
        with blaming("ends"):
            return list(map(self._cell, given_ends(self.request.values["ends"], Grid.closed(*self.size).check)))

    def _place_in_largest(
        self, walls: Bytes, ways: Bytes, states: Longs, starts: Cells, goals: Cells, queue: Longs
    ) -> None:
        """Place the ends of mazes that may have several parts, in the largest."""
        (width, height), ends = self.size, self.request.values["ends"]
        if ends not in WAYS:
            starts[:], goals[:] = self.given_ends()
            return
        labels, apart = np.empty(width * height, np.int32), int(ends != "random")
        draw_in_largest(walls, states, STATES, width, width * height, apart, labels, queue, starts, goals)
        if ends == "farthest":
            paths.farthest(walls, ways, starts, goals, queue, width, width * height, 1)

    @property
    def _settings(self) -> Sequence[int]:
        """What the kernel of the generator needs to know."""
        generator = self.request.generator
        assert generator.batch is not None
        shared = {LAYOUT.name, ENDS.name, *(parameter.name for parameter in OUTLINE)}
        return generator.batch(**{name: value for name, value in self.request.values.items() if name not in shared})

    def _cell(self, place: Sequence[int]) -> int:
        return place[1] * self.size[0] + place[0]


def recipe_of(id: str) -> Recipe:
    """The recipe of an id, whatever its seed."""
    return Recipe(Request.parse_id(id))
