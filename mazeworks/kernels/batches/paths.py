"""The paths of many small mazes on rectangles: searches from cell to cell, and the moves from start to goal.

A maze of `cells` = width × height cells is the row number `maze` of each array: its cell k is at maze × cells + k.
`walls` are whole: the outer walls stand, and both sides of a wall agree, so that no search leaves the rectangle.
`ways` has, for each cell, the direction of the next step back to where a search or the carving began; ROOT is there,
and 0 in cells that were not reached. `queue` has room for the cells of one maze.
"""

from mazeworks.kernels.kernel import kernel

#: The mark of the cell in which a search began.
ROOT = 16
#: The mark of a cell on the path from the start to the root.
PASSED = 32


@kernel("i8(u1[::1], u1[::1], i4[::1], i8, i8, i8, i8)")
def spread(walls, ways, queue, width, cells, maze, first):
    """Search one maze breadth-first from a cell; returns the cell found last, which is one of the farthest."""
    base = maze * cells
    for place in range(base, base + cells):
        ways[place] = 0
    ways[base + first] = ROOT
    queue[0] = first
    taken, put = 0, 1
    here = first
    while taken < put:
        here = queue[taken]
        taken += 1
        standing = walls[base + here]
        if standing & 1 == 0 and ways[base + here - width] == 0:
            ways[base + here - width] = 2
            queue[put] = here - width
            put += 1
        if standing & 2 == 0 and ways[base + here + width] == 0:
            ways[base + here + width] = 1
            queue[put] = here + width
            put += 1
        if standing & 4 == 0 and ways[base + here + 1] == 0:
            ways[base + here + 1] = 8
            queue[put] = here + 1
            put += 1
        if standing & 8 == 0 and ways[base + here - 1] == 0:
            ways[base + here - 1] = 4
            queue[put] = here - 1
            put += 1
    return here


@kernel("void(u1[::1], u1[::1], i4[::1], i4[::1], i8, i8)")
def spread_all(walls, ways, starts, queue, width, cells):
    """Search every maze from its start."""
    for maze in range(len(starts)):
        spread(walls, ways, queue, width, cells, maze, starts[maze])


@kernel("void(u1[::1], u1[::1], i4[::1], i4[::1], i4[::1], i8, i8)")
def farthest(walls, ways, starts, goals, queue, width, cells):
    """Move the ends of every maze, a tree, to two cells as far apart as any; the first search begins at `starts`.

    Afterwards `ways` are those of a search from the new start.
    """
    for maze in range(len(starts)):
        starts[maze] = spread(walls, ways, queue, width, cells, maze, starts[maze])
        goals[maze] = spread(walls, ways, queue, width, cells, maze, starts[maze])


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
