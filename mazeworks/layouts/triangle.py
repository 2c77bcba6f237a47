"""Triangles in rows, alternately on their base and on their tip."""

import numpy as np

from mazeworks.cells.arrangement import NOTHING, Floats, Ints, Plan
from mazeworks.cells.four_sides import BACKS, NAMES, NORTH, SOUTH, beyond, framed, places
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout

#: Half a side, and the height of a row: a triangle has about the area of a unit square.
HALF, ROW = 0.75, 0.75 * 3**0.5

#: The ends of each side (N, E, S, W) from the upper left of a triangle's frame: on its base, then on its tip.
_SIDES: Floats = np.array(
    [
        [[(0, 0), (0, 0)], [(1, 0), (2, 1)], [(2, 1), (0, 1)], [(0, 1), (1, 0)]],
        [[(0, 0), (2, 0)], [(2, 0), (1, 1)], [(0, 0), (0, 0)], [(1, 1), (0, 0)]],
    ]
) * (HALF, ROW)


@layout("triangle", "Triangles in rows, with three neighbours each.", cell=(HALF, ROW), in_books=(4,), shape=0.75)
def triangle(width: int, height: int, random: Random) -> Plan:
    def centres(cells: Ints) -> Floats:
        x, y = cells % width, cells // width
        return np.stack([(x + 1) * HALF, (y + (2 - (x + y & 1)) / 3) * ROW], axis=-1)

    def walls(cells: Ints, sides: Ints) -> Floats:
        x, y = cells % width, cells // width
        corner: Floats = np.stack([x * HALF, y * ROW], axis=-1)[:, None]
        sides_of: Floats = _SIDES[x + y & 1, sides]
        return corner + sides_of

    table, where = beyond(framed(width, height)), places(width, height)
    tips = (where[:, 0] + where[:, 1] & 1).astype(np.bool_)
    table[~tips, NORTH] = NOTHING
    table[tips, SOUTH] = NOTHING
    return Plan(
        table, BACKS, NAMES, lambda: where, ((width + 1) * HALF, height * ROW), centres, walls, reach=ROW * 2 / 3
    )
