"""Squares in rows: the plain rectangle."""

import numpy as np

from mazeworks.core.arrangement import Floats, Ints, Plan
from mazeworks.core.lattices import BACKS, NAMES, beyond, places, square_walls
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("square", "Squares in rows, with four neighbours each.")
def square(width: int, height: int, random: Random) -> Plan:
    def centres(cells: Ints) -> Floats:
        return np.stack([cells % width + 0.5, cells // width + 0.5], axis=-1)

    def walls(cells: Ints, sides: Ints) -> Floats:
        return square_walls(cells % width, cells // width, sides)

    table = beyond(width, height)
    return Plan(table, BACKS, NAMES, places(width, height), (width, height), centres, walls, reach=1)
