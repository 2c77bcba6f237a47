"""Random walks over compressed rows that open a uniformly random spanning tree."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(i4[::1], i4[::1], i4[::1], u1[::1], u1[::1], i4[::1], i8[::1], i8)")
def aldous_broder(offsets, targets, twins, opens, marks, order, registers, steps):
    """Walk at random, and open the passage by which the walk first enters each cell.

    marks: 1 for cells visited. Returns whether work is left.
    registers: cells done, cells of this island not visited yet, where the walk is, random numbers, passages.
    """
    done, left, here, random, passages = registers[0], registers[1], registers[2], registers[3], registers[4]
    while left and steps:
        steps -= 1
        first = offsets[here]
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        edge = first + (((random & LOW) * (offsets[here + 1] - first)) >> 32)
        here = targets[edge]
        if marks[here] == 0:
            marks[here] = 1
            opens[edge] = opens[twins[edge]] = 1
            if len(order):
                order[passages] = edge
            passages += 1
            done += 1
            left -= 1
    registers[0], registers[1], registers[2], registers[3], registers[4] = done, left, here, random, passages
    return left


@kernel("i8(i4[::1], i4[::1], i4[::1], u1[::1], u1[::1], i4[::1], i4[::1], i8[::1], i8)")
def wilson(offsets, targets, twins, opens, marks, leaving, order, registers, steps):
    """Walk at random from every cell in turn until the walk meets the tree, then open it without its loops.

    marks: 1 for cells of the tree, initially one in each island. leaving: room for the edge by which the walk last
    left each cell: following it skips the loops. Returns whether work is left.
    registers: cells done, the cell the walk began at, where it is, random numbers, passages.
    """
    done, first, here, random, passages = registers[0], registers[1], registers[2], registers[3], registers[4]
    cells = len(marks)
    while first < cells and steps > 0:
        while marks[here] == 0 and steps > 0:
            steps -= 1
            start = offsets[here]
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            edge = start + (((random & LOW) * (offsets[here + 1] - start)) >> 32)
            leaving[here] = edge
            here = targets[edge]
        if marks[here] == 0:
            break
        here = first
        while marks[here] == 0:
            edge = leaving[here]
            marks[here] = 1
            opens[edge] = opens[twins[edge]] = 1
            if len(order):
                order[passages] = twins[edge]
            passages += 1
            done += 1
            here = targets[edge]
        while first < cells and marks[first] == 1:
            first += 1
        here = first
    registers[0], registers[1], registers[2], registers[3], registers[4] = done, first, here, random, passages
    return cells - first
