"""Depth-first carving of a bordered byte grid, with a bias towards straight halls."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("b1(u1[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1])")
def carve(cells, steps, pick, bound, budget, registers, order):
    """Carve a perfect maze into closed cells, at most `budget` steps; returns whether it is done.

    cells: one byte per cell, rows `steps[2]` apart; the border is not 15, all others are (four walls, not visited).
    bound: 65536 × complexity; a random number at or above it keeps the heading.
    registers: the current cell, the heading, the state of the random numbers, and the number of cells carved.
    Initially the start is marked 255, and nothing is carved.
    order: empty, or room for every carved cell but the first: 16 × its index + the heading by which it was entered.

    At the top of the loop `here` is visited, and the upper half of its byte is the direction back to the start
    (15 at the start itself); these directions replace a stack. The upper half is cleared when the search leaves the
    cell for the last time.
    """
    north, south = steps[1], steps[2]
    here, heading, random, carved = registers[0], registers[1], registers[2], registers[3]
    done = False
    for _ in range(budget):
        sides = 0
        if cells[here + north] == 15:
            sides = 1
        if cells[here + south] == 15:
            sides += 2
        if cells[here + 1] == 15:
            sides += 4
        if cells[here - 1] == 15:
            sides += 8
        if sides:
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            draw = random & LOW
            if not (sides & heading and draw >> 16 >= bound):
                heading = pick[sides * 12 + (((draw & 0xFFFF) * 12) >> 16)]
            back = ((heading & 5) << 1) | ((heading & 10) >> 1)
            cells[here] &= 255 - heading
            here += steps[heading]
            cells[here] = (15 - back) | (back << 4)
            if len(order):
                order[carved] = here * 16 + heading
            carved += 1
        else:
            homeward = cells[here] >> 4
            cells[here] &= 15
            if homeward == 15:
                done = True
                break
            here += steps[homeward]
            heading = 0
    registers[0], registers[1], registers[2], registers[3] = here, heading, random, carved
    return done
