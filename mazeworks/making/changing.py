"""Changing a maze by transforms, one after the other."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.passages import Passages
from mazeworks.core.errors import Note
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.drawing.board import board_of
from mazeworks.making.carving import built
from mazeworks.making.ends import farther_apart, farther_ends
from mazeworks.making.rectangle import labels_of
from mazeworks.making.steps import Chain, check_anywhere, check_growth, check_kind

#: Added to a seed, so that transforms draw other random numbers than the generator with the same seed.
APART = 0x7468656E


def transformed(puzzle: Puzzle[Any], chain: Chain, seed: int, ends: str = "random") -> Puzzle[Any]:
    """A wall maze on any layout changed by transforms; the maze itself is not changed.

    `ends` is the parameter it was made with: random ends may move, and the farthest are found again.
    """
    check_kind(chain, puzzle.kind)
    structure: Grid | Passages = puzzle.structure  # type: ignore[attr-defined]
    random = Random((seed + APART) & ((1 << 63) - 1))
    size = structure.width, structure.height
    check_growth(size, chain)
    change: Any = _on_grid if isinstance(structure, Grid) else _on_cells
    changed = change(structure, chain, random, ends)
    if isinstance(changed, Puzzle):
        return changed
    carving = board_of(puzzle).carving() if (changed.width, changed.height) == size else None
    return built(puzzle.kind, changed, None if carving is None else _still_open(changed, carving))


def _still_open(structure: Grid | Passages, carving: NDArray[np.int64]) -> NDArray[np.int64]:
    """The passages that the generator opened and that are still open, in its order."""
    here, there = carving.T
    if isinstance(structure, Passages):
        cells, edges = structure.cells, np.flatnonzero(structure.opens)
        pairs = cells.sources[edges].astype(np.int64) * len(cells) + cells.targets[edges]
        return carving[np.isin(here * len(cells) + there, pairs)]
    step = there - here
    side = np.select([step == 1, step == -1, step == structure.width], [4, 8, 2], 1)
    still: NDArray[np.bool_] = structure.walls.reshape(-1)[here] & side == 0
    return carving[still]


def _on_grid(before: Grid, chain: Chain, random: Random, ends: str) -> Grid | Puzzle[Any]:
    """A changed rectangle; ends at chosen places stay there if possible, and the farthest are found again."""
    for transform, values in chain:
        if transform.into:  # always the last
            made: Any = transform.function(before, random, ends=ends, **values)
            return made  # type: ignore[no-any-return]
        grid = transform.function(Grid(before.cells.copy(), before.start, before.goal), random, **values)
        if ends not in ("random", "farthest") and (grid.start, grid.goal) != (before.start, before.goal):
            _keep_ends(grid, before, transform.name)
        before = grid
    return Grid(before.cells, *farther_ends(before)) if ends == "farthest" else before


def _keep_ends(grid: Grid, before: Grid, name: str) -> None:
    """Keep the ends where they were if they are still joined; otherwise warn where they are now."""
    labels = labels_of(grid)[0]
    same = (grid.width, grid.height) == (before.width, before.height)
    if same and labels[grid.index(before.start)] == labels[grid.index(before.goal)]:
        grid.start, grid.goal = before.start, before.goal
        return
    note = f"the ends are {grid.start} and {grid.goal}, and no longer {before.start} and {before.goal}"
    Note(f"{note}, because {name} moved them").give()


def _on_cells(passages: Passages, chain: Chain, random: Random, ends: str) -> Passages:
    """A changed maze on another layout, or in an outline; the farthest ends are found again."""
    check_anywhere(chain, passages.name)
    for transform, values in chain:
        assert transform.on_cells is not None  # checked above, before any work
        passages = passages.with_opens(transform.on_cells(passages, random, **values))
    return passages.with_ends(*farther_apart(*passages.ends, passages.sweep)) if ends == "farthest" else passages
