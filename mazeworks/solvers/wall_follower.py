"""Wall following by the left-hand and the right-hand rule: one hand stays on the wall (Wiener, 1873).

Face North if there is a passage, otherwise turn to the side of the hand until there is one. After each move turn to
that side if possible, otherwise go straight on, otherwise turn to the other side, otherwise around.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Direction
from mazeworks.core.facets import structure_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.core.walk import Moves, Walk
from mazeworks.kernels import tables
from mazeworks.kernels.searching import follow
from mazeworks.search.solving import prove_closed
from mazeworks.search.walks import walk, walked


def turn_table(hand: str) -> NDArray[np.uint8]:
    """The heading after a move, by `heading * 16 + walls`; the opposite heading where nothing is open."""
    table = np.zeros(256, np.uint8)
    for flag in (1, 2, 4, 8):
        heading = Direction(flag)
        side = heading.left if hand == "left" else heading.right
        for walls in range(16):
            turns = (turn for turn in (side, heading, side.opposite, heading.opposite) if not walls & turn)
            table[flag * 16 + walls] = next(turns, heading.opposite)
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
    marks, start, goal = grid.marks(bytes_per_cell=3), grid.index(grid.start), grid.index(grid.goal)
    registers = np.array([start, first_heading(hand, int(marks[start])), 0], np.int64)
    moves, status = Moves(np.empty(0, np.uint8)), follow.ARRIVED if start == goal else follow.CIRCLED
    if registers[1]:
        arguments = (marks, tables.steps(grid.stride), turn_table(hand), goal)
        room = min(1 << 22, 4 * grid.width * grid.height + 1)
        moves, status = walk(follow.follow_wall, arguments, registers, room, limit)
    if status == follow.CIRCLED:
        why = (
            f"after {len(moves)} steps from {grid.start} it repeats a position and heading, so it would circle for "
            "ever: this maze has a loop that the hand never leaves"
        )
        prove_closed(f"{hand}_hand", puzzle, grid, why)
        return None
    inside = marks.reshape(grid.cells.shape)[1:-1, 1:-1]
    explored = int(np.count_nonzero(inside >= 16)) + (len(moves) > 0)  # 1 for the goal, which the walk never leaves
    facing = Direction(int(registers[1]) or Direction.NORTH)
    return walked(puzzle, Walk(grid.start, moves), explored, trace, facing)
