"""Kruskal's algorithm (1956) with edges in random order."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import merge as loops
from mazeworks.making.carving import cell_generator, in_slices


@cell_generator(
    "kruskal",
    "Takes walls in random order and opens each that separates two trees.",
    promises=("perfect", "biased towards many short dead ends everywhere"),
)
def kruskal(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    # A random half of the walls comes first; most of the others, sifted fast in memory order, then separate nothing.
    edges, counts = np.empty(len(rows.twins) // 2, np.int32), np.empty(2, np.int64)
    loops.halve(rows.twins, edges, counts, random.fork())
    first = int(counts[0])
    parents = np.full(len(rows), -1, np.int32)
    registers = np.array([0, len(rows) - len(roots), random.fork(), 0], np.int64)
    arguments = (rows.targets, rows.twins, opens)
    in_slices(loops.kruskal, (*arguments, edges[:first], parents, order), registers, len(edges))
    last = loops.sift(rows.targets, rows.twins, edges, parents, first)
    registers[0] = 0
    in_slices(loops.kruskal, (*arguments, edges[first:last], parents, order), registers, len(edges))
