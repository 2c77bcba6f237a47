"""Draws any puzzle as PDF, ready for a printer; its solution on a page of its own."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Renderer, renderers
from mazeworks.printing.pdf import PARAMETERS, Item, pdf


def draw(puzzle: Puzzle[Any], solution: Solution[Any] | None, **values: Any) -> Iterator[bytes]:
    if solution is None and puzzle.routes:
        yield pdf([Item(puzzle.drawn_with({}), solved=puzzle)], values)
    else:
        yield pdf([Item(puzzle, solution)], values)


renderers.add(Renderer("pdf", "Sheets for a printer.", (".pdf",), draw, PARAMETERS))
