"""The edges of cells in compressed rows: those of cell k are numbered offsets[k] to offsets[k + 1]."""

from mazeworks.kernels.kernel import kernel


@kernel("void(i4[::1], i4[::1], i4[::1], i4[::1], u1[::1], i8, i8)")
def number_edges(neighbours, numbers, offsets, targets, ways, first, last):
    """Number the edges of cells from `first` up to `last`, and find the target of each and the side it goes through.

    neighbours: for each side of each cell the cell beyond it, negative if there is none.
    numbers: room for one number per side; afterwards the edge that goes through it, if there is one.
    offsets: known up to the first of these cells, 0 for the very first; afterwards up to the last.
    """
    sides = len(neighbours) // (len(offsets) - 1)
    edge = offsets[first]
    for cell in range(first, last):
        for side in range(sides):
            place = cell * sides + side
            if neighbours[place] >= 0:
                numbers[place] = edge
                targets[edge] = neighbours[place]
                ways[edge] = side
                edge += 1
        offsets[cell + 1] = edge


@kernel("void(u1[::1], i4[::1], i4[::1], i4[::1], i4[::1], u1[::1], i8, i8)")
def pair_edges(backs, numbers, offsets, targets, twins, ways, first, last):
    """Find the twin of each edge of cells from `first` up to `last`.

    backs: the side of the cell beyond that leads back, for each side of each cell, or for each side of any.
    """
    sides = len(numbers) // (len(offsets) - 1)
    step = 0
    if len(backs) > sides:
        step = sides
    for cell in range(first, last):
        for edge in range(offsets[cell], offsets[cell + 1]):
            twins[edge] = numbers[targets[edge] * sides + backs[cell * step + ways[edge]]]


@kernel("void(i4[::1], i4[::1], u1[::1], u1[::1], i8[::1], i8[::1], u1[::1], i8, i8)")
def passable(offsets, targets, ways, opens, some_offsets, some_targets, some_ways, first, last):
    """Write the open edges of cells from `first` up to `last` into compressed rows of their own.

    some_offsets: known up to the first of these cells, 0 for the very first; afterwards up to the last.
    """
    put = some_offsets[first]
    for cell in range(first, last):
        for edge in range(offsets[cell], offsets[cell + 1]):
            if opens[edge]:
                some_targets[put] = targets[edge]
                some_ways[put] = ways[edge]
                put += 1
        some_offsets[cell + 1] = put


@kernel("void(i4[::1], u1[::1], u1[::1], u1[::1], u1[::1], i8)")
def take_down(offsets, ways, opens, flags, cells, width):
    """Remove the walls of a bordered byte grid where edges of its cells are open; flags: of walls by their sides."""
    for cell in range(len(offsets) - 1):
        here = (cell // width + 1) * (width + 2) + cell % width + 1
        walls = 15
        for edge in range(offsets[cell], offsets[cell + 1]):
            if opens[edge]:
                walls -= flags[ways[edge]]
        cells[here] = walls


@kernel("void(i4[::1], i4[::1], u1[::1])")
def open_edges(twins, edges, opens):
    """Open edges from both sides; negative numbers are skipped.

    Generators that jump about record one edge per cell and leave the opening to this, which uses memory in order.
    """
    for number in range(len(edges)):
        edge = edges[number]
        if edge >= 0:
            opens[edge] = opens[twins[edge]] = 1


@kernel("b1(i4[::1], i4[::1], u1[::1], i4[::1], i4[::1], i8[::1], i8)")
def label(offsets, targets, opens, labels, queue, registers, steps):
    """Number the connected components along open edges, for `steps` cells; returns whether all cells are done.

    labels: initially -1. Islands are numbered in the order of their first cells. At the top of the
    loop queue[:put] are labelled, and the edges of queue[:taken] are followed; all before cell `first` are labelled.
    registers: taken, put, `first`, and the number of islands; initially 0.
    """
    taken, put, first, count = registers[0], registers[1], registers[2], registers[3]
    done = False
    for _ in range(steps):
        if taken == put:
            while first < len(labels) and labels[first] >= 0:
                first += 1
            if first == len(labels):
                done = True
                break
            labels[first] = count
            count += 1
            queue[put] = first
            put += 1
        here = queue[taken]
        taken += 1
        for edge in range(offsets[here], offsets[here + 1]):
            there = targets[edge]
            if opens[edge] and labels[there] < 0:
                labels[there] = labels[here]
                queue[put] = there
                put += 1
    registers[0], registers[1], registers[2], registers[3] = taken, put, first, count
    return done
