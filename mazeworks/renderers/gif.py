"""Draws how a puzzle is carved or solved as an animated GIF."""

from collections.abc import Iterator
from typing import Any

from mazeworks.animation.pictures import PARAMETERS, moving
from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Renderer, renderers


def draw(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    note = {"comment": solved.puzzle.id.encode()} if solved.puzzle.id else {}
    yield moving(solved, values, "GIF", unit=10, optimize=False, **note)  # it counts time in hundredths of a second


renderers.add(Renderer("gif", "Carving or solving as a moving picture.", (".gif",), draw, PARAMETERS))
