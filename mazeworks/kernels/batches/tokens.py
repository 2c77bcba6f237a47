"""Many small mazes as sequences of tokens."""

from mazeworks.kernels.kernel import kernel

#: The tokens of marks, in their order: nothing, the begin and the end of each part, a passage, and the end of one.
NOTHING, PASSAGES, END_PASSAGES, START, END_START, GOAL, END_GOAL, PATH, END_PATH, JOINED, STOP = range(11)
#: The token of cell 0; the others follow.
CELL = 11


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
