"""Whether a drawing can be made out at a size that was asked for, and a word about it where it cannot."""

import math
import warnings
from typing import Any

from mazeworks.core.errors import Note
from mazeworks.core.progress import checked
from mazeworks.drawing.look import Look, look
from mazeworks.drawing.scene import Label, Line, Scene, Shape

#: Pixels that letters have at least to be read, and strokes to be told from one another.
LETTERS, STROKES = 5, 3


def tell_if_too_small(scene: Scene, style: Look, values: dict[str, Any]) -> None:
    """Give a note where cells of the size told, not chosen here, are too small for what is drawn in them."""
    if values["cell"] is None or style.pitch >= smallest_pitch(scene):
        return
    least = smallest_cell(scene, values)
    warnings.warn(f"at --cell {style.cell} this cannot be made out; it can from --cell {least} on", Note, stacklevel=2)


def smallest_cell(scene: Scene, values: dict[str, Any]) -> int:
    """The fewest pixels across a cell at which all of a scene can be made out."""
    need, cell = smallest_pitch(scene), 1
    while look(scene.width, scene.height, values | {"cell": cell}).pitch < need:
        cell += 1
    return cell


def smallest_pitch(scene: Scene) -> float:
    """The fewest pixels from cell to cell at which letters can be read, and short strokes seen."""
    return max((_need(shape) for shape in checked(scene.shapes, 1000)), default=1)


def _need(shape: Shape) -> float:
    if isinstance(shape, Label):
        return LETTERS / shape.size
    if not isinstance(shape, Line) or not shape.role.startswith(("wall", "stairs")):
        return 1
    legs = [math.dist(a, b) for a, b in zip(shape.points[:-1], shape.points[1:], strict=True)]
    return STROKES / max(1e-3, sum(legs) if shape.role == "wall" else min(legs))
