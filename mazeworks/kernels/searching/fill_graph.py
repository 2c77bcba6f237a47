"""Filling states that lie on no path to a goal, in a graph in compressed rows whose moves can all be taken back."""

from mazeworks.kernels.kernel import kernel


@kernel("i8(i8[::1], i8[::1], u1[::1], i4[::1], u1[::1], i8[::1], i8, i8, i8)")
def fill_dead_ends(offsets, targets, keep, degrees, filled, order, count, first, last):
    """Fill every dead end, and its neighbour as long as that is a dead end then; returns the number filled.

    Filling begins at dead ends from `first` up to `last`; `count` were filled before. keep: 1 for states that stay.
    degrees: the number of moves of each state. filled: initially 0. order: the states in the order of filling, if it
    is long enough; an empty array records nothing.
    """
    for state in range(first, last):
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


@kernel("b1(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8)")
def number_states(offsets, targets, cursors, parents, numbers, low, order, registers, steps):
    """Number the states depth-first (Hopcroft, Tarjan, 1973), at most `steps` steps; returns whether all are numbered.

    low: the least number reachable from a state or its descendants without going back through its parent.
    cursors: a copy of the offsets. parents: initially -1 except at the start. order: the states by number.
    registers: the current state, and how many have numbers; initially the start, and 1.
    """
    here, count = registers[0], registers[1]
    done = False
    for _ in range(steps):
        edge = cursors[here]
        if edge < offsets[here + 1]:
            cursors[here] = edge + 1
            there = targets[edge]
            if parents[there] < 0:
                parents[there], order[count] = here, there
                numbers[there] = low[there] = count
                count += 1
                here = there
            elif there != parents[here] and numbers[there] < low[here]:
                low[here] = numbers[there]
        elif parents[here] == here:
            done = True
            break
        else:
            parent = parents[here]
            if low[here] < low[parent]:
                low[parent] = low[here]
            here = parent
    registers[0], registers[1] = here, count
    return done


@kernel("void(u1[::1], i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], u1[::1])")
def fill_hanging(goals, parents, numbers, low, order, leads, filled):
    """Fill every part that connects to the rest through one state and leads to no goal, once states are numbered.

    The rest lies on simple paths from the start to a goal: if `low` of a state is not below the number of its parent,
    its descendants connect to the rest only through the parent. order: the states reached. leads: 1 for states from
    which the search reached a goal.
    """
    for step in range(len(order)):
        state = order[step]
        while goals[order[step]] and not leads[state]:
            leads[state] = 1
            state = parents[state]
    for step in range(1, len(order)):
        state = order[step]
        parent = parents[state]
        if filled[parent] or (low[state] >= numbers[parent] and not leads[state]):
            filled[state] = 1
