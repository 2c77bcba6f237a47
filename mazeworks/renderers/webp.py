"""Draws any puzzle as WebP: the same picture as in PNG."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.solution import Solved
from mazeworks.drawing.look import PARAMETERS
from mazeworks.images.encoding import encoded
from mazeworks.images.picture import picture


def draw(solved: Solved[Any], **values: Any) -> Iterator[str | bytes]:
    return encoded(picture(solved, **values), "picture.webp")


renderers.add(Renderer("webp", "A picture in pixels, small and exact.", (".webp",), draw, PARAMETERS, reads_back=None))
