"""The paths of many small mazes on rectangles: searches from cell to cell, and the moves from start to goal.

A maze of `cells` = width × height cells is the row number `maze` of each array: its cell k is at maze × cells + k.
`walls` are whole: the outer walls stand, and both sides of a wall agree, so that no search leaves the rectangle.
`ways` has, for each cell, the direction of the next step back to where a search or the carving began; ROOT is there,
and 0 in cells that were not reached. `queue` has room for four steps from each cell of one maze, and four more.
"""

from mazeworks.kernels.kernel import kernel

#: The mark of the cell in which a search began.
ROOT = 16
#: The mark of a cell on the path from the start to the root.
PASSED = 32


@kernel("i8(u1[::1], u1[::1], i8[::1], i8, i8, i8, i8, i8, i8)")
def spread(walls, ways, queue, width, cells, maze, first, goal, clockwise):
    """Search one maze breadth-first from a cell to the goal, or everywhere for -1; returns the cell found last.

    Everywhere, that is one of the farthest.
    clockwise: 0 to go north, south, east and west, as searches of a grid do; 1 for north, east, south, west, as in a
    graph of squares.
    At the top of the loop queue[taken:put] are the steps to follow, each the cell it leads to times 32 plus the
    direction back. All four are written for each cell, and only open ones are kept: no test, which would be a guess.
    """
    base = maze * cells
    for place in range(base, base + cells):
        ways[place] = 0
    # The step south and its bit, and the step east: the second and the third, or the other way round.
    second, second_bit, third, third_bit = width * 32 + 1, 1, 32 + 8, 2
    if clockwise:
        second, second_bit, third, third_bit = 32 + 8, 2, width * 32 + 1, 1
    queue[0] = first * 32 + ROOT
    taken, put, last = 0, 1, -2
    while taken < put and last != goal:
        here, back = queue[taken] >> 5, queue[taken] & 31
        taken += 1
        if ways[base + here]:
            continue  # in a loop: another step led here before
        ways[base + here] = back
        last = here
        standing = walls[base + here] | back
        queue[put] = (here - width) * 32 + 2
        put += 1 - (standing & 1)
        queue[put] = here * 32 + second
        put += 1 - (standing >> second_bit & 1)
        queue[put] = here * 32 + third
        put += 1 - (standing >> third_bit & 1)
        queue[put] = (here - 1) * 32 + 4
        put += 1 - (standing >> 3 & 1)
    return last


@kernel("void(u1[::1], u1[::1], i4[::1], i4[::1], i8[::1], i8, i8)")
def spread_all(walls, ways, starts, goals, queue, width, cells):
    """Search every maze from its start to its goal."""
    for maze in range(len(starts)):
        spread(walls, ways, queue, width, cells, maze, starts[maze], goals[maze], 0)


@kernel("void(u1[::1], u1[::1], i4[::1], i4[::1], i8[::1], i8, i8, i8)")
def farthest(walls, ways, starts, goals, queue, width, cells, clockwise):
    """Move the ends of every maze apart, in a tree as far as can be; the first search begins at `starts`.

    clockwise: see `spread`. Afterwards `ways` are those of a search from the new start.
    """
    for maze in range(len(starts)):
        starts[maze] = spread(walls, ways, queue, width, cells, maze, starts[maze], -1, clockwise)
        goals[maze] = spread(walls, ways, queue, width, cells, maze, starts[maze], -1, clockwise)


@kernel("i8(u1[::1], i4[::1], i4[::1], i8, i8, u1[::1], i4[::1])")
def walk(ways, starts, goals, width, cells, moves, lengths):
    """Write the moves of every maze from its start to its goal, one path behind the other; returns their number.

    Both cells go back to one root, so the path climbs from the start to the first cell that the way from the goal
    passes too, and follows that way down. lengths: the number of moves, or -1 where the goal is not joined to the root.
    """
    end = 0
    for maze in range(len(starts)):
        base = maze * cells
        here = starts[maze]
        while ways[base + here] < ROOT:
            way = ways[base + here]
            ways[base + here] = way | PASSED
            here += (way >> 1 & 1) * width - (way & 1) * width + (way >> 2 & 1) - (way >> 3)
        ways[base + here] = ROOT | PASSED
        here = goals[maze]
        down = 0
        while 0 < ways[base + here] < ROOT:
            way = ways[base + here]
            here += (way >> 1 & 1) * width - (way & 1) * width + (way >> 2 & 1) - (way >> 3)
            down += 1
        meeting = here
        begin = end
        if ways[base + meeting] == 0:
            lengths[maze] = -1
            continue
        here = starts[maze]
        while here != meeting:
            way = ways[base + here] & 15
            moves[end] = way
            end += 1
            here += (way >> 1 & 1) * width - (way & 1) * width + (way >> 2 & 1) - (way >> 3)
        end += down
        put = end
        here = goals[maze]
        while here != meeting:
            way = ways[base + here]
            put -= 1
            moves[put] = ((way & 5) << 1) | ((way & 10) >> 1)
            here += (way >> 1 & 1) * width - (way & 1) * width + (way >> 2 & 1) - (way >> 3)
        lengths[maze] = end - begin
    return end


@kernel("void(u1[::1], i4[::1], i8, u1[::1])")
def pad(moves, lengths, longest, rows):
    """Spread the moves of all mazes over rows of `longest`, with zeros behind each path."""
    taken = 0
    for maze in range(len(lengths)):
        place = maze * longest
        last = place + longest
        for _ in range(lengths[maze]):
            rows[place] = moves[taken]
            place += 1
            taken += 1
        for rest in range(place, last):
            rows[rest] = 0
