"""Walks of wall followers over a grid: every move that a kernel makes, piece by piece."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Direction
from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import cost_of
from mazeworks.core.memory import afford
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.walk import Moves, Walk
from mazeworks.kernels import Kernel
from mazeworks.kernels.searching import follow

#: Bytes of memory per step of a walk: the move, and the position after it.
STEP_BYTES = 12


def walk(
    kernel: Kernel, arguments: tuple[Any, ...], registers: NDArray[np.int64], room: int, limit: int | None
) -> tuple[Moves, int]:
    """Every move, and how the walk ended; the last register counts the moves of one call, which are at most `room`."""
    pieces: list[NDArray[np.uint8]] = []  # the number of moves is unknown beforehand
    made = 0
    while True:
        check()
        piece = np.empty(room if limit is None else min(room, limit - made + 1), np.uint8)
        kernel.expect(len(piece) if pieces else 0)
        status = kernel(*arguments, piece, registers)
        pieces.append(piece[: registers[-1]])
        made += int(registers[-1])
        afford(STEP_BYTES * made, f"the {made} steps of this walk so far", "give it a limit, or try another solver")
        if status != follow.FULL:
            return Moves(np.concatenate(pieces)), status
        if limit is not None and made > limit:
            raise LimitReached(f"the goal was not reached within {limit} steps")


def walked(
    puzzle: Puzzle[Any], states: Walk, explored: int, trace: bool, facing: Direction | None = None
) -> Solution[Any]:
    """The solution of a walk."""
    cost, trail = cost_of(puzzle, states, states.moves), states if trace else None
    return Solution(states, states.moves, explored=explored, trace=trail, facing=facing, cost=cost)
