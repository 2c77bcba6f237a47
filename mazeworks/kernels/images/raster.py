"""A bordered byte grid as the parts of a picture, and the distances that colour it."""

from mazeworks.kernels.kernel import kernel


@kernel("void(u1[::1], u1[::1], u1[::1], u1[::1], i8, i8, i8, i8)")
def parts(cells, fills, path_sides, out, stride, first, last, path):
    """What lies in each cell of the rows `first` to `last`, to its east, to its south, and at the corner between.

    cells, fills, path_sides: a byte per cell, border included: its walls, the number of its colour, and the directions
    in which a path leaves it. A passage between two cells takes the number `path` where that path goes through
    it (0 for a path that is drawn otherwise), otherwise the colour of the cell before it where both have one; a cell
    filled with the path lends it to no passage that the path does not go through.
    out: rows of these four numbers per cell; 1 is a wall.
    """
    place, sides = 0, ((1, 4, 1), (2, 2, stride))
    for row in range(first + 1, last + 1):
        for here in range(row * stride + 1, row * stride + stride - 1):
            walls, fill, exits = cells[here], fills[here], path_sides[here]
            out[place] = fill
            for side, bit, step in sides:
                there = here + step
                if walls & bit:
                    out[place + side] = 1
                elif path and exits & bit:
                    out[place + side] = path
                elif path and fill == path:
                    out[place + side] = fills[there] if fills[there] != path else 0
                else:
                    out[place + side] = fill if fills[there] else 0
            if walls & 6 or cells[here + 1] & 2 or cells[here + stride] & 4:
                out[place + 3] = 1
            elif path and fill == path:
                out[place + 3] = fills[here + stride + 1] if fills[here + stride + 1] != path else 0
            elif fills[here + 1] and fills[here + stride] and fills[here + stride + 1]:
                out[place + 3] = fill
            else:
                out[place + 3] = 0
            place += 4


@kernel("i8(u1[::1], i8[::1], i8, i4[::1], i8[::1])")
def distances(cells, steps, start, far, queue):
    """The moves from the start to each cell, in `far` (initially -1); returns the number of cells reached.

    At the top of the loop the cells queue[:put] have their distance, and the passages of queue[:taken] were followed.
    """
    far[start], queue[0] = 0, start
    taken, put = 0, 1
    while taken < put:
        here = queue[taken]
        taken += 1
        walls = cells[here]
        for side in (1, 2, 4, 8):
            if not walls & side:
                there = here + steps[side]
                if far[there] < 0:
                    far[there] = far[here] + 1
                    queue[put] = there
                    put += 1
    return put
