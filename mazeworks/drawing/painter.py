"""A scene painted in pixels, with smooth edges."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeworks.core.memory import afford
from mazeworks.core.progress import check
from mazeworks.drawing.fonts import MAIN, files, opened, shows
from mazeworks.drawing.look import SMALLER, Look
from mazeworks.drawing.palette import RGB
from mazeworks.drawing.scene import STROKE, Area, Dot, Label, Line, Point, Scene, Shape
from mazeworks.drawing.strokes import Many

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

#: A picture is painted this many times larger and then shrunk, unless that exceeds this many pixels.
FINER, MOST_FINE_PIXELS = 3, 60_000_000
#: About how many pixels a band of rows has, where a picture is painted in bands, and where a sheet is shrunk in bands.
BAND, SHRUNK = 1 << 24, 1 << 17
#: The bytes of a pixel: of a picture, and of a sheet by its mode.
PIXEL = 4
BYTES = {"RGB": PIXEL, "P": 1, "L": 1}
#: The most roles on a sheet of numbers, of which there are 256; marks that are added later have a few more.
MOST_ROLES = 200
#: The number of a pixel that nothing covers, and the mask of each number.
BARE = 255
COVERED = [255] * BARE + [0]
#: The lengths of dashes and of the gaps between them, in cells.
DASHES = (0.12, 0.16)

#: A picture, and a mask of what it covers; None for numbers, which are `BARE` where they cover nothing.
Layer = tuple["Image", "Image | None"]


def paint(scene: Scene, look: Look) -> "Image":
    """The picture of a scene."""
    [picture] = painted(scene, look, [None])
    return picture


def in_bands(scene: Scene, look: Look) -> "Iterator[Image] | None":
    """A large picture of a scene from the top in bands of rows; None if it is small, or has letters."""
    wide, high = look.pixels(scene.width, scene.height)
    if wide * high <= MOST_FINE_PIXELS or any(isinstance(shape, Label) for shape in scene.shapes):
        return None
    step = max(1, BAND // wide)
    return painted(scene, look, ((top, min(top + step, high)) for top in range(0, high, step)))


def painted(scene: Scene, look: Look, bands: Iterable[tuple[int, int] | None]) -> Iterator["Image"]:
    """The picture of a scene, or bands of its rows."""
    for rows in bands:
        painting = Painting(scene.width, scene.height, look, mode_for(scene.shapes), rows=rows)
        for shape in scene.shapes:
            painting.draw(shape)
        yield painting.image()


def mode_for(shapes: Sequence[Shape]) -> str:
    """The mode of a sheet for shapes: numbers of colours, but colours for letters, whose edges are smooth."""
    smooth = any(isinstance(shape, Label) for shape in shapes)
    return "RGB" if smooth or len({shape.role for shape in shapes}) > MOST_ROLES else "P"


def times_finer(wide: int, high: int) -> int:
    """How many times larger than a picture its sheet is."""
    return FINER if wide * high * FINER**2 <= MOST_FINE_PIXELS else 1


def sheet_bytes(wide: int, high: int, mode: str) -> int:
    """The bytes of a sheet for each pixel of its picture."""
    return BYTES[mode] * times_finer(wide, high) ** 2


class Painting:
    """A sheet to paint scenes on.

    mode: pixels are colours (RGB), the numbers of colours (P), or the numbers that shapes are painted with (L).
    rows: paint only a band of rows, of a picture that is not painted finer.
    """

    def __init__(
        self,
        width: float,
        height: float,
        look: Look,
        mode: str = "RGB",
        ground: int | None = None,
        rows: tuple[int, int] | None = None,
    ) -> None:
        from PIL import Image, ImageDraw

        self.look = look
        wide, high = look.pixels(width, height)
        self.finer = times_finer(wide, high)
        #: The number of each colour on the sheet.
        self.colours: dict[RGB, int] = {}
        paper = self._ink("background", mode) if ground is None else ground
        if rows is None:
            afford(wide * high * (sheet_bytes(wide, high, mode) + PIXEL), f"{wide}x{high} pixels", SMALLER)
        self.banded, self.rows = rows is not None, rows or (0, high * self.finer)
        self.sheet = Image.new(mode, (wide * self.finer, self.rows[1] - self.rows[0]), paper)
        self.pen: Any = ImageDraw.Draw(self.sheet)
        if self.banded:
            self.pen = Raised(self.pen, self.rows[0])
        self.scale = look.pitch * self.finer
        self.left = (look.margin + look.wall / 2) * self.finer

    def image(self, sheet: "Image | None" = None, layer: "Layer | None" = None) -> "Image":
        """The sheet as it is now, or another like it, with a layer on top; in its final size, made in bands of rows."""
        from PIL import Image

        sheet = sheet or self.sheet
        picture = Image.new("RGB", (sheet.width // self.finer, sheet.height // self.finer))
        step = max(1, SHRUNK // sheet.width) * self.finer
        for top in range(0, sheet.height, step):
            box = (0, top, sheet.width, min(top + step, sheet.height))
            band = sheet.crop(box)
            if layer is not None:
                above, cover = layer[0].crop(box), layer[1]
                band.paste(above, mask=cover.crop(box) if cover else above.point(COVERED, "1"))
            if band.mode == "P":
                band.putpalette([value for colour in self.colours for value in colour])
            picture.paste(band.convert("RGB").reduce(self.finer), (0, top // self.finer))
        return picture

    def _ink(self, role: str, mode: str) -> RGB | int:
        """The colour of a role, or its number on a sheet of numbers."""
        colour = self.look.palette.rgb(role)
        return self.colours.setdefault(colour, len(self.colours)) if mode == "P" else colour

    def layer(self, shapes: Iterable[Shape]) -> "Layer":
        """Shapes as a picture of their own, and a mask of what they cover."""
        from PIL import Image, ImageDraw

        numbers, size = self.sheet.mode == "P", self.sheet.size
        picture, cover = (Image.new("P", size, BARE), None) if numbers else (self.sheet.copy(), Image.new("1", size))
        pens = ImageDraw.Draw(picture), cover and ImageDraw.Draw(cover)
        for shape in shapes:
            self.draw(shape, pen=pens[0])
            if cover:
                self.draw(shape, 1, pens[1])
        return picture, cover

    def with_shapes(self, shapes: Sequence[Shape], layer: "Layer | None" = None) -> "Image":
        """The sheet in its final size, with more shapes and a layer on top."""
        from PIL import ImageDraw

        sheet = self.sheet.copy() if shapes else self.sheet
        pen = ImageDraw.Draw(sheet)
        for shape in shapes:
            self.draw(shape, pen=pen)
        return self.image(sheet, layer)

    def draw(self, shape: Shape, number: "int | NDArray[np.integer[Any]] | None" = None, pen: Any = None) -> None:
        """Paint a shape in the colour of its role or with a number, many with one each; with another pen if given."""
        check()
        pen = pen or self.pen
        colour: Any = self._ink(shape.role, self.sheet.mode) if number is None else number
        match shape:
            case Many(role=role):
                thick = max(1, round(self.look.wall * self.finer if role == "wall" else STROKE * self.scale))
                for place, points in enumerate(self._visible(shape, thick)):
                    shown = colour if number is None or isinstance(number, int) else int(number[place])
                    if shape.closed:
                        pen.polygon(points, fill=shown)
                    else:
                        _stroke(pen, points, thick, shown)
            case Area(points):
                pen.polygon([self.place(point) for point in points], fill=colour)
            case Dot(centre, radius, _, ring):
                thick = max(1, round(0.08 * self.scale)) if ring else 0
                _dot(pen, self.place(centre), radius * self.scale, colour, thick)
            case Label(at, text, _, size):
                pen.text(self.place(at), text, fill=colour, font=font(max(1, size * self.scale), text), anchor="mm")
            case Line(points, role, width, dashed):
                wide = width * self.scale or (self.look.wall * self.finer if role == "wall" else STROKE * self.scale)
                for part in dashes(points) if dashed else [points]:
                    _stroke(pen, [self.place(point) for point in part], max(1, round(wide)), colour)

    def _visible(self, many: Many, thick: int) -> Iterator[list[Point]]:
        """The lines or areas that reach into these rows, in pixels."""
        some = None
        if self.banded:
            top, bottom = ((row - self.left) / self.scale for row in (self.rows[0] - thick, self.rows[1] + thick))
            tops, bottoms, _ = many.reach
            some = np.flatnonzero((tops <= bottom) & (bottoms >= top))
        for points, starts in many.bands(some):
            check()
            places = list(map(tuple, (points * self.scale + self.left).tolist()))
            for first, last in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
                yield places[first:last]

    def place(self, point: Point) -> Point:
        """The pixel of the sheet at a point of a scene."""
        return point[0] * self.scale + self.left, point[1] * self.scale + self.left


class Raised:
    """A pen for a band of rows: coordinates lose their fractions, as Pillow drops them, before they are moved up."""

    def __init__(self, pen: Any, top: int) -> None:
        self.pen, self.top = pen, top

    def _up(self, points: list[Point]) -> list[tuple[int, int]]:
        return [(int(x), int(y) - self.top) for x, y in points]

    def line(self, points: list[Point], fill: Any, width: int) -> None:
        """Draw a line."""
        self.pen.line(self._up(points), fill, width)

    def polygon(self, points: list[Point], fill: Any) -> None:
        """Fill a polygon."""
        self.pen.polygon(self._up(points), fill)

    def ellipse(self, box: list[float], fill: Any, outline: Any, width: int) -> None:
        """Draw a circle in a box: left, top, right, bottom."""
        left, top, right, bottom = map(int, box)
        self.pen.ellipse([left, top - self.top, right, bottom - self.top], fill, outline, width)


def _stroke(pen: Any, points: list[Point], thick: int, colour: Any) -> None:
    """Draw a line with round ends and corners."""
    pen.line(points, fill=colour, width=thick)
    if thick > 2:
        for point in points:
            _dot(pen, point, (thick - 1) / 2, colour)  # both edges of a circle's box belong to it


def _dot(pen: Any, centre: Point, radius: float, colour: Any, ring: int = 0) -> None:
    (x, y), fill, outline = centre, None if ring else colour, colour if ring else None
    pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill, outline, ring)


def dashes(points: tuple[Point, ...]) -> Iterator[list[Point]]:
    """A line through points cut into straight dashes."""
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
    """A font with letters of about this height and all characters of a text, if the system has one, or Pillow's own."""
    from PIL import ImageFont

    unknown = next((character for character in text if not shows(MAIN, character)), "")
    fonts = (opened(name, size) for name in (*(files(unknown) if unknown else ()), MAIN))
    return next(filter(None, fonts), None) or ImageFont.load_default(size)
