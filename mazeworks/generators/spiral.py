"""The spiral: one passage from a corner to the middle; the corner and the sense of rotation are random."""

import numpy as np

from mazeworks.core.directions import Direction, Position
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.kernels import tables
from mazeworks.kernels.carving import rectangle as loops
from mazeworks.making.ends import ENDS, EndsParameter
from mazeworks.making.rectangle import Longs, rectangle_generator


@rectangle_generator(
    "spiral",
    "Carves one passage that spirals from a corner to the middle.",
    promises=("perfect", "unicursal: it has no junction"),
    ends_parameter=EndsParameter("ends", ENDS.kind, "farthest", ENDS.help),
)
def spiral(grid: Grid, random: Random, order: Longs) -> int:
    east, south = random.below(2), random.below(2)
    start = grid.index(Position(east * (grid.width - 1), south * (grid.height - 1)))
    along, up = (Direction.WEST if east else Direction.EAST), (Direction.NORTH if south else Direction.SOUTH)
    heading, then = (along, up) if random.below(2) else (up, along)
    quarter = np.zeros(16, np.uint8)
    for flag in (1, 2, 4, 8):
        quarter[flag] = Direction(flag).right if heading.right == then else Direction(flag).left
    registers = np.array([0, 0], np.int64)
    loops.wind(grid.flat, tables.steps(grid.stride), quarter, start, int(heading), registers, order)
    return int(registers[1])
