"""A tree grown from a list of active cells; a rule picks which of them grows next."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER

#: Added to the count of a cell that belongs to the tree.
VISITED = 1 << 30


@kernel("i8(i4[::1], i4[::1], i4[::1], i4[::1], i4[::1], i4[::1], i4[::1], i8[::1], i8[::1], i8)")
def growing_tree(offsets, targets, came, fresh, active, links, order, bounds, registers, steps):
    """Pick an active cell and join one new neighbour to it, or drop it if it has none; returns whether work is left.

    came: afterwards the edge by which each cell was entered.
    fresh: the number of edges of each cell to unvisited cells, plus VISITED for cells of the tree.
    active: room for every cell; dropped ones are -1 until the list is packed.
    links: room for every cell; from a dropped index, a later one with nothing active between.
    bounds: a 16-bit random number below the first picks the newest, then the oldest, a random one, the middle one.
    registers: cells done, the first and last index of the list, the number dropped, random numbers, passages.
    """
    done, head, tail, dropped = registers[0], registers[1], registers[2], registers[3]
    random, passages = registers[4], registers[5]
    left = 1
    while steps > 0:
        steps -= 1
        while tail > head and active[tail - 1] < 0:
            tail -= 1
            dropped -= 1
        while head < tail and active[head] < 0:
            head += 1
            dropped -= 1
        if head == tail:
            left = 0
            break
        if dropped * 2 > tail - head:
            put = 0
            for place in range(head, tail):
                if active[place] >= 0:
                    active[put] = active[place]
                    put += 1
            head, tail, dropped = 0, put, 0
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = (random & LOW) >> 16
        if draw < bounds[0]:
            place = tail - 1
        elif draw < bounds[1]:
            place = head
        elif draw < bounds[2]:
            place = head
            while True:
                random = MULTIPLIER * (random & LOW) + (random >> 32)
                place = head + (((random & LOW) * (tail - head)) >> 32)
                if active[place] >= 0:
                    break
        else:
            place = (head + tail) >> 1
            while place < tail and active[place] < 0:
                after = links[place]
                if after < tail and active[after] < 0:
                    links[place] = links[after]
                place = after
            if place >= tail:
                place = tail - 1
        here = active[place]
        count = fresh[here] - VISITED
        if count < 2:  # none left, or none after this one
            active[place] = -1
            links[place] = place + 1
            dropped += 1
            if count == 0:
                continue
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        count = ((random & LOW) * count) >> 32
        taken = offsets[here]
        while True:
            if fresh[targets[taken]] < VISITED:
                if count == 0:
                    break
                count -= 1
            taken += 1
        if len(order):
            order[passages] = taken
        passages += 1
        done += 1
        here = targets[taken]
        fresh[here] += VISITED
        came[here] = taken
        for edge in range(offsets[here], offsets[here + 1]):
            fresh[targets[edge]] -= 1
        active[tail] = here
        tail += 1
    registers[0], registers[1], registers[2], registers[3] = done, head, tail, dropped
    registers[4], registers[5] = random, passages
    return left
