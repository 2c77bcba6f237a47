"""The rules of Alice mazes, and what inventing them changes (see `exploring.py` and `inventing.py`).

A state is a square and a distance d from 1 to the longer side of the board, numbered `d - 1 << SHIFT | square`; past
that side no leap stays on the board. A board has ten numbers for each square: how many arrows it has, eight directions
of which the first are those arrows, and what landing on it does to d: 0 less, 1 nothing, 2 more, or BLANK. A board
that is changed has ten more: those of the changed square, as they were.

The registers of a kind hold the fewest and the most arrows of a square, how many squares are yellow, black and red,
so that no colour dies out, and the square that was changed last.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.logic import exploring, inventing
from mazeworks.kernels.logic.inventing import NEVER, OWN, row
from mazeworks.kernels.template import instance

#: The facts: the width, the squares, by how many bits a state is shifted to give d - 1, what of it is the square, how
#: many squares lie at least between start and goal, and the step of each direction; then ten for each square: its
#: column, whether it is a goal, and how far a leap in each direction stays on the board.
WIDTH, CELLS, SHIFT, MASK, APART, STEPS, SQUARES, GOAL, ROOM = 0, 1, 2, 3, 4, 5, 13, 1, 2
#: Where in the numbers of a square its change of d stands; landing is not allowed on a blank square.
CHANGE, BLANK, SQUARE = 9, 3, 10
FEWEST, MOST, COLOURS, LAST = OWN, OWN + 1, OWN + 2, OWN + 5


def successors(facts, board, state, out):
    """Leap along each arrow."""
    shift, count = facts[SHIFT], 0
    d, square = (state >> shift) + 1, state & facts[MASK]
    first, room = SQUARE * square + 1, SQUARES + SQUARE * square + ROOM
    for arrow in range(first, first + board[first - 1]):
        way = board[arrow]
        if d > facts[room + way]:
            continue
        there = square + d * facts[STEPS + way]
        change = board[SQUARE * there + CHANGE]
        if change != BLANK:
            following = d + change - 1
            out[count] = (following - 1 << shift) + there if following else ~there
            count += 1
    return count


@kernel("i8(i8[::1], i8)")
def place_of(facts, state):
    """The square of a state."""
    return state & facts[MASK]


def is_goal(facts, board, state):
    """Whether the square is a goal."""
    return facts[SQUARES + SQUARE * place_of(facts, state) + GOAL] != 0


def may_end(facts, start, place):
    """Whether start and goal lie far enough apart."""
    square = place_of(facts, start)
    x, to_x = facts[SQUARES + SQUARE * square], facts[SQUARES + SQUARE * place]
    return max(abs(x - to_x), abs((square - x) - (place - to_x)) // facts[WIDTH]) >= facts[APART]


@kernel("i8(i8[::1], u2[::1], u2[::1], u2[::1], i8[::1], i8, i8, i8)")
def first_use(facts, board, steps, marks, totals, half, square, way):
    """The step at which an arrow first leads to a state not found before, and so makes a difference, or NEVER."""
    states, cells, shift = len(steps) // 12, facts[CELLS], facts[SHIFT]
    far, index = row(steps, states, 6 * half + 1), row(steps, states, 6 * half + 5)
    barred, use = row(marks, cells, 4 * half + 1), NEVER
    for d in range(1, facts[SQUARES + SQUARE * square + ROOM + way] + 1):
        step, there = index[(d - 1 << shift) + square], square + d * facts[STEPS + way]
        if step >= min(totals[3 * half + 2], use):
            continue
        following = d + board[SQUARE * there + CHANGE] - 1
        if following:
            reached = index[(following - 1 << shift) + there]
            if reached == NEVER or far[reached] > far[step]:
                use = step
        elif step < barred[there]:  # whether the arrow stays or not: too early a step is harmless, too late is not
            barred[there] = step
    return use


def alter(facts, board, steps, marks, totals, registers, half, random):
    """Another colour, or an arrow more, less or elsewhere on one square; or another start."""
    cells, draw = facts[CELLS], random >> 16 & 0xFFFF
    square = (random & 0xFFFF) * cells >> 16
    if draw < 2048:
        return ~square
    first, registers[LAST] = SQUARE * square, square
    for k in range(SQUARE):
        board[SQUARE * cells + k] = board[first + k]
    count, change = board[first], board[first + CHANGE]
    sort, way, spot = draw & 15, (draw >> 4) & 7, first + 1 + (draw >> 7) % max(count, 1)
    if sort < 5 and registers[COLOURS + change] > 1:
        registers[COLOURS + change] -= 1
        change = (change + 1 + (draw >> 4 & 1)) % 3
        registers[COLOURS + change] += 1
        board[first + CHANGE] = change
        return min(max(row(marks, cells, 4 * half)[square], 1) - 1, row(marks, cells, 4 * half + 1)[square])
    use = NEVER
    if sort < 8 and count > registers[FEWEST]:
        use = first_use(facts, board, steps, marks, totals, half, square, board[spot])
        board[spot] = board[first + count]
        board[first] = count - 1
        return use
    if count == 8:  # no direction is free
        return NEVER
    k = first + 1
    while k <= first + count:  # the next direction without an arrow
        if board[k] == way:
            way = (way + 1) & 7
            k = first
        k += 1
    if sort < 11 and count < registers[MOST]:
        board[first] = count + 1
        board[first + 1 + count] = way
    else:
        use = first_use(facts, board, steps, marks, totals, half, square, board[spot])
        board[spot] = way
    return min(use, first_use(facts, board, steps, marks, totals, half, square, way))


def put_back(facts, board, registers):
    """Give the square back the numbers that it had."""
    square, spare = registers[LAST], SQUARE * facts[CELLS]
    registers[COLOURS + board[SQUARE * square + CHANGE]] -= 1
    registers[COLOURS + board[spare + CHANGE]] += 1
    for k in range(SQUARE):
        board[SQUARE * square + k] = board[spare + k]


KERNELS = instance(
    "alice",
    exploring,
    inventing,
    successors=successors,
    is_goal=is_goal,
    place_of=place_of,
    may_end=may_end,
    alter=alter,
    put_back=put_back,
)
