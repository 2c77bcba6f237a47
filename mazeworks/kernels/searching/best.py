"""Best-first searches over a graph in compressed rows: Dijkstra's, A*, and the greedy one.

Each ends once it has expanded `limit` states; `registers` hold its progress, so the next call continues.
"""

from mazeworks.kernels.kernel import kernel

FOUND, EXHAUSTED, LIMIT, UNEVEN = 1, 0, -2, -3


@kernel("i8(i8[::1], i8[::1], i8[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def best_first(offsets, targets, costs, estimates, goals, stop, limit, nodes, parents, heads, order, registers):
    """Expand the state with the least cost so far plus estimate (Dijkstra, 1959; Hart, Nilsson, Raphael, 1968).

    costs, estimates: empty if each move costs 1, or nothing is estimated. stop: 1 to end at the first goal.
    nodes: four numbers per state, side by side because they are used together: the cost to reach it, its key in the
    queue or -1, the state after it in its list or -1, and the one before it, or -1 - b if heads[b] is the state itself;
    initially all -1.

    The queue is a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, 1990) of lists linked through the states:
    heads[b] begins the list of the states whose key differs from `last`, the key taken last, in b binary digits.
    A state returns to the queue if a cheaper path to it is found, and no key is put in below `last`, so an estimate
    need not be consistent, only admissible. Initially only the start is in the list of heads[0].
    registers: states expanded, the goal or -1, and `last`.
    """
    taken, last = registers[0], registers[2]
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
                digits, apart = 0, nodes[4 * node + 1] ^ last
                while apart:
                    apart >>= 1
                    digits += 1
                head = heads[digits]
                nodes[4 * node + 2], nodes[4 * node + 3] = head, -1 - digits
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
            nodes[4 * following + 3] = -1  # it is heads[0] now
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
                if nodes[4 * there + 1] >= 0:
                    following, preceding = nodes[4 * there + 2], nodes[4 * there + 3]
                    if preceding >= 0:
                        nodes[4 * preceding + 2] = following
                    else:
                        heads[-1 - preceding] = following
                    if following >= 0:
                        nodes[4 * following + 3] = preceding
                key = far
                if len(estimates):
                    key += estimates[there]
                if key < last:
                    key = last
                digits, apart = 0, key ^ last
                while apart:
                    apart >>= 1
                    digits += 1
                head = heads[digits]
                if head >= 0:
                    nodes[4 * head + 3] = there
                heads[digits] = there
                parents[there] = here
                nodes[4 * there], nodes[4 * there + 1] = far, key
                nodes[4 * there + 2], nodes[4 * there + 3] = head, -1 - digits
    registers[0], registers[2] = taken, last
    return status


@kernel("i8(i8[::1], i8[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def greedy(offsets, targets, estimates, goals, limit, parents, after, heads, order, registers):
    """Expand the state with the least estimate, whatever the path to it costs.

    heads: one stack per estimate, linked through `after`; all below `least` are empty. Initially one holds the start.
    registers: states expanded, the goal or -1, and `least`.
    """
    taken, least = registers[0], registers[2]
    status = FOUND
    while True:
        while least < len(heads) and heads[least] < 0:
            least += 1
        if least == len(heads):
            status = EXHAUSTED
            break
        if taken >= limit:
            status = LIMIT
            break
        here = heads[least]
        heads[least] = after[here]
        if taken < len(order):
            order[taken] = here
        taken += 1
        if goals[here]:
            registers[1] = here
            break
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if parents[there] < 0:
                parents[there] = here
                after[there] = heads[estimates[there]]
                heads[estimates[there]] = there
                if estimates[there] < least:
                    least = estimates[there]
    registers[0], registers[2] = taken, least
    return status


@kernel("i8(i8[::1], i8[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1], i8[::1], i8[::1])")
def a_star(offsets, targets, estimates, goals, limit, nodes, stacks, order, registers):
    """Expand the state with the least moves so far + estimate, if every move changes that sum by 0, 1 or 2.

    nodes: per state the moves to reach it, above the 32 bits of the state it was reached from; -1 if not reached.
    They lie side by side because they are used together. A goal's own estimate is 0.
    stacks: three, each with room for all states; they hold those of the least sum, of the next, and of the one after
    that, and rotate when the first is empty. A state to which a shorter path is found is pushed again; its older
    entry, whose sum is out of date, is skipped.
    registers: states expanded, the goal or -1, the least sum, which stack is the first, and the sizes of the three
    from that on. UNEVEN means that a move changes the sum otherwise, so this search cannot use the estimate.
    """
    room = len(stacks) // 3
    taken, level = registers[0], registers[2]
    first = registers[3] * room
    second = (registers[3] + 1) % 3 * room
    third = (registers[3] + 2) % 3 * room
    count, count_second, count_third = registers[4], registers[5], registers[6]
    status = EXHAUSTED
    while True:
        if count == 0:
            if count_second + count_third == 0:
                break
            level += 1
            first, second, third = second, third, first
            count, count_second, count_third = count_second, count_third, 0
            continue
        if taken >= limit:
            status = LIMIT
            break
        count -= 1
        here = stacks[first + count]
        left = estimates[here]
        so_far = nodes[here] >> 32
        if so_far + left != level:
            continue
        if taken < len(order):
            order[taken] = here
        taken += 1
        if left == 0 and goals[here]:
            registers[1] = here
            status = FOUND
            break
        so_far += 1
        mark = (so_far << 32) | here
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            known = nodes[there]
            if known < 0 or so_far < known >> 32:
                rise = so_far + estimates[there] - level
                nodes[there] = mark
                if rise == 0:
                    stacks[first + count] = there
                    count += 1
                elif rise == 2:
                    stacks[third + count_third] = there
                    count_third += 1
                elif rise == 1:
                    stacks[second + count_second] = there
                    count_second += 1
                else:
                    return UNEVEN
    registers[0], registers[2], registers[3] = taken, level, first // room
    registers[4], registers[5], registers[6] = count, count_second, count_third
    return status
