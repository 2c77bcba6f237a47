"""Hunt and kill (from the collections of Pullen and Buck): walk until stuck, then hunt for the next cell."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import hunt as loops
from mazeworks.making.carving import cell_generator, in_slices


@cell_generator(
    "hunt_and_kill",
    "Walks to unvisited cells until stuck, then continues from the first unvisited cell beside the maze.",
    promises=("perfect", "biased towards long winding passages, more so where it carved late"),
)
def hunt_and_kill(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks = np.zeros(len(rows), np.uint8)
    registers = np.array([0, 0, 0, random.fork(), 0], np.int64)
    arguments = (rows.offsets, rows.targets, rows.twins, opens, marks, order)
    for root in roots.tolist():
        beside = rows.targets[rows.offsets[root] : rows.offsets[root + 1]]
        marks[beside], marks[root] = 1, 2
        registers[1], registers[2] = root, beside.min(initial=len(rows))
        in_slices(loops.hunt_and_kill, arguments, registers, len(rows))
