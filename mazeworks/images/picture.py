"""Any puzzle as a PNG picture: wall mazes straight from their byte grid, all others from their scene."""

import io
from collections.abc import Iterator
from typing import Any

from mazeworks.core.grid import Grid
from mazeworks.core.solution import Solution, Solved
from mazeworks.drawing.board import board_of, scene_of
from mazeworks.drawing.look import look, warn_if_too_small
from mazeworks.drawing.raster import Raster, colours
from mazeworks.images.png import png


def picture(solved: Solved[Any], values: dict[str, Any]) -> Iterator[bytes]:
    """The bytes of a PNG file, with the id of the puzzle in a comment."""
    puzzle = solved.puzzle
    grid = board_of(puzzle).drawn_walls()
    texts = {"Software": "mazeworks"} | ({"Comment": puzzle.id} if puzzle.id else {})
    if grid is not None:
        return from_grid(grid, solved.solution, values, texts)
    return from_scene(solved, values, texts)


def from_grid(
    grid: Grid, solution: Solution[Any] | None, values: dict[str, Any], texts: dict[str, str]
) -> Iterator[bytes]:
    """Pixels by a kernel, in as few bits as the colours need."""
    raster = Raster(grid, look(grid.width, grid.height, values), solution)
    yield from png(*raster.size, raster.bands(), colours(raster.look), texts)


def from_scene(solved: Solved[Any], values: dict[str, Any], texts: dict[str, str]) -> Iterator[bytes]:
    """Shapes with smooth edges."""
    from PIL.PngImagePlugin import PngInfo

    from mazeworks.drawing.painter import paint
    from mazeworks.drawing.shading import shade

    scene = scene_of(solved)
    if values["distances"]:
        shade(solved, scene)
    notes = PngInfo()
    for word, text in texts.items():
        notes.add_itxt(word, text)
    file = io.BytesIO()
    style = look(scene.width, scene.height, values)
    warn_if_too_small(scene, style, values)
    paint(scene, style).save(file, "PNG", pnginfo=notes)
    yield file.getvalue()
