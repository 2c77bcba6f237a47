"""Borůvka's algorithm (1926) with random weights: all trees grow at once."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.progress import report
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import merge as loops
from mazeworks.making.carving import cell_generator


@cell_generator(
    "boruvka",
    "Gives walls random weights; in every round each tree opens the lightest wall around it.",
    promises=("perfect", "biased towards many short dead ends everywhere, like kruskal"),
    aliases=("borůvka", "sollin"),
)
def boruvka(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    weights = np.empty(len(rows.twins) // 2, np.int64)
    best, parents = np.full(len(rows), loops.HEAVY, np.int64), np.empty(len(rows), np.int32)
    count = loops.weigh(rows.offsets, rows.targets, rows.twins, weights, best, random.fork())
    labels = np.arange(len(rows), dtype=np.int32)
    registers = np.array([count, len(rows), 0], np.int64)
    while registers[0]:
        loops.choose_edges(rows.targets, rows.twins, opens, best, labels, parents, order, registers)
        report("carving", int(registers[2]) / len(rows))
        loops.number_trees(best, labels, parents, registers)
        loops.keep_edges(rows.targets, rows.twins, weights, best, labels, registers)
