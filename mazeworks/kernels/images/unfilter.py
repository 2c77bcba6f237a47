"""Undoing the filters of the rows of a PNG."""

from mazeworks.kernels.kernel import kernel


@kernel("i8(u1[::1], i8, i8, i8)")
def unfilter(rows, length, count, depth):
    """Undo the filters of rows in place; returns the first row with an unknown filter, or -1.

    rows: `count` rows of `length` bytes, the first of each the number of its filter (PNG, 1996): none, the byte a
    pixel before, the byte above, the mean of both, or the predictor of Paeth (1991). A pixel has `depth` bytes.
    """
    for row in range(count):
        begin = row * length
        kind = rows[begin]
        if kind > 4:
            return row
        if kind == 1:
            for place in range(begin + 1 + depth, begin + length):
                rows[place] = (rows[place] + rows[place - depth]) & 255
        elif kind == 2 and row > 0:
            for place in range(begin + 1, begin + length):
                rows[place] = (rows[place] + rows[place - length]) & 255
        elif kind > 2:
            for place in range(begin + 1, begin + length):
                inside = place > begin + depth
                left = rows[place - depth] if inside else 0
                above = rows[place - length] if row > 0 else 0
                if kind == 3:
                    rows[place] = (rows[place] + (left + above) // 2) & 255
                    continue
                corner = rows[place - depth - length] if inside and row > 0 else 0
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
