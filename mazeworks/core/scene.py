"""A picture in cell units: shapes with roles, no pixels and no colours of a backend.

x grows to the right and y downward, and one unit is one cell. A role says what a shape means, such as `wall`,
`path`, `start` or `goal`; a renderer decides how that looks. A role may carry a colour name the puzzle itself
knows, written `line:blue`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A stroke through points; `width` in cell units, 0 for the renderer's own."""

    points: tuple[Point, ...]
    role: str
    width: float = 0
    closed: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    role: str


@dataclass(frozen=True)
class Dot:
    """A filled circle, or a ring."""

    centre: Point
    radius: float
    role: str
    ring: bool = False


@dataclass(frozen=True)
class Label:
    """A short text around a point; `size` is the height of its letters in cell units."""

    at: Point
    text: str
    role: str
    size: float = 0.5


Shape = Line | Area | Dot | Label


@dataclass
class Scene:
    """Shapes to be drawn in order on a sheet of `width` by `height` cells."""

    width: float
    height: float
    title: str = ""
    shapes: list[Shape] = field(default_factory=list)

    def line(self, points: Iterable[Point], role: str, width: float = 0, dashed: bool = False) -> None:
        """Add a stroke."""
        self.shapes.append(Line(tuple(points), role, width, dashed=dashed))

    def box(self, x: float, y: float, width: float, height: float, role: str) -> None:
        """Add a filled rectangle."""
        self.shapes.append(Area(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), role))

    def dot(self, x: float, y: float, radius: float, role: str, ring: bool = False) -> None:
        """Add a filled circle, or a ring."""
        self.shapes.append(Dot((x, y), radius, role, ring))

    def label(self, x: float, y: float, text: str, role: str, size: float = 0.5) -> None:
        """Add a short text."""
        self.shapes.append(Label((x, y), text, role, size))


def chain(words: Sequence[str], title: str = "") -> Scene:
    """Words in boxes, one below the other, joined by strokes."""
    width = max((len(word) for word in words), default=1) * 0.36 + 1
    scene = Scene(width, 1.5 * len(words), title)
    for number, word in enumerate(words):
        y = 1.5 * number + 0.75
        if number:
            scene.line([(width / 2, y - 1), (width / 2, y - 0.5)], "path")
        ends = {0: "start", len(words) - 1: "goal"} if len(words) > 1 else {}
        scene.box(0.1, y - 0.5, width - 0.2, 1, ends.get(number, "cell"))
        scene.label(width / 2, y, word, "text", 0.6)
    return scene
