"""Breadth-first search of an Alice maze: a state is a square and a distance d, numbered `(d - 1) * squares + square`.

A board is three arrays with an entry for each square:

    arrows  its directions, four bits each, the first one lowest: 1 to 8 for a row of `steps`; 0 ends them
    change  what landing on it adds to d: 0, 1, -1, or a number below -1 where landing is not allowed
    goals   1 for a goal

`marks` has an entry for each state: 0 if it is not reached, otherwise 16 times its distance from the start, plus the
direction that it was reached by, or START.
"""

from mazeworks.kernels.kernel import kernel

FOUND, EXHAUSTED, FULL, LIMIT, DEEP, FAR = 1, 0, -1, -2, -3, -4
#: The direction of the start, and the largest distance of a mark.
START, FARTHEST = 15, (1 << 27) - 1


@kernel("i8(i8[::1], i1[::1], u1[::1], i8[::1], i8, i8, i8, i4[::1], i8[::1], i8[::1])")
def breadth_first(arrows, change, goals, steps, width, keep, limit, marks, queue, registers):
    """Search in rings around the start; the queue holds the frontier, in a ring of a power of two.

    steps: dx and dy of each direction. keep: 1 to keep all states in the queue, in the order of the search.
    registers: the number of states taken from the queue, the number put into it, and the goal found.
    It pauses if the queue is FULL, or with DEEP before a leap may lead to a d beyond those that have marks.
    """
    squares, mask = len(change), len(queue) - 1
    height, layers = squares // width, len(marks) // squares
    taken, put = registers[0], registers[1]
    status = EXHAUSTED
    while taken < put:
        if taken >= limit:
            status = LIMIT
            break
        if put - (1 - keep) * taken + 8 > mask:
            status = FULL
            break
        state = queue[taken & mask]
        square = state % squares
        d = state // squares + 1
        if goals[square]:
            taken += 1
            registers[2] = state
            status = FOUND
            break
        if d == layers and d < max(width, height):
            status = DEEP
            break
        mark = (marks[state] | 15) + 1
        if mark >> 4 > FARTHEST:
            status = FAR
            break
        taken += 1
        x, y = square % width, square // width
        ways = arrows[square]
        while ways:
            way = ways & 15
            ways >>= 4
            to_x, to_y = x + d * steps[2 * way], y + d * steps[2 * way + 1]
            if to_x < 0 or to_x >= width or to_y < 0 or to_y >= height:
                continue
            landing = to_y * width + to_x
            following = d + change[landing]
            if change[landing] < -1 or following < 1:
                continue
            reached = (following - 1) * squares + landing
            if marks[reached] == 0:
                marks[reached] = mark | way
                queue[put & mask] = reached
                put += 1
    registers[0], registers[1] = taken, put
    return status
