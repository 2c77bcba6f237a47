"""Open and closed pixels: the walls between them, how far each is from a wall, and the centre lines of passages."""

from math import floor

from mazeworks.kernels.kernel import kernel


@kernel("void(u1[::1], u1[::1], i8, i8, i8, i8)")
def walls_between(open_pixels, cells, width, height, first, last):
    """Walls of a bordered byte grid with a cell for each pixel: none between two that are both open.

    open_pixels: 1 where open, rows `width` apart. cells: rows `width + 2` apart, the border is not changed.
    Rows `first` to `last` are written, so that workers can share the rows.
    """
    for y in range(first, last):
        source, target = y * width, (y + 1) * (width + 2) + 1
        for x in range(width):
            walls = 15
            if open_pixels[source + x]:
                if y > 0 and open_pixels[source + x - width]:
                    walls = 14
                if y + 1 < height and open_pixels[source + x + width]:
                    walls -= 2
                if x + 1 < width and open_pixels[source + x + 1]:
                    walls -= 4
                if x > 0 and open_pixels[source + x - 1]:
                    walls -= 8
            cells[target + x] = walls


@kernel("void(u1[::1], i4[::1], i8, i8)")
def clearance(open_pixels, far, width, height):
    """The distance of each pixel from the nearest closed one: 3 a step, 4 a diagonal step (Borgefors, 1986).

    Two sweeps, down and up; at each pixel the distance is at most that of a neighbour already swept and a step.
    Closed pixels have 0. Beyond the edge of the image nothing is closed.
    """
    for y in range(height):
        row = y * width
        for x in range(width):
            place = row + x
            if not open_pixels[place]:
                far[place] = 0
                continue
            best = 1 << 20
            if x > 0:
                best = min(best, far[place - 1] + 3)
            if y > 0:
                best = min(best, far[place - width] + 3)
                if x > 0:
                    best = min(best, far[place - width - 1] + 4)
                if x + 1 < width:
                    best = min(best, far[place - width + 1] + 4)
            far[place] = best
    for back in range(height):
        row = (height - 1 - back) * width
        for past in range(width):
            x = width - 1 - past
            place = row + x
            best = far[place]
            if best == 0:
                continue
            if past > 0:
                best = min(best, far[place + 1] + 3)
            if back > 0:
                best = min(best, far[place + width] + 3)
                if x > 0:
                    best = min(best, far[place + width - 1] + 4)
                if past > 0:
                    best = min(best, far[place + width + 1] + 4)
            far[place] = best


@kernel("i8(i4[::1], i8[::1], i8)")
def pieces(numbers, queue, width):
    """Number the 4-connected components from 1; returns how many there are.

    numbers: -1 where open and 0 where closed, with a closed rim; afterwards the numbers.
    queue: room for every open pixel.
    """
    count = 0
    for place in range(len(numbers)):
        if numbers[place] >= 0:
            continue
        count += 1
        numbers[place], queue[0] = count, place
        first, last = 0, 1
        while first < last:
            here = queue[first]
            first += 1
            for beside in (here + 1, here - 1, here + width, here - width):
                if numbers[beside] < 0:
                    numbers[beside] = count
                    queue[last] = beside
                    last += 1
    return count


@kernel("i8(u1[::1], i4[::1], i8[::1], u1[::1], i8[::1], i8)")
def thin(open_pixels, far, order, removable, stack, width):
    """Close every pixel that no path needs, those nearest to a wall first; returns how many were closed.

    Lines one pixel wide remain along the middle of passages: those that join pixels marked 2, which are never
    closed, and those around obstacles. Dead ends are gone.

    open_pixels: 0 closed, 1 open, 2 open and kept; a closed rim of one pixel.
    order: the open pixels, by their distance `far` from a wall. removable: by the eight pixels around one
    (bit 0 to the east, then clockwise), whether closing it changes no connection.
    stack: room for pixels to check again because a neighbour was closed; a pixel that finds no room stays open,
    which leaves a spur but never breaks a path.
    """
    closed = 0
    for number in range(len(order)):
        level = far[order[number]]
        stack[0] = order[number]
        waiting = 1
        while waiting:
            waiting -= 1
            here = stack[waiting]
            if open_pixels[here] != 1:
                continue
            around = 0
            if open_pixels[here + 1]:
                around = 1
            if open_pixels[here + width + 1]:
                around += 2
            if open_pixels[here + width]:
                around += 4
            if open_pixels[here + width - 1]:
                around += 8
            if open_pixels[here - 1]:
                around += 16
            if open_pixels[here - width - 1]:
                around += 32
            if open_pixels[here - width]:
                around += 64
            if open_pixels[here - width + 1]:
                around += 128
            if not removable[around]:
                continue
            open_pixels[here] = 0
            closed += 1
            if waiting + 8 < len(stack):
                for row in range(-1, 2):
                    for column in range(-1, 2):
                        beside = here + row * width + column
                        if open_pixels[beside] == 1 and far[beside] <= level:
                            stack[waiting] = beside
                            waiting += 1
    return closed


@kernel("i8(u1[::1], i4[::1], i8[::1], i8, i8)")
def fan_out(open_pixels, far, queue, width, near):
    """Give each open pixel the distance of the nearest one that has it, and more if that is over `near` steps away.

    open_pixels: 0 closed, with a closed rim of one pixel all around. far: distances, -1 where unknown; afterwards
    those of all reachable pixels. queue: room for these; returns how many they are.
    At the top of the outer loop the pixels queue[first:last] lie `steps` steps from the nearest.
    """
    last = 0
    for place in range(len(far)):
        if far[place] >= 0:
            queue[last] = place
            last += 1
    first = steps = 0
    while first < last:
        more = 1 if steps >= near else 0
        front = last
        for number in range(first, front):
            here = queue[number]
            for beside in (here + 1, here - 1, here + width, here - width):
                if open_pixels[beside] and far[beside] < 0:
                    far[beside] = far[here] + more
                    queue[last] = beside
                    last += 1
        first = front
        steps += 1
    return last


@kernel("void(u1[::1], u1[::1], i8, i8, f8, f8, f8, f8, i8, i8)")
def turned(source, out, width, height, cos, sin, x0, y0, first, last):
    """Write the rows `first` to `last` of an image rotated about `x0`, `y0`; 0 outside the source."""
    for y in range(first, last):
        for x in range(width):
            column = floor(x0 + (x - x0) * cos - (y - y0) * sin + 0.5)
            row = floor(y0 + (x - x0) * sin + (y - y0) * cos + 0.5)
            inside = column >= 0 and row >= 0 and column < width and row < height
            out[y * width + x] = source[row * width + column] if inside else 0
