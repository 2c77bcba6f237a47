"""The default solver: optimal, and the fastest for the structure of the puzzle."""

from typing import Any

from mazeworks.core.facets import structure_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver, solvers
from mazeworks.search.dead_ends import through_what_is_left


@solver(
    "auto",
    "The fastest optimal solver: dead-end filling on all cores for grids, otherwise breadth-first search or Dijkstra.",
    promises=("optimal", "complete"),
    weights="any",
)
def auto(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid = structure_of(puzzle).as_grid()
    if structure_of(puzzle).weighted:
        return solvers["dijkstra"].function(puzzle, limit, trace)
    if grid is None or limit is not None:
        return solvers["breadth_first"].function(puzzle, limit, trace)
    if trace:  # the same work, recorded in order
        return solvers["dead_end_filling"].function(puzzle, None, trace)
    return through_what_is_left(grid)
