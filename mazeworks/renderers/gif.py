"""Draws how a puzzle is carved or solved as an animated GIF."""

import io
from collections.abc import Iterator
from typing import Any

from mazeworks.animation.pictures import PARAMETERS, moving
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Renderer, renderers


def draw(puzzle: Puzzle[Any], solution: Solution[Any] | None, **values: Any) -> Iterator[bytes]:
    first, others, times = moving(puzzle, solution, values, unit=10)  # it counts time in hundredths of a second
    file = io.BytesIO()
    note = {"comment": puzzle.id.encode()} if puzzle.id else {}
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False, **note)
    yield file.getvalue()


renderers.add(Renderer("gif", "Carving or solving as a moving picture.", (".gif",), draw, PARAMETERS))
