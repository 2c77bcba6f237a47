"""Braiding: opens dead ends into a neighbouring cell, which makes loops."""

import numpy as np

from mazeworks.cells.arrangement import Bytes
from mazeworks.cells.passages import Passages
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.kernels import tables
from mazeworks.kernels.carving.braid import braid as loop
from mazeworks.kernels.carving.braid import braid_rows


def on_cells(passages: Passages, random: Random, share: float) -> Bytes:
    cells, opens = passages.cells, passages.opens.copy()
    degrees = np.diff(passages.graph.offsets).astype(np.int32)
    braid_rows(cells.offsets, cells.targets, cells.twins, opens, degrees, round(share * 65536), random.fork())
    return opens


@transform(
    "braid",
    "Opens dead ends into a neighbouring cell, all or a share of them.",
    parameters=(Parameter("share", "number", 1.0, "the share of dead ends to open", least=0, most=1),),
    promises=("connected cells stay connected", "braid:1 leaves no dead end that has another cell to open into"),
    on_cells=on_cells,
)
def braid(grid: Grid, random: Random, share: float) -> Grid:
    loop(grid.flat, tables.steps(grid.stride), tables.PICK, round(share * 65536), random.fork())
    return grid
