"""Boards of walls that a search changes: flags for each square, N 1, S 2, E 4, W 8, the same on both sides of a wall.

The facts of such a board are its width, its squares, facts of the kind up to COLUMNS, and the column of each square.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.logic.inventing import NEVER, OWN

WIDTH, CELLS, COLUMNS = 0, 1, 6


@kernel("i8(i8[::1], u2[::1], i8[::1], i8)")
def flip(facts, board, registers, random):
    """Build or break a wall that random bits choose; its square, or NEVER for one in the frame."""
    cell = (random & 0xFFFF) * facts[CELLS] >> 16
    other = cell + 1
    if random >> 16 & 1:
        other = cell + facts[WIDTH]
        if other >= facts[CELLS]:
            return NEVER
    elif facts[COLUMNS + cell] == facts[WIDTH] - 1:
        return NEVER
    registers[OWN], registers[OWN + 1] = cell, other
    flip_back(facts, board, registers)
    return cell


@kernel("void(i8[::1], u2[::1], i8[::1])")
def flip_back(facts, board, registers):
    """Undo the last `flip`."""
    near, far = 2, 1
    if registers[OWN + 1] == registers[OWN] + 1:
        near, far = 4, 8
    board[registers[OWN]] ^= near
    board[registers[OWN + 1]] ^= far
