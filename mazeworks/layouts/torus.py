"""A torus: a rectangle whose opposite sides are joined."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import rolled, squares
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("torus", "A rectangle without edges: east joins west, and south joins north.", flat=False)
def torus(width: int, height: int, random: Random) -> Plan:
    return squares(width, height, rolled(width, height, down=True))
