"""Percolation (Broadbent and Hammersley, 1957): every wall is opened alone, by chance."""

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import merge as loops
from mazeworks.making.carving import maker

CHANCE = Parameter("chance", "number", 0.6, "how likely each wall is to be opened", least=0, most=1)


@maker(
    "percolation",
    "Opens every wall alone with a given chance; start and goal lie in the largest part that is joined.",
    promises=("not perfect: there are loops, and cells that cannot be reached",),
    parameters=(CHANCE,),
)
def percolation(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints, chance: float) -> None:
    loops.percolate(rows.twins, opens, order, round(chance * (1 << 32)), random.fork())
