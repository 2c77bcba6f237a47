"""The search for good puzzles, usually with a long, unique shortest solution: templates that each kind completes.

Beside `successors` (see `exploring.py`), which writes `~place` for a move that only the board at this place forbids,
a kind gives

    place_of(facts, state)                  where a state is; the goal is a place                  (the state itself)
    may_end(facts, start, place)            whether a goal may be there, for this first state      (anywhere)
    alter(facts, board, steps, marks,       makes one small change of the board; returns the first step of its search
          totals, registers, half, random)  at which that matters, or NEVER; or ~state for another start instead
    put_back(facts, board, registers)       undoes the last change

`random` is the state of the random numbers; its lower 32 bits have just been drawn. A kind that does not want the
longest solution gives its own `judge` and `keeps`.

The goal is not part of a board: it is the place that a breadth-first search finds last, of those where a goal may be
and that only one shortest path leads to.

Two arrays record a search, so that the search of a changed board can continue from the step at which the change first
mattered. `steps` has six rows with a number for each step, or each state:

    0 the state expanded at a step                  3 how many states were found when a step began
    1 its distance from the start                   4 how many places were found when a step began
    2 the step at which a second shortest           5 for each state the step at which it is expanded,
      path to it was found, or NEVER                  or NEVER

`marks` has four rows with a number for each place:

    0 the step after the one that found it, 0 for the start, or NEVER
    1 a step no later than the first with a move there that the board at this place forbids; or NEVER
    2 the step that found a second state there, as near as the first; or NEVER
    3 the steps at which the first states of places are expanded, in the order in which they were found

Each has two halves: one for the record of the board, one for that of the candidate. `totals` has three numbers for
each half: the states and the places found, and the number of steps.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER
from mazeworks.kernels.template import part, template

successors = part("i8(i8[::1], u2[::1], i8, i8[::1])", "Write the states that moves lead to; how many there are.")
alter = part("i8(i8[::1], u2[::1], u2[::1], u2[::1], i8[::1], i8[::1], i8, i8)", "Make a small change of the board.")
put_back = part("void(i8[::1], u2[::1], i8[::1])", "Undo the last change.")
#: Later than any step of a search.
NEVER = 65535
#: The registers of a search: 16 are for the kind. Then the random numbers, the candidates left, whether a candidate may
#: be the best, and its start and goal; the most moves wanted, which half has the record of the board, and its score;
#: the best score, and start and goal of the best.
OWN, RANDOM, LEFT, FITS, FROM, TO, MOST, HALF, SCORE, BEST, START, GOAL, REGISTERS = 0, *range(16, 28)


@kernel("u2[::1](u2[::1], i8, i8)")
def row(rows, size, number):
    """One of the rows in `steps` or `marks`; those of the second half follow those of the first."""
    return rows[number * size : (number + 1) * size]


@kernel("i8(i8[::1], i8)")
def place_of(facts, state):
    """The place of a state, where every state is a place of its own."""
    return state


@kernel("b1(i8[::1], i8, i8)")
def may_end(facts, start, place):
    """Whether a goal may be at a place, where it may be anywhere."""
    return True


@template("void(i8[::1], u2[::1], u2[::1], u2[::1], i8[::1], i8[::1], i8, i8)")
def examine(facts, board, steps, marks, totals, out, half, head):
    """Search a board breadth-first, continuing from the step `head` of a record.

    At the top of the loop `put` states and `known` places are found, and the moves of states before `head` are made.
    It ends when all places are found and no other path to the last can be as short.
    """
    states, places, at, by = len(steps) // 12, len(marks) // 8, 6 * half, 4 * half
    queue, far, second = row(steps, states, at), row(steps, states, at + 1), row(steps, states, at + 2)
    found, seen, index = row(steps, states, at + 3), row(steps, states, at + 4), row(steps, states, at + 5)
    born, barred, shared = row(marks, places, by), row(marks, places, by + 1), row(marks, places, by + 2)
    firsts = row(marks, places, by + 3)
    put, known, last = 1, 1, NEVER
    if head:
        put, known = found[head], seen[head]
        if known == places:
            last = far[firsts[places - 1]]
    ring = head  # the first step of its distance
    while ring and far[ring - 1] == far[head]:
        ring -= 1
    while head < put:
        distance = far[head] + 1
        if distance > last:
            break
        if far[ring] < far[head]:
            ring = head
        found[head] = put
        seen[head] = known
        doubt = NEVER
        if second[head] < NEVER:
            doubt = head
        for number in range(successors(facts, board, queue[head], out)):
            reached = out[number]
            if reached < 0:
                if barred[~reached] == NEVER:
                    barred[~reached] = head
                continue
            step = index[reached]
            if step < NEVER:
                if far[step] == distance and second[step] == NEVER:
                    second[step] = head
                continue
            place = place_of(facts, reached)
            if born[place] == NEVER:
                born[place] = head + 1
                firsts[known] = put
                known += 1
                if known == places:
                    last = distance
            elif born[place] > ring and shared[place] == NEVER:  # found first at this distance, too
                shared[place] = head
            queue[put] = reached
            far[put] = distance
            second[put] = doubt
            index[reached] = put
            put += 1
        head += 1
    totals[3 * half] = put
    totals[3 * half + 1] = known
    totals[3 * half + 2] = head


@template("i8(i8[::1], u2[::1], u2[::1], i8[::1], i8)")
def goal_step(facts, steps, marks, totals, half):
    """The step at which the goal of a searched board is found, or -1 if no place can be the goal."""
    states, places, at, by = len(steps) // 12, len(marks) // 8, 6 * half, 4 * half
    queue, second = row(steps, states, at), row(steps, states, at + 2)
    shared, firsts = row(marks, places, by + 2), row(marks, places, by + 3)
    for order in range(totals[3 * half + 1] - 1, 0, -1):
        step = firsts[order]
        if second[step] == NEVER:
            place = place_of(facts, queue[step])
            if shared[place] == NEVER and may_end(facts, queue[0], place):
                return step
    return -1


@kernel("void(u2[::1], u2[::1], i8, i8, i8, i8)")
def copy_record(steps, marks, states, places, half, head):
    """Copy the record of the steps before `head` from one half to the other.

    Parts of arrays are copied in loops, because an assignment of slices takes numba seconds to compile.
    """
    at, by = 6 * half, 4 * half
    to, to_by = 6 - at, 4 - by
    queue, far, second = row(steps, states, at), row(steps, states, at + 1), row(steps, states, at + 2)
    found, seen, index = row(steps, states, at + 3), row(steps, states, at + 4), row(steps, states, at + 5)
    queue_to, far_to, second_to = row(steps, states, to), row(steps, states, to + 1), row(steps, states, to + 2)
    found_to, seen_to, index_to = row(steps, states, to + 3), row(steps, states, to + 4), row(steps, states, to + 5)
    put = found[head] if head else 1
    for step in range(put):
        queue_to[step], far_to[step], found_to[step], seen_to[step] = queue[step], far[step], found[step], seen[step]
        second_to[step] = second[step] if second[step] < head else NEVER
    for state in range(states):
        index_to[state] = index[state] if index[state] < put else NEVER
    for number in range(3):
        first, first_to = row(marks, places, by + number), row(marks, places, to_by + number)
        for place in range(places):
            first_to[place] = first[place] if first[place] < head + (number == 0) else NEVER
    firsts, firsts_to = row(marks, places, by + 3), row(marks, places, to_by + 3)
    for place in range(places):
        firsts_to[place] = firsts[place]


@template("void(i8[::1], u2[::1], u2[::1], i8, i8)")
def begin(facts, steps, marks, half, start):
    """Reset the record in a half to a search that has found only the start."""
    states, places, at, by = len(steps) // 12, len(marks) // 8, 6 * half, 4 * half
    queue, far, second = row(steps, states, at), row(steps, states, at + 1), row(steps, states, at + 2)
    index, born, firsts = row(steps, states, at + 5), row(marks, places, by), row(marks, places, by + 3)
    for state in range(states):
        index[state] = NEVER
    for number in range(3):
        each = row(marks, places, by + number)
        for place in range(places):
            each[place] = NEVER
    queue[0], far[0], second[0], index[start] = start, 0, NEVER, 0
    born[place_of(facts, start)] = firsts[0] = 0


@template("i8(i8[::1], u2[::1], u2[::1], u2[::1], i8[::1], i8[::1], i8[::1], i8, i8)")
def judge(facts, board, steps, marks, totals, out, registers, half, head):
    """The score of a candidate, whose search is recorded in a half: the moves of its solution.

    Each move above the most wanted counts as one too few. head: the first step that differs from the record in the
    other half, or ~state for a search from there.
    """
    states, places = len(steps) // 12, len(marks) // 8
    if head < 0:
        begin(facts, steps, marks, half, ~head)
        head = 0
    else:
        copy_record(steps, marks, states, places, 1 - half, head)
    examine(facts, board, steps, marks, totals, out, half, head)
    step, moves = goal_step(facts, steps, marks, totals, half), 0
    if step >= 0:
        moves = steps[half * 6 * states + states + step]
        registers[FROM] = steps[half * 6 * states]
        registers[TO] = place_of(facts, steps[half * 6 * states + step])
    registers[FITS] = moves <= registers[MOST]
    return moves if registers[FITS] else 2 * registers[MOST] - moves


@kernel("b1(i8[::1], i8[::1], i8[::1], i8, i8)")
def keeps(facts, chance, registers, worse, random):
    """Whether a candidate is kept that scores less by some points, by the chance, of 65536, for each."""
    return random & 0xFFFF < chance[min(max(worse, 0), len(chance) - 1)]


@template("void(i8[::1], u2[::1], u2[::1], u2[::1], i8[::1], i8[::1], i8[::1], i8[::1], u2[::1])")
def climb(facts, board, steps, marks, totals, out, chance, registers, best):
    """Examine candidates, each the board after one change, and keep the best board in `best`.

    At the top of the loop `board` is the board kept last, and its record is in the half that a register names.
    """
    random, half, score = registers[RANDOM], registers[HALF], registers[SCORE]
    left = registers[LEFT]
    while left > 0 and registers[BEST] != registers[MOST]:
        left -= 1
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        head = alter(facts, board, steps, marks, totals, registers, half, random)
        if head >= totals[3 * half + 2]:  # no step reaches the change, so the solution stays
            continue
        points = judge(facts, board, steps, marks, totals, out, registers, 1 - half, head)
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        if keeps(facts, chance, registers, score - points, random):
            half = 1 - half
            score = points
            if registers[FITS] and score > registers[BEST]:
                registers[BEST], registers[START], registers[GOAL] = score, registers[FROM], registers[TO]
                for place in range(len(board)):
                    best[place] = board[place]
        elif head >= 0:
            put_back(facts, board, registers)
    registers[RANDOM], registers[LEFT], registers[HALF], registers[SCORE] = random, left, half, score
