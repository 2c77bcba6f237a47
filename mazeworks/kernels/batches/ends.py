"""The first cells and the ends of many small mazes, drawn as the ordinary makers draw them."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(i8[::1], i8, i8)")
def below(states, place, bound):
    """A whole number below `bound`, each as likely, by the state at a place; see `Random.below`."""
    limit = (LOW + 1) // bound * bound
    random = states[place]
    while True:
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        if random & LOW < limit:
            states[place] = random
            return (random & LOW) % bound


@kernel("void(i8[::1], i8, i8, i8, i4[::1], i4[::1])")
def draw(states, count, width, height, firsts, others):
    """Draw a first cell for every maze and, if there is room for it, another cell.

    states: `count` for each maze, of which the first one is used.
    """
    for maze in range(len(firsts)):
        x = below(states, maze * count, width)
        firsts[maze] = below(states, maze * count, height) * width + x
        if len(others):
            others[maze] = firsts[maze]
            while others[maze] == firsts[maze]:
                x = below(states, maze * count, width)
                others[maze] = below(states, maze * count, height) * width + x


@kernel("void(u1[::1], i8[::1], i8, i8, i8, i8, i4[::1], i8[::1], i4[::1], i4[::1])")
def draw_in_largest(walls, states, count, width, cells, apart, labels, queue, starts, goals):
    """Draw ends for every maze in its largest connected part; where no two cells are joined, both are the first cell.

    apart: 0 for two random cells, 1 for the first and the last cell of the part.
    labels: room for the cells of one maze: the first cell of the part that each belongs to. queue: room for them, too.
    """
    for maze in range(len(starts)):
        below(states, maze * count, cells)  # where carving would begin
        base = maze * cells
        for cell in range(cells):
            labels[cell] = -1
        most, home = 1, -1
        for first in range(cells):
            if labels[first] >= 0:
                continue
            labels[first], queue[0] = first, first
            taken, put = 0, 1
            while taken < put:
                here = queue[taken]
                taken += 1
                for side in (1, 2, 4, 8):
                    if not walls[base + here] & side:
                        there = here + (side >> 1 & 1) * width - (side & 1) * width + (side >> 2 & 1) - (side >> 3)
                        if labels[there] < 0:
                            labels[there] = first
                            queue[put] = there
                            put += 1
            if put > most:
                most, home = put, first
        starts[maze] = goals[maze] = 0
        if home < 0:
            continue
        start, goal = 0, most - 1
        if not apart:
            start = below(states, maze * count, most)
            goal = (start + 1 + below(states, maze * count, most - 1)) % most
        number = 0
        for cell in range(cells):
            if labels[cell] == home:
                if number == start:
                    starts[maze] = cell
                if number == goal:
                    goals[maze] = cell
                number += 1
