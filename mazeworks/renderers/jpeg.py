"""Draws any puzzle as JPEG: the same picture as in PNG."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.solution import Solved
from mazeworks.drawing.look import PARAMETERS
from mazeworks.images.encoding import encoded
from mazeworks.images.picture import picture


def draw(solved: Solved[Any], **values: Any) -> Iterator[str | bytes]:
    return encoded(picture(solved, **values), "picture.jpg")


renderers.add(
    Renderer(
        "jpeg", "A picture in pixels, small and not quite exact.", (".jpg", ".jpeg"), draw, PARAMETERS, reads_back=None
    )
)
