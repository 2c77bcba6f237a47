"""Draws any puzzle as PNG."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.solution import Solved
from mazeworks.drawing.look import PARAMETERS
from mazeworks.images.picture import picture


def draw(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    return picture(solved, values)


renderers.add(Renderer("png", "A picture in pixels.", (".png",), draw, PARAMETERS, reads_back=None))
