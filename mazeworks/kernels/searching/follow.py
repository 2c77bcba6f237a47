"""Following a wall with one hand, and removing the detours of a walk."""

from mazeworks.kernels.kernel import kernel

ARRIVED, CIRCLED, FULL = 1, 0, -1


@kernel("i8(u1[::1], i8[::1], u1[::1], i8, u1[::1], i8[::1])")
def follow_wall(marks, steps, turn, goal, moves, registers):
    """Walk with one hand on the wall until the goal, a full circle, or the end of `moves`, which records each step.

    marks: one byte of walls per cell; in the upper half the headings with which the walk has left it: leaving a cell
    twice with one heading means that everything would repeat.
    turn: `turn[heading * 16 + walls]` is the heading after arriving with one heading between some walls.
    registers: the cell, the heading with which the walk will leave it, and the number of recorded moves.
    """
    here, heading = registers[0], registers[1]
    count, status = 0, FULL
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
    registers[0], registers[1], registers[2] = here, heading, count
    return status


@kernel("i8(u1[::1], i8[::1], i8, i8[::1], u1[::1])")
def cut_detours(moves, steps, start, last, kept):
    """Keep only the moves that leave each cell for the last time; `last` notes those by cell; returns how many."""
    here = start
    for move in range(len(moves)):
        last[here] = move
        here += steps[moves[move]]
    end, here, count = here, start, 0
    while here != end:
        heading = moves[last[here]]
        kept[count] = heading
        count += 1
        here += steps[heading]
    return count


@kernel("i8(u1[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1], u1[::1], i8[::1])")
def pledge(cells, steps, quarter, ahead, goal, since, counts, moves, registers):
    """Walk by Pledge's rule until the goal, a circle, or the end of `moves`.

    Go `ahead` until a wall; then keep the right hand on it, and count quarter turns, right ones up and left ones
    down, until the count is 0 again; then let go. Letting go at one cell a second time, or circling one wall with the
    count no nearer to 0, would repeat for ever.

    quarter: `quarter[heading]` and `quarter[16 + heading]` are the headings to its right and to its left.
    since, counts: per cell * 4 + heading, the hold on a wall during which it was last left, and the count then; per
    cell, after those, the hold that ended there.
    registers: the cell, the heading, the count, the hold (0 while going ahead), holds so far, recorded moves.
    """
    here, heading, count, hold, holds = registers[0], registers[1], registers[2], registers[3], registers[4]
    made, status, size = 0, FULL, len(cells)
    while made < len(moves):
        if here == goal:
            status = ARRIVED
            break
        walls = cells[here]
        if hold == 0:
            if walls & ahead:
                if since[4 * size + here]:
                    status = CIRCLED
                    break
                holds += 1
                hold = since[4 * size + here] = holds
                heading, count = quarter[16 + ahead], -1
                while walls & heading and count > -4:
                    heading = quarter[16 + heading]
                    count -= 1
                if walls & heading:
                    status = CIRCLED
                    break
            else:
                heading = ahead
        else:
            heading = quarter[heading]
            count += 1
            turns = 0
            while walls & heading and turns < 3:
                heading = quarter[16 + heading]
                count -= 1
                turns += 1
            if count == 0 and heading == ahead:
                hold = 0
        if hold:
            place = here * 4 + (heading >> 1) - (heading >> 3)
            if since[place] == hold:
                old = counts[place]
                if (count >= 0 and count >= old) or (count < 0 and count <= old):
                    status = CIRCLED
                    break
            since[place], counts[place] = hold, count
        moves[made] = heading
        made += 1
        here += steps[heading]
    registers[0], registers[1], registers[2] = here, heading, count
    registers[3], registers[4], registers[5] = hold, holds, made
    return status
