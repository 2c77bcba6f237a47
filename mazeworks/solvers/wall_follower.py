"""Wall following, by the left-hand and the right-hand rule (Wiener, 1873).

Face North if there is a passage, otherwise turn to the side of the hand until there is one. After each move turn to
that side if possible, otherwise go straight on, otherwise turn to the other side, otherwise turn around.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import LimitReached
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import cost_of
from mazeworks.core.grid import Grid
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import solver
from mazeworks.core.solution import Solution
from mazeworks.core.walk import Moves, Walk
from mazeworks.kernels import tables
from mazeworks.kernels.searching import follow
from mazeworks.search.solving import cannot, proved_closed

NO_MORE = 1 << 62


def turn_table(hand: str) -> NDArray[np.uint8]:
    """The heading after a move, by `heading * 16 + walls`; the opposite heading where nothing is open."""
    table = np.zeros(256, np.uint8)
    for flag in (1, 2, 4, 8):
        heading = Direction(flag)
        side = heading.left if hand == "left" else heading.right
        for walls in range(16):
            open_ways = (way for way in (side, heading, side.opposite, heading.opposite) if not walls & way)
            table[flag * 16 + walls] = next(open_ways, heading.opposite)
    return table


def first_heading(hand: str, walls: int) -> int:
    """North if it is open, otherwise the first open direction, turning to the side of the hand; 0 if none is."""
    heading = Direction.NORTH
    for _ in range(4):
        if not walls & heading:
            return int(heading)
        heading = heading.left if hand == "left" else heading.right
    return 0


@solver(
    "left_hand",
    "Walks with the left hand on the wall; records every step.",
    needs="walls",
    promises=("complete where there is no loop",),
    weights="any",
    aliases=("wall_follower", "left_hand_rule"),
)
def left_hand(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    return follow_wall(puzzle, "left", limit, trace)


@solver(
    "right_hand",
    "Walks with the right hand on the wall; records every step.",
    needs="walls",
    promises=("complete where there is no loop",),
    weights="any",
    aliases=("right_hand_rule",),
)
def right_hand(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    return follow_wall(puzzle, "right", limit, trace)


def follow_wall(puzzle: Puzzle[Any], hand: str, limit: int | None, trace: bool) -> Solution[Any] | None:
    """The walk from start to goal; None if a search proves that no path joins them."""
    grid = structure_of(puzzle).standing_walls()
    assert grid is not None  # `needs` says so
    marks = grid.flat.copy()
    moves, status, facing = walk(grid, marks, hand, limit)
    if status == follow.CIRCLED:
        if proved_closed(f"{hand}_hand", puzzle, grid):
            return None
        raise cannot(f"{hand}_hand", puzzle, circled(grid.start, len(moves)))
    states: Walk = Walk(grid.start, moves)
    inside = marks.reshape(grid.cells.shape)[1:-1, 1:-1]
    explored = int(np.count_nonzero(inside >= 16)) + (len(moves) > 0)  # and the goal, which the walk never leaves
    cost = cost_of(puzzle, states, moves) if structure_of(puzzle).weighted else None
    return Solution(states, moves, explored=explored, trace=states if trace else None, facing=facing, cost=cost)


def walk(grid: Grid, marks: NDArray[np.uint8], hand: str, limit: int | None) -> tuple[Moves, int, Direction]:
    """Every move, how the walk ended, and its last heading."""
    start, goal = grid.index(grid.start), grid.index(grid.goal)
    heading = first_heading(hand, int(marks[start]))
    if heading == 0:
        return Moves(np.empty(0, np.uint8)), follow.ARRIVED if start == goal else follow.CIRCLED, Direction.NORTH
    registers = np.array([start, heading, 0], np.int64)
    steps, turn = tables.steps(grid.stride), turn_table(hand)
    pieces: list[NDArray[np.uint8]] = []  # the number of moves is unknown beforehand
    made = 0
    while True:
        check()
        room = min(1 << 22, 4 * grid.width * grid.height + 1, NO_MORE if limit is None else limit - made + 1)
        piece = np.empty(room, np.uint8)
        status = follow.follow_wall(marks, steps, turn, goal, piece, registers)
        pieces.append(piece[: registers[2]])
        made += int(registers[2])
        if status != follow.FULL:
            return Moves(np.concatenate(pieces)), status, Direction(int(registers[1]))
        if limit is not None and made > limit:
            raise LimitReached(f"the goal was not reached within {limit} steps")


def circled(start: Position, steps: int) -> str:
    """Why a walk that circles fails."""
    return (
        f"after {steps} steps from {start} it repeats a position and heading, so it would circle for ever: this maze "
        "has a loop that the hand never leaves"
    )
