"""How a drawing looks: the parameters of all renderers, default sizes, and whether a size is legible."""

import math
from dataclasses import dataclass
from typing import Any

from mazeworks.core.errors import MazeError, Note, TooLarge
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Solved
from mazeworks.drawing.board import board_of, scene_of
from mazeworks.drawing.palette import THEMES, ColourParameter, Palette
from mazeworks.drawing.scene import Label, Line, Scene, Shape, wall_scene
from mazeworks.drawing.strokes import Many

#: The most pixels along the longer side, and the largest cell, where no size is given.
COMFORTABLE, LARGEST_CELL = 4000, 24
#: The most pixels of a picture; most programs cannot show a file with more.
MOST_PIXELS = 2_000_000_000
#: The most pixels along a side by extension; that of PNG is beyond any picture.
LONGEST = {".gif": 65_535, ".jpg": 65_500, ".jpeg": 65_500, ".webp": 16_383}
#: What to do about a picture that is too large.
SMALLER = "choose a smaller --cell"
#: The fewest pixels of legible letters, and of strokes that can be distinguished.
LETTERS, STROKES = 5, 3
#: The roles whose colours can be chosen one by one.
ROLES = ("background", "wall", "path", "start", "goal")

PARAMETERS = (
    Parameter("theme", "choice", "light", "the colours", choices=tuple(THEMES)),
    Parameter("cell", "whole", None, "pixels across a cell; else by the size of the maze", least=1, most=1000),
    Parameter("wall", "whole", None, "pixels across a wall; else by the size of the cells", least=1, most=1000),
    Parameter("margin", "whole", None, "pixels around the drawing; else as suits it", least=0, most=10_000),
    Parameter("distances", "flag", False, "colour each cell by its distance from the start"),
    *(ColourParameter(f"{role}_colour", "colour", "", f"the colour of the {role}") for role in ROLES),
)


@dataclass(frozen=True)
class Look:
    """Sizes in pixels, and colours."""

    cell: int
    wall: int
    margin: int
    palette: Palette
    distances: bool
    #: The extension of the file, where `LONGEST` limits its sides.
    form: str = ""

    @property
    def pitch(self) -> int:
        """The distance from one cell to the next."""
        return self.cell + self.wall

    def pixels(self, width: float, height: float) -> tuple[int, int]:
        """Width and height of a drawing of this many cells."""
        wide, high = (round(side * self.pitch) + self.wall + 2 * self.margin for side in (width, height))
        if wide * high > MOST_PIXELS:
            raise TooLarge(f"a picture of {wide}x{high} pixels is too large", SMALLER)
        check_sides(wide, high, self.form)
        return wide, high


def check_sides(wide: int, high: int, form: str) -> None:
    """Refuse a picture with longer sides than its format has room for."""
    if form in LONGEST and max(wide, high) > LONGEST[form]:
        other = ".apng" if form == ".gif" else ".png"
        sentence = f"a picture of {wide}x{high} pixels is too large for {form}; {other} holds it"
        raise TooLarge(sentence, f"{form} ends at {LONGEST[form]} pixels along a side")


def look(width: float, height: float, values: dict[str, Any], comfortable: int = COMFORTABLE) -> Look:
    """The look that values of `PARAMETERS` give a drawing of this many cells."""
    pitch = max(2, min(LARGEST_CELL, int(comfortable / max(width, height, 1))))
    wall = values["wall"] or max(1, round((values["cell"] * 8 / 7 if values["cell"] else pitch) / 8))
    cell = values["cell"] or max(1, pitch - wall)
    margin = values["margin"]
    if margin is None:
        margin = 0 if cell < 4 else max(4, cell // 2)
    return Look(cell, wall, margin, palette_of(values), values["distances"], values.get("form", ""))


def palette_of(values: dict[str, Any]) -> Palette:
    """The colours that values of `PARAMETERS` give."""
    return Palette(values["theme"], **{role: values[f"{role}_colour"] for role in ROLES})


def refuse_unseen(solved: Solved[Any], values: dict[str, Any]) -> None:
    """Raise an error for a width or a single colour of what the drawing does not show."""
    given = [name for name in ("wall", *(f"{role}_colour" for role in ROLES[1:])) if values[name]]
    if not given:
        return
    grid = board_of(solved.puzzle).drawn_walls()
    scene = scene_of(solved) if grid is None else wall_scene(grid, solved.solution, walls=False)
    # The walls of a grid are not in its scene, and their colour decides those of distances.
    shown = {"wall"} if grid is not None or values["distances"] else set()
    shown |= {shape.role.rpartition(":")[2] for shape in scene.shapes}
    for name in given:
        if (role := name.removesuffix("_colour")) not in shown:
            raise MazeError(f"{name} has no effect, because this drawing has no {role}", about=name)


def warn_if_too_small(scene: Scene, style: Look, values: dict[str, Any]) -> None:
    """Give a note if the size of cells was given and is too small for what is drawn in them."""
    need = 0 if values["cell"] is None else smallest_pitch(scene)
    if style.pitch < need:
        sizes = range(1, math.ceil(need) + 1)
        least = next(n for n in sizes if look(scene.width, scene.height, values | {"cell": n}).pitch >= need)
        Note(f"at --cell {style.cell} this cannot be made out; it can from --cell {least} on").give()


def smallest_pitch(scene: Scene) -> float:
    """The fewest pixels from cell to cell at which letters and short strokes are legible."""
    return max((_need(shape) for shape in checked(scene.shapes, 1000)), default=1)


def _need(shape: Shape) -> float:
    if isinstance(shape, Label):
        return LETTERS / shape.size
    if isinstance(shape, Many):
        return 1 if shape.closed else STROKES / max(1e-3, shape.reach[2])
    if not isinstance(shape, Line) or not shape.role.startswith(("wall", "stairs")):
        return 1
    legs = [math.dist(a, b) for a, b in zip(shape.points[:-1], shape.points[1:], strict=True)]
    return STROKES / max(1e-3, sum(legs) if shape.role == "wall" else min(legs))
