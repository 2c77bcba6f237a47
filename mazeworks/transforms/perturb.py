"""Perturbing: some passages are walled up, and walls taken down elsewhere until all is joined as it was."""

import numpy as np

from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.rectangle import join, labels_of
from mazeworks.core.registry import transform
from mazeworks.kernels import tables
from mazeworks.kernels.braid import close_some
from mazeworks.kernels.regions import label_regions

COUNT = Parameter("count", "whole", 10, "how many passages are walled up", least=0, most=10**12)


@transform(
    "perturb",
    "Walls up some passages at random, and opens others until all is joined as it was.",
    parameters=(COUNT,),
    promises=("joined as before", "a perfect maze stays perfect"),
)
def perturb(grid: Grid, random: Random, count: int) -> Grid:
    before, _ = labels_of(grid, solid=False)
    passages = np.concatenate([np.flatnonzero(grid.flat & way == 0) << 4 | way for way in (4, 2)])
    steps = tables.steps(grid.stride)
    close_some(grid.flat, steps, passages, min(count, len(passages)), random.fork())
    labels = np.where(before >= 0, -1, -2).astype(np.int32)
    queue = np.empty(labels.size, np.int64)
    number = label_regions(grid.flat, steps, labels, queue)
    join(grid, labels, number, random, within=before)
    return grid
