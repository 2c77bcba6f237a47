"""How a drawing looks: what all renderers can be told, and the sizes chosen where nothing was told."""

from dataclasses import dataclass
from typing import Any

from mazeworks.core.errors import TooLarge
from mazeworks.core.parameters import Parameter
from mazeworks.drawing.palette import THEMES, ColourParameter, Palette

#: Pixels along the longer side that a picture is kept to where no size is given, and the largest cell then.
COMFORTABLE, LARGEST_CELL = 4000, 24
#: The most pixels that are drawn; a file with more is of no use to most programs that show pictures.
MOST_PIXELS = 2_000_000_000

#: Colours that can be chosen one by one, by the role they colour.
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

    @property
    def pitch(self) -> int:
        """From one cell to the next."""
        return self.cell + self.wall

    def pixels(self, width: float, height: float) -> tuple[int, int]:
        """Width and height of a drawing of so many cells."""
        wide, high = (round(side * self.pitch) + self.wall + 2 * self.margin for side in (width, height))
        if wide * high > MOST_PIXELS:
            raise TooLarge(f"a picture of {wide}x{high} pixels is too large; smaller cells would do")
        return wide, high


def look(width: float, height: float, values: dict[str, Any], comfortable: int = COMFORTABLE) -> Look:
    """The look that values of `PARAMETERS` mean for a drawing of so many cells."""
    pitch = max(2, min(LARGEST_CELL, int(comfortable / max(width, height, 1))))
    wall = values["wall"] or max(1, round((values["cell"] * 8 / 7 if values["cell"] else pitch) / 8))
    cell = values["cell"] or max(1, pitch - wall)
    margin = values["margin"]
    if margin is None:
        margin = 0 if cell < 4 else max(4, cell // 2)
    return Look(cell, wall, margin, palette_of(values), values["distances"])


def palette_of(values: dict[str, Any]) -> Palette:
    """The colours that values of `PARAMETERS` mean."""
    return Palette(values["theme"], **{role: values[f"{role}_colour"] for role in ROLES})
