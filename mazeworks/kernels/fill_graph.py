"""Filling what cannot be on the way, over a graph whose moves can all be taken back (in compressed rows)."""

from mazeworks.kernels.kernel import kernel


@kernel("i8(i8[::1], i8[::1], u1[::1], i4[::1], u1[::1], i8[::1])")
def fill_dead_ends(offsets, targets, keep, degrees, filled, order):  # type: ignore[no-untyped-def]
    """Fill every state with one way out, and on to where it leads while that has one way out; returns how many.

    keep: 1 for states never filled. degrees: how many moves each state has. filled: zeros as given. order: the
    states in the order they were filled, where it is long enough; an empty array records nothing.
    """
    count = 0
    for state in range(len(keep)):
        here = state
        while degrees[here] == 1 and not keep[here] and not filled[here]:
            filled[here] = 1
            if count < len(order):
                order[count] = here
            count += 1
            for edge in range(offsets[here], offsets[here + 1]):
                there = targets[edge]
                if not filled[there]:
                    degrees[there] -= 1
                    here = there
                    break
    return count


@kernel("i8(i8[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], u1[::1])")
def fill_cul_de_sacs(offsets, targets, goals, start, cursors, parents, numbers, low, order, leads, filled):  # type: ignore[no-untyped-def]
    """Fill all that hangs on the rest by one state and leads to no goal; returns how many states were reached.

    What is left lies on some way from the start to a goal that visits no state twice. One depth-first search
    (Hopcroft, Tarjan, 1973) numbers the states; `low` is the least number that can be come to from a state or
    from beyond it without going back through its parent. Where that is not below the parent's own number, what
    lies beyond hangs on the parent alone.

    cursors: a copy of the offsets. parents: -1 as given. leads: 1 for states from which the search came to a goal.
    """
    parents[start] = start
    order[0] = start
    here = start
    count = 1
    while True:
        edge = cursors[here]
        if edge < offsets[here + 1]:
            cursors[here] = edge + 1
            there = targets[edge]
            if parents[there] < 0:
                parents[there] = here
                numbers[there] = count
                low[there] = count
                order[count] = there
                count += 1
                here = there
            elif there != parents[here] and numbers[there] < low[here]:
                low[here] = numbers[there]
        elif here == start:
            break
        else:
            parent = parents[here]
            if low[here] < low[parent]:
                low[parent] = low[here]
            here = parent
    for step in range(count):
        state = order[step]
        while goals[order[step]] and not leads[state]:
            leads[state] = 1
            state = parents[state]
    for step in range(1, count):
        state = order[step]
        parent = parents[state]
        if filled[parent] or (low[state] >= numbers[parent] and not leads[state]):
            filled[state] = 1
    return count


@kernel("i8(i8[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def collide(offsets, targets, goals, start, parents, order, inlets, path, registers):  # type: ignore[no-untyped-def]
    """Let water run in from the start and build a wall wherever it meets water; then fill the dead ends.

    Because the water comes everywhere by a shortest way, all that is left is one of those; it is written into
    `path`, and its length in states returned: 0 where the water never came to a goal.
    inlets: how many states the water ran into from each. registers: states under water, walls built.
    """
    parents[start] = start
    order[0] = start
    taken = 0
    put = 1
    goal = -1
    walls = 0
    while taken < put:
        here = order[taken]
        taken += 1
        if goal < 0 and goals[here]:
            goal = here
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if parents[there] < 0:
                parents[there] = here
                inlets[here] += 1
                order[put] = there
                put += 1
            elif there != parents[here] and parents[there] != here:
                walls += 1
    registers[0] = put
    registers[1] = walls
    if goal < 0:
        return 0
    for back in range(put - 1, 0, -1):
        state = order[back]
        if inlets[state] == 0 and state != goal:
            inlets[parents[state]] -= 1
            parents[state] = -1
    length = 0
    for step in range(put):
        if parents[order[step]] >= 0:
            path[length] = order[step]
            length += 1
    return length
