"""Exploring a puzzle whose states are whole numbers: a template that each kind completes with two functions.

successors(facts, board, state, out)   writes the states that moves lead to, in the order of the moves, and returns
                                       how many; a negative number is a move that the board forbids
is_goal(facts, board, state)           whether the puzzle is solved
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.template import part, template

successors = part("i8(i8[::1], u2[::1], i8, i8[::1])", "Write the states that moves lead to; how many there are.")
is_goal = part("b1(i8[::1], u2[::1], i8)", "Whether a state solves the puzzle.")
#: How an exploration ends or pauses: a goal is reached, all is explored, the arrays are full, the limit is reached, or
#: a state has a number beyond the table.
FOUND, EXHAUSTED, FULL, LIMIT, BEYOND = 1, 0, -1, -2, -3
#: What goals are: states like others, states without moves, or the end of the search.
PASSED, ENDS, STOP = 0, 1, 2
MIX = 0x9E3779B97F4A7


@kernel("i8(i8, i8)")
def slot_of(state, mask):
    """Where a table of a power of two looks for a state first."""
    return ((state ^ state >> 21) * MIX >> 17) & mask


@kernel("void(i8[::1], i8, i4[::1], i8)")
def fill_table(found, count, table, hashed):
    """Enter states into an empty table."""
    mask = len(table) - 1
    for number in range(count):
        slot = found[number]
        if hashed:
            slot = slot_of(slot, mask)
            while table[slot] != 0:
                slot = slot + 1 & mask
        table[slot] = number + 1


@template("i8(i8[::1], u2[::1], i8[::1], i8[::1], i4[::1], i4[::1], i8[::1], i8[::1], i8, i8, i8, i8[::1])")
def explore(facts, board, out, found, table, parents, offsets, targets, hashed, goals, most, registers):
    """Explore breadth-first until `most` states are taken up.

    found: the states in the order in which they are found, which numbers them. table: 1 + the number of each state,
    or of the state that a slot belongs to if it is `hashed`; 0 for none. parents: the number each was reached from.
    offsets, targets: the moves in compressed rows; they are not kept if `offsets` is empty.
    goals: PASSED, ENDS or STOP.
    registers: the states taken up, the states found, the moves, and the number of the goal.
    """
    taken, put, moves = registers[0], registers[1], registers[2]
    keep, mask, room = len(offsets) > 0, len(table) - 1, len(found)
    if hashed:
        room = min(room, len(table) // 2)
    status = EXHAUSTED
    while taken < put:
        if taken >= most:
            status = LIMIT
            break
        if put + len(out) > room or (keep and moves + len(out) > len(targets)):
            status = FULL
            break
        state = found[taken]
        count = 0
        if goals == PASSED or not is_goal(facts, board, state):
            count = successors(facts, board, state, out)
        elif goals == STOP:
            registers[3] = taken
            status = FOUND
        before = moves
        for number in range(count):
            reached = out[number]
            if reached < 0:
                continue
            slot = reached
            if hashed:
                slot = slot_of(reached, mask)
                while table[slot] != 0 and found[table[slot] - 1] != reached:
                    slot = slot + 1 & mask
            elif reached > mask:  # this state is taken up again, with a longer table
                status = BEYOND
                break
            known = table[slot]
            if known == 0:
                found[put] = reached
                parents[put] = taken
                put += 1
                known = put
                table[slot] = put
            if keep:
                targets[moves] = known - 1
                moves += 1
        if status == BEYOND:
            moves = before
            break
        taken += 1
        if keep:
            offsets[taken] = moves
        if status == FOUND:
            break
    registers[0], registers[1], registers[2] = taken, put, moves
    return status


@kernel("void(i4[::1], i8[::1])")
def measure(parents, far):
    """The distance of each state from the first, by the number of the state that it was reached from."""
    for number in range(1, len(far)):
        far[number] = far[parents[number]] + 1


@template("void(i8[::1], u2[::1], i8[::1], u1[::1])")
def mark_goals(facts, board, found, goals):
    """Mark those of some states that are goals."""
    for number in range(len(found)):
        if is_goal(facts, board, found[number]):
            goals[number] = 1
