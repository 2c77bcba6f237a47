"""Dead-end filling on a bordered byte grid."""

from mazeworks.kernels.kernel import kernel


@kernel("void(u1[::1], i8[::1], u1[::1], i8, i8)")
def fill_dead_ends(cells, steps, only_way, first, last):
    """Fill every dead end that begins between `first` and `last`, however long it is.

    cells: one byte of walls per cell; cells marked 16 (the ends of the path) are never filled.
    """
    for cell in range(first, last):
        way = only_way[cells[cell]]
        here = cell
        while way:
            cells[here] = 15
            here += steps[way]
            walls = cells[here] | ((way & 5) << 1) | ((way & 10) >> 1)
            cells[here] = walls
            way = only_way[walls]
