"""Storeys of squares above one another, joined by stairs at random cells."""

import math

import numpy as np

from mazeworks.cells.arrangement import NOTHING, Floats, Ints, Plan
from mazeworks.cells.four_sides import BYTES_PER_SIDE, NAMES, beyond, framed, places, square_walls
from mazeworks.core.errors import MazeError
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout
from mazeworks.kernels.carving.place import scatter

UP, DOWN = 4, 5
STAIRWAYS = {"up": "up the stairs", "down": "down the stairs"}
#: One in this many cells may have stairs to the storey above.
STAIRS = 12

FLOORS = Parameter("floors", "whole", 3, "the number of storeys", least=2, most=1000)


@layout(
    "floors",
    "Storeys of squares joined by stairs at random cells.",
    parameter=FLOORS,
    flat=False,
    chance=True,
    storeys=True,
)
def floors(width: int, height: int, random: Random, floors: int) -> Plan:
    area = width * height
    check_size(width, height, BYTES_PER_SIDE * 6, storeys=floors)
    if area * floors >= 1 << 31:
        raise MazeError(f"{floors} storeys of {width}x{height} are more cells than can be numbered")
    across = math.ceil(math.sqrt(floors))

    def corner(cells: Ints) -> tuple[Ints, Ints]:
        """The upper left corners of cells: storeys are drawn side by side, one cell apart."""
        floor, cell = cells // area, cells % area
        return cell % width + floor % across * (width + 1), cell // width + floor // across * (height + 1)

    def centres(cells: Ints) -> Floats:
        return np.stack(corner(cells), axis=-1).astype(np.float64) + 0.5

    def walls(cells: Ints, sides: Ints) -> Floats:
        walls = square_walls(*corner(cells), np.minimum(sides, 3))
        walls[sides >= UP] = np.nan
        return walls

    sheet = (across * (width + 1) - 1, math.ceil(floors / across) * (height + 1) - 1)
    backs = np.array([2, 3, 0, 1, DOWN, UP], np.uint8)
    table = _neighbours(width, height, floors, random)
    names, aside = (*NAMES, *STAIRWAYS), tuple(STAIRWAYS)
    where, storey = lambda: places(width, height, floors), (width, height)
    return Plan(table, backs, names, where, sheet, centres, walls, storey=storey, words=STAIRWAYS, aside=aside)


def _neighbours(width: int, height: int, floors: int, random: Random) -> Ints:
    area = width * height
    one = beyond(framed(width, height, 6), 6)
    table = one + (one >= 0) * (np.arange(floors, dtype=np.int32) * area)[:, None, None]
    table[:, :, UP:] = NOTHING
    stairs = np.zeros((floors - 1) * area, np.uint8)
    scatter(stairs, (1 << 32) - 1, (1 << 32) // STAIRS, random.fork())
    wells = stairs.reshape(floors - 1, area)
    for floor in range(floors - 1):
        wells[floor, random.below(area)] = 1  # each storey has at least one
    cells = np.flatnonzero(stairs)
    flat = table.reshape(-1, 6)
    flat[cells, UP], flat[cells + area, DOWN] = cells + area, cells
    return flat
