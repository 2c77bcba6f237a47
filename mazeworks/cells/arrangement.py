"""The `Plan` of a layout, and its `Arrangement`: each wall has two numbered edges, one per side; they are twins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.progress import report
from mazeworks.core.randomness import Random
from mazeworks.core.registry import Layout, layouts
from mazeworks.core.walk import ArraySequence
from mazeworks.core.workers import SLICE, bands
from mazeworks.kernels.carving import rows as loops

Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
State = tuple[int, ...]

#: Instead of a neighbour: an outer wall, and a side that the cell does not have.
RIM, NOTHING = -1, -2


@dataclass
class Plan:
    """The description of a layout: cells in the order of their positions (z, y, x), and their sides."""

    #: `int32[cells, sides]`: the cell beyond a side, or RIM, or NOTHING; sides are listed clockwise.
    neighbours: Ints
    #: `uint8[sides]` or `uint8[cells, sides]`: the side of the neighbour that leads back.
    backs: Bytes
    #: The name of a move through each side.
    names: tuple[str, ...]
    #: Returns `int32[cells, 2]` or `[cells, 3]`: x, y, and z where cells lie above one another.
    places: Callable[[], Ints]
    #: Width and height of the drawing; one unit is about one cell.
    sheet: tuple[float, float]
    #: The centres of these cells in the drawing, `[count, 2]`.
    centres: Callable[[Ints], Floats]
    #: The walls on these sides of these cells, `[count, points, 2]`; NaN where nothing can be drawn.
    walls: Callable[[Ints, Ints], Floats]
    #: The greatest distance between centres of neighbours in the drawing; 0 on layouts with seams or stairs.
    reach: float = 0
    #: `bool[cells, sides]`: passages that are always open, such as those of a crossing.
    fixed: Bools | None = None
    #: Cells below others, which hide them in a drawing.
    hidden: Bools | None = None
    #: How far inside their side walls are drawn, so that crossings are visible.
    inset: float = 0
    #: Width and height of each storey, if storeys are drawn side by side, one unit apart.
    storey: tuple[float, float] | None = None
    #: Readable names of moves whose name is neither a direction nor a word.
    words: Mapping[str, str] = field(default_factory=dict)
    #: Moves without a direction in the drawing, such as stairs to a storey that is drawn elsewhere.
    aside: tuple[str, ...] = ()


@dataclass
class Rows:
    """Edges in compressed rows: those of cell k are numbered `offsets[k]` to `offsets[k + 1]`."""

    offsets: Ints
    targets: Ints
    #: For every edge, the edge from the other side.
    twins: Ints
    #: For every edge, the side of the cell it goes through.
    ways: Bytes

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def sources(self) -> Ints:
        """The cell that each edge leads from."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.offsets))

    @cached_property
    def islands(self) -> Ints:
        """For every cell, the number of its island; cells of different islands cannot be connected."""
        return self.joined(np.ones(len(self.targets), np.uint8))

    def joined(self, opens: Bytes) -> Ints:
        """For every cell, the number of its connected component along open edges."""
        labels, queue = np.full(len(self), -1, np.int32), np.empty(len(self), np.int32)
        registers = np.zeros(4, np.int64)
        while not loops.label(self.offsets, self.targets, opens, labels, queue, registers, SLICE):
            report("finding connected cells", int(registers[0]) / len(self))
        return labels


@dataclass
class Arrangement(Rows):
    """The cells of a layout at a size, ready for generators and solvers."""

    plan: Plan
    #: The layout as written, such as `hexagon` or `floors:3`, and the seed of its random choices.
    layout: str = ""
    size: tuple[int, int] = (0, 0)
    seed: int = 0
    #: If only some cells of the plan are kept, the number of each in the plan.
    kept: Ints | None = None

    @cached_property
    def places(self) -> Ints:
        """x and y of every cell, and z where cells lie above one another."""
        places = self.plan.places()
        return places if self.kept is None else places[self.kept]

    @property
    def names(self) -> tuple[str, ...]:
        """The name of a move through each side."""
        return self.plan.names

    @cached_property
    def islands(self) -> Ints:
        # Layouts are connected; only an outline can separate them.
        return np.zeros(len(self), np.int32) if self.kept is None else super().islands

    @property
    def rectangle(self) -> bool:
        """Whether the cells are a plain rectangle of squares, none left out."""
        return self.kept is None and layouts[self.layout.partition(":")[0]].rectangle

    @cached_property
    def states(self) -> "States":
        """The positions of all cells; tuples are made on access."""
        return States(self.places)

    @cached_property
    def _keys(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Positions as increasing numbers, and the weight of each coordinate in them."""
        spans = self.places.max(axis=0).astype(np.int64) + 1
        counts: NDArray[np.int64] = np.cumprod(np.concatenate([np.ones(1, np.int64), spans[:-1]]))
        return self.places.astype(np.int64) @ counts, counts

    def find(self, state: Sequence[Any], what: str = "position") -> int:
        """The number of the cell at a position."""
        wanted = self.places.shape[1]
        if len(state) != wanted or not all(type(n) is int or isinstance(n, np.integer) for n in state):
            names = "(x, y)" if wanted == 2 else "(x, y, z)"
            raise MazeError(f"the {what} {state!r:.60} is not {names} in whole numbers")
        keys, counts = self._keys
        key = sum(int(n) * count for n, count in zip(state, counts.tolist(), strict=True))
        number = int(keys.searchsorted(key)) if 0 <= key <= keys[-1] else 0
        if self.places[number].tolist() == list(state):
            return number
        raise MazeError(f"there is no cell at the {what} {tuple(map(int, state))} of this {self.layout} layout")

    def numbers_of(self, places: Ints) -> NDArray[np.int64]:
        """The numbers of the cells at many positions, all of which exist."""
        keys, counts = self._keys
        return np.searchsorted(keys, places @ counts)

    def only(self, keep: Bools) -> "Arrangement":
        """The arrangement with only the cells in `keep`; an outer wall replaces the others."""
        if keep.all():
            return self
        if not keep.any():
            raise MazeError(f"all {len(self)} cells are left out; at least one must stay")
        kept = np.flatnonzero(keep).astype(np.int32) if self.kept is None else self.kept[keep]
        return _compressed(self.plan, self.layout, self.size, self.seed, kept)

    def in_plan(self, cells: Ints | None = None) -> Ints:
        """The numbers of cells in the plan; of all cells by default."""
        cells = np.arange(len(self), dtype=np.int32) if cells is None else cells
        return cells if self.kept is None else self.kept[cells]

    def centres(self, cells: Ints | None = None) -> Floats:
        """The centres of cells in the drawing, `[count, 2]`; of all cells by default."""
        return self.plan.centres(self.in_plan(cells))

    def walls_of(self, edges: NDArray[Any]) -> Floats:
        """The wall of each edge, as seen from the cell it leads from, `[count, points, 2]`."""
        return self.plan.walls(self.in_plan(self.sources[edges]), self.ways[edges].astype(np.int32))

    @property
    def sides(self) -> Ints:
        """The cell beyond each side of every cell, or RIM, or NOTHING."""
        return _neighbours(self.plan, self.kept)

    def rim(self) -> tuple[Ints, Ints]:
        """The cells and sides of all outer walls."""
        cells, sides = np.nonzero(self.sides == RIM)
        return cells.astype(np.int32), sides.astype(np.int32)

    def outer_walls(self) -> Floats:
        """All outer walls, `[count, points, 2]`."""
        cells, sides = self.rim()
        return self.plan.walls(self.in_plan(cells), sides)

    @cached_property
    def fixed(self) -> NDArray[np.int64]:
        """The numbers of the edges that are always open."""
        if self.plan.fixed is None:
            return np.empty(0, np.int64)
        return np.flatnonzero(self.plan.fixed[self.in_plan(self.sources), self.ways])

    @cached_property
    def hidden(self) -> Bools:
        """A mask of the cells below others."""
        return np.zeros(len(self), np.bool_) if self.plan.hidden is None else self.plan.hidden[self.in_plan()]


class States(ArraySequence[State]):
    """A sequence of states: positions, or tuples (x, y, z)."""

    def __init__(self, places: Ints) -> None:
        super().__init__(places)
        self._state: Callable[[list[int]], State] = Position._make if places.shape[1] == 2 else tuple

    def item(self, row: list[int]) -> State:
        return self._state(row)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a state, found by comparing whole columns."""
        places = self.array[start:stop]
        found = np.flatnonzero(np.logical_and.reduce([places[:, axis] == part for axis, part in enumerate(value)]))
        if not len(found):
            raise ValueError(f"{value} is not among these states")
        return start + int(found[0])


class Ways(ArraySequence[str]):
    """A sequence of moves stored as one byte each, the side they go through."""

    def __init__(self, names: tuple[str, ...], ways: Bytes) -> None:
        super().__init__(ways)
        self.names = names

    def item(self, row: int) -> str:
        return self.names[row]

    def __repr__(self) -> str:
        shown = " ".join(self[:20])
        return f"<{len(self)} moves: {shown}{' …' if len(self) > 20 else ''}>"


def arrange(layout: str, width: int, height: int, seed: int = 0) -> Arrangement:
    """The cells of a layout, such as `hexagon` or `floors:3`, at a size.

    >>> hexagons = arrange("hexagon", 4, 3)
    >>> len(hexagons), hexagons.states[5], len(hexagons.targets) // 2
    (12, Position(x=1, y=1), 23)
    """
    entry, settings = parse_layout(layout)
    plan = entry.plan(width, height, Random(seed), **settings)
    return _compressed(plan, layout, (width, height), seed, None)


def parse_layout(text: str) -> tuple[Layout, dict[str, Any]]:
    """The layout that a text such as `floors:3` names, and the value of its parameter, if it has one."""
    name, colon, value = text.partition(":")
    entry = layouts[name]
    if entry.parameter is not None:
        return entry, {entry.parameter.name: entry.parameter.parse(value) if colon else entry.parameter.default}
    if colon:
        raise MazeError(f"the layout {name} takes no parameter, but got {value!r:.60}")
    return entry, {}


def storeys_of(layout: str) -> int:
    """The number of storeys, each of the whole size."""
    entry, setting = parse_layout(layout)
    return int(next(iter(setting.values()))) if entry.storeys else 1


def _neighbours(plan: Plan, kept: Ints | None) -> Ints:
    """The table of neighbours, renumbered for the cells that are kept."""
    if kept is None:
        return plan.neighbours
    numbers = np.full(len(plan.neighbours) + 2, RIM, np.int32)  # the last two stand for NOTHING and RIM
    numbers[NOTHING] = NOTHING
    numbers[kept] = np.arange(len(kept), dtype=np.int32)
    return numbers[plan.neighbours[kept]]


def _compressed(plan: Plan, layout: str, size: tuple[int, int], seed: int, kept: Ints | None) -> Arrangement:
    table = _neighbours(plan, kept)
    backs = plan.backs if kept is None or plan.backs.ndim == 1 else plan.backs[kept]
    count = int(np.count_nonzero(table >= 0))
    offsets, numbers = np.empty(len(table) + 1, np.int32), np.empty(table.size, np.int32)
    targets, twins, ways = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count, np.uint8)
    offsets[0] = 0
    for first, last in bands(len(table)):
        loops.number_edges(table.reshape(-1), numbers, offsets, targets, ways, first, last)
    for first, last in bands(len(table)):
        loops.pair_edges(backs.reshape(-1), numbers, offsets, targets, twins, ways, first, last)
    return Arrangement(offsets, targets, twins, ways, plan, layout, size, seed, kept)
