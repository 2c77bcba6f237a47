"""Searches over a graph in compressed rows: the moves of state k lead to targets[offsets[k]:offsets[k + 1]].

`parents` holds for each state the one it was reached from, -1 where it was not reached, itself at the start.
Every search ends once it has expanded `limit` states; `registers` hold its progress, so the next call continues, and
long work can report progress and be stopped. The caller sets the initial values.
"""

from mazeworks.kernels.kernel import kernel

FOUND, EXHAUSTED, LIMIT = 1, 0, -2


@kernel("i8(i8[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1], i8[::1], i8[::1])")
def breadth_first(offsets, targets, goals, stop, limit, distances, parents, order, registers):
    """Search in rings, up to the first goal if `stop` is 1.

    distances: initially -1; an empty array records none.
    At the top of the loop order[:put] are reached, and the moves of order[:taken] are followed; initially the states
    to search from are reached. registers: taken, put, the goal found or -1.
    """
    far = len(distances) > 0
    taken, put = registers[0], registers[1]
    status = EXHAUSTED
    while taken < put and taken < limit:
        here = order[taken]
        taken += 1
        if stop and goals[here]:
            registers[2] = here
            status = FOUND
            break
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if parents[there] < 0:
                parents[there] = here
                if far:
                    distances[there] = distances[here] + 1
                order[put] = there
                put += 1
    registers[0], registers[1] = taken, put
    return LIMIT if status == EXHAUSTED and taken < put else status


@kernel("i8(i8[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1])")
def depth_first(offsets, targets, goals, limit, cursors, parents, order, registers):
    """Follow the first move to a state not seen, and go back where there is none.

    cursors: per state, the next move to try; a copy of the offsets. order: the states in the order they were
    entered; an empty array records none. registers: the current state, and the number of states entered.
    """
    here, entered = registers[0], registers[1]
    status = FOUND
    while not goals[here]:
        edge = cursors[here]
        if edge < offsets[here + 1]:
            there = targets[edge]
            if parents[there] < 0:
                if entered >= limit:
                    status = LIMIT
                    break
                parents[there] = here
                if entered < len(order):
                    order[entered] = there
                entered += 1
                cursors[here] = edge + 1
                here = there
            else:
                cursors[here] = edge + 1
        elif parents[here] == here:
            status = EXHAUSTED
            break
        else:
            here = parents[here]
    registers[0], registers[1] = here, entered
    return status


@kernel("i8(i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1])")
def bidirectional(offsets, targets, back_offsets, back_targets, sides, limit, parents, queue, order, registers):
    """Search from the start and from all goals at once, ring by ring, the smaller ring first.

    sides: 0 unseen, 1 seen from the start, 2 from a goal, plus 4 once expanded. queue: one search fills it from
    the front, the other from the end; each state is in it once. The first state seen from both sides lies on a
    shortest path, because rings are finished in turn. Returns the last state on the side of the start, -1, or LIMIT.
    registers: states expanded, the first state on the side of the goal; where in the queue each side takes its next
    state, and where it puts one; the side whose ring is in progress, 1 or 2, or 0, and where that ring ends.
    """
    status, taken, side, ring = -1, registers[0], registers[6], registers[7]
    while True:
        if side == 0:
            near, far = registers[3] - registers[2], registers[4] - registers[5]
            if near == 0 or far == 0:
                break
            side = 1 if near <= far else 2
            ring = registers[2 * side + 1]
        begins, ends = (offsets, targets) if side == 1 else (back_offsets, back_targets)
        place, put, step = registers[2 * side], registers[2 * side + 1], 3 - 2 * side
        while place != ring and taken < limit:
            here = queue[place]
            sides[here] = 4 + side
            place += step
            if taken < len(order):
                order[taken] = here
            taken += 1
            for edge in range(begins[here], begins[here + 1]):
                there = ends[edge]
                if sides[there] == 0:
                    sides[there], parents[there], queue[put] = side, here, there
                    put += step
                elif sides[there] & (3 - side):
                    registers[0], registers[1] = taken, there if side == 1 else here
                    return here if side == 1 else there
        registers[2 * side], registers[2 * side + 1] = place, put
        if place != ring:
            status = LIMIT
            break
        side = 0
    registers[0], registers[6], registers[7] = taken, side, ring
    return status


@kernel("i8(i8[::1], i8[::1], i8[::1], i8, i8)")
def match_twins(offsets, targets, twins, first, last):
    """Pair each move of states `first` to `last` with one that takes it back; returns how many have none.

    twins: initially -1. A move from a state to itself takes itself back. Rows are scanned one by one, so this is for
    graphs whose states have few moves each.
    """
    alone = 0
    for state in range(first, last):
        for edge in range(offsets[state], offsets[state + 1]):
            if twins[edge] >= 0:
                continue
            there = targets[edge]
            if there == state:
                twins[edge] = edge
                continue
            for back in range(offsets[there], offsets[there + 1]):
                if targets[back] == state and twins[back] < 0:
                    twins[edge] = back
                    twins[back] = edge
                    break
            if twins[edge] < 0:
                alone += 1
    return alone


@kernel("i8(i8[::1], i8, i8[::1])")
def trace_back(parents, here, path):
    """Write a state and its chain of parents, to where the search began or until `path` is full; returns how many."""
    count = 0
    while count < len(path):
        path[count] = here
        count += 1
        if parents[here] == here:
            break
        here = parents[here]
    return count


@kernel("void(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def edges_along(offsets, targets, costs, path, edges):
    """The move from each state of a path to the next: the cheapest of several."""
    for step in range(len(path) - 1):
        chosen = -1
        for edge in range(offsets[path[step]], offsets[path[step] + 1]):
            if targets[edge] == path[step + 1] and (chosen < 0 or (len(costs) > 0 and costs[edge] < costs[chosen])):
                chosen = edge
        edges[step] = chosen


@kernel("i8(u1[::1], i8[::1], i8, i8, i8[::1], i8[::1], u1[::1])")
def rows_of_grid(cells, steps, width, height, offsets, targets, flags):
    """The compressed rows of a bordered byte grid, cells numbered row by row; returns the number of moves.

    flags: the direction of each move. The border is marked 16, and nothing leads there.
    """
    count = state = 0
    sides = ((1, -width), (2, width), (4, 1), (8, -1))
    for y in range(height):
        here = (y + 1) * steps[2] + 1
        for _ in range(width):
            walls = cells[here]
            for side, step in sides:
                if not walls & side and cells[here + steps[side]] < 16:
                    targets[count], flags[count] = state + step, side
                    count += 1
            state += 1
            offsets[state] = count
            here += 1
    return count
