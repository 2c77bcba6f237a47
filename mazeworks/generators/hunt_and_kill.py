"""Hunt and kill (known from Pullen's and Buck's collections): walks, and hunts for where to walk next."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import hunt as loops
from mazeworks.making.carving import in_slices, maker


@maker(
    "hunt_and_kill",
    "Walks to fresh cells until stuck, then goes on from the first cell in order that lies beside the maze.",
    promises=("perfect", "biased towards long winding passages, the more so the later they were carved"),
)
def hunt_and_kill(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks = np.zeros(len(rows), np.uint8)
    registers = np.array([0, 0, 0, random.fork(), 0], np.int64)
    for root in roots.tolist():
        beside = rows.targets[rows.offsets[root] : rows.offsets[root + 1]]
        marks[beside], marks[root] = 1, 2
        registers[1], registers[2] = root, beside.min(initial=len(rows))
        in_slices(
            loops.hunt_and_kill, (rows.offsets, rows.targets, rows.twins, opens, marks, order), registers, len(rows)
        )
