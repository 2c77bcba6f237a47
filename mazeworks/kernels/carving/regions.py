"""Rooms and connected regions of a bordered byte grid, and doors that join regions."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(u1[::1], i8[::1], i8, i8, i8, i8, i8, i8, i8[::1])")
def place_rooms(cells, steps, width, height, tries, least, most, random, rooms):
    """Place rooms at random, none over another; returns how many.

    rooms: x, y, width and height of each. The smallest fits into the rectangle, so the first one tried is placed.
    Inside a room there are no walls.
    """
    count = 0
    for _ in range(tries):
        if 4 * count + 4 > len(rooms):
            break
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = random & LOW
        across = least + (((draw & 0xFFFF) * (min(most, width) - least + 1)) >> 16)
        down = least + (((draw >> 16) * (min(most, height) - least + 1)) >> 16)
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        x = ((random & LOW) * (width - across + 1)) >> 32
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        y = ((random & LOW) * (height - down + 1)) >> 32
        corner = (y + 1) * steps[2] + x + 1
        free, row = True, 0
        while free and row < down:
            for column in range(across):
                if cells[corner + row * steps[2] + column] != 15:
                    free = False
                    break
            row += 1
        if not free:
            continue
        for row in range(down):
            ends = (1 if row == 0 else 0) | (2 if row == down - 1 else 0)
            for column in range(across):
                sides = (4 if column == across - 1 else 0) | (8 if column == 0 else 0)
                cells[corner + row * steps[2] + column] = ends | sides
        spot = 4 * count
        rooms[spot], rooms[spot + 1], rooms[spot + 2], rooms[spot + 3] = x, y, across, down
        count += 1
    return count


@kernel("i8(u1[::1], i8, i8)")
def next_closed(cells, first, last):
    """The first cell from `first` on that has all its walls, or `last`."""
    for cell in range(first, last):
        if cells[cell] == 15:
            return cell
    return last


@kernel("i8(u1[::1], i8[::1], i4[::1], i8[::1])")
def label_regions(cells, steps, labels, queue):
    """Label connected cells, from 0; returns the number of labels.

    cells: the border is marked 16, and nothing leads there. labels: initially -1 for cells that get one.
    """
    count = 0
    for cell in range(len(cells)):
        if cells[cell] >= 16 or labels[cell] != -1:
            continue
        labels[cell], queue[0], put = count, cell, 1
        while put > 0:
            put -= 1
            here = queue[put]
            walls = cells[here]
            for side in (1, 2, 4, 8):
                there = here + steps[side]
                if not walls & side and labels[there] == -1 and cells[there] < 16:
                    labels[there] = count
                    queue[put] = there
                    put += 1
        count += 1
    return count


@kernel("void(u1[::1], i8[::1], i4[::1], i8[::1], i4[::1], i8, i8[::1], i8[::1])")
def join_regions(cells, steps, labels, doors, parents, extra, registers, order):
    """Take doors in random order; open each that joins two regions, and a share of the others.

    doors: a cell times 16 plus a direction; shuffled as they are taken. parents: towards the root of each label's
    tree, itself at a root. extra: the chance, of 65536, to open a door that joins nothing new.
    registers: the state of the random numbers, and the number of doors opened; `order` records those.
    """
    random, count = registers[0], registers[1]
    total = len(doors)
    for taken in range(total):
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = taken + (((random & LOW) * (total - taken)) >> 32)
        door = doors[place]
        doors[place], doors[taken] = doors[taken], door
        here, side = door >> 4, door & 15
        there = here + steps[side]
        one = labels[here]
        while parents[one] != one:
            parents[one] = parents[parents[one]]
            one = parents[one]
        two = labels[there]
        while parents[two] != two:
            parents[two] = parents[parents[two]]
            two = parents[two]
        if one == two:
            if extra == 0:
                continue
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            if (random & 0xFFFF) >= extra:
                continue
        parents[one] = two
        cells[here] &= 15 - side
        cells[there] &= 15 - (((side & 5) << 1) | ((side & 10) >> 1))
        if count < len(order):
            order[count] = (there << 4) | side
        count += 1
    registers[0], registers[1] = random, count
