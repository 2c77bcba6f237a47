"""Pictures of carving and of solving any puzzle, painted from its scene."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.animation.on_grid import COMFORTABLE, PATH_SHARE, affordable, bounds, shares
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.solution import Solution, Solved
from mazeworks.drawing.board import board_of, panels, scene_of
from mazeworks.drawing.look import Look, look, warn_if_too_small
from mazeworks.drawing.painter import Painting, paint
from mazeworks.drawing.scene import Area, Scene, Shape, Timed, is_floor, is_ground, is_shade
from mazeworks.drawing.shading import on_shades, scaled, shade

if TYPE_CHECKING:
    from PIL.Image import Image

#: Colours for the smooth edges of shapes, beside the colours of the shapes themselves.
COLOURS = 64
#: A step that never comes.
NEVER = 2**31 - 1


def alike(picture: "Image", palette: "Image") -> "Image":
    """A picture in the colours of another, and as large."""
    from PIL.Image import Dither

    fitting = picture if picture.size == palette.size else picture.resize(palette.size)
    return fitting.quantize(palette=palette, dither=Dither.NONE)


def palette_of(pictures: list["Image"], shapes: list[Shape], style: Look) -> "Image":
    """A picture with the colours of the shapes, none of which may be lost, and of their edges in some pictures."""
    from PIL import Image

    roles = dict.fromkeys(["background", "wall", "seen", *(shape.role for shape in shapes)])
    exact = list(dict.fromkeys(style.palette.rgb(role) for role in roles))[: 256 - COLOURS]
    both = Image.new("RGB", (pictures[0].width, sum(picture.height for picture in pictures)))
    for number, picture in enumerate(pictures):
        both.paste(picture, (0, number * pictures[0].height))
    edges = (both.quantize(COLOURS).getpalette() or [])[: 3 * COLOURS]
    palette = Image.new("P", pictures[0].size)
    palette.putpalette([value for colour in exact for value in colour] + edges)
    return palette


# --- carving


def carving_on_scene(stages: Sequence[Puzzle[Any]], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """Solid cells, the passages between them opened in the order in which they were, and then what was changed."""
    first, order = stages[0], board_of(stages[0]).carving()
    assert order is not None
    scenes = [board_of(stage).scene() for stage in stages]
    style = look(scenes[-1].width, scenes[-1].height, values, COMFORTABLE)
    warn_if_too_small(scenes[-1], style, values)
    stills = [paint(scene, style) for scene in scenes]
    palette = palette_of(stills[-1:], scenes[-1].shapes, style)
    size = style.pixels(scenes[-1].width, scenes[-1].height)
    carving, each = shares(affordable(count, size), len(stages) - 1)
    work = Work(scenes[0], board_of(first).carved(order), style)
    for bound in bounds(len(order), carving)[:-1]:
        yield alike(work.image(bound), palette)
    yield alike(stills[0], palette)
    for still in stills[1:]:
        picture = alike(still, palette)
        for _ in range(each):
            yield picture


class Work:
    """A scene while it is carved, asked for one step after the other.

    For every pixel it is known until which step a wall covers it, and from which step on one stands there.
    """

    def __init__(self, scene: Scene, parts: Iterable[Timed], style: Look) -> None:
        from PIL import Image

        size = scene.width, scene.height
        walls: list[Timed] = []
        marks: list[Timed] = []
        for part in parts:
            (walls if part.shape.role == "wall" else marks).append(part)
        going = sorted(((part.until, part.shape) for part in walls if part.until is not None), key=lambda p: p[0])
        coming = sorted(((part.since, part.shape) for part in walls if part.until is None), key=lambda p: -p[0])
        # Painted in this order, the last wall that goes, and the first that comes, have each pixel.
        self.until = _numbers(Painting(*size, style, "I", 0), going)
        self.since = _numbers(Painting(*size, style, "I", NEVER), coming)
        self.marks = sorted(marks, key=lambda part: -part.since)
        self.sheet = Painting(*size, style)
        self.ground = self.sheet.image()
        self.solid = Image.new("RGB", self.ground.size, style.palette.rgb("wall"))

    def image(self, step: int) -> "Image":
        """The picture after this many passages were opened."""
        from PIL import Image

        new = False
        while self.marks and self.marks[-1].since <= step:
            self.sheet.draw(self.marks.pop().shape)
            new = True
        if new:
            self.ground = self.sheet.image()
        standing = ((self.until > step) | (self.since <= step)).view(np.uint8) * np.uint8(255)
        mask = Image.fromarray(standing)
        return Image.composite(self.solid, self.ground, mask.reduce(self.sheet.finer) if self.sheet.finer > 1 else mask)


def _numbers(painting: Painting, shapes: Iterable[tuple[int, Shape]]) -> NDArray[np.int32]:
    """The number of the last shape on every pixel."""
    for number, shape in shapes:
        painting.draw(shape, number)
    return np.asarray(painting.sheet, np.int32)


# --- solving


def solving_on_scene(solved: Solved[Any], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """The places a solver looked at, and then the path; of several travellers all at once."""
    film = Film(solved, values)
    warn_if_too_small(film.scene, film.sheet.look, values)
    first = film.image(0, None)
    found = [solution for solution in solved.solutions.values() if solution is not None]
    if not solved.solutions:
        yield alike(first, palette_of([first], film.scene.shapes, film.sheet.look))
        return
    palette = palette_of([first, Film(solved, values).image(1, 1)], film.scene.shapes, film.sheet.look)
    count = affordable(count, first.size)
    # A solver that looked at nothing but the path it found is shown walking it at once.
    looking = any(len(film.seen[name]) > len(s) + 1 for name, s in solved.solutions.items() if s is not None)
    drawing = max(1, int(count * PATH_SHARE)) if looking else count
    if looking:
        for number in range(count - drawing + 1):
            yield alike(film.image(number / (count - drawing), None), palette)
    steps = min(drawing, max(map(len, found), default=1) or 1)
    for number in range(1 if looking else 0, steps + 1):
        yield alike(film.image(int(looking), number / steps), palette)


class Film:
    """A puzzle with parts of its solutions, and on its ground more and more of what was looked at to find them."""

    def __init__(self, solved: Solved[Any], values: dict[str, Any]) -> None:
        self.solved = solved
        self.scene = scene = self._scene(1)
        self.shaded = values["distances"]
        if self.shaded:
            shade(solved, scene)
        #: Shapes whose colour says something, so that it has to stay.
        areas = [shape for shape in scene.shapes if isinstance(shape, Area) and not is_floor(shape)]
        self.telling = {area.points: is_shade(area) for area in areas if is_shade(area) or is_ground(area)}
        #: For each solution the shapes that are still to be marked as looked at, the next one last.
        self.seen = {name: list(self._looked_at(name))[::-1] for name in solved.solutions}
        self.counts = {name: len(shapes) for name, shapes in self.seen.items()}
        self.unsolved: list[Shape] | None = None
        self.lid: Lid | None = None
        style = look(scene.width, scene.height, values, COMFORTABLE)
        self.sheet = Painting(scene.width, scene.height, style)
        for shape in scene.shapes[: _ground(scene.shapes)]:
            self.sheet.draw(shape)

    def image(self, looked: float, walked: float | None) -> "Image":
        """The picture when these shares of the places were looked at, and of the ways walked; the first only grows."""
        for name, waiting in self.seen.items():
            while self.counts[name] - len(waiting) < round(looked * self.counts[name]):
                self.sheet.draw(waiting.pop())
        if walked is None and self.unsolved is None:
            self.unsolved = self._scene(None).shapes
        shapes = self._scene(walked).shapes if walked is not None or self.unsolved is None else self.unsolved
        rest = shapes[_ground(shapes) :]
        if self.lid is None:
            self.lid = Lid(self.sheet, rest, self.scene.shapes)
        below = rest[: self.lid.first(rest)]
        return self.sheet.with_shapes(on_shades(below) if self.shaded else below, self.lid.layer)

    def _looked_at(self, name: str) -> Iterator[Area]:
        """The shapes of the states that were looked at, in order, each once."""
        solution = self.solved.solutions[name]
        if solution is None or not solution.trace:
            return
        board, right = board_of(self.solved.puzzle), panels(self.solved)[name]
        for outline in dict.fromkeys(outline for some in board.outlines(solution.trace) for outline in some):
            area = Area(tuple((x + right, y) for x, y in outline), "seen")
            if area.points not in self.telling:
                yield area
            elif self.telling[area.points]:  # the colour of letters is seen on every colour of distances
                yield scaled(area, 0.25, "text")
            else:
                yield scaled(area, 0.5, "seen")

    def _scene(self, share: float | None) -> Scene:
        """The scene with this share of every solution; of a single one None leaves it out."""
        parts = {name: None if s is None else _part(s, share or 0) for name, s in self.solved.solutions.items()}
        leave_out = share is None and not self.solved.together
        return scene_of(Solved(self.solved.puzzle, {} if leave_out else parts))


class Lid:
    """The shapes that lie on top in every picture, such as walls, painted once."""

    def __init__(self, sheet: Painting, shapes: list[Shape], solved: list[Shape]) -> None:
        count = 0
        while count < min(len(shapes), len(solved)) and shapes[-1 - count] == solved[-1 - count]:
            count += 1
        self.shapes = shapes[len(shapes) - count :]
        self.layer: tuple["Image", "Image"] | None = sheet.layer(self.shapes)

    def first(self, shapes: list[Shape]) -> int:
        """Where the lid begins among these shapes, of which it is to be the end."""
        begin = len(shapes) - len(self.shapes)
        if shapes[begin:] != self.shapes:  # such as a heading that tells how far a traveller is
            self.shapes, self.layer, begin = [], None, len(shapes)
        return begin


def _ground(shapes: list[Shape]) -> int:
    """How many shapes at the beginning are the ground that all others stand on."""
    ground = (n for n, s in enumerate(shapes) if not isinstance(s, Area) or s.role in ("start", "goal"))
    return next(ground, len(shapes))


def _part(solution: Solution[Any], share: float) -> Solution[Any]:
    """The beginning of a solution."""
    bound = round(share * len(solution))
    return Solution(solution.states[: bound + 1], solution.moves[:bound], solution.solver, solution.explored)
