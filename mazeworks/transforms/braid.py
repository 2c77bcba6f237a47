"""Braiding: dead ends are opened onwards, so that ways lead round in loops."""

from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.kernels import tables
from mazeworks.kernels.braid import braid as loop

SHARE = Parameter("share", "number", 1.0, "the share of dead ends that is opened", least=0, most=1)


@transform(
    "braid",
    "Opens dead ends onwards, all or a share of them.",
    parameters=(SHARE,),
    promises=("joined as before", "braid:1 leaves no dead end beside another cell it could open into"),
)
def braid(grid: Grid, random: Random, share: float) -> Grid:
    loop(grid.flat, tables.steps(grid.stride), tables.PICK, round(share * 65536), random.fork())
    return grid
