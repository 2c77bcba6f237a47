"""The cylinder: a rectangle rolled up."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import rolled
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("cylinder", "A rectangle rolled up: east of the last column comes the first.", flat=False)
def cylinder(width: int, height: int, random: Random) -> Plan:
    return rolled(width, height)
