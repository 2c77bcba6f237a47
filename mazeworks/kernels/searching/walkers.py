"""Walkers in a graph that know only their state and their marks; and iterative deepening."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER

FOUND, EXHAUSTED, PAUSED, LIMIT = 1, 0, -1, -2


@kernel("i8(i8[::1], i8[::1], i8[::1], u1[::1], i8, u1[::1], u1[::1], i8[::1], i8[::1])")
def tremaux(offsets, targets, twins, goals, limit, visited, marks, walk, registers):
    """Walk by Trémaux's rules (1882) until a goal, for at most `limit` moves.

    twins: for each move, the one that takes it back. marks: per move, how often its passage was walked in either
    direction; 2 for a move from a state to itself. In a new state take any unmarked passage. After a new passage to a
    visited state turn back. Otherwise take the passage with the fewest marks, never one with two.
    registers: the state, the last move or -1, and the number of moves in `walk`.
    """
    here, arrived, count = registers[0], registers[1], registers[2]
    status = LIMIT
    while not goals[here] and count < limit:
        chosen = -1
        if visited[here] and arrived >= 0 and marks[arrived] == 1:
            chosen = twins[arrived]
        else:
            fewest = 2
            for edge in range(offsets[here], offsets[here + 1]):
                if marks[edge] < fewest:
                    fewest, chosen = marks[edge], edge
        if chosen < 0:
            status = EXHAUSTED
            break
        visited[here] = 1
        marks[chosen] += 1
        marks[twins[chosen]] += 1
        walk[count] = chosen
        count += 1
        arrived, here = chosen, targets[chosen]
    registers[0], registers[1], registers[2] = here, arrived, count
    return FOUND if goals[here] else status


@kernel("i8(i8[::1], i8[::1], u1[::1], i8[::1], i8[::1])")
def mouse(offsets, targets, goals, walk, registers):
    """Walk at random and turn around only in dead ends, to a goal or the end of `walk`; returns the number of moves.

    registers: the state, the one before or -1, the state of the random numbers.
    """
    here, before, random = registers[0], registers[1], registers[2]
    count = 0
    while count < len(walk) and not goals[here]:
        first = offsets[here]
        choices = offsets[here + 1] - first
        if choices == 0:
            break
        back = first + choices
        if before >= 0 and choices > 1:
            for edge in range(first, first + choices):
                if targets[edge] == before:
                    back = edge
                    choices -= 1
                    break
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        chosen = first + (((random & LOW) * choices) >> 32)
        if chosen >= back:
            chosen += 1
        walk[count] = chosen
        count += 1
        before, here = here, targets[chosen]
    registers[0], registers[1], registers[2] = here, before, random
    return count


@kernel("i8(i8[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def deepen(offsets, targets, goals, start, budget, path, cursors, depths, stamps, registers):
    """Search depth-first to a bound, and again with the next bound, until a goal is found.

    path, cursors: the states from the start to the current one, and the next move of each.
    depths, stamps: the depth at which each state was reached, and the bound then; a state is entered again only at a
    lesser depth. If a round sees no more states than the one before, there are no more.
    registers: depth, bound, states seen in this round and in the last, steps.
    """
    depth, bound, seen, seen_before = registers[0], registers[1], registers[2], registers[3]
    steps, status = 0, PAUSED
    while steps < budget:
        here = path[depth]
        if goals[here]:
            status = FOUND
            break
        edge = cursors[depth]
        if depth < bound and edge < offsets[here + 1]:
            cursors[depth] = edge + 1
            there = targets[edge]
            steps += 1
            if stamps[there] != bound or depth + 1 < depths[there]:
                if stamps[there] != bound:
                    seen += 1
                depth += 1
                stamps[there], depths[there] = bound, depth
                path[depth], cursors[depth] = there, offsets[there]
        elif depth > 0:
            depth -= 1
        else:
            steps += 1
            if seen == seen_before:
                status = EXHAUSTED
                break
            seen_before, seen = seen, 1
            bound += 1
            stamps[start], depths[start], cursors[0] = bound, 0, offsets[start]
    registers[0], registers[1], registers[2], registers[3] = depth, bound, seen, seen_before
    registers[4] += steps
    return status
