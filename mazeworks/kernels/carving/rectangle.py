"""Generators for the plain rectangle, which carve a bordered byte grid with all walls.

`steps` is the index offset of a step in each direction; cell (x, y) has the index (y + 1) * steps[2] + x + 1.
`registers` holds the state of the random numbers and the number of passages opened; `order` records those, as the
cell a passage leads to times 16 plus the direction of the step, if it has room; an empty array records nothing.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("void(u1[::1], i8[::1], i8, i8, i8, i8, i8[::1], i8[::1], i8, i8, i8[::1], i8[::1])")
def eller(cells, steps, width, first, last, close, left, right, across, down, registers, order):
    """Carve the rows from `first` up to `last`, given only the sets of the row above.

    left, right: the neighbours of each column in the ring of columns of its set, in the order of the columns.
    Sets never cross, so the next column belongs to the same set exactly if it is the right neighbour.
    across, down: the chances, of 65536, to join two sets, and to keep a passage down that may be closed.
    close: 1 if the row before `last` is the bottom, which joins all sets.
    """
    random, count = registers[0], registers[1]
    for y in range(first, last):
        bottom = (close != 0) & (y == last - 1)
        here = (y + 1) * steps[2]
        for x in range(width):
            here += 1
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            draw = random & LOW
            beside = x + 1
            # One test, not several: none of them can be foreseen.
            if (beside < width) & (right[x] != beside) & (bottom | ((draw & 0xFFFF) < across)):
                right[left[beside]], left[right[x]] = right[x], left[beside]
                right[x], left[beside] = beside, x
                cells[here] &= 11
                cells[here + 1] &= 7
                if count < len(order):
                    order[count] = ((here + 1) << 4) | 4
                count += 1
            if bottom:
                continue
            if (right[x] != x) & (draw >> 16 >= down):
                right[left[x]], left[right[x]] = right[x], left[x]
                right[x] = left[x] = x
            else:
                cells[here] &= 13
                cells[here + steps[2]] &= 14
                if count < len(order):
                    order[count] = ((here + steps[2]) << 4) | 2
                count += 1
    registers[0], registers[1] = random, count


@kernel("void(u1[::1], i8[::1], i8, i8, i8, i8[::1], i8[::1])")
def sidewinder(cells, steps, width, height, bound, registers, order):
    """Row by row, runs to the east; from each run one passage up.

    bound: the chance, of 65536, that a run ends at a cell. The top row is one run without a passage up.
    """
    random, count = registers[0], registers[1]
    for y in range(height):
        here = (y + 1) * steps[2]
        begin = here + 1
        for x in range(width):
            here += 1
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            draw = random & LOW
            if x + 1 < width and (y == 0 or (draw & 0xFFFF) >= bound):
                cells[here] &= 11
                cells[here + 1] &= 7
                if count < len(order):
                    order[count] = ((here + 1) << 4) | 4
                count += 1
            elif y > 0:
                chosen = begin + (((draw >> 16) * (here - begin + 1)) >> 16)
                if here - begin > 256:  # sixteen bits would be uneven over a long run
                    random = MULTIPLIER * (random & LOW) + (random >> 32)
                    chosen = begin + (((random & LOW) * (here - begin + 1)) >> 32)
                above = chosen + steps[1]
                cells[chosen] &= 14
                cells[above] &= 13
                if count < len(order):
                    order[count] = (above << 4) | 1
                count += 1
                begin = here + 1
    registers[0], registers[1] = random, count


@kernel("void(u1[::1], i8[::1], i8, i8, i8, i8, i8, i8[::1], i8[::1])")
def binary_tree(cells, steps, width, height, upright, level, bound, registers, order):
    """Open one passage from every cell, `upright` (1 or 2) or `level` (4 or 8), except across the edge.

    bound: the chance, of 65536, of the upright one.
    """
    random, count = registers[0], registers[1]
    edge_y = 0 if upright == 1 else height - 1
    edge_x = 0 if level == 8 else width - 1
    for y in range(height):
        here = (y + 1) * steps[2]
        for x in range(width):
            here += 1
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            side = upright if ((random & LOW) >> 16) < bound else level
            if y == edge_y:
                side = level
            if x == edge_x:
                side = upright
            if x == edge_x and y == edge_y:
                continue
            there = here + steps[side]
            cells[here] &= 15 - side
            cells[there] &= 15 - (((side & 5) << 1) | ((side & 10) >> 1))
            if count < len(order):
                order[count] = (there << 4) | side
            count += 1
    registers[0], registers[1] = random, count


@kernel("void(u1[::1], i8[::1], i8, i8, i8[::1], i8[::1], i8[::1])")
def divide(cells, steps, width, height, stack, registers, order):
    """Divide the rectangle in two with one gap between, then each part, down to rows and columns of cells.

    Only the gaps are opened, because all walls stand at the beginning. stack: x, y, width, height of each waiting
    part; the smaller of two is divided at once, so few wait at any time.
    """
    random, count = registers[0], registers[1]
    stride = steps[2]
    x, y, across, down, waiting = 0, 0, width, height, 0
    while True:
        if across == 1 or down == 1:  # in a row or column of cells every wall gets a gap
            step, side, back = (1, 4, 8) if down == 1 else (stride, 2, 1)
            there = (y + 1) * stride + x + 1
            for _ in range(across * down - 1):
                cells[there] &= 15 - side
                there += step
                cells[there] &= 15 - back
                if count < len(order):
                    order[count] = (there << 4) | side
                count += 1
            if waiting == 0:
                break
            waiting -= 4
            x, y, across, down = stack[waiting], stack[waiting + 1], stack[waiting + 2], stack[waiting + 3]
            continue
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        gap = random & LOW
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        cut = random & LOW
        if across > down or (across == down and cut & 1):
            first = 1 + ((cut * (across - 1)) >> 32)
            here = (y + 1 + ((gap * down) >> 32)) * stride + x + first
            there = here + 1
            cells[here] &= 11
            cells[there] &= 7
            door = (there << 4) | 4
            rest = across - first
            if rest > first:
                stack[waiting], stack[waiting + 1], stack[waiting + 2], stack[waiting + 3] = x + first, y, rest, down
                across = first
            else:
                stack[waiting], stack[waiting + 1], stack[waiting + 2], stack[waiting + 3] = x, y, first, down
                x, across = x + first, rest
        else:
            first = 1 + ((cut * (down - 1)) >> 32)
            here = (y + first) * stride + x + 1 + ((gap * across) >> 32)
            there = here + stride
            cells[here] &= 13
            cells[there] &= 14
            door = (there << 4) | 2
            rest = down - first
            if rest > first:
                stack[waiting], stack[waiting + 1], stack[waiting + 2], stack[waiting + 3] = x, y + first, across, rest
                down = first
            else:
                stack[waiting], stack[waiting + 1], stack[waiting + 2], stack[waiting + 3] = x, y, across, first
                y, down = y + first, rest
        waiting += 4
        if count < len(order):
            order[count] = door
        count += 1
    registers[0], registers[1] = random, count


@kernel("void(u1[::1], i8[::1], u1[::1], i8, i8, i8[::1], i8[::1])")
def wind(cells, steps, quarter, start, heading, registers, order):
    """Carve from a corner, and turn by `quarter` where the cell ahead is carved already or outside the grid."""
    here = start
    count = registers[1]
    while True:
        if cells[here + steps[heading]] != 15:
            heading = quarter[heading]
            if cells[here + steps[heading]] != 15:
                break
        there = here + steps[heading]
        cells[here] &= 15 - heading
        cells[there] &= 15 - (((heading & 5) << 1) | ((heading & 10) >> 1))
        if count < len(order):
            order[count] = (there << 4) | heading
        count += 1
        here = there
    registers[1] = count
