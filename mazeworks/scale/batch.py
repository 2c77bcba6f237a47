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
from mazeworks.kernels.batches import paths
from mazeworks.making.request import Size
from mazeworks.scale.mazes import Bytes, Mazes, Recipe
from mazeworks.scale.seeds import Seeds, seeds_of
from mazeworks.scale.statistics import statistics_of

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
        afford(len(self) * longest, f"the moves of {counted(len(self), 'maze')}", "make fewer")
        rows = np.empty((len(self), longest), np.uint8)
        paths.pad(self._mazes.moves, self.lengths, longest, rows.reshape(-1))
        return rows

    @functools.cached_property
    def statistics(self) -> dict[str, NDArray[Any]]:
        """Dead ends, junctions, crossings, the share of cells on the solution, and the difficulty, of each maze."""
        return statistics_of(self._mazes)

    def id(self, number: int) -> str:
        """The id of the maze in a row; `from_id` makes the same."""
        return self.recipe.id(self.seeds[self._row(number)])

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, number: int) -> Any:
        """The maze in a row, as an ordinary `Maze`."""
        row, made = self._row(number), self._mazes
        return self.recipe.maze(made.walls[row], made.starts[row], made.goals[row], self.seeds[row])

    def __iter__(self) -> Iterator[Any]:
        return (self[row] for row in range(len(self)))

    def _row(self, number: int) -> int:
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
            raise MazeError(f"{what} is a whole number of at least {least}, not {number!r:.40}", about=what)
    number = fresh_seed() if seed is None else check_seed(seed)
    return Batch(Recipe.of(generator, size, **parameters), number, first, count)
