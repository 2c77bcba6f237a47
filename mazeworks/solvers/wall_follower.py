"""Wall following by the left-hand and the right-hand rule: one hand stays on the wall (Wiener, 1873).

Face North if there is a passage, otherwise turn to the side of the hand until there is one. After each move turn to
that side if possible, otherwise go straight on, otherwise turn to the other side, otherwise around.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Direction
from mazeworks.core.facets import structure_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import solver
from mazeworks.core.solution import Solution
from mazeworks.core.walk import Moves, Walk
from mazeworks.kernels import tables
from mazeworks.kernels.searching import follow
from mazeworks.search.solving import cannot, proved_closed
from mazeworks.search.walks import walk, walked


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
    marks, start, goal = grid.flat.copy(), grid.index(grid.start), grid.index(grid.goal)
    registers = np.array([start, first_heading(hand, int(marks[start])), 0], np.int64)
    moves, status = Moves(np.empty(0, np.uint8)), follow.ARRIVED if start == goal else follow.CIRCLED
    if registers[1]:
        arguments = (marks, tables.steps(grid.stride), turn_table(hand), goal)
        room = min(1 << 22, 4 * grid.width * grid.height + 1)
        moves, status = walk(follow.follow_wall, arguments, registers, room, limit)
    if status == follow.CIRCLED:
        if proved_closed(f"{hand}_hand", puzzle, grid):
            return None
        why = (
            f"after {len(moves)} steps from {grid.start} it repeats a position and heading, so it would circle for "
            "ever: this maze has a loop that the hand never leaves"
        )
        raise cannot(f"{hand}_hand", puzzle, why)
    inside = marks.reshape(grid.cells.shape)[1:-1, 1:-1]
    explored = int(np.count_nonzero(inside >= 16)) + (len(moves) > 0)  # and the goal, which the walk never leaves
    facing = Direction(int(registers[1]) or Direction.NORTH)
    return walked(puzzle, Walk(grid.start, moves), explored, trace, facing)
<<<<<<< HEAD
=======


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
    since, counts = np.zeros(5 * size, np.int64), np.zeros(4 * size, np.int64)
    registers = np.array([grid.index(grid.start), heading, 0, 0, 0, 0], np.int64)
    arguments = (grid.flat & 15, tables.steps(grid.stride), QUARTER, heading, goal, since, counts)
    moves, status = walk(follow.pledge, arguments, registers, 1 << 20, limit)
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
    been[states.array[:, 1], states.array[:, 0]] = True
    return walked(puzzle, states, int(np.count_nonzero(been)), trace)


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
        if status != follow.FULL:
            return Moves(np.concatenate(pieces)), status
        if limit is not None and made > limit:
            raise LimitReached(f"the goal was not reached within {limit} steps")


def walked(
    puzzle: Puzzle[Any], states: Walk, explored: int, trace: bool, facing: Direction | None = None
) -> Solution[Any]:
    """The solution of a walk."""
    cost = cost_of(puzzle, states, states.moves) if structure_of(puzzle).weighted else None
    trail = states if trace else None
    return Solution(states, states.moves, explored=explored, trace=trail, facing=facing, cost=cost)
>>>>>>> lp
