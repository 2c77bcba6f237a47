"""Leaps in a picture: arrows, and a tag for each step with its number, arrow and distance."""

import math
from typing import NamedTuple

from mazeworks.core.directions import Direction, Position
from mazeworks.drawing.scene import Point, Scene

#: The width of a square in units, so that arrows and numbers have room.
UNIT = 4
#: The largest letters of a tag, and the widths of a figure and of an arrow relative to the letters.
LARGEST, FIGURE, ARROW = 0.42, 0.6, 1.05
#: Where the tags of a square begin, from its top, the height for them, and the gap between two of them.
TOP, ROOM, GAP = 2.7, 1.25, 0.5


def draw_arrow(
    scene: Scene,
    tail: Point,
    arrow: Direction,
    role: str,
    size: float = 1.15,
    thick: float = 0.14,
    shaft: Point = (0.42, 0.9),
    head: Point = (0.74, 0.2),
) -> None:
    """Draw an arrow; `shaft` (begin, end) and `head` (begin, half its width) are fractions of its size."""
    dx, dy = (part * (size / math.hypot(*arrow.delta)) for part in arrow.delta)

    def at(along: float, aside: float) -> Point:
        return tail[0] + dx * along - dy * aside, tail[1] + dy * along + dx * aside

    scene.line([at(shaft[0], 0), at(shaft[1], 0)], role, thick)
    scene.line([at(*head), at(1, 0), at(head[0], -head[1])], role, thick)


class Leap(NamedTuple):
    """A step from a square: its number, its arrow and its distance; at the end there is no arrow."""

    step: int
    arrow: Direction | None
    far: int

    @property
    def width(self) -> float:
        """The width of its tag, in letters of height 1."""
        figures = len(str(self.step)) + (len(str(self.far)) if self.arrow else 0)
        return FIGURE * figures + (ARROW if self.arrow else 0)


class Tag(NamedTuple):
    """A leap, written at a point of the square it leaves."""

    at: Point
    leap: Leap
    size: float

    def plate(self, scene: Scene) -> None:
        """Draw a ground below it, so that strokes do not cross the figures."""
        width = (self.leap.width + 0.3) * self.size
        scene.box(self.at[0] - width / 2, self.at[1] - 0.6 * self.size, width, 1.2 * self.size, "cell")

    def draw(self, scene: Scene) -> None:
        """Draw the number, then the arrow and the distance in another colour."""
        (x, y), leap, size = self.at, self.leap, self.size
        left = x - leap.width * size / 2
        wide = FIGURE * size * len(str(leap.step))
        scene.label(left + wide / 2, y, str(leap.step), "text", size)
        if leap.arrow is None:
            return
        middle, half = left + wide + ARROW * size / 2, 0.42 * size
        dx, dy = (part / math.hypot(*leap.arrow.delta) for part in leap.arrow.delta)
        # A small arrow is centred on its middle; the large ones begin beside a centre.
        tail = middle - dx * half, y - dy * half
        draw_arrow(scene, tail, leap.arrow, "path:blue", 2 * half, 0.13 * size, (0, 1), (0.5, 0.36))
        right = left + wide + ARROW * size + FIGURE * size * len(str(leap.far)) / 2
        scene.label(right, y, str(leap.far), "path:blue", size)


def tags_of(visits: dict[Position, list[Leap]]) -> dict[int, Tag]:
    """A tag for every step, in lines and columns below the arrows of its square."""
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
    """The number of tags per line, and the size of their letters, so that all tags fit."""

    def size(across: int) -> float:
        wide, high = (UNIT - 0.1) / across / (width + GAP), ROOM / (-(-count // across) * 1.3)
        return min(LARGEST, wide, high)

    across = max(range(1, count + 1), key=size)
    return across, size(across)
