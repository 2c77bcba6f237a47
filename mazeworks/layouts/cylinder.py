"""A rectangle rolled up: its east and west sides are one."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import rolled, squares
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("cylinder", "A rectangle rolled up, so that going east comes back from the west.", flat=False)
def cylinder(width: int, height: int, random: Random) -> Plan:
    return squares(width, height, rolled(width, height))
