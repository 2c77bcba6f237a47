"""PDF for a printer: pages of puzzles, and pages of their solutions."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import checked, report
from mazeworks.core.puzzle import Solved
from mazeworks.drawing import fonts
from mazeworks.drawing.board import board_of, scene_of
from mazeworks.drawing.painter import DASHES
from mazeworks.drawing.palette import THEMES, Palette
from mazeworks.drawing.scene import (
    HAIR,
    STROKE,
    Area,
    Dot,
    Label,
    Line,
    Point,
    Scene,
    Shape,
    alike,
    is_shade,
    wall_runs,
    wall_scene,
)
from mazeworks.drawing.shading import shade
from mazeworks.drawing.strokes import Many, whole
from mazeworks.printing import typesetting
from mazeworks.printing.page_layout import PAD, Sheet, Slot, arranged, scale_in
from mazeworks.printing.typesetting import LEADING, warn_of_unsettable

#: Width and height of a sheet in millimetres.
PAPERS = {"A3": (297, 420), "A4": (210, 297), "A5": (148, 210), "letter": (215.9, 279.4), "legal": (215.9, 355.6)}
POINTS = 72 / 25.4
#: The thickness of walls in cells, and the sizes of the numbers of pages and of puzzles in points.
WALL, CAPTION, NUMBER = 0.12, 8, 9
#: The least height below for the page number, in points.
FOOT = 22
#: The most solutions on a sheet by default.
MOST_SOLUTIONS = 4

PARAMETERS = (
    Parameter("paper", "choice", "A4", "the paper", choices=tuple(PAPERS)),
    Parameter("orientation", "choice", "auto", "of the paper", choices=("auto", "portrait", "landscape")),
    Parameter("margin", "number", 15, "millimetres around each page", least=0, most=100),
    Parameter("per_sheet", "whole", 1, "puzzles on each sheet", least=1, most=100),
    Parameter(
        "solutions_per_sheet", "whole", None, "solutions on each sheet of them; else as fit, up to 4", least=1, most=100
    ),
    Parameter("title", "words", "", "a heading for every page"),
    Parameter("theme", "choice", "print", "the colours", choices=tuple(THEMES)),
    Parameter("distances", "flag", False, "colour each cell by its distance from the start"),
)


@dataclass
class Item:
    """A puzzle to print, its solutions if wanted, and its caption."""

    solved: Solved[Any]
    words: str = ""

    def caption(self) -> str:
        """The caption: the id that makes it again, and its difficulty."""
        puzzle = self.solved.puzzle
        return typesetting.BETWEEN.join(filter(None, (puzzle.id or puzzle.kind, self.words)))


def pdf(items: Sequence[Item], values: dict[str, Any]) -> bytes:
    """The sheets of all puzzles, then those of all solutions."""
    from reportlab.pdfgen.canvas import Canvas

    solved = [item for item in items if item.solved.solutions]
    if values["solutions_per_sheet"] and not solved:
        raise MazeError("solutions_per_sheet needs a solution", about="solutions_per_sheet")
    file = io.BytesIO()
    canvas = Canvas(file, invariant=True, pageCompression=1)
    canvas.setTitle(fonts.plain(values["title"]).replace("\n", " ") or "Mazes")
    canvas.setCreator("mazeworks")
    plain = [Item(Solved(item.solved.puzzle), item.words) for item in items]
    numbers = {id(item.solved.puzzle): number for number, item in enumerate(items, 1)} if len(items) > 1 else {}
    press = Press(canvas, values, Palette(values["theme"]), numbers)
    several = "solution" if len(solved) == 1 else "solutions"
    heading = f"{values['title']}: {several}" if values["title"] else several.capitalize()
    warn_of_unsettable(values["title"])
    press.pages(plain, "puzzles", values["per_sheet"], values["title"])
    press.pages(solved, "solutions", values["solutions_per_sheet"], heading)
    canvas.save()
    return file.getvalue()


class Press:
    """A canvas, and the layout of its pages."""

    def __init__(self, canvas: Any, values: dict[str, Any], palette: Palette, numbers: dict[int, int]) -> None:
        self.canvas, self.values, self.palette, self.numbers = canvas, values, palette, numbers
        self.margin: float = values["margin"] * POINTS
        #: The walls of grids, by puzzle, and the names of the lines and areas that the file has already.
        self.walls: dict[int, Many] = {}
        self.forms: dict[Many, str] = {}
        self.page = 0

    def pages(self, items: list[Item], what: str, per_sheet: int | None, heading: str) -> None:
        """Print items, a given number per sheet or as many as are legible; progress says `what` they are."""
        scenes: list[Scene] = []
        first = 0
        while first < len(items):
            report(f"printing {what}", first / len(items), f"{first} of {len(items)}")
            ahead = items[first : first + (per_sheet or MOST_SOLUTIONS)]
            scenes += [self._scene_of(item.solved) for item in ahead[len(scenes) :]]
            sheet = self._sheet_for(scenes, per_sheet, heading)
            self._print(sheet, list(zip(ahead, scenes, strict=False))[: sheet.count])
            first += sheet.count
            del scenes[: sheet.count]

    def _scene_of(self, solved: Solved[Any]) -> Scene:
        """The scene to print; the walls of a grid, of which there may be millions, are one shape of it."""
        grid = board_of(solved.puzzle).drawn_walls()
        scene = scene_of(solved) if grid is None else wall_scene(grid, solved.solution, walls=False)
        if self.values["distances"]:
            shade(solved, scene)
        if grid is not None:
            place = id(solved.puzzle)
            self.walls[place] = self.walls.get(place) or wall_runs(grid)
            scene.shapes.append(self.walls[place])
        return scene

    def _sheet_for(self, scenes: list[Scene], per_sheet: int | None, heading: str) -> Sheet:
        """The sheet for the first of these scenes: a given number, or as many as are legible."""
        count = min(per_sheet or MOST_SOLUTIONS, per_sheet or len(scenes))
        while True:
            sheet = self._sheet(scenes[:count], count, heading)
            if per_sheet or count == 1 or sheet.clear >= 1:
                return sheet
            count -= 1

    def _sheet(self, scenes: list[Scene], count: int, heading: str) -> Sheet:
        width, height = self._size(scenes, count)
        size, lines = typesetting.heading(heading, width - 2 * self.margin)
        above = (len(lines) * LEADING + 0.75) * size if lines else 0.0
        inner = width - 2 * self.margin, height - self.margin - above - max(self.margin, FOOT)
        if min(inner) < 72:
            raise MazeError(f"margins of {self.values['margin']:g} mm leave no room on {self.values['paper']}")
        places, clear = arranged(*inner, count, scenes)
        return Sheet(count, (width, height), (size, lines), height - self.margin - above, places, clear)

    def _size(self, scenes: list[Scene], count: int) -> tuple[float, float]:
        short, long = (side * POINTS for side in PAPERS[self.values["paper"]])
        orientation = self.values["orientation"]
        if orientation == "auto":
            wide = count == 1 and scenes[0].width > 1.15 * scenes[0].height
            orientation = "landscape" if wide else "portrait"
        return (long, short) if orientation == "landscape" else (short, long)

    def _print(self, sheet: Sheet, items: list[tuple[Item, Scene]]) -> None:
        """One sheet: its ground, its heading, its number and its items."""
        self.canvas.setPageSize(sheet.size)
        if self.palette.rgb("background") != (255, 255, 255):
            self._fill("background")
            self.canvas.rect(0, 0, *sheet.size, stroke=0, fill=1)
        self._heading(sheet)
        for (item, scene), (x, y, wide, high) in zip(items, sheet.slots, strict=False):
            number = self.numbers.get(id(item.solved.puzzle))
            self._item(scene, item.caption(), number, (self.margin + x, sheet.top - y, wide, high))
        self.canvas.showPage()

    def _heading(self, sheet: Sheet) -> None:
        """Write the heading and the number of the page."""
        self.page += 1
        (width, height), (size, lines) = sheet.size, sheet.heading
        self._fill("text")
        typesetting.draw(self.canvas, (width / 2, max(10, self.margin / 2)), str(self.page), CAPTION)
        for number, line in enumerate(lines):
            typesetting.draw(self.canvas, (width / 2, height - self.margin - size * (1 + LEADING * number)), line, size)

    def _item(self, scene: Scene, caption: str, number: int | None, slot: Slot) -> None:
        """A puzzle in the middle of its place, its number above it and its caption below."""
        x, y, wide, high = slot
        size, lines = typesetting.caption(caption, wide - 4 * PAD)
        below = (len(lines) * LEADING + 1) * size
        above = NUMBER + 6 if number else 0
        scale = min(scale_in(scene, wide, high), (high - 2 * PAD - below - above) / scene.height)
        left = x + (wide - scene.width * scale) / 2
        top = y - above - (high - below - above - scene.height * scale) / 2
        self._fill("text")
        if number:
            typesetting.draw(self.canvas, (left, top + 5), str(number), NUMBER, around=False)
        self._scene(scene, left, top, scale)
        self._fill("text")
        under = top - scene.height * scale - 0.75 * size
        for row, line in enumerate(lines, 1):
            typesetting.draw(self.canvas, (x + wide / 2, under - LEADING * size * row), line, size)

    def _fill(self, role: str) -> None:
        self.canvas.setFillColorRGB(*(value / 255 for value in self.palette.rgb(role)))

    def _scene(self, scene: Scene, left: float, top: float, scale: float) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        for shapes in alike(scene):
            if isinstance(shapes[0], Many):
                self._many(shapes[0], (scene.width, scene.height), (scale, 0, 0, -scale, left, top))
            else:
                self._draw(shapes, lambda point: (left + point[0] * scale, top - point[1] * scale), scale)
        canvas.restoreState()

    def _many(self, many: Many, size: tuple[float, float], transform: tuple[float, ...]) -> None:
        """Many lines or areas; they are in the file once, also where several pages show them."""
        from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFFormXObject, PDFName, PDFStream

        canvas, name = self.canvas, self.forms.setdefault(many, f"many{len(self.forms)}")
        if not canvas.hasForm(name):
            form = PDFFormXObject(-1, -1, size[0] + 1, size[1] + 1)
            form.Contents = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), _operators(many))
            canvas._doc.addForm(name, form)
        canvas.saveState()
        canvas.transform(*transform)
        self._fill(many.role)
        canvas.setStrokeColorRGB(*(value / 255 for value in self.palette.rgb(many.role)))
        canvas.setLineWidth(HAIR if many.closed else WALL if many.role == "wall" else STROKE)
        canvas.setDash([])
        canvas.doForm(name)
        canvas.restoreState()

    def _draw(self, shapes: list[Shape], at: Any, scale: float) -> None:
        canvas, shape = self.canvas, shapes[0]
        self._fill(shape.role)
        canvas.setStrokeColorRGB(*(value / 255 for value in self.palette.rgb(shape.role)))
        match shape:
            case Dot(centre, radius, _, ring):
                canvas.setLineWidth(0.08 * scale)
                canvas.circle(*at(centre), radius * scale, stroke=int(ring), fill=int(not ring))
            case Label((x, y), text, _, size):
                typesetting.draw(canvas, at((x, y + size * 0.35)), text, size * scale)
            case Area():
                canvas.setLineWidth(HAIR * scale)
                canvas.drawPath(self._path(shapes, at), stroke=int(is_shade(shape)), fill=1)
            case Line(_, role, width, dashed):
                canvas.setLineWidth((width or (WALL if role == "wall" else STROKE)) * scale)
                canvas.setDash([part * scale for part in DASHES] if dashed else [])
                canvas.drawPath(self._path(shapes, at), stroke=1, fill=0)

    def _path(self, shapes: list[Shape], at: Any) -> Any:
        path = self.canvas.beginPath()
        for shape in checked(shapes, 1000):
            assert isinstance(shape, (Line, Area))
            points: Sequence[Point] = shape.points
            path.moveTo(*at(points[0]))
            for point in points[1:] if len(points) < 1000 else checked(points[1:], 1000):
                path.lineTo(*at(point))
            if isinstance(shape, Area):
                path.close()
        return path


def _operators(many: Many) -> bytes:
    """Lines or areas as operators of PDF, compressed band by band."""
    from zlib import compressobj

    from mazeworks.kernels.images.strokes import pdf_paths

    packer, parts = compressobj(), []
    for points, starts in many.bands():
        out = np.empty(40 * len(points), np.uint8)
        written = pdf_paths(whole(points).reshape(-1), starts, len(starts) - 1, many.closed, out)
        parts.append(packer.compress(out.data[:written]))
    end = b"S\n" if not many.closed else b"B*\n" if is_shade(many) else b"f*\n"
    return b"".join([*parts, packer.compress(end), packer.flush()])
