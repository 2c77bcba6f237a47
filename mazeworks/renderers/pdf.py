"""Draws any puzzle as PDF, ready for a printer; its solution on a page of its own."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Renderer, renderers
from mazeworks.printing.pdf import PARAMETERS, Item, pdf


def draw(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    yield pdf([Item(solved)], values)


renderers.add(Renderer("pdf", "Sheets for a printer.", (".pdf",), draw, PARAMETERS))
