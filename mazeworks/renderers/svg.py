"""Draws any puzzle as SVG, from its scene."""

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from mazeworks.core.colour_names import named_colour
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Renderer, renderers
from mazeworks.core.scene import Area, Dot, Label, Line, Point, Scene, Shape

#: Pixels per cell and around the drawing; the picture scales to any size.
CELL, MARGIN = 24, 16
#: Colours by role; a role that is not here takes the colour its own last word names.
COLOURS = {
    "wall": "#1b2330",
    "path": "#d2342b",
    "start": "#2e9e5b",
    "goal": "#e0a106",
    "cell": "#eef1f5",
    "text": "#1b2330",
    "faint": "#c4cbd6",
    "red": "#d2342b",
    "yellow": "#d99a00",
    "blue": "#2a62c9",
    "green": "#2e8b4a",
    "purple": "#8446b0",
    "orange": "#e2711d",
    "white": "#d5dae2",
    "black": "#20242b",
}
BACKGROUND = "#ffffff"


def draw(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> Iterator[str]:
    scene = puzzle.scene(solution)
    width, height = scene.width * CELL + 2 * MARGIN, scene.height * CELL + 2 * MARGIN
    title = escape(scene.title or f"A {puzzle.kind or 'puzzle'}")
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
    yield f'height="{_n(height)}" role="img"><title>{title}</title>\n'
    if puzzle.id:
        yield f"<desc>{escape(puzzle.id)}</desc>\n"
    yield f'<rect width="100%" height="100%" fill="{BACKGROUND}"/>\n'
    yield f'<g transform="translate({MARGIN} {MARGIN}) scale({CELL})" stroke-linecap="round" stroke-linejoin="round">\n'
    for shape in _merged(scene):
        yield _element(shape)
    yield "</g></svg>\n"


def _merged(scene: Scene) -> Iterator[Shape | list[Line]]:
    """Shapes in order, with neighbouring strokes of one look gathered into one path."""
    gathered: list[Line] = []
    for shape in scene.shapes:
        if gathered and not (isinstance(shape, Line) and _look(shape) == _look(gathered[0])):
            yield gathered
            gathered = []
        if isinstance(shape, Line):
            gathered.append(shape)
        else:
            yield shape
    if gathered:
        yield gathered


def _look(line: Line) -> tuple[str, float, bool]:
    return line.role, line.width, line.dashed


def _element(shape: Shape | list[Line]) -> str:
    match shape:
        case Area(points, role):
            return f'<path d="{_path(points)}Z" fill="{colour(role)}"/>\n'
        case Dot((x, y), radius, role, ring):
            look = f'fill="none" stroke="{colour(role)}" stroke-width="0.08"' if ring else f'fill="{colour(role)}"'
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {look}/>\n'
        case Label((x, y), text, role, size):
            return (
                f'<text x="{_n(x)}" y="{_n(y + size * 0.35)}" font-size="{_n(size)}" fill="{colour(role)}" '
                f'text-anchor="middle" font-family="sans-serif">{escape(text)}</text>\n'
            )
        case Line():
            return _element([shape])
        case lines:
            role, width, dashed = _look(lines[0])
            dashes = ' stroke-dasharray="0.12 0.16"' if dashed else ""
            thick = width or (0.12 if role == "wall" else 0.2)
            data = "".join(_path(line.points) + ("Z" if line.closed else "") for line in lines)
            return f'<path d="{data}" fill="none" stroke="{colour(role)}" stroke-width="{_n(thick)}"{dashes}/>\n'


def colour(role: str) -> str:
    """The colour of a role, or of the colour name it carries."""
    _, carries, name = role.rpartition(":")
    return COLOURS.get(role) or COLOURS.get(name) or (named_colour(name) if carries else COLOURS["text"])


def _path(points: tuple[Point, ...]) -> str:
    """Points as path data, runs straight across or down written short."""
    (x, y), *rest = points
    parts = [f"M{_n(x)} {_n(y)}"]
    for next_x, next_y in rest:
        if next_y == y:
            parts.append(f"H{_n(next_x)}")
        elif next_x == x:
            parts.append(f"V{_n(next_y)}")
        else:
            parts.append(f"L{_n(next_x)} {_n(next_y)}")
        x, y = next_x, next_y
    return "".join(parts)


def _n(number: float) -> str:
    return f"{round(number, 3):g}"


renderers.add(Renderer("svg", "A scalable picture.", (".svg",), draw))
