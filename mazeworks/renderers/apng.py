"""Draws how a puzzle is carved or solved as an animated PNG."""

import io
from collections.abc import Iterator
from typing import Any

from mazeworks.animation.pictures import PARAMETERS, moving
from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.solution import Solved


def draw(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    pictures, times = moving(solved, values, unit=1)
    file = io.BytesIO()
    pictures[0].save(file, "PNG", save_all=True, append_images=pictures[1:], duration=times, loop=0)
    yield file.getvalue()


renderers.add(Renderer("apng", "Carving or solving as a moving picture, in PNG.", (".apng",), draw, PARAMETERS))
