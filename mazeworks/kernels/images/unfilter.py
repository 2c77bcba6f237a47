"""Undoing the filters of the rows of a PNG."""

from mazeworks.kernels.kernel import kernel


@kernel("i8(u1[::1], i8, i8)")
def unfilter(rows, length, count):
    """Undo the filters of rows with one byte per pixel, in place; returns the first row with an unknown filter, or -1.

    rows: `count` rows of `length` bytes, the first of each the number of its filter (PNG, 1996): none, the byte
    before, the byte above, the mean of both, or the predictor of Paeth (1991).
    """
    for row in range(count):
        begin = row * length
        kind = rows[begin]
        if kind > 4:
            return row
        if kind == 0:
            continue
        for place in range(begin + 1, begin + length):
            left = rows[place - 1] if place > begin + 1 else 0
            above = rows[place - length] if row > 0 else 0
            corner = rows[place - length - 1] if row > 0 and place > begin + 1 else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            else:
                near_left = abs(above - corner)
                near_above = abs(left - corner)
                near_corner = abs(left + above - 2 * corner)
                guess = corner
                if near_left <= near_above and near_left <= near_corner:
                    guess = left
                elif near_above <= near_corner:
                    guess = above
            rows[place] = (rows[place] + guess) & 255
    return -1
