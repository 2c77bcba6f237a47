"""Changing a maze step by step: `braid:0.5+perturb:10` names transforms and what they are told, in order."""

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.passages import Passages
from mazeworks.core.errors import MazeError, Note, with_article
from mazeworks.core.grid import Grid, check_size
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random, check_seed, fresh_seed
from mazeworks.core.registry import Transform, transforms
from mazeworks.drawing.board import board_of
from mazeworks.making.carving import farther_cell_ends
from mazeworks.making.ends import farther_ends
from mazeworks.making.making import generator_of, parse_id
from mazeworks.making.rectangle import labels_of
from mazeworks.making.structure import built

#: Transforms, each with the values of its parameters.
Chain = list[tuple[Transform, dict[str, Any]]]

#: Added to a seed, so that changes draw other numbers than the maker of the same seed did.
APART = 0x7468656E
#: The most steps one after the other.
MOST_STEPS = 100
#: What a cell takes while its maze grows.
GROWING_BYTES = 8


def change(puzzle: Puzzle[Any], steps: str, seed: int | None = None) -> Puzzle[Any]:
    """The maze that transforms make of a wall maze on any layout, one after the other; the maze itself stays as it is.

    The steps are joined by `+`, and what a transform is told follows its name after colons. A maze that has an id
    is changed by the seed in it unless another is given, and so keeps an id.

    >>> from mazeworks import Maze
    >>> change(Maze.create(8, 5, seed=3), "braid:0.5+perturb:4").id
    'wall:8x5,then=braid:0.5+perturb:4#3'
    """
    chain = parse_steps(steps)
    structure = _structure(puzzle, chain)
    own = _seed_of(puzzle.id)
    number = check_seed(seed) if seed is not None else own if own is not None else fresh_seed()
    random = Random((number + APART) & ((1 << 63) - 1))
    check_growth(size_of(structure), chain)
    asked = _asked_ends(puzzle.id)
    placed = asked not in ("random", "farthest")
    changed = _on_cells(structure, chain, random) if isinstance(structure, Passages) else structure
    changed = _on_grid(changed, chain, random, placed) if isinstance(changed, Grid) else changed
    if asked == "farthest":
        changed = _farther_apart(changed)
    carving = board_of(puzzle).carving() if size_of(changed) == size_of(structure) else None
    made = built(puzzle.kind, changed, None if carving is None else _still_open(changed, carving))
    if puzzle.id is not None and number == own:
        made.id = _longer(puzzle.id, write_steps(chain))
    return made


def _structure(puzzle: Puzzle[Any], chain: Chain) -> Grid | Passages:
    """The walls of a puzzle, if it is of the kind that all the transforms change."""
    structure = getattr(puzzle, "structure", None)
    if isinstance(structure, (Grid, Passages)) and all(transform.kind == puzzle.kind for transform, _ in chain):
        return structure
    kind = with_article(puzzle.kind or "plain")
    raise MazeError(f"{kind} puzzle cannot be changed by transforms; a wall maze on any layout can")


def _asked_ends(id: str | None) -> str:
    """The ends an id asks for, in so many words or because its maker always has them so."""
    try:
        parts = parse_id(id or "")
        usual = {parameter.name: parameter.default for parameter in generator_of(parts.kind, parts.using).parameters}
    except MazeError:  # read from a file, perhaps, and no id of ours
        return "random"
    return parts.given.get("ends") or usual.get("ends") or "random"


def _farther_apart(structure: Grid | Passages) -> Grid | Passages:
    """Walls with ends chosen anew, since shortcuts bring the old ones nearer to each other."""
    if isinstance(structure, Grid):
        return Grid(structure.cells, *farther_ends(structure))
    return Passages(structure.cells, structure.opens, *farther_cell_ends(structure))


def size_of(structure: Grid | Passages) -> tuple[int, int]:
    """Width and height; with others the cells have other numbers."""
    return (structure.width, structure.height) if isinstance(structure, Grid) else structure.cells.size


def _still_open(structure: Grid | Passages, carving: NDArray[np.int64]) -> NDArray[np.int64]:
    """The passages that a generator opened, in its order, which are still open."""
    here, there = carving.T
    if isinstance(structure, Passages):
        cells, edges = structure.cells, np.flatnonzero(structure.opens)
        pairs = cells.sources[edges].astype(np.int64) * len(cells) + cells.targets[edges]
        return carving[np.isin(here * len(cells) + there, pairs)]
    step = there - here
    way = np.select([step == 1, step == -1, step == structure.width], [4, 8, 2], 1)
    still: NDArray[np.bool_] = structure.walls.reshape(-1)[here] & way == 0
    return carving[still]


def _on_grid(before: Grid, chain: Chain, random: Random, placed: bool) -> Grid:
    """A changed rectangle; ends that the caller placed stay where they can."""
    for transform, values in chain:
        grid = transform.function(Grid(before.cells.copy(), before.start, before.goal), random, **values)
        if placed and (grid.start, grid.goal) != (before.start, before.goal):
            _keep_ends(grid, before, transform.name)
        before = grid
    return before


def _keep_ends(grid: Grid, before: Grid, name: str) -> None:
    """Keep the ends as they were where they are still joined; else note where they are now."""
    labels = labels_of(grid)[0]
    same = (grid.width, grid.height) == (before.width, before.height)
    if same and labels[grid.index(before.start)] == labels[grid.index(before.goal)]:
        grid.start, grid.goal = before.start, before.goal
        return
    note = f"the ends are {grid.start} and {grid.goal}, and no longer {before.start} and {before.goal}"
    warnings.warn(Note(f"{note}, for {name} makes another way"), stacklevel=2)


def _on_cells(passages: Passages, chain: Chain, random: Random) -> Passages:
    """A changed maze on another layout, or in an outline."""
    check_anywhere(chain, passages.name)
    for transform, values in chain:
        assert transform.on_cells is not None  # checked above, before any work
        passages = passages.with_opens(transform.on_cells(passages, random, **values))
    return passages


def check_anywhere(chain: Chain, words: str) -> None:
    """Refuse a transform that needs a rectangle of squares, for what is called so."""
    for transform, _ in chain:
        if transform.on_cells is None:
            able = ", ".join(other.name for other in transforms.values() if other.on_cells is not None)
            why = f"{transform.name} cannot change {with_article(words)}: {transform.only}"
            raise MazeError(f"{why}; these can: {able}")


def grown(size: tuple[int, int], chain: Chain) -> tuple[int, int]:
    """Width and height after all steps, known before any is made."""
    times = math.prod(transform.grows for transform, _ in chain)
    return times * size[0], times * size[1]


def check_growth(size: tuple[int, int], chain: Chain) -> None:
    """Refuse steps after which memory would not hold the maze, before the first of them."""
    last = grown(size, chain)
    if last != size:
        check_size(*last, GROWING_BYTES)


def parse_steps(text: str) -> Chain:
    """The transforms that a text names, each with the values of its parameters."""
    if not isinstance(text, str):
        raise MazeError(f"transforms are named in a text such as 'braid:0.5+perturb:10', not {text!r:.60}")
    words = text.split("+")
    if len(words) > MOST_STEPS:
        raise MazeError(f"{len(words)} steps are too many; {MOST_STEPS} are the most")
    chain = []
    for word in words:
        name, *told = word.split(":")
        transform = transforms[name]
        if len(told) > len(transform.parameters):
            known = ":".join([name, *(parameter.name.upper() for parameter in transform.parameters)])
            raise MazeError(f"{word!r:.60} tells {name} too much; expected {known}")
        values = {parameter.name: parameter.default for parameter in transform.parameters}
        for parameter, value in zip(transform.parameters, told, strict=False):
            values[parameter.name] = parameter.parse(value)
        chain.append((transform, values))
    return chain


def write_steps(chain: Chain) -> str:
    """The shortest text that names the same steps again."""
    words = []
    for transform, values in chain:
        told = [(values[p.name] != p.default, p.format(values[p.name])) for p in transform.parameters]
        while told and not told[-1][0]:
            told.pop()
        words.append(":".join([transform.name, *(text for _, text in told)]))
    return "+".join(words)


def _seed_of(id: str | None) -> int | None:
    """The seed in an id."""
    tail = (id or "").rpartition("#")[2]
    return int(tail) if tail.isascii() and tail.isdigit() else None


def _longer(id: str, steps: str) -> str | None:
    """An id with further steps; None where it has some already, which began from the same random numbers."""
    head, _, seed = id.rpartition("#")
    return (
        None
        if ",then=" in head or ":then=" in head
        else f"{head}{'' if head.endswith(':') else ','}then={steps}#{seed}"
    )
