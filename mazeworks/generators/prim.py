"""Prim's algorithm (Jarník, 1930; Prim, 1957) in its usual form for mazes: a random frontier cell joins next."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import prim as loops
from mazeworks.kernels.carving.rows import open_edges
from mazeworks.making.carving import cell_generator, in_slices


@cell_generator(
    "prim",
    "Grows from a random cell; a random cell of the frontier joins next.",
    promises=("perfect", "biased towards many short dead ends around its first cell"),
    aliases=("jarnik",),
)
def prim(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints) -> None:
    marks, frontier = np.zeros(len(rows), np.uint8), np.empty(len(rows), np.int32)
    came = np.full(len(rows), -1, np.int32)
    registers = np.array([0, 0, random.fork(), 0], np.int64)
    for root in roots.tolist():
        marks[root], frontier[0], registers[1] = 1, root, 1
        arguments = (rows.offsets, rows.targets, rows.twins, came, marks, frontier, order)
        in_slices(loops.prim, arguments, registers, len(rows))
    open_edges(rows.twins, came, opens)
