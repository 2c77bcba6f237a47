"""The sidewinder: row by row, runs to the east, and from each run one passage up."""

from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.carving import rectangle as loops
from mazeworks.making.rectangle import Longs, rectangle_generator, run

RUNS = Parameter("runs", "number", 0.5, "the chance that a run ends at a cell: 0 gives long halls", least=0, most=1)


@rectangle_generator(
    "sidewinder",
    "Joins runs of cells, row by row, and opens one passage up from each run.",
    promises=("perfect", "biased: a hall along the top, and never a dead end to the north"),
    parameters=(RUNS,),
    batch=lambda runs: [round(runs * 65536)],
)
def sidewinder(grid: Grid, random: Random, order: Longs, runs: float) -> int:
    return run(loops.sidewinder, grid, random, order, grid.width, grid.height, round(runs * 65536))
