"""Draws how a puzzle is carved or solved as an animated PNG."""

from collections.abc import Iterator
from typing import Any

from mazeworks.animation.pictures import PARAMETERS, moving
from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Renderer, renderers


def draw(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    yield moving(solved, values, "PNG", unit=1)


renderers.add(Renderer("apng", "Carving or solving as a moving picture, in PNG.", (".apng",), draw, PARAMETERS))
