"""Kruskal's algorithm (1956) with edges in random order."""

import numpy as np

from mazeworks.core.arrangement import Bytes, Ints, Rows
from mazeworks.core.carving import in_slices, maker
from mazeworks.core.randomness import Random
from mazeworks.kernels import merge as loops


@maker(
    "kruskal",
    "Takes walls in random order, and opens each that has different trees on its two sides.",
    promises=("perfect", "biased towards many short dead ends everywhere"),
)
def kruskal(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    edges = rows.first_edges()
    parents = np.full(len(rows), -1, np.int32)
    registers = np.array([0, len(rows) - len(roots), random.fork(), 0], np.int64)
    in_slices(loops.kruskal, (rows.targets, rows.twins, opens, edges, parents, order), registers, len(edges))
