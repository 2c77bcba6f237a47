"""Many small mazes in other forms: pairs of joined cells, paths in squares, sequences of tokens."""

from mazeworks.kernels.kernel import kernel

#: The tokens of marks, in their order: nothing, the begin and the end of each part, a passage, and the end of one.
NOTHING, PASSAGES, END_PASSAGES, START, END_START, GOAL, END_GOAL, PATH, END_PATH, JOINED, STOP = range(11)
#: The token of cell 0; the others follow.
CELL = 11


@kernel("void(u1[::1], i8, i8, i8, i8, i4[::1])")
def write_pairs(walls, width, cells, count, most, pairs):
    """Write each passage of `count` mazes as two cells, `most` for each maze, with -1 behind."""
    for maze in range(count):
        put = 2 * maze * most
        last = put + 2 * most
        for cell in range(cells):
            for side in (4, 2):
                if not walls[maze * cells + cell] & side:
                    pairs[put], pairs[put + 1] = cell, cell + (1 if side == 4 else width)
                    put += 2
        for rest in range(put, last):
            pairs[rest] = -1


@kernel("void(u1[::1], i4[::1], u1[::1], i4[::1], i8, i8, i8)")
def paint_paths(tiles, starts, moves, lengths, width, height, colour):
    """Paint the squares of each path, those between two cells too; tiles: as `Batch.tiles` has them."""
    stride = 2 * width + 1
    taken = 0
    for maze in range(len(starts)):
        here = maze * stride * (2 * height + 1)
        here += (2 * (starts[maze] // width) + 1) * stride + 2 * (starts[maze] % width) + 1
        for _ in range(lengths[maze]):
            way = moves[taken]
            taken += 1
            for _ in range(2):
                tiles[here] = colour
                here += (way >> 1 & 1) * stride - (way & 1) * stride + (way >> 2 & 1) - (way >> 3)


@kernel("void(u1[::1], i4[::1], i4[::1], u1[::1], i4[::1], i8, i8, i8, i4[::1])")
def write_tokens(walls, starts, goals, moves, lengths, width, cells, longest, tokens):
    """Write each maze as a row of `longest` tokens: its passages, its start, its goal, and the cells of its path."""
    taken = 0
    for maze in range(len(starts)):
        put = maze * longest
        last = put + longest
        tokens[put] = PASSAGES
        put += 1
        for cell in range(cells):
            for side in (4, 2):
                if not walls[maze * cells + cell] & side:
                    tokens[put], tokens[put + 1] = CELL + cell, JOINED
                    tokens[put + 2], tokens[put + 3] = CELL + cell + (1 if side == 4 else width), STOP
                    put += 4
        here = starts[maze]
        tokens[put], tokens[put + 1] = END_PASSAGES, START
        tokens[put + 2], tokens[put + 3] = CELL + here, END_START
        tokens[put + 4], tokens[put + 5], tokens[put + 6] = GOAL, CELL + goals[maze], END_GOAL
        tokens[put + 7] = PATH
        put += 8
        if lengths[maze] >= 0:
            tokens[put] = CELL + here
            put += 1
        for _ in range(lengths[maze]):
            way = moves[taken]
            taken += 1
            here += (way >> 1 & 1) * width - (way & 1) * width + (way >> 2 & 1) - (way >> 3)
            tokens[put] = CELL + here
            put += 1
        tokens[put] = END_PATH
        for rest in range(put + 1, last):
            tokens[rest] = NOTHING
