"""The passages of a maze on any layout: cells side by side, the open edges between them, a start and a goal."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import NOTHING, Arrangement, Bytes, Floats, Ints, State, States, Ways
from mazeworks.core.directions import CARDINALS, Direction, Position
from mazeworks.core.errors import MazeError
from mazeworks.core.graph import Graph, Longs, Picked
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford
from mazeworks.core.progress import checked
from mazeworks.core.workers import bands
from mazeworks.kernels.carving.rows import passable, take_down

#: Bytes of memory per cell of a graph.
GRAPH_BYTES = 36
#: Direction flags by side of a square.
FLAGS: Bytes = np.array([1, 4, 2, 8], np.uint8)
#: Sides in the order of the flags of `Direction`; others follow them.
FIRST = {direction.letters: number for number, direction in enumerate(CARDINALS)}


class Passages:
    """Open edges between cells, one byte each, and the numbers of the cells where a path starts and ends."""

    def __init__(self, cells: Arrangement, opens: Bytes, start: int, goal: int) -> None:
        self.cells = cells
        self.opens = opens
        self.ends = start, goal
        #: The strokes of all walls, kept by the board that draws them.
        self.drawn: Any = None
        self.layout, (self.width, self.height) = cells.layout, cells.size
        self.directions = tuple(sorted(cells.names, key=lambda name: FIRST.get(name, 4)))

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def name(self) -> str:
        """The name of such a maze: a hexagon maze, a masked square maze."""
        return f"{'' if self.cells.kept is None else 'masked '}{self.cells.layout} maze"

    @property
    def start(self) -> State:
        """The first state of a path."""
        return self.cells.states[self.ends[0]]

    @property
    def goal(self) -> State:
        """The last state of a path."""
        return self.cells.states[self.ends[1]]

    def with_ends(self, start: int, goal: int) -> "Passages":
        """The same passages between other ends."""
        if start == goal:
            raise MazeError(f"start and goal are both {tuple(self.cells.states[start])}; they have to differ")
        return Passages(self.cells, self.opens, start, goal)

    def with_opens(self, opens: Bytes) -> "Passages":
        """The same cells and ends with other passages."""
        return Passages(self.cells, opens, *self.ends)

    def without(self, solid: NDArray[np.bool_]) -> Bytes:
        """The open edges except those of the solid cells."""
        return np.where(solid[self.cells.sources] | solid[self.cells.targets], 0, self.opens).astype(np.uint8)

    def check(self, state: Sequence[int]) -> State:
        """The state, if there is such a cell."""
        return self.cells.states[self.cells.find(state)]

    def edges_of(self, state: Sequence[int]) -> range:
        """The numbers of the edges of a cell."""
        cell = self.cells.find(state)
        return range(self.cells.offsets[cell], self.cells.offsets[cell + 1])

    def moves(self, state: Sequence[int]) -> Iterator[tuple[str, State]]:
        """Each open passage of a cell, by name, with the cell it leads to."""
        cells = self.cells
        for edge in self.edges_of(state):
            if self.opens[edge]:
                yield cells.names[cells.ways[edge]], cells.states[int(cells.targets[edge])]

    def neighbours(self, state: Sequence[int]) -> dict[str, State]:
        """The cells beside a cell, whether or not a wall stands between them, by the name of the move there."""
        cells, edges = self.cells, self.edges_of(state)
        return {cells.names[cells.ways[edge]]: cells.states[int(cells.targets[edge])] for edge in edges}

    def chosen(self, moves: Any) -> set[str]:
        """The names of moves that are given as one name, as several names, or as flags of `Direction`."""
        names = {moves} if isinstance(moves, str) else moves
        if isinstance(moves, int):
            names = {direction.letters for direction in CARDINALS if direction & Direction.of(moves)}
        if not names or not set(names) <= set(self.directions):
            raise MazeError(f"{moves!r:.60} is not a move in a {self.name}; there are {', '.join(self.directions)}")
        return set(names)

    def remove_wall(self, state: Sequence[int], moves: Any) -> None:
        """Remove a wall, or several, between a cell and its neighbours, on both sides."""
        cells, names = self.cells, self.chosen(moves)
        for edge in self.edges_of(state):
            if cells.names[cells.ways[edge]] in names:
                self.opens[[edge, cells.twins[edge]]] = 1
        self.drawn = None
        self.__dict__.pop("graph", None)

    @property
    def walls(self) -> Bytes:
        """The walls that stand, `[y, x]` or `[z, y, x]`: bit k for directions[k]. A missing cell has all bits."""
        cells, edges = self.cells, np.flatnonzero(self.opens)
        bits = np.array([1 << self.directions.index(name) for name in cells.names], np.uint8)
        standing: Bytes = (cells.sides != NOTHING) @ bits
        np.bitwise_and.at(standing, cells.sources[edges], ~bits[cells.ways[edges]])
        walls = np.full(cells.plan.places().max(axis=0)[::-1] + 1, bits.sum(), np.uint8)
        walls[tuple(cells.places.T[::-1])] = standing
        return walls

    def numbers(self, states: Sequence[Any]) -> Longs:
        """The numbers of the cells at these positions."""
        if isinstance(states, Picked) and states.items is self.cells.states:
            return states.array
        if isinstance(states, States):
            return self.cells.numbers_of(states.array)
        return np.array([self.cells.find(state) for state in checked(states, 1000)], np.int64)

    @cached_property
    def graph(self) -> Graph[State]:
        """The graph of the open edges; states have the numbers of cells."""
        cells, count = self.cells, int(np.count_nonzero(self.opens))
        afford(GRAPH_BYTES * len(cells), f"the passages of {len(cells)} cells")
        offsets, targets = np.empty(len(cells) + 1, np.int64), np.empty(count, np.int64)
        ways = np.empty(count, np.uint8)
        offsets[0] = 0
        for first, last in bands(len(cells)):
            passable(cells.offsets, cells.targets, cells.ways, self.opens, offsets, targets, ways, first, last)
        goals = np.zeros(len(cells), np.uint8)
        goals[self.ends[1]] = 1
        return Graph(offsets, targets, goals, cells.states, Ways(cells.names, ways), self.ends[0], mutual=True)

    def sweep(self, origin: int) -> tuple[int, int]:
        """A cell farthest from `origin`, and its distance."""
        distances, _, order = Passages(self.cells, self.opens, origin, origin).graph.search()
        return int(order[-1]), int(distances[order[-1]])

    def estimate(self, state: Sequence[int]) -> float:
        """The distance to the goal in the drawing, divided by the longest step; 0 on layouts with seams or stairs."""
        return float(self._estimates(np.array([self.cells.find(state)], np.int32))[0])

    def estimates(self) -> Longs:
        """The same for every cell, rounded down."""
        return self._estimates(np.arange(len(self), dtype=np.int32)).astype(np.int64)

    def _estimates(self, cells: Ints) -> Floats:
        if not self.cells.plan.reach:
            return np.zeros(len(cells))
        apart = self.cells.centres(cells) - self.cells.centres(np.array([self.ends[1]], np.int32))
        estimates: Floats = np.hypot(*apart.T) / self.cells.plan.reach * (1 - 1e-9)  # rounding must not make it higher
        return estimates

    def faults(self) -> Iterator[str]:
        """Yield each reason why this is not a perfect maze, in a sentence that says where."""
        cells = self.cells
        joined, islands = cells.joined(self.opens), cells.islands
        closed = np.bincount(cells.sources, weights=self.opens, minlength=len(cells)) == 0
        for cell in np.flatnonzero(closed & (np.diff(cells.offsets) > 0))[:1].tolist():
            yield f"the cell {tuple(cells.states[cell])} has no passage"
        first = np.full(int(islands.max()) + 1, -1)
        first[islands[::-1]] = np.arange(len(islands))[::-1]
        apart = np.flatnonzero(joined != joined[first[islands]])
        for cell in apart[:1].tolist():
            there, here = cells.states[cell], cells.states[int(first[islands[cell]])]
            yield f"the cell {tuple(there)} cannot be reached from {tuple(here)}"
        looped = self._on_a_loop(joined)
        if looped is not None:
            yield f"more than one path: a loop goes through {tuple(cells.states[looped])}"

    def _on_a_loop(self, joined: Ints) -> int | None:
        """A cell on a loop, if there is one: a passage that is not in a spanning tree of its part."""
        cells = self.cells
        ends = np.bincount(joined[cells.sources], weights=self.opens, minlength=int(joined.max()) + 1)
        for part in np.flatnonzero(ends > 2 * (np.bincount(joined) - 1))[:1].tolist():
            edges = np.flatnonzero((self.opens == 1) & (joined[cells.sources] == part))
            origin = int(cells.sources[edges[0]])
            parents = Passages(cells, self.opens, origin, origin).graph.search()[1]
            here, there = cells.sources[edges].astype(np.int64), cells.targets[edges]
            spare = here[(parents[here] != there) & (parents[there] != here)]
            if len(spare):
                return int(spare[0])
            pairs = here * len(cells) + there  # two passages between the same two cells, as in a narrow torus
            return int(np.sort(pairs)[:-1][np.diff(np.sort(pairs)) == 0][0] // len(cells))
        return None


def walls_between(cells: Arrangement, opens: Bytes, start: int, goal: int) -> Grid | Passages:
    """The structure of a maze: a grid if the cells are a plain rectangle, otherwise passages."""
    if not cells.rectangle:
        return Passages(cells, opens, start, goal)
    width, height = cells.size
    grid = Grid.closed(width, height)
    take_down(cells.offsets, cells.ways, opens, FLAGS, grid.flat, width)
    grid.start, grid.goal = (Position(cell % width, cell // width) for cell in (start, goal))
    return grid
