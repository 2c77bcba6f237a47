"""What all makers on any layout share: parameters, islands, ends, and the maze that comes of the open edges."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError, Note, blaming
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import check, report
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, kinds, layouts
from mazeworks.making.ends import ENDS, GIVEN, WAYS, bad_ends, farther_apart
from mazeworks.making.outline_parameter import ISLANDS, MASK, MASK_TEXT

if TYPE_CHECKING:  # most mazes are plain rectangles, and need none of it
    from mazeworks.cells.arrangement import Arrangement, Bytes, Ints, Rows
    from mazeworks.cells.passages import Passages


#: The kind that generators of walls make, unless they are registered for another.
WALLS = "wall"


class LayoutParameter(Parameter):
    """The name of a layout, with its own setting after a colon where it has one."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, str):
            raise MazeError(f"layout is the name of one, such as hexagon, not {value!r:.60}")
        name, colon, setting = value.partition(":")
        entry = layouts[name]
        if colon and entry.parameter is None:
            raise MazeError(f"the layout {name} has nothing to set, but {setting!r:.60} follows its name")
        if colon and entry.parameter is not None:
            entry.parameter.parse(setting)
        return value

    def known(self) -> Iterable[str]:
        return layouts

    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"kind": "layout", "choices": list(layouts)}


LAYOUT = LayoutParameter("layout", "text", "square", "the arrangement of cells, such as hexagon or floors:5")


#: What a maker is: `(rows, roots, random, opens, order, **parameters)`; it opens edges of rows, beginning at one
#: root in each island. `opens` has a byte for every edge, and an open passage is set from both sides. `order` is
#: empty, or has room for one edge per passage, -1 at first, to be filled in the order of the work.
Carver = Callable[..., None]
#: A maker of its own for the plain rectangle: `(width, height, random, ends, trace, **parameters)`.
OnGrid = Callable[..., Puzzle[Any]]


def maker(
    name: str,
    sentence: str,
    promises: tuple[str, ...],
    parameters: tuple[Parameter, ...] = (),
    on_grid: OnGrid | None = None,
    kind: str = WALLS,
    aliases: tuple[str, ...] = (),
) -> Callable[[Carver], Carver]:
    """Register a maker that works on every layout."""

    def register(carver: Carver) -> Carver:
        @generator(
            name,
            sentence,
            kind,
            (*parameters, LAYOUT, MASK, MASK_TEXT, ISLANDS, ENDS),
            promises,
            (20, 20),
            traces=True,
            aliases=aliases,
        )
        def function(
            width: int,
            height: int,
            random: Random,
            trace: bool = False,
            *,
            layout: str,
            mask: str,
            mask_text: str,
            islands: str,
            ends: str,
            **own: Any,
        ) -> Puzzle[Any]:
            if on_grid is not None and is_rectangle(layout) and not (mask or mask_text):
                return on_grid(width, height, random, ends, trace, **own)
            cells = outlined(arranged(layout, width, height, random), mask, mask_text, islands)
            return built(kind, *carved(carver, cells, random, ends, trace, own, "perfect" in promises))

        return carver

    return register


def built(kind: str, structure: Grid | Passages, carving: NDArray[np.int64] | None = None) -> Puzzle[Any]:
    """The puzzle of a kind on a structure, with the order in which its passages were opened, if that was recorded."""
    make: Any = kinds[kind].puzzle
    maze: Any = make(structure)
    maze.carving = carving
    puzzle: Puzzle[Any] = maze
    return puzzle


def is_rectangle(layout: str) -> bool:
    """Whether a layout is the plain rectangle, as the default is, which is not even imported then."""
    return layout == LAYOUT.default or layouts[layout.partition(":")[0]].rectangle


def arranged(layout: str, width: int, height: int, random: Random) -> Arrangement:
    """The cells of a layout; what it leaves to chance is drawn from a seed of its own, kept with it."""
    if width * height > LARGE:
        report("arranging cells", 0)
    from mazeworks.cells.arrangement import arrange

    entry = layouts[layout.partition(":")[0]]
    cells = arrange(layout, width, height, 1 + random.below((1 << 31) - 1) if entry.chance else 0)
    across = min(width, height) // 2 * 2
    if entry.round and (across, across) != (width, height):
        told = (
            f"this {entry.name} is {across} cells across, not {width}x{height}: it is as wide as high, by whole rings"
        )
        warnings.warn(Note(told), stacklevel=2)
    return cells


def outlined(cells: Arrangement, mask: str, letters: str, islands: str) -> Arrangement:
    """The cells that an outline leaves, where there is one."""
    if mask and letters:
        raise MazeError("an outline is either a mask or letters, not both")
    if not (mask or letters):
        return cells
    from mazeworks.cells.lettering import lettering
    from mazeworks.cells.outline import check_readable, masked, settled, unpack

    if letters:
        check_readable(cells, letters)
    return settled(masked(cells, unpack(mask) if mask else lettering(letters)), islands)


def carved(
    carver: Carver, cells: Arrangement, random: Random, ends: str, trace: bool, own: dict[str, Any], perfect: bool
) -> tuple[Grid | Passages, NDArray[np.int64] | None]:
    """The walls between cells, their ends placed, and the order of work if asked for.

    A perfect generator joins all cells of an island, so that no search is needed to place the ends.
    """
    from mazeworks.cells.outline import check_islands
    from mazeworks.cells.passages import walls_between

    with blaming("ends"):
        given = given_ends(cells, ends)
    check_islands(cells, given)
    roots = roots_of(cells.islands, random)
    opens = np.zeros(len(cells.targets), np.uint8)
    order = carve(carver, cells, roots, random, opens, trace, own)
    parts = cells.islands if perfect else cells.joined(opens)
    start, goal = given or place_cell_ends(cells, opens, ends, parts, random)
    if parts[start] != parts[goal]:
        here, there = tuple(cells.states[start]), tuple(cells.states[goal])
        note = f"by chance nothing joins the start {here} and the goal {there}; another seed may"
        warnings.warn(Note(note), stacklevel=2)
    carving = np.stack([cells.sources[order], cells.targets[order]], axis=-1).astype(np.int64) if trace else None
    return walls_between(cells, opens, start, goal), carving


def carve(
    carver: Carver, cells: Arrangement, roots: Ints, random: Random, opens: Bytes, trace: bool, own: dict[str, Any]
) -> NDArray[Any]:
    """Open edges; returns them in the order of work, if asked.

    Where passages are fixed, the cells they join are one to the maker: it never closes a loop over a crossing.
    """
    if not len(cells.fixed):
        order = np.full(len(cells.targets) // 2 if trace else 0, -1, np.int32)
        carver(cells, roots, random, opens, order, **own)
        return order[order >= 0]
    opens[cells.fixed] = 1
    labels = cells.joined(opens)
    rows, edges = contracted(cells, labels)
    inner = np.zeros(len(edges), np.uint8)
    order = np.full(len(edges) // 2 if trace else 0, -1, np.int32)
    carver(rows, labels[roots], random, inner, order, **own)
    opens[edges] = inner
    first = cells.fixed[cells.fixed < cells.twins[cells.fixed]]
    return np.concatenate([first, edges[order[order >= 0]]]) if trace else order


def contracted(rows: Rows, labels: Ints) -> tuple[Rows, NDArray[np.int64]]:
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


# --- ends


def given_ends(cells: Arrangement, ends: str) -> tuple[int, int] | None:
    """Start and goal written `0/0-9/4`, or with a third number each; None where a word says how to place them."""
    if ends in WAYS:
        return None
    match = GIVEN.fullmatch(ends)
    if not match:
        raise bad_ends(ends)
    start, goal = (
        cells.find(tuple(map(int, place.split("/"))), what)
        for place, what in zip(match.groups(), ("start", "goal"), strict=True)
    )
    if start == goal:
        raise MazeError(f"start and goal are both {tuple(cells.states[start])}; they have to differ")
    return start, goal


def place_cell_ends(cells: Arrangement, opens: Bytes, ends: str, labels: Ints, random: Random) -> tuple[int, int]:
    """Start and goal in the largest part; `labels` tells which part each cell belongs to."""
    home = np.flatnonzero(labels == np.bincount(labels).argmax()) if labels.any() else None
    count = len(cells) if home is None else len(home)
    if count < 2:
        raise MazeError("no two cells are joined, so there is no place for a start and a goal")
    if ends == "random":
        first = random.below(count)
        picked = first, (first + 1 + random.below(count - 1)) % count
    else:
        picked = 0, count - 1
    start, goal = picked if home is None else (int(home[picked[0]]), int(home[picked[1]]))
    if ends == "random" and cells.plan.hidden is not None:
        goal = _beside(cells, start, goal, home, random)
    if ends == "corners":
        _tell_no_corners(cells, start, goal)
    return farthest(cells, opens, start) if ends == "farthest" else (start, goal)


def _tell_no_corners(cells: Arrangement, start: int, goal: int) -> None:
    """Say which cells are the ends where the first and the last of the whole layout cannot be."""
    first, last = (start, goal) if cells.kept is None else cells.kept[[start, goal]].tolist()
    if (first, last) != (0, len(cells.plan.neighbours) - 1):
        start_at, goal_at = (tuple(cells.states[cell]) for cell in (start, goal))
        told = f"the ends are {start_at} and {goal_at}, for the corners do not both belong to the largest joined part"
        warnings.warn(Note(told), stacklevel=2)


def _beside(cells: Arrangement, start: int, goal: int, home: NDArray[np.int64] | None, random: Random) -> int:
    """The goal, drawn anew where it lies above or below the start, unless all the part is one square."""
    if (cells.places[start, :2] != cells.places[goal, :2]).any():
        return goal
    squares = cells.places[:, :2] if home is None else cells.places[home, :2]
    elsewhere = np.flatnonzero((squares != cells.places[start, :2]).any(axis=1))
    if not len(elsewhere):
        return goal
    drawn = int(elsewhere[random.below(len(elsewhere))])
    return drawn if home is None else int(home[drawn])


def farther_cell_ends(passages: Passages) -> tuple[int, int]:
    """Ends that lie as far apart as those of passages or farther, neither with any cell farther away."""
    return farther_apart(*passages.ends, passages.sweep)


def farthest(cells: Arrangement, opens: Bytes, start: int) -> tuple[int, int]:
    """Two cells far apart: in a tree, two sweeps end at those farthest apart."""
    from mazeworks.cells.passages import Passages

    passages = Passages(cells, opens, start, start)
    first, _ = passages.sweep(start)
    return first, passages.sweep(first)[0]


# --- kernels in slices

#: Cells from which on a word is said before the work begins.
LARGE = 1 << 22
#: Steps a kernel makes at a time; between them the work reports, and can be cancelled.
SLICE = 1 << 18


def in_slices(kernel: Callable[..., int], arguments: tuple[Any, ...], registers: NDArray[np.int64], cells: int) -> None:
    """Run a kernel until it returns 0; its last arguments are registers and a number of steps.

    Register 0 counts the cells that are done.
    """
    while kernel(*arguments, registers, SLICE):
        report("carving", int(registers[0]) / max(1, cells))
