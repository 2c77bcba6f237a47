"""Draws any puzzle as PNG: wall mazes straight from their byte grid, all others from their scene."""

import io
from collections.abc import Iterator
from typing import Any

from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.look import PARAMETERS, look
from mazeworks.drawing.raster import Raster, colours
from mazeworks.images.png import png


def draw(puzzle: Puzzle[Any], solution: Solution[Any] | None, **values: Any) -> Iterator[bytes]:
    grid = puzzle.drawn_walls()
    texts = {"Software": "mazeworks"} | ({"Comment": puzzle.id} if puzzle.id else {})
    if grid is not None:
        return from_grid(grid, solution, values, texts)
    return from_scene(puzzle, solution, values, texts)


def from_grid(
    grid: Grid, solution: Solution[Any] | None, values: dict[str, Any], texts: dict[str, str]
) -> Iterator[bytes]:
    """Pixels by a kernel, in as few bits as the colours need."""
    picture = Raster(grid, look(grid.width, grid.height, values), solution)
    yield from png(*picture.size, picture.bands(), colours(picture.look), texts)


def from_scene(
    puzzle: Puzzle[Any], solution: Solution[Any] | None, values: dict[str, Any], texts: dict[str, str]
) -> Iterator[bytes]:
    """Shapes with smooth edges."""
    from PIL.PngImagePlugin import PngInfo

    from mazeworks.drawing.legible import tell_if_too_small
    from mazeworks.drawing.painter import paint
    from mazeworks.drawing.shading import shade

    scene = puzzle.scene(solution)
    if values["distances"]:
        shade(puzzle, scene)
    notes = PngInfo()
    for word, text in texts.items():
        notes.add_itxt(word, text)
    file = io.BytesIO()
    style = look(scene.width, scene.height, values)
    tell_if_too_small(scene, style, values)
    paint(scene, style).save(file, "PNG", pnginfo=notes)
    yield file.getvalue()


renderers.add(Renderer("png", "A picture in pixels.", (".png",), draw, PARAMETERS))
