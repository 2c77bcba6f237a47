"""Hexagons in columns, every second column half a cell lower."""

import numpy as np

from mazeworks.cells.arrangement import Floats, Ints, Plan
from mazeworks.cells.four_sides import framed, places
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout

NAMES = ("N", "NE", "SE", "S", "SW", "NW")
#: The length of a side if hexagons are one unit high, and the distance between columns.
SIDE = 3**-0.5
COLUMN = 1.5 * SIDE
#: The corners around a centre, so that side k goes from corner k to corner k + 1.
_CORNERS = np.array([(-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0)]) * (SIDE, 0.5)


@layout("hexagon", "Hexagons in columns, with six neighbours each.", cell=(COLUMN, 1), in_books=(3,), shape=1.1)
def hexagon(width: int, height: int, random: Random) -> Plan:
    def centres(cells: Ints) -> Floats:
        x, y = cells % width, cells // width
        return np.stack([SIDE + COLUMN * x, 0.5 + y + 0.5 * (x & 1)], axis=-1)

    def walls(cells: Ints, sides: Ints) -> Floats:
        return centres(cells)[:, None] + _CORNERS[np.stack([sides, (sides + 1) % 6], axis=-1)]

    sheet = (COLUMN * (width - 1) + 2 * SIDE, height + 0.5)
    backs = np.array([3, 4, 5, 0, 1, 2], np.uint8)
    return Plan(beyond(width, height), backs, NAMES, lambda: places(width, height), sheet, centres, walls, reach=1)


def beyond(width: int, height: int) -> Ints:
    """The neighbours of each hexagon; an even column lies half a cell higher than an odd one."""
    cells = framed(width, height, 6)
    table = np.empty((height, width, 6), np.int32)
    for side, (x, *rows) in enumerate(((1, 0, 0), (2, 0, 1), (2, 1, 2), (1, 2, 2), (0, 1, 2), (0, 0, 1))):
        for odd, y in enumerate(rows):
            table[:, odd::2, side] = cells[y : y + height, x + odd : x + width : 2]
    return table.reshape(-1, 6)
