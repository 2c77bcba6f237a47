"""Rectangles of squares with joined sides: the cylinder, the torus, and the Möbius strip (1858)."""

from mazeworks.cells.arrangement import Plan
from mazeworks.cells.four_sides import beyond, framed, squares
from mazeworks.core.randomness import Random
from mazeworks.core.registry import layout


@layout("cylinder", "A rectangle rolled up: east of the last column comes the first.", flat=False)
def cylinder(width: int, height: int, random: Random) -> Plan:
    return rolled(width, height)


@layout("torus", "A rectangle without edges: east joins west, and south joins north.", flat=False)
def torus(width: int, height: int, random: Random) -> Plan:
    return rolled(width, height, down=True)


@layout("moebius", "A strip rolled up with half a twist: a path around it returns upside down.", flat=False)
def moebius(width: int, height: int, random: Random) -> Plan:
    return rolled(width, height, turn=-1)


def rolled(width: int, height: int, down: bool = False, turn: int = 1) -> Plan:
    """A rectangle with east joined to west, in reverse order if `turn` is -1; with `down`, north joins south too."""
    cells = framed(width, height)
    cells[1:-1, 0], cells[1:-1, -1] = cells[1:-1, -2][::turn], cells[1:-1, 1][::turn]
    if down:
        cells[0], cells[-1] = cells[-2], cells[1]
    return squares(width, height, beyond(cells))
