"""Distances from one state to all others: a table to look up, and an array for numpy."""

from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import structure_of, words_of
from mazeworks.core.graph import Graph, graph_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.solution import Solution
from mazeworks.search.best_first import BestFirst

State = TypeVar("State")


class Distances(Generic[State]):
    """The least cost from one state to every state of a puzzle; -1 for a state that cannot be reached."""

    def __init__(self, puzzle: Puzzle[State], graph: Graph[State], search: BestFirst) -> None:
        self._puzzle = puzzle
        self._graph = graph
        self._search = search
        self._numbers: dict[Any, int] = {}
        #: One number per state, in the order of the graph; `[y, x]` for a rectangle of cells.
        self.array: NDArray[np.int64] = search.distances
        grid = structure_of(puzzle).as_grid()
        if grid is not None:
            self.array = search.distances.reshape(grid.height, grid.width)

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
        return self._search.way_to(number)

    def _number(self, state: State) -> int:
        return number_of(self._puzzle, self._graph, self._numbers, state)


def number_of(puzzle: Puzzle[Any], graph: Graph[Any], numbers: dict[Any, int], state: Any) -> int:
    """The number of a state in a graph; the first call fills `numbers` with all of them."""
    grid = structure_of(puzzle).as_grid()
    if grid is not None:
        place = grid.check(state, "state")
        return place.y * grid.width + place.x
    if not numbers:
        numbers.update((puzzle.key(each), number) for number, each in enumerate(graph.states))
    name = puzzle.key(state)
    if name not in numbers:
        raise MazeError(f"{words_of(puzzle).describe(state)} is not a state that this puzzle can reach")
    return numbers[name]


def distances(puzzle: Puzzle[State], origin: State | None = None, limit: int | None = None) -> Distances[State]:
    """The distances from the start, or from another state, to all states.

    >>> from mazeworks import Maze
    >>> table = distances(Maze.create(6, 4, ends="corners", seed=1))
    >>> table.array.shape, table[0, 0], table[5, 3] == len(table.way_to((5, 3)))
    ((4, 6), 0, True)
    """
    graph = graph_of(puzzle, limit)
    if origin is not None:
        graph.start = number_of(puzzle, graph, {}, origin)
    search = BestFirst(graph)
    search.run(stop=False)
    return Distances(puzzle, graph, search)
