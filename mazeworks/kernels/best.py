"""Best-first searches over a graph in compressed rows: Dijkstra's, A*, and the greedy one."""

from mazeworks.kernels.kernel import kernel

FOUND = 1
EXHAUSTED = 0
LIMIT = -2


@kernel(
    "i8(i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8, i8, i8,"
    " i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])"
)
def best_first(  # type: ignore[no-untyped-def]
    offsets, targets, costs, estimates, goals, start, stop, limit,
    distances, parents, keys, after, before, heads, order, registers,
):  # fmt: skip
    """Search first where cost so far plus estimate is least (Dijkstra, 1959; Hart, Nilsson, Raphael, 1968).

    costs, estimates: empty where each move costs 1 and nothing is estimated. distances: -1 as given. stop: 1 to
    end at the first goal.

    The queue is a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, 1990) of lists linked through the states:
    heads[b] begins the list of the states whose key differs from `last`, the key taken last, in b binary digits.
    keys: -1 for a state that is not in the queue. after, before: its neighbours in its list. A state comes back
    into the queue if a cheaper way to it turns up, and no key is put in below `last`, so an estimate need not be
    consistent, only never too high. registers: states taken up, the goal or -1.
    """
    last = 0
    if len(estimates):
        last = estimates[start]
    distances[start] = 0
    parents[start] = start
    keys[start] = last
    after[start] = -1
    before[start] = -1
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
            last = keys[node]
            other = after[node]
            while other >= 0:
                if keys[other] < last:
                    last = keys[other]
                other = after[other]
            while node >= 0:
                following = after[node]
                digits = 0
                apart = keys[node] ^ last
                while apart:
                    apart >>= 1
                    digits += 1
                head = heads[digits]
                after[node] = head
                before[node] = -1
                if head >= 0:
                    before[head] = node
                heads[digits] = node
                node = following
        if taken >= limit:
            status = LIMIT
            break
        here = heads[0]
        heads[0] = after[here]
        if after[here] >= 0:
            before[after[here]] = -1
        keys[here] = -1
        if taken < len(order):
            order[taken] = here
        taken += 1
        if stop and goals[here]:
            registers[1] = here
            status = FOUND
            break
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            far = distances[here] + 1
            if len(costs):
                far += costs[edge] - 1
            if distances[there] < 0 or far < distances[there]:
                if keys[there] >= 0:
                    if before[there] >= 0:
                        after[before[there]] = after[there]
                    else:
                        digits = 0
                        apart = keys[there] ^ last
                        while apart:
                            apart >>= 1
                            digits += 1
                        heads[digits] = after[there]
                    if after[there] >= 0:
                        before[after[there]] = before[there]
                distances[there] = far
                parents[there] = here
                key = far
                if len(estimates):
                    key += estimates[there]
                if key < last:
                    key = last
                keys[there] = key
                digits = 0
                apart = key ^ last
                while apart:
                    apart >>= 1
                    digits += 1
                head = heads[digits]
                after[there] = head
                before[there] = -1
                if head >= 0:
                    before[head] = there
                heads[digits] = there
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
