"""Depth-first carving over compressed rows, with a bias towards the same side."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(i4[::1], i4[::1], i4[::1], u1[::1], u1[::1], i4[::1], i4[::1], i8, i8[::1], i8)")
def backtracker(offsets, targets, twins, ways, opens, came, order, bound, registers, steps):
    """Carve from a first cell until the search has returned there; returns whether work is left.

    came: the edge by which each cell was entered, -1 if unvisited, -2 at the first cell; it replaces a stack.
    bound: 65536 × complexity; a random number at or above it keeps the heading if possible.
    registers: cells done, the current cell, the side it last went through or -1, random numbers, passages.
    """
    done, here, heading, random, passages = registers[0], registers[1], registers[2], registers[3], registers[4]
    left = 1
    while steps:
        steps -= 1
        fresh = 0
        straight = -1
        first, last = offsets[here], offsets[here + 1]
        for edge in range(first, last):
            if came[targets[edge]] == -1:
                fresh += 1
                if ways[edge] == heading:
                    straight = edge
        if fresh == 0:
            done += 1
            heading = -1
            if came[here] < 0:
                left = 0
                break
            here = targets[twins[came[here]]]
            continue
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = random & LOW
        taken = straight
        if straight < 0 or draw >> 16 < bound:
            fresh = ((draw & 0xFFFF) * fresh) >> 16
            taken = first
            while True:
                if came[targets[taken]] == -1:
                    if fresh == 0:
                        break
                    fresh -= 1
                taken += 1
        heading = ways[taken]
        opens[taken] = opens[twins[taken]] = 1
        here = targets[taken]
        came[here] = taken
        if len(order):
            order[passages] = taken
        passages += 1
    registers[0], registers[1], registers[2], registers[3], registers[4] = done, here, heading, random, passages
    return left
