"""The torus: a rectangle without edges."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import rolled
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("torus", "A rectangle without edges: east joins west, and south joins north.", flat=False)
def torus(width: int, height: int, random: Random) -> Plan:
    return rolled(width, height, down=True)
