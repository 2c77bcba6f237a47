"""Draws any puzzle as JPEG: the same picture as in PNG."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.look import PARAMETERS
from mazeworks.images.encoding import encoded


def draw(puzzle: Puzzle[Any], solution: Solution[Any] | None, **values: Any) -> Iterator[str | bytes]:
    return encoded(renderers["png"].draw(puzzle, solution, **values), "picture.jpg")


renderers.add(Renderer("jpeg", "A picture in pixels, small and not quite exact.", (".jpg", ".jpeg"), draw, PARAMETERS))
