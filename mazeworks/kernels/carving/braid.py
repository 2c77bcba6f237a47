"""Opening dead ends, and closing random passages: on a byte grid, and on any cells."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(u1[::1], i8[::1], u1[::1], i8, i8)")
def braid(cells, steps, pick, bound, random):
    """Open a share of the dead ends, each into a neighbouring dead end if there is one; returns how many.

    bound: the chance, of 65536, for each. A cell with four walls is solid, and the border is marked 16: a dead end
    never opens into either.
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
        able = best = 0
        for side in (1, 2, 4, 8):
            if walls & side:
                other = cells[here + steps[side]]
                if other < 15:
                    able |= side
                    if other == 7 or other == 11 or other == 13 or other == 14:
                        best |= side
        if best:
            able = best
        if able == 0:
            continue
        side = pick[able * 12 + (((draw >> 16) * 12) >> 16)]
        cells[here] &= 15 - side
        cells[here + steps[side]] &= 15 - (((side & 5) << 1) | ((side & 10) >> 1))
        count += 1
    return count


@kernel("void(u1[::1], i8[::1], i8[::1], i8, i8)")
def close_some(cells, steps, passages, wanted, random):
    """Wall up `wanted` random passages, each a cell times 16 plus a direction; those move to the front."""
    total = len(passages)
    for taken in range(wanted):
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = taken + (((random & LOW) * (total - taken)) >> 32)
        passage = passages[place]
        passages[place], passages[taken] = passages[taken], passage
        here, side = passage >> 4, passage & 15
        cells[here] |= side
        cells[here + steps[side]] |= ((side & 5) << 1) | ((side & 10) >> 1)


@kernel("i8(i4[::1], i4[::1], i4[::1], u1[::1], i4[::1], i8, i8)")
def braid_rows(offsets, targets, twins, opens, degrees, bound, random):
    """The same as `braid` over compressed rows; returns the number of dead ends opened.

    degrees: the number of open passages of each cell; one without any is solid.
    """
    count = 0
    for here in range(len(degrees)):
        if degrees[here] != 1:
            continue
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = random & LOW
        if (draw & 0xFFFF) >= bound:
            continue
        joined = here
        able = best = 0
        for edge in range(offsets[here], offsets[here + 1]):
            if opens[edge]:
                joined = targets[edge]
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if there != here and there != joined and degrees[there] > 0:
                able += 1
                if degrees[there] == 1:
                    best += 1
        if able == 0:
            continue
        if best:
            able = best
        left = ((draw >> 16) * able) >> 16
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if there != here and there != joined and degrees[there] > 0 and (best == 0 or degrees[there] == 1):
                if left == 0:
                    opens[edge] = opens[twins[edge]] = 1
                    degrees[here] += 1
                    degrees[there] += 1
                    count += 1
                    break
                left -= 1
    return count


@kernel("void(i4[::1], u1[::1], i4[::1], i8, i8)")
def close_edges(twins, opens, edges, wanted, random):
    """Close `wanted` random edges from both sides; those move to the front."""
    total = len(edges)
    for taken in range(wanted):
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = taken + (((random & LOW) * (total - taken)) >> 32)
        edge = edges[place]
        edges[place], edges[taken] = edges[taken], edge
        opens[edge] = opens[twins[edge]] = 0
