"""Squares in rows, some of which are crossings: one passage goes over another."""

from dataclasses import replace

import numpy as np

from mazeworks.cells.arrangement import NOTHING, RIM, Bools, Ints, Plan
from mazeworks.cells.four_sides import BACKS, EAST, NORTH, SOUTH, WEST, beyond, framed, places, squares
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout
from mazeworks.kernels.carving.place import crossings as place_crossings

CROSSINGS = Parameter("crossings", "number", 0.5, "the share of the possible crossings that are made", least=0, most=1)
#: Bytes of memory per square: cells that cross are joined before the others are carved.
CROSSED_BYTES = 240
#: How far inside their cells walls are drawn.
INSET = 0.16


@layout(
    "weave",
    "Squares whose passages cross over and under one another.",
    parameter=CROSSINGS,
    flat=False,
    chance=True,
    in_books=(6,),
)
def weave(width: int, height: int, random: Random, crossings: float) -> Plan:
    check_size(width, height, CROSSED_BYTES)
    table = beyond(framed(width, height))
    marks, parents = np.zeros(width * height, np.uint8), np.full(width * height, -1, np.int32)
    place_crossings(width, marks, parents, round(crossings * (1 << 32)), random.fork())
    over = np.flatnonzero(marks).astype(np.int32)
    cell_of = np.concatenate([np.arange(len(table), dtype=np.int32), over])  # the cells below come last

    below = np.arange(len(cell_of)) >= len(table)
    where = np.column_stack([places(width, height)[cell_of], below.astype(np.int32)])
    whole = np.concatenate([table, np.full((len(over), 4), NOTHING, np.int32)])
    fixed = _crossed(whole, over, marks[over] == 1)
    above = squares(width, height, whole, reach=1, fixed=fixed, hidden=below, inset=INSET)
    return replace(
        above,
        places=lambda: where,
        centres=lambda cells: above.centres(cell_of[cells]),
        walls=lambda cells, sides: above.walls(cell_of[cells], sides),
    )


def _crossed(table: Ints, over: Ints, across: Bools) -> Bools:
    """Route a passage through the cell below each crossing, north-south if `across`; returns the sides always open."""
    below = np.arange(len(table) - len(over), len(table), dtype=np.int32)
    fixed = np.zeros(table.shape, np.bool_)
    for which, low, high in ((across, (NORTH, SOUTH), (EAST, WEST)), (~across, (EAST, WEST), (NORTH, SOUTH))):
        top, bottom = over[which], below[which]
        for side in low:
            there = table[top, side]
            table[bottom, side], table[there, BACKS[side]] = there, bottom
            fixed[bottom, side] = fixed[there, BACKS[side]] = True
        for side in high:
            fixed[top, side] = fixed[table[top, side], BACKS[side]] = True
        for side in low:
            table[top, side] = RIM
    return fixed
