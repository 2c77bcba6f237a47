"""Random cells and crossings, placed before a maze is carved."""

from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("void(u1[::1], i8, i8, i8)")
def scatter(marks, bits, bound, random):
    """Mark each cell independently, with a chance of bound in bits + 1, where bits has only ones, at most 32."""
    for place in range(len(marks)):
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        if random & bits < bound:
            marks[place] = 1


@kernel("i8(i4[::1], i8)")
def root(parents, cell):
    """The root of the tree a cell belongs to; roots have negative parents.

    The path is split on the way up (Tarjan and van Leeuwen, 1984).
    """
    while parents[cell] >= 0:
        above = parents[cell]
        if parents[above] >= 0:
            parents[cell] = parents[above]
        cell = above
    return cell


@kernel("i8(i8, u1[::1], i4[::1], i8, i8)")
def crossings(width, marks, parents, bound, random):
    """Mark cells of a rectangle as crossings: 1 where east-west goes over, 2 where north-south does.

    parents: initially -1; trees of cells that crossings join. No crossing lies beside another, and none
    is placed where its two passages would close a loop with those of others. Returns their number.
    """
    count = 0
    for cell in range(width + 1, len(marks) - width - 1):
        column = cell % width
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        draw = random & LOW
        if column == 0 or column == width - 1 or draw >= bound or marks[cell - 1] or marks[cell - width]:
            continue
        north, south = root(parents, cell - width), root(parents, cell + width)
        east, west = root(parents, cell + 1), root(parents, cell - 1)
        if north == south or east == west:
            continue
        # Joining one pair after the other, neither join may close a loop.
        if (north == east and south == west) or (north == west and south == east):
            continue
        parents[north] = south
        if east == north:
            east = south
        if west == north:
            west = south
        parents[east] = west
        marks[cell] = 1 + (draw & 1)
        count += 1
    return count
