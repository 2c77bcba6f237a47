"""What all generators of wall mazes share: parameters, islands, ends, and the maze that the open edges make."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, Note, TooLarge, blaming
from mazeworks.core.grid import Grid, check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import check, report
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, generators, kinds, layouts
from mazeworks.kernels import tables
from mazeworks.kernels.carving.carve import carve as carve_depth_first
from mazeworks.making.ends import ENDS, WAYS, given_ends, place_ends
from mazeworks.making.outline_parameter import OUTLINE

if TYPE_CHECKING:  # most mazes are plain rectangles, and do not need these
    from mazeworks.cells.arrangement import Arrangement, Bytes, Ints, Rows
    from mazeworks.cells.passages import Passages

Longs = NDArray[np.int64]
#: The kind of puzzle that these generators are registered for.
WALLS = "wall"
#: For more cells than this, the work reports before it begins.
LARGE = 1 << 22
#: Bytes of memory per cell of a grid to record the order in which its passages are opened, and to write it as pairs.
TRACE_BYTES = 144
#: Steps of a kernel between two reports of progress, at which the work can be cancelled; and those of depth-first
#: carving, which are shorter.
SLICE, GRID_SLICE = 1 << 18, 20_000_000
#: Cells, border included, of which a number of 32 bits can name two walls each.
NUMBERS = 1 << 31


class LayoutParameter(Parameter):
    """The name of a layout, with its own setting after a colon where it has one."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, str):
            raise MazeError(f"layout is a name such as hexagon, not {value!r:.60}")
        from mazeworks.cells.arrangement import parse_layout

        parse_layout(value)
        return value

    def known(self) -> Iterable[str]:
        return layouts

    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"kind": "layout", "choices": list(layouts)}


LAYOUT = LayoutParameter("layout", "text", "square", "the arrangement of cells, such as hexagon or floors:5")


#: How a generator carves cells: `(rows, roots, random, opens, order, **parameters)`; it opens edges of rows, beginning
#: at one root in each island. `opens` has a byte for every edge, and an open passage is set from both sides. `order`
#: is empty, or has room for one edge per passage, -1 at first, to be filled in the order of the work.
Carver = Callable[..., None]
#: How one carves a plain rectangle: `(grid, first, random, order, **parameters)`, from the index of a cell; it returns
#: the number of passages. See `carved_grid` for the order.
GridCarver = Callable[..., int]


def cell_generator(
    name: str,
    sentence: str,
    promises: tuple[str, ...],
    parameters: tuple[Parameter, ...] = (),
    on_grid: GridCarver | None = None,
    lists: int = 0,
    **facts: Any,
) -> Callable[[Carver], Carver]:
    """Register a generator of wall mazes on every layout; `on_grid` carves those on a plain rectangle, if given.

    lists: how many lists `on_grid` makes, with a number of 32 bits for every cell.
    facts: further fields of its entry.
    """

    def register(carver: Carver) -> Carver:
        known = (*parameters, LAYOUT, *OUTLINE, ENDS)

        @generator(name, sentence, WALLS, known, promises, (20, 20), traces=True, **facts)
        def function(
            width: int, height: int, random: Random, trace: bool = False, *, layout: str, ends: str, **own: Any
        ) -> Puzzle[Any]:
            mask, letters, islands = (own.pop(parameter.name) for parameter in OUTLINE)
            # The layout that is the default need not be loaded.
            plain = layout == LAYOUT.default or layouts[layout.partition(":")[0]].rectangle
            if on_grid is not None and plain and not (mask or letters):
                grid, first = closed_grid(width, height, random, lists)
                work = functools.partial(on_grid, grid, grid.index(first), random, **own)
                order = carved_grid(work, grid, first, first, ends, trace, random)
                return built(generators[name].kind, grid, order, own.get("complexity"))
            cells = outlined(arranged(layout, width, height, random), mask, letters, islands)
            return built(generators[name].kind, *carved(carver, cells, random, ends, trace, own, "perfect" in promises))

        return carver

    return register


def built(kind: str, structure: Grid | Passages, carving: Longs | None = None, *facts: Any) -> Puzzle[Any]:
    """The puzzle of a kind on a structure, with the order in which its passages were opened, if that was recorded."""
    make: Any = kinds[kind].puzzle
    puzzle: Puzzle[Any] = make(structure, *facts)
    puzzle.carving = carving  # type: ignore[attr-defined]
    return puzzle


def closed_grid(width: int, height: int, random: Random, lists: int = 0) -> tuple[Grid, Position]:
    """A grid to carve, and a random cell of it; large work reports before it begins.

    lists: how many lists the work makes, each with a number of 32 bits for every cell; refused if they would not fit.
    """
    check_size(width, height, 1 + 4 * lists)
    if lists and (width + 2) * (height + 2) > NUMBERS:
        words = f"{width}x{height} cells are more than this generator can number, about {NUMBERS}"
        raise TooLarge(f"{words}; backtracker and wilson have no such limit", about="size")
    if width * height > LARGE:
        report("carving", 0)
    return Grid.closed(width, height), Position.random(width, height, random)


def carved_grid(
    work: Callable[[Longs], int], grid: Grid, first: Position, origin: Position, ends: str, trace: bool, random: Random
) -> Longs | None:
    """Place the ends of a closed grid and carve it; returns the order of work if asked for.

    `first` is the start unless `ends` says otherwise; the search for the farthest ends begins at `origin`, which is
    sure to be open. `work` gets an array for the order, empty if that is not needed, and returns the number of
    passages in it: each is the cell it leads to times 16 plus the direction of the step there.
    """
    place_ends(grid, "corners" if ends == "farthest" else ends, first, random)  # bad ends raise before the work
    if trace:
        grid.afford(TRACE_BYTES)
    order = np.empty(4 * grid.width * grid.height if trace else 0, np.int64)
    count = work(order)
    if ends == "farthest":
        place_ends(grid, ends, origin, random)
    return passages_in(grid, order[:count]) if trace else None


def carve_from(grid: Grid, start: int, complexity: float, random: Random, order: Longs) -> int:
    """Carve depth-first from a cell of the flat view through all closed cells; returns the number of passages."""
    registers = np.array([start, 0, random.fork(), 0], np.int64)
    grid.flat[start] = 255
    steps, bound = tables.steps(grid.stride), round(complexity * 65536)
    while not carve_depth_first(grid.flat, steps, tables.PICK, bound, GRID_SLICE, registers, order):
        report("carving", registers[3] / (grid.width * grid.height))
    return int(registers[3])


def carve_marked(
    kernel: Callable[..., bool], grid: Grid, first: int, registers: list[int], order: Longs, *arguments: Any
) -> int:
    """Run a kernel that carves a grid from a cell by marks (see `kernels/carving/grid.py`)."""
    from mazeworks.kernels.carving.grid import CLOSED, IN, OUT

    walls, cells = grid.walls, grid.flat
    walls |= OUT
    cells[first] = IN | CLOSED
    count = carve_in_slices(kernel, grid, np.array(registers, np.int64), order, *arguments)
    walls &= CLOSED
    return count


def carve_in_slices(kernel: Callable[..., bool], grid: Grid, registers: Longs, order: Longs, *arguments: Any) -> int:
    """Run a kernel on a grid until it is done; the first of its registers counts the passages, which are returned."""
    steps = tables.steps(grid.stride)
    while not kernel(grid.flat, steps, *arguments, SLICE, registers, order):
        report("carving", int(registers[0]) / (grid.width * grid.height))
    return int(registers[0])


def passages_in(grid: Grid, order: Longs) -> Longs:
    """The order of work as pairs of cells, without the passages that were closed again."""
    there = order >> 4
    here = there - tables.steps(grid.stride)[order & 15]
    still_open = grid.flat[here] & (order & 15) == 0
    both = np.stack([here[still_open], there[still_open]], axis=-1)
    return np.asarray((both // grid.stride - 1) * grid.width + both % grid.stride - 1)


def arranged(layout: str, width: int, height: int, random: Random) -> Arrangement:
    """The cells of a layout; its random choices come from a seed of its own, which the cells keep."""
    if width * height > LARGE:
        report("arranging cells", 0)
    from mazeworks.cells.arrangement import arrange

    entry = layouts[layout.partition(":")[0]]
    cells = arrange(layout, width, height, 1 + random.below((1 << 31) - 1) if entry.chance else 0)
    across = min(width, height) // 2 * 2
    if entry.round and (across, across) != (width, height):
        why = f"a {entry.name} is as high as it is wide, always an even number of cells"
        Note(f"this {entry.name} is {across} cells across, not {width}x{height}: {why}").give()
    return cells


def outlined(cells: Arrangement, mask: str, letters: str, islands: str) -> Arrangement:
    """The cells in an outline, if there is one."""
    if mask and letters:
        raise MazeError("an outline is either a mask or letters, not both")
    if not (mask or letters):
        return cells
    from mazeworks.cells.lettering import lettering
    from mazeworks.cells.outline import check_readable, chosen_pieces, masked, unpack

    if letters:
        check_readable(cells, letters)
    return chosen_pieces(masked(cells, unpack(mask) if mask else lettering(letters)), islands)


def carved(
    carver: Carver, cells: Arrangement, random: Random, ends: str, trace: bool, own: dict[str, Any], perfect: bool
) -> tuple[Grid | Passages, Longs | None]:
    """The walls between cells, their ends placed, and the order of work if asked for."""
    from mazeworks.cells.outline import check_islands
    from mazeworks.cells.passages import walls_between

    with blaming("ends"):
        given = None if ends in WAYS else given_ends(ends, cells.find)
    check_islands(cells, given)
    roots = roots_of(cells.islands, random)
    opens = np.zeros(len(cells.targets), np.uint8)
    order = carve(carver, cells, roots, random, opens, trace, own)
    parts = cells.islands if perfect else cells.joined(opens)  # a perfect maze joins all cells of an island
    start, goal = given or place_cell_ends(cells, opens, ends, parts, random)
    if parts[start] != parts[goal]:
        here, there = tuple(cells.states[start]), tuple(cells.states[goal])
        note = f"no path joins the start {here} and the goal {there} for this seed; try another"
        Note(note).give()
    carving = np.stack([cells.sources[order], cells.targets[order]], axis=-1).astype(np.int64) if trace else None
    return walls_between(cells, opens, start, goal), carving


def carve(
    carver: Carver, cells: Arrangement, roots: Ints, random: Random, opens: Bytes, trace: bool, own: dict[str, Any]
) -> NDArray[Any]:
    """Open edges; returns them in the order of work, if asked."""
    if not len(cells.fixed):
        order = np.full(len(cells.targets) // 2 if trace else 0, -1, np.int32)
        carver(cells, roots, random, opens, order, **own)
        return order[order >= 0]
    opens[cells.fixed] = 1
    labels = cells.joined(opens)
    rows, edges = contracted(cells, labels)  # joined cells are one, so that no loop closes over a crossing
    inner = np.zeros(len(edges), np.uint8)
    order = np.full(len(edges) // 2 if trace else 0, -1, np.int32)
    carver(rows, labels[roots], random, inner, order, **own)
    opens[edges] = inner
    first = cells.fixed[cells.fixed < cells.twins[cells.fixed]]
    return np.concatenate([first, edges[order[order >= 0]]]) if trace else order


def contracted(rows: Rows, labels: Ints) -> tuple[Rows, Longs]:
    """Rows in which cells with the same label are one, and the edge that each of their edges stands for."""
    from mazeworks.cells.arrangement import Rows

    sources, targets = labels[rows.sources], labels[rows.targets]
    edges = np.flatnonzero(sources != targets)
    check()
    edges = edges[np.argsort(sources[edges], kind="stable")]
    offsets = np.zeros(int(labels.max()) + 2, np.int32)
    offsets[1:] = np.cumsum(np.bincount(sources[edges], minlength=len(offsets) - 1))
    check()
    numbers = np.full(len(rows.targets), -1, np.int32)
    numbers[edges] = np.arange(len(edges), dtype=np.int32)
    return Rows(offsets, targets[edges], numbers[rows.twins[edges]], rows.ways[edges]), edges


def roots_of(islands: Ints, random: Random) -> Ints:
    """A random cell of each island, the largest island first."""
    if not islands.any():
        return np.array([random.below(len(islands))], np.int32)
    sizes = np.bincount(islands)
    members = np.argsort(islands, kind="stable")
    starts = np.cumsum(sizes) - sizes
    roots = [int(members[starts[island] + random.below(int(sizes[island]))]) for island in range(len(sizes))]
    largest = int(sizes.argmax())
    return np.array([roots.pop(largest), *roots], np.int32)


def place_cell_ends(cells: Arrangement, opens: Bytes, ends: str, labels: Ints, random: Random) -> tuple[int, int]:
    """Start and goal in the largest connected part; `labels` has the number of the part of each cell."""
    home = np.flatnonzero(labels == np.bincount(labels).argmax()) if labels.any() else np.arange(len(labels))
    if len(home) < 2:
        raise MazeError("no two cells are joined, so there is no place for a start and a goal")
    if ends == "farthest":
        from mazeworks.cells.passages import Passages

        passages = Passages(cells, opens, int(home[0]), int(home[0]))
        start = passages.sweep(int(home[0]))[0]  # in a tree, two sweeps end at the cells farthest apart
        return start, passages.sweep(start)[0]
    if ends == "corners":
        _note_corners(cells, int(home[0]), int(home[-1]))
        return int(home[0]), int(home[-1])
    first = random.below(len(home))
    start, goal = int(home[first]), int(home[(first + 1 + random.below(len(home) - 1)) % len(home)])
    return start, goal if cells.plan.hidden is None else _beside(cells, start, goal, home, random)


def _note_corners(cells: Arrangement, start: int, goal: int) -> None:
    """Warn which cells are the ends if the first and the last of the whole layout cannot be."""
    first, last = (start, goal) if cells.kept is None else cells.kept[[start, goal]].tolist()
    if (first, last) != (0, len(cells.plan.neighbours) - 1):
        start_at, goal_at = (tuple(cells.states[cell]) for cell in (start, goal))
        note = f"the ends are {start_at} and {goal_at}, because the corners are not both in the largest connected part"
        Note(note).give()


def _beside(cells: Arrangement, start: int, goal: int, home: Longs, random: Random) -> int:
    """The goal; another if it is on the start's square, on another level, unless no other square is left."""
    square = cells.places[start, :2]
    if (cells.places[goal, :2] != square).any():
        return goal
    elsewhere = home[(cells.places[home, :2] != square).any(axis=1)]
    return int(elsewhere[random.below(len(elsewhere))]) if len(elsewhere) else goal


def in_slices(kernel: Callable[..., int], arguments: tuple[Any, ...], registers: Longs, cells: int) -> None:
    """Run a kernel until it returns 0; it takes registers, the first of which counts the cells done, and a limit."""
    while kernel(*arguments, registers, SLICE):
        report("carving", int(registers[0]) / max(1, cells))
