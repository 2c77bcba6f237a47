"""Pledge's algorithm (Abelson, diSessa, 1980): walk ahead, and follow each wall until the turns cancel out."""

from typing import Any

import numpy as np

from mazeworks.core.directions import Direction
from mazeworks.core.facets import structure_of
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.core.walk import Walk
from mazeworks.kernels import tables
from mazeworks.kernels.searching import follow
from mazeworks.search.solving import prove_closed
from mazeworks.search.walks import walk, walked

AHEAD = Parameter(
    "ahead", "choice", "N", "the direction it walks where no wall is in the way", choices=("N", "S", "E", "W")
)

#: Bytes of memory per cell: for each heading, how its turns add up, and when that was.
TURN_BYTES = 96
#: The heading to the right of each heading, and from 16 on the one to its left.
QUARTER = np.zeros(32, np.uint8)
for _flag in (1, 2, 4, 8):
    QUARTER[_flag], QUARTER[16 + _flag] = Direction(_flag).right, Direction(_flag).left


@solver(
    "pledge",
    "Walks in one direction and follows each wall it meets until its turns cancel out; records every step.",
    needs="walls",
    promises=("leaves every island of walls",),
    parameters=(AHEAD,),
    weights="any",
    aliases=("pledge_algorithm",),
)
def pledge(puzzle: Puzzle[Any], limit: int | None, trace: bool, ahead: str) -> Solution[Any] | None:
    grid = structure_of(puzzle).standing_walls()
    assert grid is not None  # `needs` says so
    heading, size, goal = int(Direction.parse(ahead)), grid.flat.size, grid.index(grid.goal)
    grid.afford(TURN_BYTES)
    since, counts = np.zeros(5 * size, np.int64), np.zeros(4 * size, np.int64)
    registers = np.array([grid.index(grid.start), heading, 0, 0, 0, 0], np.int64)
    arguments = (grid.flat & 15, tables.steps(grid.stride), QUARTER, heading, goal, since, counts)
    moves, status = walk(follow.pledge, arguments, registers, 1 << 20, limit)
    if status == follow.CIRCLED:
        why = (
            f"after {len(moves)} steps from {grid.start} it walks in a circle for ever, along walls that do not pass "
            f"the goal {grid.goal}; the rule leads out of a maze, not to a place inside"
        )
        prove_closed("pledge", puzzle, grid, why)
        return None
    states = Walk(grid.start, moves)
    been = np.zeros((grid.height, grid.width), np.bool_)
    been[states.array[:, 1], states.array[:, 0]] = True
    return walked(puzzle, states, int(np.count_nonzero(been)), trace)
