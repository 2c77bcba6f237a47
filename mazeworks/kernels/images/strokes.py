"""Walls written as SVG path data, digit by digit."""

from mazeworks.kernels.kernel import kernel


@kernel("i8(u1[::1], i8, i8)")
def write_number(out, put, number):
    """Write a whole number in decimal digits at `put`; returns the index after it."""
    power = 1
    while power * 10 <= number:
        power *= 10
    while power:
        out[put] = 48 + number // power % 10
        put += 1
        power //= 10
    return put


@kernel("i8(u1[::1], i8, i8, i8, i8, u1[::1])")
def strokes(lines, columns, first, last, across, out):
    """Write each unbroken run of the lines `first` to `last` as a stroke, `M3 0h5`; returns the number of bytes.

    lines: one byte per position, 1 where a wall stands, `columns` positions per line. across: 1 for horizontal lines,
    0 for vertical ones. out: 32 bytes for every two positions are always enough.
    """
    put = 0
    for line in range(first, last):
        place = line * columns
        column = 0
        while column < columns:
            if not lines[place + column]:
                column += 1
                continue
            begin = column
            while column < columns and lines[place + column]:
                column += 1
            out[put] = 77  # M
            put = write_number(out, put + 1, begin if across else line)
            out[put] = 32
            put = write_number(out, put + 1, line if across else begin)
            out[put] = 104 if across else 118  # h or v
            put = write_number(out, put + 1, column - begin)
    return put
