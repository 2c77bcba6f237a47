"""Searches over a graph in compressed rows: the moves of state k lead to targets[offsets[k]:offsets[k + 1]]."""

from mazeworks.kernels.kernel import kernel


@kernel("i8(i8[::1], i8[::1], i8, i8[::1], i8[::1], i8[::1])")
def breadth_first(offsets, targets, start, distances, edges, order):  # type: ignore[no-untyped-def]
    """Distances from the start (-1 as given where unreached), the edge that reached each state, and the order.

    Returns how many states were reached. At the top of the loop order[:put] are reached, and the moves of
    order[:taken] are followed.
    """
    distances[start] = 0
    order[0] = start
    taken = 0
    put = 1
    while taken < put:
        here = order[taken]
        taken += 1
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if distances[there] < 0:
                distances[there] = distances[here] + 1
                edges[there] = edge
                order[put] = there
                put += 1
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
