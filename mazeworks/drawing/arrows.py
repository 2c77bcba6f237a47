"""Leaps in a picture: arrows, and tags that tell in each square which step follows which arrow how far."""

from typing import NamedTuple

from mazeworks.core.directions import Direction, Position
from mazeworks.drawing.scene import Point, Scene

#: One square in a drawing is so many units wide, so that arrows and numbers have room.
UNIT = 4
#: The largest letters of a tag; how wide a figure is beside that, and an arrow between figures.
LARGEST, FIGURE, ARROW = 0.42, 0.6, 1.05
#: Where the tags of a square begin and how much room they have, from its top; then between two of them.
TOP, ROOM, GAP = 2.7, 1.25, 0.5


def draw_arrow(
    scene: Scene, centre: Point, arrow: Direction, role: str, size: float = 1.15, thick: float = 0.14
) -> None:
    """A shaft from near the centre outward, and its head."""
    dx, dy = arrow.delta
    length = size / (dx * dx + dy * dy) ** 0.5
    along, across = (dx * length, dy * length), (-dy * length, dx * length)

    def at(forth: float, aside: float) -> Point:
        return centre[0] + along[0] * forth + across[0] * aside, centre[1] + along[1] * forth + across[1] * aside

    scene.line([at(0.42, 0), at(0.9, 0)], role, thick)
    scene.line([at(0.74, 0.2), at(1, 0), at(0.74, -0.2)], role, thick)


class Leap(NamedTuple):
    """A step that stands in a square: its number, the arrow it leaves by, and how far; at the end there is none."""

    step: int
    arrow: Direction | None
    far: int

    @property
    def width(self) -> float:
        """How wide its tag is, in letters of height 1."""
        figures = len(str(self.step)) + (len(str(self.far)) if self.arrow else 0)
        return FIGURE * figures + (ARROW if self.arrow else 0)


class Tag(NamedTuple):
    """A leap at a spot of its own in the square it leaves."""

    at: Point
    leap: Leap
    size: float

    def plate(self, scene: Scene) -> None:
        """Ground for it, so that strokes below do not cross the figures."""
        width = (self.leap.width + 0.3) * self.size
        scene.box(self.at[0] - width / 2, self.at[1] - 0.6 * self.size, width, 1.2 * self.size, "cell")

    def draw(self, scene: Scene) -> None:
        """The number, and then the arrow and the distance in another colour."""
        (x, y), leap, size = self.at, self.leap, self.size
        left = x - leap.width * size / 2
        wide = FIGURE * size * len(str(leap.step))
        scene.label(left + wide / 2, y, str(leap.step), "text", size)
        if leap.arrow is None:
            return
        middle, half = left + wide + ARROW * size / 2, 0.42 * size
        dx, dy = leap.arrow.delta
        long = (dx * dx + dy * dy) ** 0.5
        # A small arrow stands around its middle, not beside a centre as the large ones do.
        tail = middle - dx / long * half, y - dy / long * half
        draw_whole_arrow(scene, tail, leap.arrow, 2 * half, "path:blue", 0.13 * size)
        scene.label(
            left + wide + ARROW * size + FIGURE * size * len(str(leap.far)) / 2, y, str(leap.far), "path:blue", size
        )


def draw_whole_arrow(scene: Scene, tail: Point, arrow: Direction, length: float, role: str, thick: float) -> None:
    """An arrow of a length from its tail."""
    dx, dy = arrow.delta
    scale = length / (dx * dx + dy * dy) ** 0.5
    tip = tail[0] + dx * scale, tail[1] + dy * scale
    neck = tail[0] + 0.5 * dx * scale, tail[1] + 0.5 * dy * scale
    aside = -0.36 * dy * scale, 0.36 * dx * scale
    scene.line([tail, tip], role, thick)
    scene.line([(neck[0] + aside[0], neck[1] + aside[1]), tip, (neck[0] - aside[0], neck[1] - aside[1])], role, thick)


def tags_of(visits: dict[Position, list[Leap]]) -> dict[int, Tag]:
    """A tag for every step, in lines below the arrows of its square, one below the other in columns."""
    tags: dict[int, Tag] = {}
    for place, leaps in visits.items():
        across, size = _fitting(len(leaps), max(leap.width for leap in leaps))
        for number, leap in enumerate(leaps):
            line, column = divmod(number, across)
            in_line = min(across, len(leaps) - line * across)
            x = place.x * UNIT + UNIT / 2 + (column - (in_line - 1) / 2) * (UNIT - 0.1) / across
            tags[leap.step] = Tag((x, place.y * UNIT + TOP + (line + 0.5) * size * 1.3), leap, size)
    return tags


def _fitting(count: int, width: float) -> tuple[int, float]:
    """How many tags as wide as this stand in a line, and how large they are, so that all have room."""

    def size(across: int) -> float:
        wide, high = (UNIT - 0.1) / across / (width + GAP), ROOM / (-(-count // across) * 1.3)
        return min(LARGEST, wide, high)

    across = max(range(1, count + 1), key=size)
    return across, size(across)
