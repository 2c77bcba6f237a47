"""Trees made by merging: edges in random order, each opened if it joins two trees."""

from mazeworks.kernels.carving.place import root
from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.random import LOW, MULTIPLIER


@kernel("i8(i4[::1], i4[::1], u1[::1], i4[::1], i4[::1], i4[::1], i8[::1], i8)")
def kruskal(targets, twins, opens, edges, parents, order, registers, steps):
    """Take edges in random order, and open each that joins two trees; returns the number left to take.

    edges: shuffled as they are taken (Fisher and Yates, 1938).
    parents: towards the root of each cell's tree; at a root, minus the number of its cells: initially -1.
    registers: edges taken, joins to make, random numbers, passages.
    """
    taken, joins, random, passages = registers[0], registers[1], registers[2], registers[3]
    count = len(edges)
    while taken < count and passages < joins and steps:
        steps -= 1
        random = MULTIPLIER * (random & LOW) + (random >> 32)
        place = taken + (((random & LOW) * (count - taken)) >> 32)
        edge = edges[place]
        edges[place], edges[taken] = edges[taken], edge
        taken += 1
        here = targets[twins[edge]]
        above = parents[here]
        while above >= 0:  # splitting the path on the way up (Tarjan and van Leeuwen, 1984)
            if parents[above] >= 0:
                parents[here] = parents[above]
            here = above
            above = parents[here]
        there = targets[edge]
        above = parents[there]
        while above >= 0:
            if parents[above] >= 0:
                parents[there] = parents[above]
            there = above
            above = parents[there]
        if here == there:
            continue
        if parents[here] > parents[there]:  # the larger tree, whose number is less, absorbs the other
            here, there = there, here
        parents[here] += parents[there]
        parents[there] = here
        opens[edge] = opens[twins[edge]] = 1
        if len(order):
            order[passages] = edge
        passages += 1
    registers[0], registers[1], registers[2], registers[3] = taken, joins, random, passages
    if passages == joins:
        return 0
    return count - taken


#: More than any weight.
HEAVY = 1 << 62


@kernel("i8(i4[::1], i4[::1], i4[::1], i8[::1], i8[::1], i8)")
def weigh(offsets, targets, twins, weights, best, random):
    """Set a weight, `random << 32 | edge`, for one edge of each pair of twins; returns how many.

    best: initially HEAVY; afterwards the lightest weight at each cell.
    """
    count = 0
    for cell in range(len(best)):
        for edge in range(offsets[cell], offsets[cell + 1]):
            if edge < twins[edge]:
                random = MULTIPLIER * (random & LOW) + (random >> 32)
                weight = ((random & LOW) >> 2 << 32) | edge
                weights[count] = weight
                count += 1
                there = targets[edge]
                if weight < best[cell]:
                    best[cell] = weight
                if weight < best[there]:
                    best[there] = weight
    return count


@kernel("void(i4[::1], i4[::1], u1[::1], i8[::1], i4[::1], i4[::1], i4[::1], i8[::1])")
def choose_edges(targets, twins, opens, best, labels, parents, order, registers):
    """Open the lightest edge that leaves each tree; the tree beyond becomes its parent.

    best: the lightest weight that leaves each tree, HEAVY if none does; its lower 32 bits are the edge.
    labels: the tree of each cell, from 0; parents: room for one tree each. registers: edges in question, trees,
    passages. Weights differ, so two trees that choose one another choose the same edge, and no longer cycle arises.
    """
    passages = registers[2]
    for tree in range(registers[1]):
        parents[tree] = tree
        if best[tree] == HEAVY:
            continue
        edge = best[tree] & LOW
        other = labels[targets[edge]]
        if other == tree:
            other = labels[targets[twins[edge]]]
        if best[other] == best[tree] and tree < other:
            continue  # the other tree opens it
        parents[tree] = other
        opens[edge] = opens[twins[edge]] = 1
        if len(order):
            order[passages] = edge
        passages += 1
    registers[2] = passages


@kernel("void(i8[::1], i4[::1], i4[::1], i8[::1])")
def number_trees(best, labels, parents, registers):
    """Renumber the roots, in `best`, make the root of each tree its parent, and give every cell its root's number.

    registers: see `choose_edges`; afterwards it counts the trees of the next round.
    """
    trees = registers[1]
    fresh = 0
    for tree in range(trees):
        if parents[tree] == tree:
            best[tree] = fresh
            fresh += 1
    for tree in range(trees):
        top = tree
        while parents[top] != top:
            parents[top] = parents[parents[top]]
            top = parents[top]
        parents[tree] = top
    registers[1] = fresh
    for cell in range(len(labels)):
        labels[cell] = best[parents[labels[cell]]]


@kernel("void(i4[::1], i4[::1], i8[::1], i8[::1], i4[::1], i8[::1])")
def keep_edges(targets, twins, weights, best, labels, registers):
    """Keep the edges that may still join trees, and find the lightest one that leaves each.

    weights: of the edges in question, a random number above the 32 bits of the edge's own number.
    registers: see `choose_edges`; afterwards it counts the edges kept.
    """
    for tree in range(registers[1]):
        best[tree] = HEAVY
    kept = 0
    for number in range(registers[0]):
        weight = weights[number]
        edge = weight & LOW
        here, there = labels[targets[twins[edge]]], labels[targets[edge]]
        if here != there:
            weights[kept] = weight
            kept += 1
            if weight < best[here]:
                best[here] = weight
            if weight < best[there]:
                best[there] = weight
    registers[0] = kept


@kernel("i8(i4[::1], u1[::1], i4[::1], i8, i8)")
def percolate(twins, opens, order, bound, random):
    """Open each passage independently with a chance of bound in 2³²; returns the number opened."""
    passages = 0
    for edge in range(len(twins)):
        if edge < twins[edge]:
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            if random & LOW < bound:
                opens[edge] = opens[twins[edge]] = 1
                if len(order):
                    order[passages] = edge
                passages += 1
    return passages


@kernel("void(i4[::1], i4[::1], i8[::1], i8)")
def halve(twins, edges, counts, random):
    """Split the edges into two random halves, at the front of `edges` and at its end; counts: the size of each."""
    front = 0
    back = len(edges)
    for edge in range(len(twins)):
        if edge < twins[edge]:
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            if random & 1:
                edges[front] = edge
                front += 1
            else:
                back -= 1
                edges[back] = edge
    counts[0], counts[1] = front, len(edges) - back


@kernel("i8(i4[::1], i4[::1], i4[::1], i4[::1], i8)")
def sift(targets, twins, edges, parents, first):
    """Keep those of edges[first:] that still join two trees; returns where they end."""
    put = first
    for place in range(first, len(edges)):
        edge = edges[place]
        if root(parents, targets[twins[edge]]) != root(parents, targets[edge]):
            edges[put] = edge
            put += 1
    return put
