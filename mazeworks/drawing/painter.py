"""A scene painted in pixels, with smooth edges."""

import math
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from mazeworks.core.progress import check
from mazeworks.drawing.fonts import MAIN, files, opened, shows
from mazeworks.drawing.look import Look
from mazeworks.drawing.scene import STROKE, Area, Dot, Label, Line, Point, Scene, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

#: A picture is painted this many times larger and then shrunk, unless that makes more than so many pixels.
FINER, MOST_FINE_PIXELS = 3, 60_000_000
#: The dashes of dashed strokes, in cells: drawn, then left out.
DASHES = (0.12, 0.16)


def paint(scene: Scene, look: Look) -> "Image":
    """The picture of a scene."""
    return Painting(scene.width, scene.height, look).add(scene).image()


class Painting:
    """A sheet that scenes can be added to; in another mode than RGB, one of numbers, that shapes are drawn with."""

    def __init__(self, width: float, height: float, look: Look, mode: str = "RGB", ground: int | None = None) -> None:
        from PIL import Image, ImageDraw

        self.look = look
        wide, high = look.pixels(width, height)
        self.finer = FINER if wide * high * FINER**2 <= MOST_FINE_PIXELS else 1
        paper = look.palette.rgb("background") if ground is None else ground
        self.sheet = Image.new(mode, (wide * self.finer, high * self.finer), paper)
        self.pen = ImageDraw.Draw(self.sheet)
        self.scale = look.pitch * self.finer
        self.left = (look.margin + look.wall / 2) * self.finer

    def add(self, scene: Scene) -> "Painting":
        """Paint all shapes of a scene."""
        for shape in scene.shapes:
            self.draw(shape)
        return self

    def image(self) -> "Image":
        """The sheet as it is now, in its final size."""
        return self.sheet.reduce(self.finer) if self.finer > 1 else self.sheet.copy()

    def layer(self, shapes: Iterable[Shape]) -> tuple["Image", "Image"] | None:
        """Shapes as a picture of their own, and where they cover it; None without any."""
        from PIL import Image, ImageDraw

        kept, pen = self.sheet, self.pen
        picture, cover = kept.copy(), Image.new("1", kept.size)
        some = False
        for shape in shapes:
            some = True
            self.pen = ImageDraw.Draw(picture)
            self.draw(shape)
            self.pen = ImageDraw.Draw(cover)
            self.draw(shape, 1)
        self.pen = pen
        return (picture, cover) if some else None

    def with_shapes(self, shapes: Iterable[Shape], layer: tuple["Image", "Image"] | None = None) -> "Image":
        """The sheet in its final size with some more shapes and a layer on top; these are not kept."""
        from PIL import ImageDraw

        kept, pen = self.sheet, self.pen
        self.sheet = kept.copy()
        self.pen = ImageDraw.Draw(self.sheet)
        for shape in shapes:
            self.draw(shape)
        if layer is not None:
            self.sheet.paste(layer[0], mask=layer[1])
        image = self.image()
        self.sheet, self.pen = kept, pen
        return image

    def draw(self, shape: Shape, number: int | None = None) -> None:
        """Paint one shape, in the colour of its role or with a number."""
        check()
        colour: Any = self.look.palette.rgb(shape.role) if number is None else number
        match shape:
            case Area(points):
                self.pen.polygon([self.place(point) for point in points], fill=colour)
            case Dot(centre, radius, _, ring):
                self._dot(self.place(centre), radius * self.scale, colour, 0.08 * self.scale if ring else 0)
            case Label(at, text, _, size):
                self.pen.text(
                    self.place(at), text, fill=colour, font=font(max(1, size * self.scale), text), anchor="mm"
                )
            case Line(points, role, width, closed, dashed):
                thick = width * self.scale or (self.look.wall * self.finer if role == "wall" else STROKE * self.scale)
                whole = points + points[:1] if closed else points
                for part in dashes(whole) if dashed else [whole]:
                    self._stroke([self.place(point) for point in part], max(1, thick), colour)

    def place(self, point: Point) -> Point:
        """Where a point of a scene lies on the sheet, in its pixels."""
        return point[0] * self.scale + self.left, point[1] * self.scale + self.left

    def _stroke(self, points: list[Point], thick: float, colour: Any) -> None:
        """A line with round ends and corners."""
        whole = max(1, round(thick))
        self.pen.line(points, fill=colour, width=whole)
        if whole > 2:
            for point in points:
                self._dot(point, (whole - 1) / 2, colour, 0)  # both edges of a circle's box belong to it

    def _dot(self, centre: Point, radius: float, colour: Any, ring: float) -> None:
        box = [centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius]
        if ring:
            self.pen.ellipse(box, outline=colour, width=max(1, round(ring)))
        else:
            self.pen.ellipse(box, fill=colour)


def dashes(points: tuple[Point, ...]) -> Iterator[list[Point]]:
    """A line through points cut into dashes, each short enough to be straight."""
    drawn, left_out = DASHES
    for (x, y), (to_x, to_y) in zip(points[:-1], points[1:], strict=True):
        length = math.hypot(to_x - x, to_y - y)
        done = 0.0
        while done < length:
            ends = [done / length, min(1, (done + drawn) / length)]
            yield [(x + (to_x - x) * share, y + (to_y - y) * share) for share in ends]
            done += drawn + left_out


@cache
def font(size: float, text: str = "") -> Any:
    """A font of about this height of letters that knows all of a text, if the system has one, else pillow's own."""
    from PIL import ImageFont

    unknown = next((character for character in text if not shows(MAIN, character)), "")
    for name in files(unknown) if unknown else (MAIN,):
        if (found := opened(name, size)) is not None:
            return found
    return opened(MAIN, size) or ImageFont.load_default(size)
