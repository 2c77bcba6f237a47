"""Draws any puzzle in characters, as it is shown in a terminal but without colour."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Renderer, renderers


def draw(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> Iterator[str]:
    for row in puzzle.sketch(solution).rows():
        yield row + "\n"


renderers.add(Renderer("text", "Characters, as in a terminal, without colour.", (".text",), draw))
