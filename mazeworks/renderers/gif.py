"""Draws how a puzzle is carved or solved as an animated GIF."""

import io
from collections.abc import Iterator
from typing import Any

from mazeworks.animation.pictures import PARAMETERS, moving
from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.solution import Solved


def draw(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    first, others, times = moving(solved, values, unit=10)  # it counts time in hundredths of a second
    file = io.BytesIO()
    note = {"comment": solved.puzzle.id.encode()} if solved.puzzle.id else {}
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False, **note)
    yield file.getvalue()


renderers.add(Renderer("gif", "Carving or solving as a moving picture.", (".gif",), draw, PARAMETERS))
