"""Dead-end filling on planes of bits: one plane of the walls to the east of all cells, one of those to the south.

A row of a plane is `width` words of 32 bits. Its first word is padding, so that the cell (x, y) has the bit
`((y + 1) * width + 1) * 32 + x`; there is a row of padding above the cells, and one below. All bits of padding are 1,
and so are those of the outer walls. The wall to the west of a cell is the one to the east of the cell before it, and
the wall to the north is the one to the south of the cell above.
"""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW

#: What `walk` returns: it has reached the goal, it has made enough moves for now, there is not just one way on.
THERE, HALFWAY, UNSURE = 1, 0, -1


@kernel("i8(u1[::1], u4[::1], i8, i8, i8, i8)")
def pack(cells, planes, columns, width, first, last):
    """Write the walls of the rows from `first` to `last` of a bordered byte grid into both planes, one after the other.

    Returns how many of their cells have an open side. The bits of padding in these rows become 1.
    """
    half = len(planes) // 2
    enterable = 0
    for row in range(first, last):
        here, word = (row + 1) * (columns + 2) + 1, (row + 1) * width + 1
        for cell in range(here, here + columns):
            enterable += cells[cell] < 15
        for left in range(columns, 0, -32):
            east = south = LOW
            for bit in range(min(left, 32)):
                walls = cells[here + bit]
                east ^= (((walls ^ 4) >> 2) & 1) << bit
                south ^= (((walls ^ 2) >> 1) & 1) << bit
            planes[word], planes[half + word] = east, south
            here += 32
            word += 1
    return enterable


@kernel("i8(u4[::1], u4[::1], u4[::1], i8[::1], i8, i8, i8, i8)")
def sweep(east, south, ends, kept, width, row, rows, step):
    """Fill the dead ends of whole words at a time, row after row; returns in how many rows there were any.

    The sweep goes through `rows` rows from `row`, down with a step of width, and up with -width; `row` is the index of
    its first word. ends: room for width + 1 words, initially 0. kept: the words of the start and of the goal, and
    the bit of each in its word.
    """
    worked = 0
    for _ in range(rows):
        for attempt in range(2):  # a passage along the row often loses more than one cell
            found = 0
            for word in range(1, width):
                here = row + word
                to_east, to_south, to_north = east[here], south[here], south[here - width]
                to_west = ((to_east << 1) & LOW) | (east[here - 1] >> 31)
                dead = (to_north & to_south & (to_east ^ to_west)) | (to_east & to_west & (to_north ^ to_south))
                ends[word] = dead
                found |= dead
            for end in range(2):
                if row < kept[end] < row + width:
                    ends[kept[end] - row] &= LOW ^ kept[end + 2]
            if found == 0:
                break
            worked += 1 - attempt
            for word in range(1, width):
                here, dead = row + word, ends[word]
                south[here] |= dead
                south[here - width] |= dead
                east[here] |= dead | (dead >> 1) | ((ends[word + 1] << 31) & LOW)
        row += step
    return worked


@kernel("void(u4[::1], i8[::1], i8[::1], u1[::1], i8[::1], i8, i8, i8, i8, i8, i8, i8)")
def chase(planes, beside, steps, only_way, heads, width, first, last, lowest, highest, start, goal):
    """Fill every dead end that begins in the words from `first` to `last`, cell by cell, however long it is.

    planes: both planes, one behind the other; a cell is the index of its bit in the first.
    beside: how far from it the bit of its wall is, by direction; steps: how far the next cell is.
    Filling stops at the start, the goal, and cells below `lowest` or from `highest`.
    heads: room for the cells at which filling goes on. Many dead ends are filled together, each by one cell in turn,
    because the processor can work on the next before it has the result of the one before.
    """
    half, most = len(planes) // 2, len(heads) - 32
    above, below = beside[1], beside[2]
    word, count = first, 0
    while count or word < last:
        while word < last and count <= most:
            to_east, to_south, to_north = planes[word], planes[half + word], planes[half + word - width]
            to_west = ((to_east << 1) & LOW) | (planes[word - 1] >> 31)
            dead = (to_north & to_south & (to_east ^ to_west)) | (to_east & to_west & (to_north ^ to_south))
            cell = word * 32
            while dead:
                heads[count] = cell
                count += dead & 1
                dead >>= 1
                cell += 1
            word += 1
        kept = 0
        for head in range(count):
            here = heads[head]
            if lowest <= here and here < highest and here != start and here != goal:
                bit, west = here & 31, here - 1
                walls = (planes[(here + above) >> 5] >> bit) & 1
                walls |= ((planes[(here + below) >> 5] >> bit) << 1) & 2
                walls |= ((planes[here >> 5] >> bit) << 2) & 4
                walls |= ((planes[west >> 5] >> (west & 31)) & 1) << 3
                way = only_way[walls]
                wall = here + beside[way]
                planes[wall >> 5] |= (way > 0) << (wall & 31)
                heads[kept] = here + steps[way]
                kept += way > 0
        count = kept


@kernel("i8(u4[::1], i8[::1], i8[::1], i8, u1[::1], i8[::1], i8)")
def walk(planes, beside, steps, goal, moves, registers, limit):
    """Follow the only way on until the goal, or until `limit` moves are written down; returns which it was.

    registers: the cell, the direction that leads back from it (0 at the start), and the number of moves so far.
    """
    here, back, count = registers[0], registers[1], registers[2]
    status = THERE
    while here != goal:
        if count >= limit:
            status = HALFWAY
            break
        north, south, east, west = here + beside[1], here + beside[2], here, here - 1
        walls = (planes[north >> 5] >> (north & 31)) & 1
        walls |= ((planes[south >> 5] >> (south & 31)) & 1) << 1
        walls |= ((planes[east >> 5] >> (east & 31)) & 1) << 2
        walls |= ((planes[west >> 5] >> (west & 31)) & 1) << 3
        way = (15 - walls) & (15 - back)
        if way == 0 or way & (way - 1):
            status = UNSURE
            break
        moves[count] = way
        count += 1
        back = ((way & 5) << 1) | ((way & 10) >> 1)
        here += steps[way]
    registers[0], registers[1], registers[2] = here, back, count
    return status
