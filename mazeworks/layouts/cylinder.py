"""A cylinder: a rectangle whose east and west sides are joined."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import rolled, squares
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("cylinder", "A rectangle rolled up: east of the last column comes the first.", flat=False)
def cylinder(width: int, height: int, random: Random) -> Plan:
    return squares(width, height, rolled(width, height))
