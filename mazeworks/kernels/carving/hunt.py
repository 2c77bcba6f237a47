"""Walks that visit no cell twice; a scan through the cells in order finds where the next one begins."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(i4[::1], i4[::1], i4[::1], u1[::1], u1[::1], i4[::1], i8[::1], i8)")
def hunt_and_kill(offsets, targets, twins, opens, marks, order, registers, steps):
    """Walk to unvisited cells until stuck, then continue from the first unvisited cell beside the maze.

    marks: 0 not visited, 1 not visited but beside a visited cell, 2 visited. Returns whether work is left.
    registers: cells done, where the walk is (-1 for a hunt), where the next hunt begins, random numbers, passages.
    No cell before the place where the next hunt begins is marked 1.
    """
    done, here, low, random, passages = registers[0], registers[1], registers[2], registers[3], registers[4]
    cells = len(marks)
    left = 1
    while steps > 0:
        steps -= 1
        if here < 0:
            while low < cells and marks[low] != 1:
                low += 1
            if low == cells:
                left = 0
                break
            here = low
            wanted = 2
        else:
            wanted = 0
        # Choose among the visited neighbours of a cell just found, or the unvisited ones of the walk.
        count = 0
        first = offsets[here]
        for edge in range(first, offsets[here + 1]):
            mark = marks[targets[edge]]
            if (mark == 2) == (wanted == 2):
                count += 1
        if count == 0:
            here = -1
            continue
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        count = ((random & LOW) * count) >> 32
        taken = first
        while True:
            if (marks[targets[taken]] == 2) == (wanted == 2):
                if count == 0:
                    break
                count -= 1
            taken += 1
        opens[taken] = opens[twins[taken]] = 1
        if wanted == 2:
            taken = twins[taken]
        if len(order):
            order[passages] = taken
        passages += 1
        done += 1
        here = targets[taken]
        marks[here] = 2
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if marks[there] == 0:
                marks[there] = 1
                if there < low:
                    low = there
    registers[0], registers[1], registers[2], registers[3], registers[4] = done, here, low, random, passages
    return left
