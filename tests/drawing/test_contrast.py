"""Every kind in every theme: each shape stands out from what it lies on."""

from typing import Any

import numpy as np
import pytest

from mazeworks import Puzzle, Solved, make, solve
from mazeworks.core.facets import variants_of
from mazeworks.core.registry import renderers
from mazeworks.drawing.board import board_of
from mazeworks.drawing.look import look
from mazeworks.drawing.painter import Painting
from mazeworks.drawing.palette import THEMES, Palette, contrast
from mazeworks.drawing.raster import BACKGROUND, GOAL, PATH, SHADES, START, WALL, Raster, colours
from mazeworks.drawing.scene import Area, Dot, Label, Line, Point, Scene, Single, single
from mazeworks.drawing.shading import shade
from tests.samples import samples

#: The least contrast with what lies below, by the beginning of a role; letters need more. What is not named here
#: is ground that other things lie on, or meant to be faint.
LEAST = {"wall": 3.5, "path": 1.8, "start": 2, "goal": 2, "arrow": 2.5, "line:white": 1.4, "line": 2.2, "faint": 1.3}
LEAST |= {"stairs": 2.5, "text": 4, "on ": 4}
#: Samples that between them have all kinds and all sorts of shapes.
NAMES = ["backtracker#1", "terrain#1", "jugs#1", "alice#1", "coloured#1", "textmap/hashes", "picture/squares"]
NAMES += ["number#1", "arrow#1", "turn#1", "tilt#1", "tilt/10x10", "theseus#1"]
NAMES += ["picture/scanned", *(f"{layout}#1" for layout in ("hexagon", "circle", "floors", "torus", "weave"))]


def spots(shape: Single) -> list[Point]:
    """Points of a shape at which something may lie below it."""
    match shape:
        case Line(points):
            return [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(points[:-1], points[1:], strict=True)]
        case Dot(centre, radius):
            return [(centre[0] + 0.95 * radius, centre[1])]
        case Label((x, y), text, _, size):
            return [(x - 0.3 * size * len(text), y), (x, y - size / 2)]
        case Area(points):
            return [points[0]]


def faults(scene: Scene, theme: str) -> list[str]:
    """Each shape that is hard to see on what lies below it, in words."""
    values = {p.name: p.default for p in renderers["png"].parameters} | {"theme": theme, "cell": 12, "wall": 1}
    painting = Painting(scene.width, scene.height, look(scene.width, scene.height, values))
    palette = Palette(theme)
    found = []
    for shape in single(scene.shapes):
        least = next((figure for role, figure in LEAST.items() if shape.role.startswith(role)), 0)
        if least and (shape.role != "text" or isinstance(shape, Label)):  # not the rims of a route, nor nodes on lines
            for x, y in spots(shape):
                at = painting.place((x, y))
                below: Any = painting.sheet.getpixel((int(at[0]), int(at[1])))
                figure = contrast(palette.rgb(shape.role), below)
                rimmed = shape.role.startswith("path:") and below == palette.rgb("text")
                if figure < least and below != palette.rgb(shape.role) and not rimmed:
                    found.append(f"{shape.role} {figure:.1f} on {below} at {x:.1f}, {y:.1f}: {shape!r:.60}")
        painting.draw(shape)
    return found


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("name", NAMES)
def test_shapes_stand_out_from_what_they_lie_on(name: str, theme: str) -> None:
    puzzle: Puzzle[Any] = samples()[name]
    for variant in variants_of(puzzle).values():
        for solution in (None, solve(variant)):
            assert not faults(board_of(variant).scene(solution), theme)


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("jugs#1", "terrain#1")])
def test_shapes_stand_out_from_distances_too(name: str, theme: str) -> None:
    puzzle: Puzzle[Any] = samples()[name]
    for variant in variants_of(puzzle).values():
        for solution in (None, solve(variant)):
            scene = board_of(variant).scene(solution)
            shade(Solved.of(variant, solution), scene)
            assert not [fault for fault in faults(scene, theme) if not fault.startswith("faint")]


def beside(image: np.ndarray[Any, Any], number: int) -> set[int]:
    """The numbers of all pixels beside those of a number, above, below, left and right."""
    found: set[int] = set()
    for axis in (0, 1):
        for pixels in (image, np.flip(image, axis)):
            here, there = (pixels[:-1], pixels[1:]) if axis == 0 else (pixels[:, :-1], pixels[:, 1:])
            found |= set(there[here == number].tolist())
    return found - {number}


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("distances", [False, True])
@pytest.mark.parametrize("cell", [1, 2, 3, 4, 5, 8, 9, 16])
def test_rectangles_in_pixels_stand_out_too(theme: str, distances: bool, cell: int) -> None:
    """Walls and ways on every colour of distances; ends on plates of their own, hollow where they should be."""
    maze: Any = make("wall", (14, 9), seed=3, ends="farthest")
    values = {p.name: p.default for p in renderers["png"].parameters} | {"theme": theme, "cell": cell}
    style = look(14, 9, values | {"distances": distances})
    image = Raster(maze.grid, style, solve(maze)).image()
    palette = colours(style)
    for number, least in ((WALL, 3.5), (PATH, 1.6)):
        shades = [n for n in beside(image, number) if n >= SHADES or n == BACKGROUND]
        assert min((contrast(palette[number], palette[n]) for n in shades), default=9) >= least
    assert contrast(palette[START], palette[WALL]) > 1.3 and contrast(palette[GOAL], palette[WALL]) > 1.2
    if cell >= 3:
        hollow = image[tuple(slice(at, at + cell) for at in corner(style, maze.goal))]
        assert (hollow == GOAL).any() and (hollow == BACKGROUND).any() and not (hollow == PATH).any()
        solid = image[tuple(slice(at, at + cell) for at in corner(style, maze.start))]
        assert (solid == START).mean() > (hollow == GOAL).mean() and not (solid == PATH).any()
    if cell >= 5:  # room for rims
        assert beside(image, START) == {BACKGROUND} and max(beside(image, PATH)) < SHADES


def corner(style: Any, place: Any) -> tuple[int, int]:
    """The pixel at the upper left of a cell, row first."""
    return tuple(style.margin + style.wall + at * style.pitch for at in (place.y, place.x))  # type: ignore[return-value]


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_colours_stand_out_from_the_background(theme: str) -> None:
    palette = Palette(theme)
    ground = palette.rgb("background")
    least = {"wall": 7, "text": 7, "path": 4, "start": 4, "goal": 3, "faint": 1.5, "cell": 1.05, "seen": 1.2}
    least |= {f"line:{name}": 3 for name in ("red", "yellow", "blue", "green", "purple", "orange", "black")}
    found = {role: contrast(palette.rgb(role), ground) for role in least}
    assert not {role: round(figure, 2) for role, figure in found.items() if figure < least[role]}
    for plate in ("start", "goal", "cell"):
        assert contrast(palette.rgb(f"on {plate}"), palette.rgb(plate)) > 4


@pytest.mark.parametrize(("ground", "letters"), [("black", "white"), ("white", "black"), ("#ffe", "black")])
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_another_background_brings_colours_that_stand_out_from_it(theme: str, ground: str, letters: str) -> None:
    palette = Palette(theme, background=ground)
    plain = palette.rgb("background")
    assert min(contrast(palette.rgb(role), plain) for role in ("wall", "text")) > 7
    assert contrast(palette.rgb("text"), Palette(background=letters).rgb("background")) < 2
    assert Palette(theme, background=ground, wall="red").rgb("wall") == (255, 0, 0)


def test_every_kind_is_among_them() -> None:
    assert {puzzle.kind for puzzle in samples().values()} == {samples()[name].kind for name in NAMES}
