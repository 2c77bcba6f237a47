"""Sheets for a printer: puzzles on pages, their solutions on pages of their own, as PDF."""

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.core.painting import DASHES
from mazeworks.core.palette import THEMES, Palette
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.scene import HAIR, STROKE, Area, Dot, Label, Line, Point, Scene, Shape, alike, is_shade
from mazeworks.core.shading import shade

#: Width and height of a sheet in millimetres.
PAPERS = {"A3": (297, 420), "A4": (210, 297), "A5": (148, 210), "letter": (215.9, 279.4), "legal": (215.9, 355.6)}
POINTS = 72 / 25.4
#: The thickness of walls in cells, and the sizes of letters in points.
WALL, HEADING, CAPTION, NUMBER = 0.12, 16, 8, 9
#: The largest cell on paper, in points, so that a small puzzle does not fill a poster.
LARGEST_CELL = 42

PARAMETERS = (
    Parameter("paper", "choice", "A4", "the paper", choices=tuple(PAPERS)),
    Parameter("orientation", "choice", "auto", "of the paper", choices=("auto", "portrait", "landscape")),
    Parameter("margin", "number", 15, "millimetres around each page", least=0, most=100),
    Parameter("per_sheet", "whole", 1, "puzzles on each sheet", least=1, most=100),
    Parameter("solutions_per_sheet", "whole", 4, "solutions on each sheet of solutions", least=1, most=100),
    Parameter("title", "text", "", "a heading for every page"),
    Parameter("theme", "choice", "print", "the colours", choices=tuple(THEMES)),
    Parameter("distances", "flag", False, "colour each cell by its distance from the start"),
)


@dataclass
class Item:
    """A puzzle to be printed, with its solution if that is wanted, and words for its caption."""

    puzzle: Puzzle[Any]
    solution: Solution[Any] | None = None
    words: str = ""
    #: Drawn in place of the puzzle among the solutions, where it shows those of several variants.
    solved: Puzzle[Any] | None = None

    def scene(self, distances: bool = False) -> Scene:
        """What is printed."""
        scene = self.puzzle.scene(self.solution) if self.solved is None else self.solved.scene()
        if distances:
            shade(self.solved or self.puzzle, scene)
        return scene

    def caption(self) -> str:
        """What stands below it: what makes it again, and how hard it is."""
        return "   ".join(filter(None, (self.puzzle.id or self.puzzle.kind, self.words)))


def pdf(items: Sequence[Item], values: dict[str, Any]) -> bytes:
    """The sheets of all puzzles, then those of all solutions."""
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file, invariant=True, pageCompression=1)
    canvas.setTitle(values["title"] or "Mazes")
    canvas.setCreator("mazeworks")
    press = Press(canvas, values, Palette(values["theme"]))
    plain = [Item(item.puzzle, None, item.words) for item in items]
    solved = [item for item in items if item.solution is not None or item.solved is not None]
    numbers = {id(item.puzzle): number for number, item in enumerate(items, 1)} if len(items) > 1 else {}
    press.pages(plain, values["per_sheet"], values["title"], numbers)
    heading = f"{values['title']}: solutions" if values["title"] else "Solutions"
    press.pages(solved, min(values["solutions_per_sheet"], max(1, len(solved))), heading, numbers)
    canvas.save()
    return file.getvalue()


class Press:
    """A canvas, and how pages on it are laid out."""

    def __init__(self, canvas: Any, values: dict[str, Any], palette: Palette) -> None:
        self.canvas, self.values, self.palette = canvas, values, palette
        self.margin: float = values["margin"] * POINTS
        self.page = 0

    def pages(self, items: list[Item], per_sheet: int, heading: str, numbers: dict[int, int]) -> None:
        """Print items, so many on a sheet."""
        for first in range(0, len(items), per_sheet):
            report("printing", first / len(items), heading)
            batch = [(item, item.scene(self.values["distances"])) for item in items[first : first + per_sheet]]
            width, height = self._sheet([scene for _, scene in batch], per_sheet)
            top = self._heading(width, height, heading)
            inner = width - 2 * self.margin, top - self.margin
            if min(inner) < 72:
                raise MazeError(f"margins of {self.values['margin']:g} mm leave no room on {self.values['paper']}")
            for (item, scene), slot in zip(batch, slots(*inner, per_sheet), strict=False):
                x, y, wide, high = slot
                number = numbers.get(id(item.puzzle))
                self._item(scene, item.caption(), number, (self.margin + x, top - y, wide, high))
            self.canvas.showPage()

    def _sheet(self, scenes: list[Scene], per_sheet: int) -> tuple[float, float]:
        short, long = (side * POINTS for side in PAPERS[self.values["paper"]])
        orientation = self.values["orientation"]
        if orientation == "auto":
            wide = per_sheet == 1 and scenes[0].width > 1.15 * scenes[0].height
            orientation = "landscape" if wide else "portrait"
        size = (long, short) if orientation == "landscape" else (short, long)
        self.canvas.setPageSize(size)
        if self.palette.rgb("background") != (255, 255, 255):
            self._fill("background")
            self.canvas.rect(0, 0, *size, stroke=0, fill=1)
        return size

    def _heading(self, width: float, height: float, heading: str) -> float:
        """Write the heading and the number of the page; returns the top of what is left."""
        self.page += 1
        self._fill("text")
        self.canvas.setFont(font(), CAPTION)
        self.canvas.drawCentredString(width / 2, max(10, self.margin / 2), str(self.page))
        if not heading:
            return height - self.margin
        self._text(width / 2, height - self.margin - HEADING, heading, HEADING, width - 2 * self.margin)
        return height - self.margin - 2 * HEADING

    def _item(self, scene: Scene, caption: str, number: int | None, slot: tuple[float, float, float, float]) -> None:
        x, y, wide, high = slot
        pad, below, above = 6, 2.5 * CAPTION, NUMBER + 6 if number else 0
        scale = min(LARGEST_CELL, (wide - 2 * pad) / scene.width, (high - 2 * pad - below - above) / scene.height)
        left, top = x + (wide - scene.width * scale) / 2, y - pad - above
        if number:
            self._fill("text")
            self.canvas.setFont(font(), NUMBER)
            self.canvas.drawString(left, top + 5, str(number))
        self._scene(scene, left, top, scale)
        self._fill("text")
        self._text(x + wide / 2, top - scene.height * scale - 1.8 * CAPTION, caption, CAPTION, wide - pad)

    def _text(self, x: float, y: float, text: str, size: float, room: float) -> None:
        """A line of text around x, smaller where it would not fit."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        wide = stringWidth(printable(text), font(), size)
        fitting = size * min(1, room / max(1, wide))
        self.canvas.setFont(font(), fitting)
        self.canvas.drawCentredString(x, y, printable(text))

    def _fill(self, role: str) -> None:
        self.canvas.setFillColorRGB(*(value / 255 for value in self.palette.rgb(role)))

    def _scene(self, scene: Scene, left: float, top: float, scale: float) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        for shapes in alike(scene):
            self._draw(shapes, lambda point: (left + point[0] * scale, top - point[1] * scale), scale)
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
                canvas.setFont(font(), size * scale)
                canvas.drawCentredString(*at((x, y + size * 0.35)), printable(text))
            case Area():
                canvas.setLineWidth(HAIR * scale)
                canvas.drawPath(self._path(shapes, at), stroke=int(is_shade(shape)), fill=1)
            case Line(_, role, width, _, dashed):
                canvas.setLineWidth((width or (WALL if role == "wall" else STROKE)) * scale)
                canvas.setDash([part * scale for part in DASHES] if dashed else [])
                canvas.drawPath(self._path(shapes, at), stroke=1, fill=0)

    def _path(self, shapes: list[Shape], at: Any) -> Any:
        path = self.canvas.beginPath()
        for shape in shapes:
            assert isinstance(shape, (Line, Area))
            points: Sequence[Point] = shape.points
            path.moveTo(*at(points[0]))
            for point in points[1:]:
                path.lineTo(*at(point))
            if isinstance(shape, Area) or shape.closed:
                path.close()
        return path


def slots(width: float, height: float, count: int) -> list[tuple[float, float, float, float]]:
    """Equal places for so many puzzles, as near to squares as they go: left, top, width, height."""
    best = max(range(1, count + 1), key=lambda columns: min(width / columns, height / math.ceil(count / columns)))
    rows = math.ceil(count / best)
    wide, high = width / best, height / rows
    return [(number % best * wide, number // best * high, wide, high) for number in range(count)]


@cache
def font() -> str:
    """The name of a font that knows arrows, if the system has one, else of one that every printer knows."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    from mazeworks.core.painting import font as drawn

    path = getattr(drawn(10), "path", "")
    if isinstance(path, str) and path.endswith("DejaVuSans.ttf"):
        try:
            pdfmetrics.registerFont(TTFont("DejaVuSans", path))
            return "DejaVuSans"
        except (TTFError, OSError):
            pass
    return "Helvetica"


def printable(text: str) -> str:
    """A text without what the font does not know."""
    return text if font() != "Helvetica" else text.encode("latin-1", "replace").decode("latin-1")
