"""Draws how a puzzle is carved or solved as an animated PNG."""

import io
from collections.abc import Iterator
from typing import Any

from mazeworks.animation.pictures import PARAMETERS, moving
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Renderer, renderers


def draw(puzzle: Puzzle[Any], solution: Solution[Any] | None, **values: Any) -> Iterator[bytes]:
    pictures, times = moving(puzzle, solution, values, unit=1)
    file = io.BytesIO()
    pictures[0].save(file, "PNG", save_all=True, append_images=checked(pictures[1:]), duration=times, loop=0)
    yield file.getvalue()


renderers.add(Renderer("apng", "Carving or solving as a moving picture, in PNG.", (".apng",), draw, PARAMETERS))
