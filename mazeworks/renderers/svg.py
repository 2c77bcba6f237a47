"""Draws any puzzle as SVG: wall mazes straight from their byte grid, all others from their scene."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from mazeworks.core.errors import counted
from mazeworks.core.facets import words_of
from mazeworks.core.grid import Grid
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.board import board_of, scene_of
from mazeworks.drawing.lattice import edges
from mazeworks.drawing.look import LARGEST_CELL, PARAMETERS, Look, look, refuse_unseen
from mazeworks.drawing.painter import DASHES
from mazeworks.drawing.scene import HAIR, STROKE, Area, Dot, Label, Line, Point, Shape, alike, is_shade, wall_scene
from mazeworks.drawing.strokes import Many, whole
from mazeworks.kernels.images.strokes import strokes, svg_paths

#: Lines of walls written at a time.
BAND = 64


def draw(solved: Solved[Any], **values: Any) -> Iterator[str]:
    refuse_unseen(solved, values)
    grid = board_of(solved.puzzle).drawn_walls()
    # Of a wall maze the scene has all but its walls, of which there may be millions.
    scene = scene_of(solved) if grid is None else wall_scene(grid, solved.solution, walls=False)
    if values["distances"]:
        from mazeworks.drawing.shading import shade

        shade(solved, scene)
    # A picture that scales has no reason to be small; only a given parameter changes its size.
    style = look(scene.width, scene.height, values, comfortable=10**9)
    wide, high = (round(side * style.pitch) + style.wall + 2 * style.margin for side in (scene.width, scene.height))
    inset = style.margin + style.wall / 2
    title, description = words(solved, scene.title)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
    yield 'role="img">\n'
    yield f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
    yield f'<rect width="100%" height="100%" fill="{style.palette.hex("background")}"/>\n'
    yield f'<g transform="translate({_n(inset)} {_n(inset)}) scale({style.pitch})" '
    yield 'stroke-linecap="round" stroke-linejoin="round">\n'
    for shapes in alike(scene):
        yield from _element(shapes, style)
    if grid is not None:
        yield from _stroke(wall_data(grid), "wall", style)
    yield "</g></svg>\n"


def words(solved: Solved[Any], title: str) -> tuple[str, str]:
    """A title and a description for screen readers."""
    puzzle, solution, say = solved.puzzle, solved.solution, words_of(solved.puzzle)
    title = title or f"A puzzle of the kind {puzzle.kind or 'plain'}"
    aim = say.aim() or (f"get to {say.describe(solution.states[-1])}" if solution is not None else "")
    about = [f"It starts at {say.describe(puzzle.start)}" + (f", and the aim is to {aim}" if aim else "")]
    if solution is not None:
        about.append(f"its solution of {counted(len(solution), 'move')} is drawn")
    elif solved.together:
        moves = {n: "has no way" if s is None else f"in {counted(len(s), 'move')}" for n, s in solved.solutions.items()}
        about.append(f"solved: {', '.join(f'{name} {words}' for name, words in moves.items())}")
    else:
        about.append("without its solution")
    if puzzle.id:
        about.append(f"made again by the id {puzzle.id}")
    return title, "; ".join(about) + "."


def wall_data(grid: Grid) -> Iterator[str]:
    """Every wall as one stroke, as long as it goes."""
    down, across = edges(grid)
    for lines, flat in ((across, 1), (np.ascontiguousarray(down.T), 0)):
        count, columns = lines.shape
        out = np.empty(16 * (columns + 1) * BAND, np.uint8)
        for first in range(0, count, BAND):
            last = min(first + BAND, count)
            written = strokes(lines.view(np.uint8).reshape(-1), columns, first, last, flat, out)
            yield out[:written].tobytes().decode()


def chained(lines: list[Line]) -> Iterator[list[Point]]:
    """The points of strokes, each joined to the next where that begins at its end."""
    open_ends: dict[Point, list[Point]] = {}
    for line in checked(lines, 1000):
        before = open_ends.pop(line.points[0], None) or [line.points[0]]
        before.extend(line.points[1:])
        if before[-1] in open_ends:
            yield open_ends.pop(before[-1])
        open_ends[before[-1]] = before
    yield from checked(open_ends.values(), 1000)


def path_data(many: Many) -> Iterator[str]:
    """Many lines or areas as path data, in pieces."""
    for points, starts in many.chains():
        out = np.empty(40 * len(points), np.uint8)
        written = svg_paths(whole(points).reshape(-1), starts, len(starts) - 1, many.closed, out)
        yield out[:written].tobytes().decode()


def _element(shapes: list[Shape], style: Look) -> Iterator[str]:
    """Shapes of one look."""
    match shapes[0]:
        case Area():
            data = (_path(shape.points) + "Z" for shape in checked(shapes, 1000) if isinstance(shape, Area))
            yield from _fill(data, shapes[0], style)
        case Dot((x, y), radius, role, ring):
            paint = style.palette.hex(role)
            fill = f'fill="none" stroke="{paint}" stroke-width="0.08"' if ring else f'fill="{paint}"'
            yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {fill}/>\n'
        case Label((x, y), text, role, size):
            yield f'<text x="{_n(x)}" y="{_n(y + size * 0.35)}" font-size="{_n(size)}" '
            yield f'fill="{style.palette.hex(role)}" text-anchor="middle" font-family="sans-serif">'
            yield f"{escape(text)}</text>\n"
        case Many() as many:
            yield from (
                _fill(path_data(many), many, style) if many.closed else _stroke(path_data(many), many.role, style)
            )
        case Line(_, role, width, dashed):
            lines = [shape for shape in shapes if isinstance(shape, Line)]
            yield from _stroke(map(_path, chained(lines)), role, style, width, dashed)


def _fill(data: Iterable[str], shape: Shape, style: Look) -> Iterator[str]:
    paint = style.palette.hex(shape.role)
    edge = f' stroke="{paint}" stroke-width="{HAIR}"' if is_shade(shape) else ""
    yield '<path d="'
    yield from data
    yield f'" fill="{paint}"{edge}/>\n'


def _stroke(data: Iterable[str], role: str, style: Look, width: float = 0, dashed: bool = False) -> Iterator[str]:
    dashes = f' stroke-dasharray="{DASHES[0]} {DASHES[1]}"' if dashed else ""
    thick = width or (style.wall / style.pitch if role == "wall" else STROKE)
    yield '<path d="'
    yield from data
    yield f'" fill="none" stroke="{style.palette.hex(role)}" stroke-width="{_n(thick)}"{dashes}/>\n'


def _path(points: Sequence[Point]) -> str:
    """Points as path data, runs straight across or down written short."""
    (x, y), *rest = points
    parts = [f"M{_n(x)} {_n(y)}"]
    for number, (next_x, next_y) in enumerate(rest if len(rest) < 1000 else checked(rest, 1000)):
        after = rest[number + 1] if number + 1 < len(rest) else None
        if next_y == y and not (after and after[1] == y and (after[0] - next_x) * (next_x - x) > 0):
            parts.append(f"H{_n(next_x)}")
        elif next_x == x and not (after and after[0] == x and (after[1] - next_y) * (next_y - y) > 0):
            parts.append(f"V{_n(next_y)}")
        elif next_x != x and next_y != y:
            parts.append(f"L{_n(next_x)} {_n(next_y)}")
        x, y = next_x, next_y
    return "".join(parts)


def _n(number: float) -> str:
    return f"{round(number, 3):g}"


renderers.add(Renderer("svg", f"A picture that scales, {LARGEST_CELL} pixels a cell.", (".svg",), draw, PARAMETERS))
