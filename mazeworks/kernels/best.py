"""Best-first searches over a graph in compressed rows: Dijkstra's, A*, and the greedy one."""

from mazeworks.kernels.kernel import kernel

FOUND = 1
EXHAUSTED = 0
LIMIT = -2


@kernel("i8(i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8, i8, i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def best_first(  # type: ignore[no-untyped-def]
    offsets, targets, costs, estimates, goals, start, stop, limit, nodes, parents, heads, order, registers
):
    """Search first where cost so far plus estimate is least (Dijkstra, 1959; Hart, Nilsson, Raphael, 1968).

    costs, estimates: empty where each move costs 1 and nothing is estimated. stop: 1 to end at the first goal.
    nodes: four numbers a state, side by side because they are used together: what it costs to come to it, its key
    in the queue or -1 if it is not there, the state after it in its list, and the one before it; all -1 as given.

    The queue is a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, 1990) of lists linked through the states:
    heads[b] begins the list of the states whose key differs from `last`, the key taken last, in b binary digits.
    A state comes back into the queue if a cheaper way to it turns up, and no key is put in below `last`, so an
    estimate need not be consistent, only never too high. registers: states taken up, the goal or -1.
    """
    last = 0
    if len(estimates):
        last = estimates[start]
    parents[start] = start
    nodes[4 * start] = 0
    nodes[4 * start + 1] = last
    heads[0] = start
    taken = 0
    status = EXHAUSTED
    while True:
        bucket = 0
        while bucket < len(heads) and heads[bucket] < 0:
            bucket += 1
        if bucket == len(heads):
            break
        if bucket > 0:
            node = heads[bucket]
            heads[bucket] = -1
            last = nodes[4 * node + 1]
            other = nodes[4 * node + 2]
            while other >= 0:
                if nodes[4 * other + 1] < last:
                    last = nodes[4 * other + 1]
                other = nodes[4 * other + 2]
            while node >= 0:
                following = nodes[4 * node + 2]
                digits = 0
                apart = nodes[4 * node + 1] ^ last
                while apart:
                    apart >>= 1
                    digits += 1
                head = heads[digits]
                nodes[4 * node + 2] = head
                nodes[4 * node + 3] = -1
                if head >= 0:
                    nodes[4 * head + 3] = node
                heads[digits] = node
                node = following
        if taken >= limit:
            status = LIMIT
            break
        here = heads[0]
        following = nodes[4 * here + 2]
        heads[0] = following
        if following >= 0:
            nodes[4 * following + 3] = -1
        nodes[4 * here + 1] = -1
        if taken < len(order):
            order[taken] = here
        taken += 1
        if stop and goals[here]:
            registers[1] = here
            status = FOUND
            break
        so_far = nodes[4 * here] + 1
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            far = so_far
            if len(costs):
                far += costs[edge] - 1
            known = nodes[4 * there]
            if known < 0 or far < known:
                key = nodes[4 * there + 1]
                if key >= 0:
                    following = nodes[4 * there + 2]
                    preceding = nodes[4 * there + 3]
                    if preceding >= 0:
                        nodes[4 * preceding + 2] = following
                    else:
                        digits = 0
                        apart = key ^ last
                        while apart:
                            apart >>= 1
                            digits += 1
                        heads[digits] = following
                    if following >= 0:
                        nodes[4 * following + 3] = preceding
                key = far
                if len(estimates):
                    key += estimates[there]
                if key < last:
                    key = last
                digits = 0
                apart = key ^ last
                while apart:
                    apart >>= 1
                    digits += 1
                head = heads[digits]
                if head >= 0:
                    nodes[4 * head + 3] = there
                heads[digits] = there
                parents[there] = here
                nodes[4 * there] = far
                nodes[4 * there + 1] = key
                nodes[4 * there + 2] = head
                nodes[4 * there + 3] = -1
    registers[0] = taken
    return status


@kernel("i8(i8[::1], i8[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def greedy(offsets, targets, estimates, goals, start, limit, parents, after, heads, order, registers):  # type: ignore[no-untyped-def]
    """Search first where the estimate is least, whatever the way there cost.

    heads: one stack per estimate, linked through `after`; none below `least` holds a state.
    registers: states taken up, the goal or -1.
    """
    least = estimates[start]
    parents[start] = start
    after[start] = -1
    heads[least] = start
    taken = 0
    while True:
        while least < len(heads) and heads[least] < 0:
            least += 1
        if least == len(heads):
            registers[0] = taken
            return EXHAUSTED
        if taken >= limit:
            registers[0] = taken
            return LIMIT
        here = heads[least]
        heads[least] = after[here]
        if taken < len(order):
            order[taken] = here
        taken += 1
        if goals[here]:
            registers[0] = taken
            registers[1] = here
            return FOUND
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if parents[there] < 0:
                parents[there] = here
                after[there] = heads[estimates[there]]
                heads[estimates[there]] = there
                if estimates[there] < least:
                    least = estimates[there]
