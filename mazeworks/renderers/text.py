"""Draws any puzzle in characters, as it is shown in a terminal but without colour."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.solution import Solved
from mazeworks.drawing.board import sketch_of


def draw(solved: Solved[Any]) -> Iterator[str]:
    for row in sketch_of(solved).rows():
        yield row + "\n"


renderers.add(Renderer("text", "Characters, as in a terminal, without colour.", (".text",), draw))
