"""A bordered byte grid as the parts of a picture, and the distances that colour it."""

from mazeworks.kernels.kernel import kernel


@kernel("void(u1[::1], u1[::1], u1[::1], u1[::1], i8, i8, i8, i8)")
def parts(cells, fills, ways, out, stride, first, last, path):  # type: ignore[no-untyped-def]
    """What lies in each cell of the rows `first` to `last`, to its east, to its south, and at the corner between.

    cells, fills, ways: one byte per cell, border included: its walls, the number of its colour, and the directions
    in which a path leaves it. A passage between two cells takes the number `path` where that path goes through
    it (0 for a path that is drawn otherwise), otherwise the colour of the cell before it where both have one; a cell
    filled with the path lends it to no passage that the path does not go through.
    out: rows of these four numbers per cell; 1 is a wall.
    """
    place = 0
    for row in range(first + 1, last + 1):
        for here in range(row * stride + 1, row * stride + stride - 1):
            walls = cells[here]
            fill = fills[here]
            way = ways[here]
            east = cells[here + 1]
            south = cells[here + stride]
            out[place] = fill
            if walls & 4:
                out[place + 1] = 1
            elif path and way & 4:
                out[place + 1] = path
            elif path and fill == path:
                out[place + 1] = fills[here + 1] if fills[here + 1] != path else 0
            elif fills[here + 1]:
                out[place + 1] = fill
            else:
                out[place + 1] = 0
            if walls & 2:
                out[place + 2] = 1
            elif path and way & 2:
                out[place + 2] = path
            elif path and fill == path:
                out[place + 2] = fills[here + stride] if fills[here + stride] != path else 0
            elif fills[here + stride]:
                out[place + 2] = fill
            else:
                out[place + 2] = 0
            if walls & 6 or east & 2 or south & 4:
                out[place + 3] = 1
            elif path and fill == path:
                out[place + 3] = fills[here + stride + 1] if fills[here + stride + 1] != path else 0
            elif fills[here + 1] and fills[here + stride] and fills[here + stride + 1]:
                out[place + 3] = fill
            else:
                out[place + 3] = 0
            place += 4


@kernel("i8(u1[::1], i8[::1], i8, i4[::1], i8[::1])")
def distances(cells, steps, start, far, queue):  # type: ignore[no-untyped-def]
    """The moves from the start to each cell, in `far` (initially -1); returns the number of cells reached.

    At the top of the loop the cells queue[:put] have their distance, and the passages of queue[:taken] were followed.
    """
    far[start] = 0
    queue[0] = start
    taken = 0
    put = 1
    while taken < put:
        here = queue[taken]
        taken += 1
        walls = cells[here]
        way = 1
        while way < 16:
            if not walls & way:
                there = here + steps[way]
                if far[there] < 0:
                    far[there] = far[here] + 1
                    queue[put] = there
                    put += 1
            way <<= 1
    return put
