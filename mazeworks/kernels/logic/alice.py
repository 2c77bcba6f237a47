"""The search for Alice mazes with a long, unique shortest solution.

A state is a cell and a distance d, numbered `(d - 1) * cells + cell`, with d from 1 to the longer side of the
board; past that no leap stays on the board. A board is two arrays:

    arrows  9 per cell: the number of arrows, and then their directions
    change  what landing on a cell adds to d: 0, 1, -1, or a number so low that landing is not allowed (blank)

The goal is not part of a board: it is the cell that a breadth-first search finds last, of those that are apart from
the start and that only one shortest path leads to.

Two arrays record a search, so that the search of a board that differs in one cell can continue from the step at
which that cell first mattered. `steps` has six rows with a number for each step, or each state:

    0 the state expanded at a step                  3 how many states were found when a step began
    1 its distance from the start                   4 how many cells were found when a step began
    2 the step at which a second shortest           5 for each state the step at which it is expanded,
      path to it was found, or NEVER                  or NEVER

`marks` has three rows with a number for each cell:

    0 the step after the one that found it, 0 for the start, or NEVER
    1 a step no later than the first that would have landed on it, had d not fallen below 1; or NEVER
    2 the steps at which cells are expanded first, in the order in which they were found

`examine` and `climb` are long because each is one loop whose parts share a dozen values. Parts of arrays are copied
in loops, because an assignment of slices takes numba seconds to compile.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER

#: Later than any step of a search; as a cell: none.
NEVER = 65535


@kernel("u2[::1](u2[::1], i8, i8)")
def row(rows, size, number):
    """One of the rows in `steps` or `marks`; those of the second half follow those of the first."""
    return rows[number * size : (number + 1) * size]


@kernel("void(u2[::1], u1[::1], i2[::1], u2[::1], u2[::1], u2[::1], i8[::1], i8, i8)")
def examine(leaps, arrows, change, cell_of, steps, marks, totals, half, head):
    """Search a board breadth-first, continuing from the step `head` of a record.

    leaps: 8 per state: the cell that a leap in each direction leads to, or NEVER.
    totals: for each half the number of states and cells found, and the number of steps.
    half: which half of `steps`, `marks` and `totals` is the record.

    At the top of the loop `put` states and `known` cells are found, and the arrows of those expanded before
    `head` are followed. It ends when all cells are found and no other path to the last can be as short.
    """
    states, cells, at, by = len(cell_of), len(marks) // 6, 6 * half, 3 * half
    queue, far, second = row(steps, states, at), row(steps, states, at + 1), row(steps, states, at + 2)
    found, seen, place = row(steps, states, at + 3), row(steps, states, at + 4), row(steps, states, at + 5)
    born, barred, firsts = row(marks, cells, by), row(marks, cells, by + 1), row(marks, cells, by + 2)
    put, known, last = 1, 1, NEVER
    if head:
        put, known = found[head], seen[head]
        if known == cells:
            last = far[firsts[cells - 1]]
    while head < put:
        distance = far[head] + 1
        if distance > last:
            break
        found[head] = put
        seen[head] = known
        doubt = NEVER
        if second[head] < NEVER:
            doubt = head
        state = queue[head]
        cell = cell_of[state]
        layer = state - cell
        first = cell * 9 + 1
        for arrow in range(first, first + arrows[first - 1]):
            landing = leaps[state * 8 + arrows[arrow]]
            if landing == NEVER:
                continue
            reached = layer + change[landing] * cells + landing
            if reached < 0:
                if barred[landing] == NEVER:
                    barred[landing] = head
                continue
            step = place[reached]
            if step < NEVER:
                if far[step] == distance and second[step] == NEVER:
                    second[step] = head
                continue
            if born[landing] == NEVER:
                born[landing] = head + 1
                firsts[known] = put
                known += 1
                if known == cells:
                    last = distance
            queue[put] = reached
            far[put] = distance
            second[put] = doubt
            place[reached] = put
            put += 1
        head += 1
    totals[3 * half] = put
    totals[3 * half + 1] = known
    totals[3 * half + 2] = head


@kernel("i8(u2[::1], u2[::1], u2[::1], i8[::1], u1[::1], i8)")
def goal_step(cell_of, steps, marks, totals, apart, half):
    """The step at which the goal of a searched board is found, or -1 if no cell can be the goal.

    apart: cells × cells: whether two cells may be start and goal.
    """
    states, cells, at, by = len(cell_of), len(marks) // 6, 6 * half, 3 * half
    queue, far, second = row(steps, states, at), row(steps, states, at + 1), row(steps, states, at + 2)
    place, firsts = row(steps, states, at + 5), row(marks, cells, by + 2)
    start = cell_of[queue[0]]
    for order in range(totals[3 * half + 1] - 1, 0, -1):
        step = firsts[order]
        cell = cell_of[queue[step]]
        if apart[start * cells + cell] == 0 or second[step] < NEVER:
            continue
        alone = True
        for other in range(cell, states, cells):
            at = place[other]
            if at < NEVER and at != step and far[at] == far[step]:
                alone = False
        if alone:
            return step
    return -1


@kernel("void(u2[::1], u2[::1], i8, i8, i8)")
def copy_record(steps, marks, states, half, head):
    """Copy the record of the steps before `head` from one half to the other."""
    cells, at, by = len(marks) // 6, 6 * half, 3 * half
    to, to_by = 6 - at, 3 - by
    queue, far, second = row(steps, states, at), row(steps, states, at + 1), row(steps, states, at + 2)
    found, seen, place = row(steps, states, at + 3), row(steps, states, at + 4), row(steps, states, at + 5)
    queue_to, far_to, second_to = row(steps, states, to), row(steps, states, to + 1), row(steps, states, to + 2)
    found_to, seen_to, place_to = row(steps, states, to + 3), row(steps, states, to + 4), row(steps, states, to + 5)
    put = found[head] if head else 1
    for step in range(put):
        queue_to[step], far_to[step], found_to[step], seen_to[step] = queue[step], far[step], found[step], seen[step]
        second_to[step] = second[step] if second[step] < head else NEVER
    for state in range(states):
        place_to[state] = place[state] if place[state] < put else NEVER
    born, barred, firsts = row(marks, cells, by), row(marks, cells, by + 1), row(marks, cells, by + 2)
    born_to, barred_to, firsts_to = row(marks, cells, to_by), row(marks, cells, to_by + 1), row(marks, cells, to_by + 2)
    for cell in range(cells):
        born_to[cell] = born[cell] if born[cell] <= head else NEVER
        barred_to[cell] = barred[cell] if barred[cell] < head else NEVER
        firsts_to[cell] = firsts[cell]


@kernel("i8(u2[::1], i2[::1], u2[::1], u2[::1], i8[::1], i8, i8, i8)")
def first_use(leaps, change, steps, marks, totals, half, cell, arrow):
    """The step at which an arrow first leads to a state not found before, and so makes a difference, or NEVER."""
    cells, states, at, by = len(marks) // 6, len(steps) // 12, 6 * half, 3 * half
    far, place, barred = row(steps, states, at + 1), row(steps, states, at + 5), row(marks, cells, by + 1)
    use = NEVER
    for state in range(cell, states, cells):
        step = place[state]
        if step >= totals[3 * half + 2] or step >= use:
            continue
        landing = leaps[state * 8 + arrow]
        if landing == NEVER:
            continue
        reached = state - cell + change[landing] * cells + landing
        if reached < 0:
            # Whether the arrow stays or not: too early a step is harmless, too late a one is not.
            if step < barred[landing]:
                barred[landing] = step
        elif place[reached] == NEVER or far[place[reached]] > far[step]:
            use = step
    return use


@kernel("i8(u2[::1], u1[::1], i2[::1], u2[::1], u2[::1], i8[::1], i8[::1], i8, i8, i8)")
def alter(leaps, arrows, change, steps, marks, totals, registers, half, cell, draw):
    """Change one cell of a board; returns the step of its search at which that first matters.

    The old arrows and change of the cell are kept after those of the board. Registers 10 to 12 count the cells of
    each colour, so that none dies out.
    """
    cells = len(change) - 1
    first, before = cell * 9, cells * 9
    for k in range(9):
        arrows[before + k] = arrows[first + k]
    change[cells] = change[cell]
    count = arrows[first]
    sort, arrow, spot = draw & 15, (draw >> 4) & 7, first + 1 + (draw >> 7) % max(count, 1)
    if sort < 5 and registers[11 + change[cell]] > 1:
        registers[11 + change[cell]] -= 1
        change[cell] = (change[cell] + 2 + (draw >> 4 & 1)) % 3 - 1
        registers[11 + change[cell]] += 1
        return min(max(row(marks, cells, 3 * half)[cell], 1) - 1, row(marks, cells, 3 * half + 1)[cell])
    use = NEVER
    if sort < 8 and count > registers[2]:
        use = first_use(leaps, change, steps, marks, totals, half, cell, arrows[spot])
        arrows[spot] = arrows[first + count]
        arrows[first] = count - 1
        return use
    if count == 8:  # no direction is free
        return NEVER
    k = first + 1
    while k <= first + count:  # the next direction without an arrow
        if arrows[k] == arrow:
            arrow = (arrow + 1) & 7
            k = first
        k += 1
    if sort < 11 and count < registers[3]:
        arrows[first] = count + 1
        arrows[first + 1 + count] = arrow
    else:
        use = first_use(leaps, change, steps, marks, totals, half, cell, arrows[spot])
        arrows[spot] = arrow
    return min(use, first_use(leaps, change, steps, marks, totals, half, cell, arrow))


@kernel("void(u1[::1], i2[::1], i8[::1], i8)")
def put_back(arrows, change, registers, cell):
    """Undo the last change of a cell."""
    cells = len(change) - 1
    for k in range(9):
        arrows[cell * 9 + k] = arrows[cells * 9 + k]
    registers[11 + change[cell]] -= 1
    change[cell] = change[cells]
    registers[11 + change[cell]] += 1


@kernel("void(u2[::1], u2[::1], i8, i8, i8)")
def begin(steps, marks, states, half, start):
    """Reset the record in a half to a search that has found only the start."""
    cells, at, by = len(marks) // 6, 6 * half, 3 * half
    queue, far, second = row(steps, states, at), row(steps, states, at + 1), row(steps, states, at + 2)
    place = row(steps, states, at + 5)
    born, barred, firsts = row(marks, cells, by), row(marks, cells, by + 1), row(marks, cells, by + 2)
    for state in range(states):
        place[state] = NEVER
    for cell in range(len(born)):
        born[cell] = barred[cell] = NEVER
    queue[0], far[0], second[0], place[start] = start, 0, NEVER, 0
    born[start] = firsts[0] = 0


@kernel(
    "void(u2[::1], u1[::1], i2[::1], u2[::1], u2[::1], u2[::1], i8[::1], u1[::1], i8[::1], i8[::1], u1[::1], i2[::1])"
)
def climb(leaps, arrows, change, cell_of, steps, marks, totals, apart, chance, registers, best_arrows, best_change):
    """Examine candidates, each the board changed in one cell or in its start, and keep the best.

    chance: by how many moves shorter a candidate is, the chance, of 65536, to keep it.
    registers: 0 random state, 1 candidates to examine, 2 fewest and 3 most arrows per cell, 4 most moves wanted,
        5 which half holds the record of the board, 6 its score, 7 the best score, 8 start and 9 goal of the best,
        10 to 12 how many cells are yellow, black and red.

    A board scores the moves of its solution; past the most wanted, less for each move too many. At the top of
    the loop the board stands in `arrows` and `change`, and its record in the half that register 5 names.
    """
    states, cells = len(cell_of), len(marks) // 6
    random, half, score = registers[0], registers[5], registers[6]
    left = registers[1]
    while left > 0 and registers[7] != registers[4]:
        left -= 1
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = random & LOW
        cell = (draw & 0xFFFF) * cells >> 16
        draw >>= 16
        if draw < 2048:
            head = 0
            begin(steps, marks, states, 1 - half, cell)
        else:
            head = alter(leaps, arrows, change, steps, marks, totals, registers, half, cell, draw)
            if head >= totals[3 * half + 2]:  # no step reaches the change, so the solution stays
                continue
            copy_record(steps, marks, states, half, head)
        examine(leaps, arrows, change, cell_of, steps, marks, totals, 1 - half, head)
        step = goal_step(cell_of, steps, marks, totals, apart, 1 - half)
        moves = steps[(1 - half) * 6 * states + states + step] if step >= 0 else 0
        fits = moves <= registers[4]
        if not fits:
            moves = 2 * registers[4] - moves
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        worse = min(max(score - moves, 0), len(chance) - 1)
        if random & 0xFFFF < chance[worse]:
            half = 1 - half
            score = moves
            if fits and score > registers[7]:
                registers[7] = score
                registers[8] = steps[half * 6 * states]
                registers[9] = cell_of[steps[half * 6 * states + step]]
                for k in range(cells * 9):
                    best_arrows[k] = arrows[k]
                for k in range(cells):
                    best_change[k] = change[k]
        elif draw >= 2048:
            put_back(arrows, change, registers, cell)
    registers[0], registers[1], registers[5], registers[6] = random, left, half, score
