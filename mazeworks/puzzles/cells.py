"""Mazes on any layout: cells of any shape, with walls between neighbours."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import Arrangement, Bytes, Ints, State, States, Ways
from mazeworks.cells.passages import read_passages, write_passages
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.graph import Graph
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import kind, layouts
from mazeworks.core.searching import bands
from mazeworks.drawing.cell_carving import carved_shapes
from mazeworks.drawing.cells import cell_scene, cell_sketch, path_lines, shown_outlines, sketch_square, wall_lines
from mazeworks.drawing.scene import Line, Outline, Scene, Timed
from mazeworks.drawing.sketch import Sketch
from mazeworks.kernels.carving.rows import passable


@kind(
    "cells",
    "Cells of any layout, such as hexagons or rings, with walls between them.",
    source="a file, or from the kind wall with a layout or a mask, as in wall:20x20,layout=hexagon#7",
)
class CellMaze(Puzzle[State]):
    """A maze on a layout; a state is the place of a cell, (x, y) or (x, y, z).

    >>> from mazeworks import make
    >>> maze = make("wall", (6, 4), seed=1, layout="hexagon")
    >>> len(maze), maze.is_perfect()
    (24, True)
    """

    def __init__(self, cells: Arrangement, opens: Bytes, start: int, goal: int) -> None:
        self.cells = cells
        #: One byte an edge: whether the passage is open.
        self.opens = opens
        self._ends = start, goal

    def __len__(self) -> int:
        return len(self.cells)

    def __bool__(self) -> bool:
        return True

    @property
    def words(self) -> str:
        """What it is called: a hexagon maze, a masked square maze."""
        return f"{'' if self.cells.kept is None else 'masked '}{self.cells.layout} maze"

    def with_passages(self, opens: Bytes) -> "CellMaze":
        """The same cells, start and goal with other passages."""
        return CellMaze(self.cells, opens, *self._ends)

    # --- the puzzle

    @property
    def start(self) -> State:
        return self.cells.states[self._ends[0]]

    @start.setter
    def start(self, state: Sequence[int]) -> None:
        self._set_ends(self.cells.find(state, "start"), self._ends[1])

    @property
    def goal(self) -> State:
        """Where the path should lead."""
        return self.cells.states[self._ends[1]]

    @goal.setter
    def goal(self, state: Sequence[int]) -> None:
        self._set_ends(self._ends[0], self.cells.find(state, "goal"))

    def _set_ends(self, start: int, goal: int) -> None:
        if start == goal:
            raise MazeError(f"start and goal are both {tuple(self.cells.states[start])}; they have to differ")
        self._ends = start, goal
        self.id = None
        self.__dict__.pop("_graph", None)

    def walled_up(self, solid: NDArray[np.bool_]) -> Bytes:
        """The open edges without those of some cells."""
        return np.where(solid[self.cells.sources] | solid[self.cells.targets], 0, self.opens).astype(np.uint8)

    def moves(self, state: State) -> Iterator[tuple[str, State]]:
        cells = self.cells
        here = cells.find(state)
        for edge in range(cells.offsets[here], cells.offsets[here + 1]):
            if self.opens[edge]:
                yield cells.names[cells.ways[edge]], cells.states[int(cells.targets[edge])]

    def move_words(self, move: str) -> str:
        return self.cells.plan.words.get(move) or super().move_words(move)

    def heading(self, state: State, move: str, following: State) -> tuple[float, float] | None:
        return None if move in self.cells.plan.aside else super().heading(state, move, following)

    def rules(self) -> str:
        layout = layouts[self.cells.layout.partition(":")[0]]
        return "Go from cell to cell where no wall is between them." + ("" if layout.flat else f" {layout.sentence}")

    def is_goal(self, state: State) -> bool:
        return tuple(state) == self.goal

    def estimate(self, state: State) -> float:
        """The distance on the sheet, in the longest steps there are; nothing where the sheet does not tell."""
        reach = self.cells.plan.reach
        if not reach:
            return 0
        here, there = self.cells.centres(np.array([self.cells.find(state), self._ends[1]], np.int32))
        return float(np.hypot(*(there - here)) / reach) * (1 - 1e-9)  # rounding must not lift it above the truth

    def estimates(self, states: Sequence[State]) -> NDArray[np.int64]:
        if not self.cells.plan.reach:
            return np.zeros(len(self.cells), np.int64)
        places = self.cells.centres(np.arange(len(self.cells), dtype=np.int32))
        apart = np.hypot(*(places - places[self._ends[1]]).T) / self.cells.plan.reach
        return np.asarray(apart * (1 - 1e-9), np.int64)

    def as_graph(self) -> Graph[State]:
        return self._graph

    @cached_property
    def _graph(self) -> Graph[State]:
        """The open edges alone; the numbers of states are those of cells."""
        cells, count = self.cells, int(np.count_nonzero(self.opens))
        offsets, targets = np.empty(len(cells) + 1, np.int64), np.empty(count, np.int64)
        ways = np.empty(count, np.uint8)
        offsets[0] = 0
        for first, last in bands(len(cells)):
            passable(cells.offsets, cells.targets, cells.ways, self.opens, offsets, targets, ways, first, last)
        goals = np.zeros(len(cells), np.uint8)
        goals[self._ends[1]] = 1
        moves = Ways(cells.names, ways)
        return Graph(offsets, targets, goals, cells.states, moves, self._ends[0], mutual=True)

    # --- what it promises

    def is_perfect(self) -> bool:
        """Whether exactly one path joins any two cells of the same island."""
        return next(self.faults(), None) is None

    def faults(self) -> Iterator[str]:
        """Each way in which this is no perfect maze, in a sentence that says where."""
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
        """A cell on a loop, if there is any, where a tree of its part leaves a passage out."""
        cells = self.cells
        ends = np.bincount(joined[cells.sources], weights=self.opens, minlength=int(joined.max()) + 1)
        for part in np.flatnonzero(ends > 2 * (np.bincount(joined) - 1))[:1].tolist():
            edges = np.flatnonzero((self.opens == 1) & (joined[cells.sources] == part))
            origin = int(cells.sources[edges[0]])
            parents = CellMaze(cells, self.opens, origin, origin).as_graph().search()[1]
            here, there = cells.sources[edges].astype(np.int64), cells.targets[edges]
            spare = here[(parents[here] != there) & (parents[there] != here)]
            if len(spare):
                return int(spare[0])
            pairs = here * len(cells) + there  # two passages between the same two cells, as a narrow torus has
            return int(np.sort(pairs)[:-1][np.diff(np.sort(pairs)) == 0][0] // len(cells))
        return None

    # --- looks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CellMaze):
            return NotImplemented
        return self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<CellMaze of {len(self)} cells, {self.cells.layout}{f', {self.id}' if self.id else ''}>"

    def __str__(self) -> str:
        return self.sketch().text()

    def describe(self, state: State) -> str:
        return str(tuple(state))

    def numbers(self, states: Sequence[State]) -> NDArray[np.int64]:
        """The numbers of the cells at these places."""
        if isinstance(states, States):
            return self.cells.numbers_of(states.array)
        return np.array([self.cells.find(state) for state in checked(states, 1000)], np.int64)

    def scene(self, solution: Solution[State] | None = None) -> Scene:
        path = None if solution is None else self.numbers(solution.states)
        return cell_scene(self.cells, self.opens, self._ends, path, self._walls)

    def outlines(self, states: Sequence[State]) -> Iterator[Sequence[Outline]]:
        shapes = shown_outlines(self.cells, self.opens)
        return (shapes[number] for number in self.numbers(states).tolist())

    def carved(self, carving: NDArray[np.int64]) -> Iterator[Timed]:
        return carved_shapes(self.cells, self.opens, carving)

    @cached_property
    def _walls(self) -> list[Line]:
        return wall_lines(self.cells, self.opens)

    def sketch(self, solution: Solution[State] | None = None) -> Sketch:
        path = None if solution is None else self.numbers(solution.states)
        return cell_sketch(self.cells, self.opens, self._ends, path)

    def spot(self, state: State) -> tuple[float, float]:
        x, y = self.cells.centres(np.array([self.cells.find(state)], np.int32))[0].tolist()
        return x, y

    def track(self, states: Sequence[State]) -> list[list[tuple[float, float]]]:
        return list(path_lines(self.cells, self.opens, self.numbers(states)))

    def square_of(self, state: State) -> tuple[int, int]:
        return sketch_square(self.cells, self.cells.find(state))

    # --- plain values

    def to_data(self) -> dict[str, Any]:
        """Passages as two hexadecimal digits per cell, bit k for the k-th of `ways`; `..` where there is no cell."""
        cells = self.cells
        width, height = cells.size
        data: dict[str, Any] = {"layout": cells.layout, "width": width, "height": height}
        if cells.seed:
            data["layout_seed"] = cells.seed
        data |= {"start": list(self.start), "goal": list(self.goal), "ways": list(cells.names)}
        return data | {"passages": write_passages(cells, self.opens)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "CellMaze":
        cells, opens = read_passages(data)
        ends = []
        for name in ("start", "goal"):
            place = data.get(name)
            if not isinstance(place, list):
                raise FormatError(f"{name!r} should be a list of whole numbers, not {place!r:.60}")
            ends.append(cells.find(place, name))
        if ends[0] == ends[1]:
            raise FormatError(f"start and goal are both {data['start']}; they have to differ")
        return cls(cells, opens, *ends)
