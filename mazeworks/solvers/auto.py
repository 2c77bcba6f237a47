"""The solver used where none is named: exact, and the quickest for what the puzzle is."""

from typing import Any

import numpy as np

from mazeworks.core.flood import Flood, solution_from
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver, solvers
from mazeworks.core.workers import share_out
from mazeworks.kernels import tables
from mazeworks.kernels.fill import fill_dead_ends


@solver(
    "auto",
    "The quickest exact way: fills dead ends on all cores where there are walls, else searches breadth-first.",
    promises=("optimal", "complete"),
)
def auto(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid = puzzle.as_grid()
    if grid is None or limit is not None or trace:
        return solvers["breadth_first"].function(puzzle, limit, trace)
    return through_what_is_left(grid)


def through_what_is_left(grid: Grid) -> Solution[Any] | None:
    """Fill the dead ends, then take the shortest way through the rest, which holds every shortest way."""
    marks = np.empty_like(grid.flat)
    share_out(lambda first, last: np.copyto(marks[first:last], grid.flat[first:last]), len(marks))
    steps = tables.steps(grid.stride)
    ends = [grid.index(grid.start), grid.index(grid.goal)]
    marks[ends] |= 16
    share_out(lambda first, last: fill_dead_ends(marks, steps, tables.ONLY_WAY, first, last), len(marks))
    marks[ends] &= 15
    flood = Flood(grid, grid.start, marks)
    return solution_from(grid, marks, grid.width * grid.height) if flood.run(grid.goal) else None
