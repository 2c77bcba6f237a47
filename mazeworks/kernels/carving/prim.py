"""Carving outward from a frontier: a uniformly random cell of it joins the maze next."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(i4[::1], i4[::1], i4[::1], i4[::1], u1[::1], i4[::1], i4[::1], i8[::1], i8)")
def prim(offsets, targets, twins, came, marks, frontier, order, registers, steps):
    """Join cells to the maze until the frontier is empty; returns whether work is left.

    marks: 0 outside, 1 in the frontier, 2 in the maze; initially the first cell is the whole frontier.
    came: afterwards the edge that joins each cell to the maze. frontier: room for every cell.
    registers: cells done, frontier cells, random numbers, passages.
    """
    done, count, random, passages = registers[0], registers[1], registers[2], registers[3]
    while count and steps:
        steps -= 1
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = ((random & LOW) * count) >> 32
        here = frontier[place]
        count -= 1
        frontier[place] = frontier[count]
        marks[here] = 2
        done += 1
        inside = 0
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            mark = marks[there]
            if mark == 2:
                inside += 1
            elif mark == 0:
                marks[there] = 1
                frontier[count] = there
                count += 1
        if inside == 0:
            continue  # the first cell of an island
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        inside = ((random & LOW) * inside) >> 32
        edge = offsets[here]
        while True:
            if marks[targets[edge]] == 2:
                if inside == 0:
                    break
                inside -= 1
            edge += 1
        came[here] = edge
        if len(order):
            order[passages] = twins[edge]
        passages += 1
    registers[0], registers[1], registers[2], registers[3] = done, count, random, passages
    return count
