"""Perturbing: walls up some passages and opens walls elsewhere until the same cells are connected again."""

import numpy as np

from mazeworks.cells.arrangement import Bytes, Ints
from mazeworks.cells.passages import Passages
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.kernels import tables
from mazeworks.kernels.carving import merge
from mazeworks.kernels.carving.braid import close_edges, close_some
from mazeworks.making.carving import in_slices
from mazeworks.making.rectangle import join, labels_of


def on_cells(passages: Passages, random: Random, count: int) -> Bytes:
    cells, opens = passages.cells, passages.opens.copy()
    once = np.arange(len(opens)) < cells.twins
    once[cells.fixed] = False  # crossings stay
    before, open_edges = cells.joined(opens), np.flatnonzero(once & (opens == 1)).astype(np.int32)
    solid = np.bincount(cells.sources, weights=opens, minlength=len(cells)) == 0
    close_edges(cells.twins, opens, open_edges, min(count, len(open_edges)), random.fork())
    parents, parts = trees(cells.joined(opens))
    doors = once & (opens == 0) & (before[cells.sources] == before[cells.targets]) & ~solid[cells.sources]
    edges = np.flatnonzero(doors).astype(np.int32)
    joins = parts - int(before.max()) - 1
    registers = np.array([0, joins, random.fork(), 0], np.int64)
    arguments = (cells.targets, cells.twins, opens, edges, parents, np.empty(0, np.int32))
    in_slices(merge.kruskal, arguments, registers, len(edges))
    return opens


def trees(labels: Ints) -> tuple[Ints, int]:
    """The cells of each label as a tree, in the form that `kruskal` takes; and the number of trees."""
    sizes = np.bincount(labels)
    first = np.full(len(sizes), -1, np.int32)
    first[labels[::-1]] = np.arange(len(labels), dtype=np.int32)[::-1]
    parents = first[labels]
    parents[first] = -sizes
    return parents, len(sizes)


@transform(
    "perturb",
    "Walls up random passages and opens others until the same cells are connected again.",
    parameters=(Parameter("count", "whole", 10, "how many passages to wall up", least=0, most=10**12),),
    promises=("the same cells stay connected", "a perfect maze stays perfect"),
    on_cells=on_cells,
)
def perturb(grid: Grid, random: Random, count: int) -> Grid:
    before, _ = labels_of(grid, grid.flat == 15)
    passages = np.concatenate([np.flatnonzero(grid.flat & side == 0) << 4 | side for side in (4, 2)])
    close_some(grid.flat, tables.steps(grid.stride), passages, min(count, len(passages)), random.fork())
    join(grid, *labels_of(grid, before < 0), random, within=before)
    return grid
