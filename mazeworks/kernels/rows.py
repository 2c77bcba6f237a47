"""Cells with sides, made into compressed rows: the edges of cell k are numbered offsets[k] to offsets[k + 1]."""

from mazeworks.kernels.kernel import kernel


@kernel("void(i4[::1], u1[::1], i4[::1], i4[::1], i4[::1], i4[::1], u1[::1])")
def compress(neighbours, backs, numbers, offsets, targets, twins, ways):  # type: ignore[no-untyped-def]
    """Number the edges, and find for each its target, its twin from the other side, and the side it goes through.

    neighbours: for each side of each cell in turn the cell beyond it, negative where there is none.
    backs: the side of the cell beyond that leads back, for each side of each cell, or for each side of any.
    numbers: room for one number per side; afterwards the edge that goes through it, where there is one.
    """
    cells = len(offsets) - 1
    sides = len(neighbours) // cells
    edge = 0
    for cell in range(cells):
        offsets[cell] = edge
        for side in range(sides):
            place = cell * sides + side
            if neighbours[place] >= 0:
                numbers[place] = edge
                targets[edge] = neighbours[place]
                ways[edge] = side
                edge += 1
    offsets[cells] = edge
    step = 0
    if len(backs) > sides:
        step = sides
    for cell in range(cells):
        for edge in range(offsets[cell], offsets[cell + 1]):
            twins[edge] = numbers[targets[edge] * sides + backs[cell * step + ways[edge]]]


@kernel("void(i4[::1], i4[::1], u1[::1], u1[::1], i8[::1], i8[::1], u1[::1])")
def passable(offsets, targets, ways, opens, some_offsets, some_targets, some_ways):  # type: ignore[no-untyped-def]
    """The open edges alone, in compressed rows of their own."""
    put = 0
    for cell in range(len(offsets) - 1):
        some_offsets[cell] = put
        for edge in range(offsets[cell], offsets[cell + 1]):
            if opens[edge]:
                some_targets[put] = targets[edge]
                some_ways[put] = ways[edge]
                put += 1
    some_offsets[len(offsets) - 1] = put


@kernel("void(i4[::1], u1[::1], u1[::1], u1[::1], u1[::1], i8)")
def take_down(offsets, ways, opens, flags, cells, width):  # type: ignore[no-untyped-def]
    """Take down the walls of a byte grid with a border where edges of its cells, row by row, are open.

    flags: the flag of a wall by the side it stands on.
    """
    for cell in range(len(offsets) - 1):
        here = (cell // width + 1) * (width + 2) + cell % width + 1
        walls = 15
        for edge in range(offsets[cell], offsets[cell + 1]):
            if opens[edge]:
                walls -= flags[ways[edge]]
        cells[here] = walls


@kernel("void(i4[::1], i4[::1], u1[::1])")
def open_edges(twins, edges, opens):  # type: ignore[no-untyped-def]
    """Open edges from both sides; a negative number stands for none.

    Makers that jump about note one edge per cell and leave the opening to this, which goes through memory in order.
    """
    for number in range(len(edges)):
        edge = edges[number]
        if edge >= 0:
            opens[edge] = 1
            opens[twins[edge]] = 1


@kernel("i8(i4[::1], i4[::1], u1[::1], i4[::1], i4[::1])")
def label(offsets, targets, opens, labels, queue):  # type: ignore[no-untyped-def]
    """Give every cell the number of its island, those joined by open edges; returns how many islands there are.

    labels: -1 everywhere at first. Islands are numbered in the order of their first cells. At the top of the
    inner loop queue[:put] are the labelled cells of this island, and the edges of queue[:taken] are followed.
    """
    count = 0
    for first in range(len(labels)):
        if labels[first] >= 0:
            continue
        labels[first] = count
        queue[0] = first
        taken = 0
        put = 1
        while taken < put:
            here = queue[taken]
            taken += 1
            for edge in range(offsets[here], offsets[here + 1]):
                there = targets[edge]
                if opens[edge] and labels[there] < 0:
                    labels[there] = count
                    queue[put] = there
                    put += 1
        count += 1
    return count
