"""Pledge's algorithm (Abelson, diSessa, 1980): walk one way; follow a wall until the turns cancel out, then go on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Direction
from mazeworks.core.errors import LimitReached
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import cost_of
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import solver
from mazeworks.core.solution import Solution
from mazeworks.core.walk import Moves, Walk
from mazeworks.kernels import tables
from mazeworks.kernels.searching import follow
from mazeworks.search.solving import cannot, proved_closed

NO_MORE = 1 << 62
AHEAD = Parameter(
    "ahead", "choice", "N", "the direction it walks where no wall is in the way", choices=("N", "S", "E", "W")
)

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
    moves, status = walk(grid, Direction.parse(ahead), limit)
    if status == follow.CIRCLED:
        if proved_closed("pledge", puzzle, grid):
            return None
        why = (
            f"after {len(moves)} steps from {grid.start} it walks in a circle for ever, along walls that do not pass "
            f"the goal {grid.goal}; the rule leads out of a maze, not to a place inside"
        )
        raise cannot("pledge", puzzle, why)
    states = Walk(grid.start, moves)
    been = np.zeros((grid.height, grid.width), np.bool_)
    been[states.places()[:, 1], states.places()[:, 0]] = True
    cost = cost_of(puzzle, states, moves) if structure_of(puzzle).weighted else None
    return Solution(states, moves, explored=int(np.count_nonzero(been)), trace=states if trace else None, cost=cost)


def walk(grid: Grid, ahead: Direction, limit: int | None) -> tuple[Moves, int]:
    """Every move made, and how the walk ended."""
    size = grid.flat.size
    since, counts = np.zeros(5 * size, np.int64), np.zeros(4 * size, np.int64)
    registers = np.array([grid.index(grid.start), ahead, 0, 0, 0, 0], np.int64)
    cells, steps, goal = grid.flat & 15, tables.steps(grid.stride), grid.index(grid.goal)
    pieces: list[NDArray[np.uint8]] = []
    made = 0
    while True:
        check()
        piece = np.empty(min(1 << 20, NO_MORE if limit is None else limit - made + 1), np.uint8)
        follow.pledge.expect(len(piece) if pieces else 0)
        status = follow.pledge(cells, steps, QUARTER, int(ahead), goal, since, counts, piece, registers)
        pieces.append(piece[: registers[5]])
        made += int(registers[5])
        if status != follow.FULL:
            return Moves(np.concatenate(pieces)), status
        if limit is not None and made > limit:
            raise LimitReached(f"the goal was not reached within {limit} steps")
