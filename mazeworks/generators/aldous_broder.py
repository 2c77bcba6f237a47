"""The algorithm of Aldous (1990) and Broder (1989): one random walk that visits every cell."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import wander as loops
from mazeworks.making.carving import cell_generator, in_slices


@cell_generator(
    "aldous_broder",
    "Walks at random until it has visited every cell, and opens the passage by which it first entered each.",
    promises=("perfect", "uniform", "on weave uniform among the mazes with its crossings"),
)
def aldous_broder(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks = np.zeros(len(rows), np.uint8)
    marks[roots] = 1
    registers = np.array([0, 0, 0, random.fork(), 0], np.int64)
    arguments = (rows.offsets, rows.targets, rows.twins, opens, marks, order)
    sizes = np.bincount(rows.islands)
    for root in roots.tolist():
        registers[1:3] = sizes[rows.islands[root]] - 1, root
        in_slices(loops.aldous_broder, arguments, registers, len(rows))
