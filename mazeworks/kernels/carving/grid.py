"""The classic generators on the byte grid of a plain rectangle.

A cell that is not carved yet is OUT with its four walls; one that belongs to the maze is IN with the walls that stand;
the border has neither mark. `steps` is the index offset of a step in each direction. `registers` begins with the
number of passages opened; `order` is empty, or has room for all of them: the cell that a passage leads to times 16
plus the direction of the step there. A kernel takes at most `budget` steps, each about as long as any other, and
returns whether its work is done.
"""

from mazeworks.kernels.carving.place import root
from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER

OUT, IN = 128, 64
#: Four walls.
CLOSED = 15
#: The mark of a cell that is OUT, but beside one that is IN.
BESIDE = 32


@kernel("b1(u1[::1], i8[::1], i8, i8[::1], i8[::1])")
def wilson(cells, steps, budget, registers, order):
    """Walk at random from every cell in turn until the walk meets the maze, then open it without its loops.

    A cell keeps the way by which the walk last left it in place of its walls; following these skips the loops.
    registers: passages, the cell the walk began at, where it is, random numbers, two bits for each of the next steps,
    and how many of those are left. Initially one cell is IN.
    """
    passages, first, here, random, pool, left = (
        registers[0], registers[1], registers[2], registers[3], registers[4], registers[5]
    )  # fmt: skip
    last = len(cells) - steps[2] - 1
    while first < last:
        while cells[here] >= OUT and (left or budget):
            if left == 0:
                budget -= 1
                random = MULTIPLIER * (random & LOW) + (random >> 32)
                pool, left = random & LOW, 16
            way = 1 << (pool & 3)
            pool >>= 2
            left -= 1
            there = here + steps[way]
            if cells[there] >= IN:
                cells[here] = OUT | way
                here = there
        if cells[here] >= OUT:
            break
        here, back = first, 0
        while cells[here] >= OUT:
            way = cells[here] & 15
            cells[here] = IN | (15 ^ way ^ back)
            back = ((way & 5) << 1) | ((way & 10) >> 1)
            if len(order):
                order[passages] = here * 16 + back
            passages += 1
            here += steps[way]
        cells[here] &= 255 - back
        while first < last and cells[first] < OUT:
            first += 1
        here = first
    registers[0], registers[1], registers[2], registers[3], registers[4], registers[5] = (
        passages, first, here, random, pool, left
    )  # fmt: skip
    return first >= last


@kernel("b1(u1[::1], i8[::1], u1[::1], u4[::1], i8, i8[::1], i8[::1])")
def prim(cells, steps, pick, frontier, budget, registers, order):
    """Join a random cell of the frontier to a random neighbour that is IN, until the frontier is empty.

    frontier: room for every cell and one more; its cells have no mark. Initially one cell is all of it.
    registers: passages, the number of frontier cells, random numbers.
    """
    passages, waiting, random = registers[0], registers[1], registers[2]
    while waiting and budget:
        budget -= 1
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = ((random & LOW) * waiting) >> 32
        here = frontier[place]
        waiting -= 1
        frontier[place] = frontier[waiting]
        sides = 0
        for side in (1, 2, 4, 8):
            there = here + steps[side]
            mark = cells[there]
            if mark & IN:
                sides |= side
            frontier[waiting] = there
            waiting += mark >> 7
            cells[there] = mark & (OUT - 1)
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        way = pick[sides * 12 + (((random & 0xFFFF) * 12) >> 16)]  # 0 for the first cell
        back = ((way & 5) << 1) | ((way & 10) >> 1)
        cells[here] = IN | (15 - way)
        cells[here + steps[way]] &= 255 - back
        if way:
            if len(order):
                order[passages] = here * 16 + back
            passages += 1
    registers[0], registers[1], registers[2] = passages, waiting, random
    return waiting == 0


@kernel("b1(u1[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1])")
def hunt_and_kill(cells, steps, pick, budget, registers, order):
    """Walk to cells that are OUT until stuck, then continue from the first such cell beside the maze.

    registers: passages, where the walk is (0 for a hunt), where the next hunt begins, random numbers. No cell before
    that place is BESIDE. Initially one cell is IN, the walk is there, and the next hunt begins behind the last cell.
    """
    passages, here, low, random = registers[0], registers[1], registers[2], registers[3]
    done = False
    while budget:
        budget -= 1
        sides = 0
        walking = here > 0
        if walking:
            for side in (1, 2, 4, 8):
                there = here + steps[side]
                if cells[there] & OUT:
                    sides |= side
                    cells[there] |= BESIDE
                    if there < low:
                        low = there
            if sides == 0:
                here = 0
                continue
        else:
            while low < len(cells) and cells[low] < OUT + BESIDE:
                low += 1
            if low == len(cells):
                done = True
                break
            here = low
            for side in (1, 2, 4, 8):
                if cells[here + steps[side]] & IN:
                    sides |= side
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        way = pick[sides * 12 + (((random & 0xFFFF) * 12) >> 16)]
        back = ((way & 5) << 1) | ((way & 10) >> 1)
        if walking:
            here += steps[way]
            way, back = back, way
        cells[here] = IN | (15 - way)
        cells[here + steps[way]] &= 255 - back
        if len(order):
            order[passages] = here * 16 + back
        passages += 1
    registers[0], registers[1], registers[2], registers[3] = passages, here, low, random
    return done


@kernel("b1(u1[::1], i8[::1], u1[::1], u4[::1], u4[::1], i8[::1], i8, i8[::1], i8[::1])")
def growing_tree(cells, steps, pick, active, links, bounds, budget, registers, order):
    """Pick an active cell and join one neighbour to it that is OUT, or drop it if it has none.

    active: room for every cell; dropped ones are 0 until the list is packed.
    links: room for every cell; from a dropped index, a later one with nothing active between.
    bounds: a 16-bit random number below the first picks the newest, then the oldest, a random one, the middle one.
    registers: passages, the first and last index of the list, the number dropped, random numbers. Initially one cell
    is IN, and active.
    """
    passages, head, tail, dropped = registers[0], registers[1], registers[2], registers[3]
    random = registers[4]
    done = False
    while budget:
        budget -= 1
        while tail > head and active[tail - 1] == 0:
            tail -= 1
            dropped -= 1
        while head < tail and active[head] == 0:
            head += 1
            dropped -= 1
        if head == tail:
            done = True
            break
        if dropped * 2 > tail - head:
            put = 0
            for place in range(head, tail):
                if active[place]:
                    active[put] = active[place]
                    put += 1
            head, tail, dropped = 0, put, 0
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = (random & LOW) >> 16
        if draw < bounds[0]:
            place = tail - 1
        elif draw < bounds[1]:
            place = head
        elif draw < bounds[2]:
            place = head
            while True:
                random = MULTIPLIER * (random & LOW) + (random >> 32)
                place = head + (((random & LOW) * (tail - head)) >> 32)
                if active[place]:
                    break
        else:
            place = (head + tail) >> 1
            while place < tail and active[place] == 0:
                after = links[place]
                if after < tail and active[after] == 0:
                    links[place] = links[after]
                place = after
            if place >= tail:
                place = tail - 1
        here = active[place]
        sides = 0
        for side in (1, 2, 4, 8):
            if cells[here + steps[side]] & OUT:
                sides |= side
        if sides & (sides - (sides > 0)) == 0:  # none left, or none after this one
            active[place] = 0
            links[place] = place + 1
            dropped += 1
            if sides == 0:
                continue
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        way = pick[sides * 12 + (((random & 0xFFFF) * 12) >> 16)]
        back = ((way & 5) << 1) | ((way & 10) >> 1)
        cells[here] &= 255 - way
        here += steps[way]
        cells[here] = IN | (15 - back)
        if len(order):
            order[passages] = here * 16 + way
        passages += 1
        active[tail] = here
        tail += 1
    registers[0], registers[1], registers[2], registers[3], registers[4] = passages, head, tail, dropped, random
    return done


@kernel("b1(i8, i8, i8, u4[::1], i8, i8[::1])")
def halve(width, height, stride, walls, budget, registers):
    """Split all inner walls into two random halves, those of at most `budget` rows; whether no row is left.

    A wall is twice the index of a cell, plus 0 for the wall to the east of it, or 1 for the one to the south.
    walls: room for all of them.
    registers: the next row, the end of the first half, the begin of the second one, random bits, how many of them are
    left, random numbers.
    """
    first, front, back, pool = registers[0], registers[1], registers[2], registers[3]
    left, random = registers[4], registers[5]
    last = min(first + budget, height)
    for y in range(first, last):
        here = (y + 1) * stride
        for x in range(width):
            here += 1
            for below in range(2):
                if (y + 1 < height) if below else (x + 1 < width):
                    if left == 0:
                        random = MULTIPLIER * (random & LOW) + (random >> 32)
                        pool, left = random & LOW, 32
                    # Written to both places, and one of them is kept: no test, which would be a guess.
                    walls[front] = walls[back - 1] = 2 * here + below
                    front += pool & 1
                    back -= 1 - (pool & 1)
                    pool >>= 1
                    left -= 1
    registers[0], registers[1], registers[2], registers[3] = last, front, back, pool
    registers[4], registers[5] = left, random
    return last == height


@kernel("b1(u1[::1], i8[::1], u4[::1], i4[::1], i8, i8[::1], i8[::1])")
def kruskal(cells, steps, walls, parents, budget, registers, order):
    """Take walls in random order, and open each that separates two trees; the cells have no marks.

    walls: see `halve`; shuffled as they are taken (Fisher and Yates, 1938).
    parents: towards the root of each cell's tree; at a root, minus the number of its cells: initially -1.
    registers: passages, walls taken, joins to make, random numbers.
    """
    passages, taken, joins, random = registers[0], registers[1], registers[2], registers[3]
    count = len(walls)
    while taken < count and passages < joins and budget:
        budget -= 1
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = taken + (((random & LOW) * (count - taken)) >> 32)
        wall = walls[place]
        walls[place] = walls[taken]
        taken += 1
        cell, way = wall >> 1, 4 - 2 * (wall & 1)
        beyond = cell + steps[way]
        here, there = root(parents, cell), root(parents, beyond)
        if here == there:
            continue
        if parents[here] > parents[there]:  # the larger tree, whose number is less, absorbs the other
            here, there = there, here
        parents[here] += parents[there]
        parents[there] = here
        cells[cell] -= way
        cells[beyond] -= ((way & 5) << 1) | ((way & 10) >> 1)
        if len(order):
            order[passages] = beyond * 16 + way
        passages += 1
    registers[0], registers[1], registers[2], registers[3] = passages, taken, joins, random
    return taken == count or passages == joins


@kernel("b1(i8, u4[::1], i4[::1], i8, i8[::1])")
def sift(stride, walls, parents, budget, registers):
    """Keep the walls that still separate two trees; they come to the front, in order. Whether none is left to sift.

    registers: the walls looked at, at most `budget` in one call, and those kept.
    """
    first, kept = registers[0], registers[1]
    last = min(first + budget, len(walls))
    for place in range(first, last):
        wall = walls[place]
        here = wall >> 1
        there = here + (stride if wall & 1 else 1)
        walls[kept] = wall
        kept += int(root(parents, here) != root(parents, there))
    registers[0], registers[1] = last, kept
    return last == len(walls)
