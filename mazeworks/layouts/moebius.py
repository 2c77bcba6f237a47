"""A Möbius strip (1858): rolled up with half a twist."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import rolled, squares
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("moebius", "A strip rolled up with half a twist: a path around it returns upside down.", flat=False)
def moebius(width: int, height: int, random: Random) -> Plan:
    return squares(width, height, rolled(width, height, flipped=True))
