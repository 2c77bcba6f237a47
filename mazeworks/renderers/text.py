"""Draws any puzzle in characters, as it is shown in a terminal but without colour."""

from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.board import sketch_of

renderers.add(
    Renderer(
        "text",
        "Characters, as in a terminal, without colour.",
        (".text",),
        lambda solved: (row + "\n" for row in sketch_of(solved).rows()),
    )
)
