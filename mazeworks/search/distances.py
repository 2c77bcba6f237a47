"""Distances from one state to all others: a table to look up, and an array for numpy."""

from functools import cached_property
from typing import Any, Generic

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import structure_of, words_of
from mazeworks.core.graph import Longs, graph_of
from mazeworks.core.puzzle import Puzzle, Solution, State
from mazeworks.search.best_first import BestFirst


class Distances(Generic[State]):
    """The least cost from one state to every state of a puzzle; -1 for a state that cannot be reached."""

    def __init__(self, puzzle: Puzzle[State], origin: State | None = None, limit: int | None = None) -> None:
        self._puzzle, self._grid = puzzle, structure_of(puzzle).as_grid()
        self._graph = graph_of(puzzle, limit)
        if origin is not None:
            self._graph.start = self._number(origin)
        self._search = BestFirst(self._graph)
        self._search.run(stop=False)
        #: One number per state, in the order of the graph; `[y, x]` for a rectangle of cells.
        self.array: Longs = self._search.distances
        if self._grid is not None:
            self.array = self.array.reshape(self._grid.height, self._grid.width)

    def __getitem__(self, state: State) -> int:
        return int(self._search.distances[self._number(state)])

    def __len__(self) -> int:
        """How many states can be reached."""
        return int(np.count_nonzero(self._search.distances >= 0))

    def farthest(self) -> State:
        """A state that is farthest away."""
        return self._graph.states[int(self._search.distances.argmax())]

    def way_to(self, state: State) -> Solution[State]:
        """A shortest path to a state."""
        number = self._number(state)
        if self._search.distances[number] < 0:
            raise MazeError(f"no path leads to {words_of(self._puzzle).describe(state)}")
        return self._search.solution_to(number)

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {self._puzzle.key(state): number for number, state in enumerate(self._graph.states)}

    def _number(self, state: Any) -> int:
        """The number of a state in the graph."""
        if self._grid is not None:
            place = self._grid.check(state, "state")
            return place.y * self._grid.width + place.x
        name = self._puzzle.key(state)
        if name not in self._numbers:
            raise MazeError(f"{words_of(self._puzzle).describe(state)} is not a state that this puzzle can reach")
        return self._numbers[name]


def distances(puzzle: Puzzle[State], origin: State | None = None, limit: int | None = None) -> Distances[State]:
    """The distances from the start, or from another state, to all states.

    >>> from mazeworks import Maze
    >>> table = distances(Maze.create(6, 4, ends="corners", seed=1))
    >>> table.array.shape, table[0, 0], table[5, 3] == len(table.way_to((5, 3)))
    ((4, 6), 0, True)
    """
    return Distances(puzzle, origin, limit)
