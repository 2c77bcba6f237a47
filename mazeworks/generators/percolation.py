"""Percolation (Broadbent and Hammersley, 1957): every wall opens independently, by chance."""

from mazeworks.cells.arrangement import Bytes, Ints, Rows
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import merge as loops
from mazeworks.making.carving import cell_generator


@cell_generator(
    "percolation",
    "Opens every wall independently with a given chance; start and goal lie in the largest connected part.",
    promises=("not perfect: there are loops, and cells that cannot be reached",),
    parameters=(Parameter("chance", "number", 0.6, "the chance to open each wall", least=0, most=1),),
    batch=lambda chance: [round(chance * (1 << 32))],
)
def percolation(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints, chance: float) -> None:
    loops.percolate(rows.twins, opens, order, round(chance * (1 << 32)), random.fork())
