"""Taking dead ends out of a bordered byte grid by opening them onwards."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(u1[::1], i8[::1], u1[::1], i8, i8)")
def braid(cells, steps, pick, bound, random):  # type: ignore[no-untyped-def]
    """Open a share of the dead ends, each into another dead end beside it if there is one; returns how many.

    bound: the chance of 65536 for each. A cell with four walls is solid, and the border is marked 16: neither is
    opened into.
    """
    count = 0
    for here in range(len(cells)):
        walls = cells[here]
        if walls != 7 and walls != 11 and walls != 13 and walls != 14:
            continue
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = random & LOW
        if (draw & 0xFFFF) >= bound:
            continue
        able = 0
        best = 0
        way = 1
        while way < 16:
            if walls & way:
                other = cells[here + steps[way]]
                if other < 15:
                    able |= way
                    if other == 7 or other == 11 or other == 13 or other == 14:
                        best |= way
            way <<= 1
        if best:
            able = best
        if able == 0:
            continue
        way = pick[able * 12 + (((draw >> 16) * 12) >> 16)]
        cells[here] &= 15 - way
        cells[here + steps[way]] &= 15 - (((way & 5) << 1) | ((way & 10) >> 1))
        count += 1
    return count


@kernel("void(u1[::1], i8[::1], i8[::1], i8, i8)")
def close_some(cells, steps, passages, wanted, random):  # type: ignore[no-untyped-def]
    """Put up walls in `wanted` of the passages, chosen at random; those are moved to the front.

    passages: a cell times 16 plus a direction.
    """
    total = len(passages)
    for taken in range(wanted):
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = taken + (((random & LOW) * (total - taken)) >> 32)
        passage = passages[place]
        passages[place] = passages[taken]
        passages[taken] = passage
        here = passage >> 4
        way = passage & 15
        cells[here] |= way
        cells[here + steps[way]] |= ((way & 5) << 1) | ((way & 10) >> 1)
