"""Searches over a graph in compressed rows: the moves of state k lead to targets[offsets[k]:offsets[k + 1]].

`parents` holds for each state the one it was reached from, -1 where it was not reached, itself at the start.
`registers` brings back how many states were taken up, and the goal found or -1.
"""

from mazeworks.kernels.kernel import kernel


@kernel("i8(i8[::1], i8[::1], u1[::1], i8, i8, i8, i8[::1], i8[::1], i8[::1], i8[::1])")
def breadth_first(offsets, targets, goals, start, stop, limit, distances, parents, order, registers):  # type: ignore[no-untyped-def]
    """Search in rings, up to the first goal if `stop` is 1; returns how many states were reached.

    distances: -1 as given where unreached; an empty array records none.
    At the top of the loop order[:put] are reached, and the moves of order[:taken] are followed. The search ends
    before it takes up more than `limit` states.
    """
    far = len(distances) > 0
    parents[start] = start
    if far:
        distances[start] = 0
    order[0] = start
    taken = 0
    put = 1
    found = -1
    while taken < put and taken < limit:
        here = order[taken]
        taken += 1
        if stop and goals[here]:
            found = here
            break
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if parents[there] < 0:
                parents[there] = here
                if far:
                    distances[there] = distances[here] + 1
                order[put] = there
                put += 1
    registers[0] = taken
    registers[1] = found
    return put


@kernel("void(i8[::1], i8[::1], u1[::1], i8[::1], i8[::1])")
def distances_to(offsets, targets, goals, distances, order):  # type: ignore[no-untyped-def]
    """Distances from all goals at once; with the moves turned around, those are the distances to a goal."""
    put = 0
    for state in range(len(goals)):
        if goals[state]:
            distances[state] = 0
            order[put] = state
            put += 1
    taken = 0
    while taken < put:
        here = order[taken]
        taken += 1
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if distances[there] < 0:
                distances[there] = distances[here] + 1
                order[put] = there
                put += 1


@kernel("i8(i8[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1], i8[::1], i8[::1])")
def depth_first(offsets, targets, goals, start, limit, cursors, parents, order, registers):  # type: ignore[no-untyped-def]
    """Follow the first move to a state not seen, and go back where there is none; returns the goal or -1.

    cursors: per state the next move to try; a copy of the offsets. registers: states entered, and 1 if the
    limit ended the search.
    """
    parents[start] = start
    here = start
    entered = 1
    if len(order):
        order[0] = start
    while not goals[here]:
        edge = cursors[here]
        if edge < offsets[here + 1]:
            cursors[here] = edge + 1
            there = targets[edge]
            if parents[there] < 0:
                if entered >= limit:
                    registers[0] = entered
                    registers[1] = 1
                    return -1
                parents[there] = here
                if entered < len(order):
                    order[entered] = there
                entered += 1
                here = there
        elif here == start:
            registers[0] = entered
            return -1
        else:
            here = parents[here]
    registers[0] = entered
    return here


@kernel("i8(i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8, i8, u1[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def bidirectional(  # type: ignore[no-untyped-def]
    offsets, targets, back_offsets, back_targets, goals, start, limit, sides, parents, queue, order, registers
):
    """Search from the start and from all goals at once, ring by ring, the smaller ring first.

    sides: 0 unseen, 1 seen from the start, 2 from a goal. queue: the one search fills it from the front, the
    other from the end; each state is in it once. The first state seen from both sides lies on a shortest way,
    because whole rings are finished in turn. Returns the last state on the side of the start, or -1;
    registers: states taken up, the first state on the side of the goal, and 1 if the limit ended the search.
    """
    last = len(queue) - 1
    queue[0] = start
    sides[start] = 1
    parents[start] = start
    taken_near = 0
    put_near = 1
    taken_far = 0
    put_far = 0
    for state in range(len(goals)):
        if goals[state]:
            sides[state] = 2
            parents[state] = state
            queue[last - put_far] = state
            put_far += 1
    taken = 0
    while taken_near < put_near and taken_far < put_far:
        if put_near - taken_near <= put_far - taken_far:
            ring = put_near
            while taken_near < ring:
                if taken >= limit:
                    registers[2] = 1
                    return -1
                here = queue[taken_near]
                taken_near += 1
                if taken < len(order):
                    order[taken] = here
                taken += 1
                for edge in range(offsets[here], offsets[here + 1]):
                    there = targets[edge]
                    if sides[there] == 0:
                        sides[there] = 1
                        parents[there] = here
                        queue[put_near] = there
                        put_near += 1
                    elif sides[there] == 2:
                        registers[0] = taken
                        registers[1] = there
                        return here
        else:
            ring = put_far
            while taken_far < ring:
                if taken >= limit:
                    registers[2] = 1
                    return -1
                here = queue[last - taken_far]
                taken_far += 1
                if taken < len(order):
                    order[taken] = here
                taken += 1
                for edge in range(back_offsets[here], back_offsets[here + 1]):
                    there = back_targets[edge]
                    if sides[there] == 0:
                        sides[there] = 2
                        parents[there] = here
                        queue[last - put_far] = there
                        put_far += 1
                    elif sides[there] == 1:
                        registers[0] = taken
                        registers[1] = here
                        return there
    registers[0] = taken
    return -1


@kernel("i8(i8[::1], i8, i8[::1])")
def trace_back(parents, goal, path):  # type: ignore[no-untyped-def]
    """How many states lead from the start to the goal; writes them, where `path` has just that length."""
    here = goal
    count = 1
    if len(path):
        path[len(path) - 1] = here
    while parents[here] != here:
        here = parents[here]
        count += 1
        if count <= len(path):
            path[len(path) - count] = here
    return count


@kernel("void(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def edges_along(offsets, targets, costs, path, edges):  # type: ignore[no-untyped-def]
    """The move from each state of a path to the next: the cheapest, where there are several."""
    for step in range(len(path) - 1):
        chosen = -1
        for edge in range(offsets[path[step]], offsets[path[step] + 1]):
            if targets[edge] == path[step + 1] and (chosen < 0 or (len(costs) > 0 and costs[edge] < costs[chosen])):
                chosen = edge
        edges[step] = chosen


@kernel("i8(u1[::1], i8[::1], i8, i8, i8[::1], i8[::1], u1[::1])")
def rows_of_grid(cells, steps, width, height, offsets, targets, flags):  # type: ignore[no-untyped-def]
    """The compressed rows of a bordered byte grid, cells numbered row by row; returns how many moves there are.

    flags: the direction of each move. The border is marked 16, and nothing leads there.
    """
    count = 0
    state = 0
    for y in range(height):
        here = (y + 1) * steps[2] + 1
        for _ in range(width):
            walls = cells[here]
            if not walls & 1 and cells[here + steps[1]] < 16:
                targets[count] = state - width
                flags[count] = 1
                count += 1
            if not walls & 2 and cells[here + steps[2]] < 16:
                targets[count] = state + width
                flags[count] = 2
                count += 1
            if not walls & 4 and cells[here + 1] < 16:
                targets[count] = state + 1
                flags[count] = 4
                count += 1
            if not walls & 8 and cells[here - 1] < 16:
                targets[count] = state - 1
                flags[count] = 8
                count += 1
            state += 1
            offsets[state] = count
            here += 1
    return count
