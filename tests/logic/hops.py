"""A kind of logic maze for tests alone: hops of one or two squares, which may not land on squares that are blocked.

Its successors say where the board alone forbids landing, which no kind of the package does.
"""

from typing import Any

import numpy as np

from mazeworks import Random
from mazeworks.kernels.logic.inventing import NEVER, OWN, row
from mazeworks.logic.invention import Plan
from mazeworks.logic.maze import rules

#: The facts: the width and the squares, and then the column of each.
WIDTH, CELLS, COLUMNS = 0, 1, 2


def successors(facts: Any, board: Any, state: Any, out: Any) -> Any:
    count, x, width = 0, facts[COLUMNS + state], facts[WIDTH]
    for hop in range(8):
        far, way = 1 + hop // 4, hop % 4
        at, free = state, False
        if way == 0:
            at, free = state - far * width, state >= far * width
        elif way == 1:
            at, free = state + far, x + far < width
        elif way == 2:
            at, free = state + far * width, state + far * width < facts[CELLS]
        else:
            at, free = state - far, x >= far
        if free:
            out[count] = ~at if board[at] else at
            count += 1
    return count


def is_goal(facts: Any, board: Any, state: Any) -> Any:
    return state == facts[CELLS] - 1


def alter(facts: Any, board: Any, steps: Any, marks: Any, totals: Any, registers: Any, half: Any, random: Any) -> Any:
    """Block a square or free it: that matters where it was found, or where landing was first forbidden."""
    cell, cells = (random & 0xFFFF) * facts[CELLS] >> 16, facts[CELLS]
    if random >> 16 & 31 == 0:
        return ~cell
    registers[OWN], board[cell] = cell, 1 - board[cell]
    born, barred = row(marks, cells, 4 * half)[cell], row(marks, cells, 4 * half + 1)[cell]
    if board[cell]:
        return NEVER if born == NEVER else max(0, born - 1)
    return barred


def put_back(facts: Any, board: Any, registers: Any) -> None:
    board[registers[OWN]] = 1 - board[registers[OWN]]


KERNELS = rules("hops", successors=successors, is_goal=is_goal, alter=alter, put_back=put_back)


def hops(width: int, height: int) -> Plan:
    """How it is invented; the board of a find is its puzzle."""
    cells = width * height

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        start = random.below(cells)
        return np.array([cell != start and random.below(3) == 0 for cell in range(cells)], np.uint16), start, []

    facts = np.concatenate([[width, cells], np.arange(cells) % width]).astype(np.int64)
    return Plan(KERNELS, facts, cells, cells, 16, fresh, lambda find: find.board, 4000, 30_000, 10_000)  # type: ignore
