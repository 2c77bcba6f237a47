"""Following a wall with one hand, and cutting the detours out of a walk."""

from mazeworks.kernels.kernel import kernel

ARRIVED = 1
CIRCLED = 0
FULL = -1


@kernel("i8(u1[::1], i8[::1], u1[::1], i8, u1[::1], i8[::1])")
def follow_wall(marks, steps, turn, goal, moves, registers):  # type: ignore[no-untyped-def]
    """Walk, one hand on the wall, until the goal, a full circle, or the end of `moves`, which records each step.

    marks: one byte of walls a cell; in the upper half the headings with which the walk has left it, so that
    leaving a cell twice with one heading is noticed: from there on everything would repeat itself.
    turn: `turn[heading * 16 + walls]` is the heading after arriving with one heading between some walls.
    registers: the cell, the heading it will be left with, and how many moves stand recorded.
    """
    here = registers[0]
    heading = registers[1]
    count = 0
    status = FULL
    while count < len(moves):
        if here == goal:
            status = ARRIVED
            break
        mark = heading << 4
        if marks[here] & mark:
            status = CIRCLED
            break
        marks[here] |= mark
        moves[count] = heading
        count += 1
        here += steps[heading]
        heading = turn[(heading << 4) + (marks[here] & 15)]
    registers[0] = here
    registers[1] = heading
    registers[2] = count
    return status


@kernel("i8(u1[::1], i8[::1], i8, i8[::1], u1[::1])")
def cut_detours(moves, steps, start, last, kept):  # type: ignore[no-untyped-def]
    """Keep only the moves that leave each cell for the last time; returns how many.

    last: one number per cell, in which the move that leaves it last is noted.
    """
    here = start
    for move in range(len(moves)):
        last[here] = move
        here += steps[moves[move]]
    end = here
    here = start
    count = 0
    while here != end:
        heading = moves[last[here]]
        kept[count] = heading
        count += 1
        here += steps[heading]
    return count
