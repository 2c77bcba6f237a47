"""Changing a maze by transforms, one after the other."""

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError, Note, with_article
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import kinds
from mazeworks.making.ends import farther_ends
from mazeworks.making.rectangle import labels_of
from mazeworks.making.steps import Chain, check_anywhere, check_growth

#: Added to a seed, so that changes draw other numbers than the maker of the same seed did.
APART = 0x7468656E


def transformed(puzzle: Puzzle[Any], chain: Chain, seed: int, ends: str = "random") -> Puzzle[Any]:
    """The maze that transforms make of a wall maze on any layout; the maze itself stays as it is.

    `ends` are those that were asked for when it was made: random ones may move, and the farthest are found again.
    """
    if puzzle.kind not in ("wall", "cells"):
        raise MazeError(
            f"{with_article(puzzle.kind or 'plain')} puzzle cannot be changed by transforms; "
            "a wall maze on any layout can"
        )
    random = Random((seed + APART) & ((1 << 63) - 1))
    maze = _plain(puzzle)
    check_growth(_size(maze), chain)
    placed = ends not in ("random", "farthest")
    changed = _on_cells(maze, chain, random) if maze.kind == "cells" else _on_grid(maze, chain, random, placed)
    if ends == "farthest":
        changed = _farther_apart(changed)
    if puzzle.carving is not None and _size(changed) == _size(maze):
        changed.carving = _still_open(changed, puzzle.carving)
    return changed


def _farther_apart(maze: Any) -> Puzzle[Any]:
    """A changed maze with ends chosen anew, since shortcuts bring the old ones nearer to each other."""
    if maze.kind == "cells":
        from mazeworks.making.carving import farther_cell_ends

        ends = farther_cell_ends(maze.cells, maze.opens, *maze.numbers([maze.start, maze.goal]).tolist())
        puzzle: Any = kinds["cells"].puzzle
        return puzzle(maze.cells, maze.opens, *ends)  # type: ignore[no-any-return]
    grid = maze.as_grid()
    return kinds["wall"].puzzle.from_grid(Grid(grid.cells, *farther_ends(grid)))


def _size(maze: Any) -> tuple[int, int]:
    """Width and height of a maze; with others its cells have other numbers."""
    size: tuple[int, int] = maze.cells.size if maze.kind == "cells" else (maze.width, maze.height)
    return size


def _still_open(maze: Any, carving: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the passages a maker opened, in its order, that are open in the changed maze too."""
    here, there = carving.T
    if maze.kind == "cells":
        cells, edges = maze.cells, np.flatnonzero(maze.opens)
        pairs = cells.sources[edges].astype(np.int64) * len(cells) + cells.targets[edges]
        return carving[np.isin(here * len(cells) + there, pairs)]
    step = there - here
    way = np.select([step == 1, step == -1, step == maze.width], [4, 8, 2], 1)
    still: NDArray[np.bool_] = maze.grid.walls.reshape(-1)[here] & way == 0
    return carving[still]


def _plain(maze: Any) -> Puzzle[Any]:
    """The same maze, as a wall maze where its cells are a whole rectangle of squares after all."""
    if maze.kind == "cells" and maze.cells.layout == "square" and maze.cells.kept is None:
        from mazeworks.making.carving import finished

        return finished(maze.cells, maze.opens, *maze.numbers([maze.start, maze.goal]).tolist())
    return maze  # type: ignore[no-any-return]


def _on_grid(puzzle: Puzzle[Any], chain: Chain, random: Random, placed: bool) -> Puzzle[Any]:
    """A changed rectangle; ends that somebody placed stay where they can."""
    before = puzzle.as_grid()
    assert before is not None  # a wall maze has one
    for transform, values in chain:
        grid = transform.function(Grid(before.cells.copy(), before.start, before.goal), random, **values)
        if placed and (grid.start, grid.goal) != (before.start, before.goal):
            _keep_ends(grid, before, transform.name)
        before = grid
    return kinds["wall"].puzzle.from_grid(before)


def _keep_ends(grid: Grid, before: Grid, name: str) -> None:
    """The ends as they were, where they are still joined; else it is told where they are now."""
    labels = labels_of(grid)[0]
    same = (grid.width, grid.height) == (before.width, before.height)
    if same and labels[grid.index(before.start)] == labels[grid.index(before.goal)]:
        grid.start, grid.goal = before.start, before.goal
        return
    told = f"the ends are {grid.start} and {grid.goal}, and no longer {before.start} and {before.goal}"
    warnings.warn(Note(f"{told}, for {name} makes another way"), stacklevel=2)


def _on_cells(maze: Any, chain: Chain, random: Random) -> Puzzle[Any]:
    """A changed maze on another layout, or in an outline."""
    check_anywhere(chain, maze.words)
    for transform, values in chain:
        assert transform.on_cells is not None  # looked at above, before any work
        maze = maze.with_passages(transform.on_cells(maze, random, **values))
    return maze  # type: ignore[no-any-return]
