"""Any puzzle as a PNG picture: wall mazes straight from their byte grid, all others from their scene."""

import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from mazeworks.core.puzzle import Solved
from mazeworks.drawing.board import board_of, scene_of
from mazeworks.drawing.look import look, refuse_unseen, warn_if_too_small
from mazeworks.drawing.raster import Raster, colours
from mazeworks.images.png import png


def picture(solved: Solved[Any], **values: Any) -> Iterator[bytes]:
    """The bytes of a PNG file, with the id of the puzzle in a comment."""
    refuse_unseen(solved, values)
    puzzle = solved.puzzle
    grid = board_of(puzzle).drawn_walls()
    texts = {"Software": "mazeworks"} | ({"Comment": puzzle.id} if puzzle.id else {})
    if grid is None:
        yield from _painted(solved, values, texts)
        return
    raster = Raster(grid, look(grid.width, grid.height, values), solved.solution)
    yield from png(*raster.size, raster.bands(), colours(raster.look), texts)


def _painted(solved: Solved[Any], values: dict[str, Any], texts: dict[str, str]) -> Iterator[bytes]:
    """Shapes with smooth edges."""
    from PIL.PngImagePlugin import PngInfo

    from mazeworks.drawing.painter import in_bands, paint
    from mazeworks.drawing.shading import shade

    scene = scene_of(solved)
    if values["distances"]:
        shade(solved, scene)
    style = look(scene.width, scene.height, values)
    warn_if_too_small(scene, style, values)
    bands = in_bands(scene, style)
    if bands is not None:
        yield from png(*style.pixels(scene.width, scene.height), map(np.asarray, bands), texts=texts)
        return
    notes = PngInfo()
    for word, text in texts.items():
        notes.add_itxt(word, text)
    file = io.BytesIO()
    paint(scene, style).save(file, "PNG", pnginfo=notes)
    yield file.getvalue()
