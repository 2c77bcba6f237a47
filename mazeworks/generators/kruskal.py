"""Kruskal's algorithm (1956) with edges in random order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeworks.core.grid import Grid
from mazeworks.core.progress import report
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import grid as on_bytes
from mazeworks.kernels.carving import merge as loops
from mazeworks.making.carving import SLICE, Longs, carve_in_slices, cell_generator, in_slices

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows


def on_grid(grid: Grid, first: int, random: Random, order: Longs) -> int:
    """The same algorithm on the byte grid of a plain rectangle."""
    width, height, stride = grid.width, grid.height, grid.stride
    walls = np.empty(2 * width * height - width - height, np.uint32)
    split = np.array([0, 0, len(walls), 0, 0, random.fork()], np.int64)
    while not on_bytes.halve(width, height, stride, walls, max(1, SLICE // width), split):
        report("carving", 0)
    half = int(split[1])
    parents = np.full(grid.flat.size, -1, np.int32)
    registers = np.array([0, 0, width * height - 1, random.fork()], np.int64)
    passages = carve_in_slices(on_bytes.kruskal, grid, registers, order, walls[:half], parents)
    rest, kept = walls[half:], np.zeros(2, np.int64)
    while not on_bytes.sift(stride, rest, parents, SLICE, kept):
        report("carving", passages / (width * height))
    registers[1] = 0
    return carve_in_slices(on_bytes.kruskal, grid, registers, order, rest[: kept[1]], parents)


@cell_generator(
    "kruskal",
    "Takes walls in random order and opens each that separates two trees.",
    promises=("perfect", "biased towards many short dead ends everywhere"),
    on_grid=on_grid,
    lists=3,
    batch=lambda: (),
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
