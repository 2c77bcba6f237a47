"""Draws any puzzle in characters, as it is shown in a terminal but without colour."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.board import board_of, sketch_of


def draw(solved: Solved[Any]) -> Iterator[str]:
    """The rows, in bands, because the sketch of a large maze takes many times its memory."""
    bands = [sketch_of(solved)] if solved.together else board_of(solved.puzzle).sketches(solved.solution)
    for band in bands:
        yield from (row + "\n" for row in band.rows())


renderers.add(Renderer("text", "Characters, as in a terminal, without colour.", (".text",), draw))
