"""Walls and lines written as the path data of SVG and PDF, digit by digit."""

from math import frexp

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


@kernel("i8(f8, i8)")
def exceeds(value, times):
    """Whether 125 × value is more than `times`, exactly: 1 if so, 0 if equal, -1 if less. Both are nearly equal."""
    share, exponent = frexp(value)
    excess = int(share * 9007199254740992.0) * 125 - (times << (53 - exponent))
    return 1 if excess > 0 else -1 if excess < 0 else 0


@kernel("i8(i8)")
def thousandths(millionths):
    """A coordinate in whole thousandths: as `round(millionths * 1e-6, 3)` has it, halves included."""
    number, rest = millionths // 1000, millionths % 1000
    if rest == 500:
        side = exceeds(millionths * 1e-6 * 16, 2 * number + 1)
        return number + (side > 0 or (side == 0 and number % 2 == 1))
    return number + (rest > 500)


@kernel("i8(u1[::1], i8, i8)")
def write_coordinate(out, put, millionths):
    """Write a coordinate as `f"{round(millionths * 1e-6, 3):g}"` does, in six digits; returns the index after it."""
    if millionths < 0:
        out[put] = 45  # -
        put += 1
    number = whole = thousandths(abs(millionths))
    step = 1
    while step < 1000 and whole >= 1000000 * step:
        step *= 10
    if step > 1:
        rest = whole % step
        number -= rest
        side = exceeds(whole / 1000 * 8, whole) if 2 * rest == step else 2 * rest - step
        if side > 0 or (side == 0 and number // step % 2 == 1):
            number += step
    put = write_number(out, put, number // 1000)
    rest = number % 1000
    if rest:
        out[put] = 46  # .
        put += 1
    while rest:
        out[put] = 48 + rest // 100
        put += 1
        rest = rest % 100 * 10
    return put


@kernel("i8(i8[::1], i8[::1], i8, i8, u1[::1])")
def svg_paths(points, starts, lines, closed, out):
    """Write lines as SVG path data, runs straight across or down written short; returns the number of bytes.

    points: x and y in millionths. starts: where each line begins, and where the last ends. closed: 1 for areas.
    out: 40 bytes for every point are always enough.
    """
    put = 0
    for line in range(lines):
        first, last = starts[line], starts[line + 1]
        x, y = points[2 * first], points[2 * first + 1]
        out[put] = 77  # M
        put = write_coordinate(out, put + 1, x)
        out[put] = 32
        put = write_coordinate(out, put + 1, y)
        for place in range(first + 1, last):
            to_x, to_y = points[2 * place], points[2 * place + 1]
            goes_across = goes_down = False  # straight on at the next point
            if place + 1 < last:
                next_x, next_y = points[2 * place + 2], points[2 * place + 3]
                goes_across = next_y == to_y and ((x < to_x and to_x < next_x) or (x > to_x and to_x > next_x))
                goes_down = next_x == to_x and ((y < to_y and to_y < next_y) or (y > to_y and to_y > next_y))
            if to_y == y and not goes_across:
                out[put] = 72  # H
                put = write_coordinate(out, put + 1, to_x)
            elif to_x == x and not goes_down:
                out[put] = 86  # V
                put = write_coordinate(out, put + 1, to_y)
            elif to_x != x and to_y != y:
                out[put] = 76  # L
                put = write_coordinate(out, put + 1, to_x)
                out[put] = 32
                put = write_coordinate(out, put + 1, to_y)
            x, y = to_x, to_y
        if closed:
            out[put] = 90  # Z
            put += 1
    return put


@kernel("i8(i8[::1], i8[::1], i8, i8, u1[::1])")
def pdf_paths(points, starts, lines, closed, out):
    """Write lines as PDF path operators, with the same arguments; returns the number of bytes."""
    put = 0
    for line in range(lines):
        first, last = starts[line], starts[line + 1]
        for place in range(first, last):
            put = write_coordinate(out, put, points[2 * place])
            out[put] = 32
            put = write_coordinate(out, put + 1, points[2 * place + 1])
            out[put], out[put + 1], out[put + 2] = 32, 109 if place == first else 108, 10  # m or l
            put += 3
        if closed:
            out[put], out[put + 1] = 104, 10  # h
            put += 2
    return put
