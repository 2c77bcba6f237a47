"""Squares in rows: the plain rectangle."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import beyond, framed, squares
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("square", "Squares in rows, with four neighbours each.", rectangle=True, in_books=(0, 1, 2))
def square(width: int, height: int, random: Random) -> Plan:
    return squares(width, height, beyond(framed(width, height)), reach=1)
