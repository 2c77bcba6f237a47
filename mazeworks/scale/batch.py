"""Batches: many solved wall mazes as arrays. Maze number i depends on (seed, i) alone."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError, counted
from mazeworks.core.memory import afford
from mazeworks.core.parameters import plain_number
from mazeworks.core.randomness import check_seed, fresh_seed
from mazeworks.core.workers import share_out
from mazeworks.kernels.batches import forms, measuring, paths
from mazeworks.making.request import Size
from mazeworks.puzzles.wall import Maze
from mazeworks.scale.mazes import Bytes, Mazes, Recipe
from mazeworks.scale.seeds import Seeds, seeds_of
from mazeworks.scale.statistics import ALONE, statistics_of
from mazeworks.scale.tokens import passages_of, tokens_of

#: What tiles show, in pictures: ways, walls, the solution, the start and the goal; and their colours.
WAY, WALL, SOLUTION, START, GOAL = range(5)
COLOURS = ((255, 255, 255), (0, 0, 0), (0, 0, 255), (0, 255, 0), (255, 0, 0))
#: The highest number of a maze, and the most mazes of a batch.
MOST = 1 << 62


class Batch:
    """Solved mazes number `first` up to `first + len(batch)` of a seed, as arrays with a row for each.

    >>> batch = Batch(Recipe.of("wilson", (6, 4)), 7, 0, 3)
    >>> batch.walls.shape, batch.starts.shape, len(batch)
    ((3, 4, 6), (3, 2), 3)
    >>> from mazeworks import from_id
    >>> batch[2] == from_id(batch.id(2))
    True
    """

    def __init__(self, recipe: Recipe, seed: int, first: int, count: int) -> None:
        self.recipe, self.seed, self.first = recipe, seed, first
        recipe.afford(count)
        #: The seed of each maze.
        self.seeds: Seeds = seeds_of(seed, first, first + count)
        self._mazes: Mazes = recipe.make(self.seeds)

    @property
    def walls(self) -> Bytes:
        """The walls that stand, as flags of `Direction`: `uint8[maze, y, x]`."""
        return self._mazes.walls

    @functools.cached_property
    def starts(self) -> NDArray[np.int32]:
        """Where each maze starts, (x, y): `int32[maze, 2]`."""
        return self._places(self._mazes.starts)

    @functools.cached_property
    def goals(self) -> NDArray[np.int32]:
        """The goal of each maze, (x, y): `int32[maze, 2]`."""
        return self._places(self._mazes.goals)

    def _places(self, cells: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.stack(np.divmod(cells, self.recipe.size[0])[::-1], axis=-1)

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many moves each solution has: `int32[maze]`; -1 where the goal cannot be reached."""
        return self._mazes.lengths

    @functools.cached_property
    def moves(self) -> Bytes:
        """The solution of each maze, as flags (1, 2, 4, 8) with zeros behind: `uint8[maze, longest]`."""
        longest = max(0, int(self.lengths.max(initial=0)))
        self._afford("moves", longest)
        rows = np.empty((len(self), longest), np.uint8)
        paths.pad(self._mazes.moves, self.lengths, longest, rows.reshape(-1))
        return rows

    @functools.cached_property
    def statistics(self) -> dict[str, NDArray[Any]]:
        """Dead ends, junctions, crossings, the share of cells on the solution, and the difficulty, of each maze."""
        return statistics_of(self._mazes)

    def tiles(self) -> Bytes:
        """Each maze as squares, 1 for a wall and 0 for a way: `uint8[maze, 2 × height + 1, 2 × width + 1]`.

        >>> from mazeworks import batch
        >>> batch("prim", (3, 2), seed=1, count=1).tiles()[0]
        array([[1, 1, 1, 1, 1, 1, 1],
               [1, 0, 0, 0, 0, 0, 1],
               [1, 0, 1, 0, 1, 0, 1],
               [1, 0, 1, 0, 1, 0, 1],
               [1, 1, 1, 1, 1, 1, 1]], dtype=uint8)
        """
        width, height = self.recipe.size
        self._afford("tiles", (2 * width + 1) * (2 * height + 1))
        tiles = np.ones((len(self), 2 * height + 1, 2 * width + 1), np.uint8)
        tiles[:, 1::2, 1::2] = 0
        tiles[:, 1::2, 2::2] = self.walls >> 2 & 1
        tiles[:, 2::2, 1::2] = self.walls >> 1 & 1
        return tiles

    def images(self, solution: bool = False) -> Bytes:
        """Each maze as a picture with a pixel for each of its `tiles`: `uint8[maze, y, x, 3]`.

        Walls are black, ways white, the start green, the goal red, and the cells of the solution, if asked, blue.
        """
        tiles = self.tiles()
        self._afford("images", 3 * tiles[0].size)
        colours = np.array(COLOURS, np.uint8)
        if solution:
            made, size = self._mazes, self.recipe.size
            forms.paint_paths(tiles.reshape(-1), made.starts, made.moves, made.lengths, *size, SOLUTION)
        for sort, places in ((START, self.starts), (GOAL, self.goals)):
            tiles[np.arange(len(self)), 2 * places[:, 1] + 1, 2 * places[:, 0] + 1] = sort
        return colours[tiles]

    def distances(self, origin: str = "start") -> NDArray[np.int32]:
        """How many moves each cell is from the start, or from the goal: `int32[maze, y, x]`, -1 where no path leads."""
        if origin not in ("start", "goal"):
            raise MazeError(f"distances are from the start or from the goal, not from {origin!r:.40}", about="origin")
        cells = self.walls[0].size
        self._afford("distances", 4 * cells)
        found = np.empty(self.walls.shape, np.int32)
        firsts = self._mazes.starts if origin == "start" else self._mazes.goals

        def part(first: int, last: int) -> None:
            rooms = (np.empty(room, np.int64) for room in (cells + 1, 4 * cells + 4, cells, cells + 1))
            walls, some = self.walls[first:last].reshape(-1), found[first:last].reshape(-1)
            measuring.distances(walls, firsts[first:last], self.recipe.size[0], *rooms, some)

        share_out(part, len(self), alone_below=ALONE // cells)
        return found

    def adjacency(self) -> NDArray[np.int32]:
        """The passages of each maze, as pairs of cells: `int32[maze, passage, 2]`; cell (x, y) is y × width + x.

        Each stands once, for each cell the one to the east and the one to the south. Where mazes differ in the number
        of their passages, rows end in pairs of -1.
        """
        width, cells = self.recipe.size[0], self.walls[0].size
        most = int(passages_of(self.walls).max(initial=0))
        self._afford("passages", 8 * most)
        pairs = np.empty((len(self), most, 2), np.int32)

        def part(first: int, last: int) -> None:
            some = pairs[first:last].reshape(-1)
            forms.write_pairs(self.walls[first:last].reshape(-1), width, cells, last - first, most, some)

        share_out(part, len(self), alone_below=ALONE // cells)
        return pairs

    def tokens(self) -> NDArray[np.int32]:
        """Each maze as tokens for a language model: `int32[maze, longest]`; see `mazeworks.scale.tokens`."""
        return tokens_of(self._mazes)

    def _afford(self, what: str, bytes_each: int) -> None:
        afford(len(self) * bytes_each, f"the {what} of {counted(len(self), 'maze')}", "make fewer", "count")

    def id(self, number: int) -> str:
        """The id of the maze in a row; `from_id` makes the same."""
        return self.recipe.id(self.seeds[self._row(number)])

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, number: int) -> Maze:
        """The maze in a row, as an ordinary `Maze`."""
        row, made = self._row(number), self._mazes
        return self.recipe.maze(made.walls[row], made.starts[row], made.goals[row], self.seeds[row])

    def __iter__(self) -> Iterator[Maze]:
        return (self[row] for row in range(len(self)))

    def _row(self, number: int) -> int:
        if not hasattr(number, "__index__"):
            raise TypeError(f"a maze of a batch is asked for by a whole number, not {number!r:.40}")
        row = number.__index__()
        if not -len(self) <= row < len(self):
            raise IndexError(f"there is no maze {row} in a batch of {len(self)}")
        return row % len(self)

    def __repr__(self) -> str:
        return f"<Batch of {counted(len(self), 'maze')} {self.recipe.id(self.seed)}>"


def batch(
    generator: str = "backtracker",
    size: Size = (10, 10),
    seed: int | None = None,
    count: int = 1000,
    first: int = 0,
    **parameters: Any,
) -> Batch:
    """Many solved mazes as arrays; maze number i depends on (seed, i) alone, whatever the batch.

    `first` is the number of the first one, so that a part of a large set can be made by itself. `parameters` are those
    of the generator, with `ends`: random, corners or farthest.

    >>> from mazeworks import batch
    >>> whole, part = batch("prim", (8, 5), seed=7, count=10), batch("prim", (8, 5), seed=7, count=3, first=5)
    >>> (whole.walls[5:8] == part.walls).all()
    np.True_
    """
    count, first = (plain_number(number) for number in (count, first))
    for what, number, least in (("count", count, 1), ("first", first, 0)):
        if type(number) is not int or not least <= number < MOST:
            raise MazeError(f"{what} is a whole number from {least} to 2^62 - 1, not {number!r:.40}", about=what)
    number = fresh_seed() if seed is None else check_seed(seed)
    return Batch(Recipe.of(generator, size, **parameters), number, first, count)
