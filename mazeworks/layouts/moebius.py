"""The Möbius strip (1858): a strip rolled up with half a twist."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import rolled
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("moebius", "A strip rolled up with half a twist: a path around it returns upside down.", flat=False)
def moebius(width: int, height: int, random: Random) -> Plan:
    return rolled(width, height, turn=-1)
