"""Wilson's algorithm (1996): loop-erased random walks."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import wander as loops
from mazeworks.making.carving import cell_generator, in_slices


@cell_generator(
    "wilson",
    "Walks at random from each cell in turn until it meets the maze, erases the loops, and opens the rest.",
    promises=("perfect", "uniform", "on weave uniform among the mazes with its crossings"),
)
def wilson(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks, leaving = np.zeros(len(rows), np.uint8), np.empty(len(rows), np.int32)
    marks[roots] = 1
    registers = np.array([0, 0, 0, random.fork(), 0], np.int64)
    arguments = (rows.offsets, rows.targets, rows.twins, opens, marks, leaving, order)
    in_slices(loops.wilson, arguments, registers, len(rows))
