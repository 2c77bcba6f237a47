"""Draws how a puzzle is carved or solved as an animated PNG."""

import io
from collections.abc import Iterator
from typing import Any

from mazeworks.animation.pictures import PARAMETERS, moving
from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.solution import Solved


def draw(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    first, others, times = moving(solved, values, unit=1)
    file = io.BytesIO()
    first.save(file, "PNG", save_all=True, append_images=others, duration=times, loop=0)
    yield file.getvalue()


renderers.add(Renderer("apng", "Carving or solving as a moving picture, in PNG.", (".apng",), draw, PARAMETERS))
