"""Pictures of carving and of solving any puzzle, painted from its scene."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.look import Look, look
from mazeworks.core.moving_grid import COMFORTABLE, PATH_SHARE, bounds, shares
from mazeworks.core.painting import Painting, paint
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.scene import Dot, Point, Scene, Shape, Timed, is_shade
from mazeworks.core.shading import on_shades, shade

if TYPE_CHECKING:
    from PIL.Image import Image

#: Colours that all pictures of one animation share.
COLOURS = 64
#: A step that never comes.
NEVER = 2**31 - 1

Solutions = Mapping[str, Solution[Any] | None]


def alike(picture: "Image", palette: "Image") -> "Image":
    """A picture in the colours of another, and as large."""
    from PIL.Image import Dither

    fitting = picture if picture.size == palette.size else picture.resize(palette.size)
    return fitting.quantize(palette=palette, dither=Dither.NONE)


# --- carving


def carving_on_scene(stages: Sequence[Puzzle[Any]], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """Solid cells, the passages between them opened in the order in which they were, and then what was changed."""
    first, order = stages[0], stages[0].carving
    assert order is not None
    scenes = [stage.scene() for stage in stages]
    style = look(scenes[-1].width, scenes[-1].height, values, COMFORTABLE)
    stills = [paint(scene, style) for scene in scenes]
    palette = stills[-1].quantize(COLOURS)
    carving, each = shares(count, len(stages) - 1)
    work = Work(scenes[0], first.carved(order), style)
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


def solving_on_scene(
    puzzle: Puzzle[Any], solutions: Solutions, values: dict[str, Any], count: int
) -> Iterator["Image"]:
    """The spots a solver looked at, and then the path; of several travellers all at once."""
    film = Film(puzzle, solutions, values)
    palette = film.image(1, 1).quantize(COLOURS)
    if not solutions:
        yield palette
        return
    looking = any(film.spots.values())
    drawing = max(1, int(count * PATH_SHARE)) if looking else count
    if looking:
        for number in range(count - drawing + 1):
            yield alike(film.image(number / (count - drawing), None), palette)
    steps = min(drawing, max((len(s) for s in solutions.values() if s is not None), default=1) or 1)
    for number in range(1 if looking else 0, steps + 1):
        yield alike(film.image(1, number / steps), palette)


class Film:
    """A puzzle with parts of its solutions, and of what was looked at to find them."""

    def __init__(self, puzzle: Puzzle[Any], solutions: Solutions, values: dict[str, Any]) -> None:
        self.puzzle, self.solutions = puzzle, solutions
        self.alone = "" in solutions or not solutions
        self.spots = {name: list(self._spots(name)) for name in solutions}
        scene = self._scene(1)
        self.shades: list[Shape] = []
        if values["distances"]:
            shade(puzzle, scene)
            self.shades = [shape for shape in scene.shapes if is_shade(shape)]
        self.size = scene.width, scene.height
        self.style = look(*self.size, values, COMFORTABLE)

    def image(self, looked: float, walked: float | None) -> "Image":
        """The picture when these shares of the places were looked at and of the ways walked."""
        shapes = self._scene(walked).shapes
        if self.shades:
            shapes = list(on_shades(shapes))
        paths = [number for number, shape in enumerate(shapes) if shape.role.startswith("path")]
        below = paths[0] if paths else len(shapes)
        seen = dict.fromkeys(spot for spots in self.spots.values() for spot in spots[: round(looked * len(spots))])
        painting = Painting(*self.size, self.style)
        for shape in [*self.shades, *shapes[:below], *(Dot(spot, 0.16, "faint") for spot in seen), *shapes[below:]]:
            painting.draw(shape)
        return painting.image()

    def _spots(self, name: str) -> Iterator[Point]:
        """Where the states lie that were looked at, in order."""
        solution = self.solutions[name]
        left, top = (0.0, 0.0) if self.alone else self.puzzle.panel(name)
        for spot in map(self.puzzle.spot, solution.trace or ()) if solution is not None else ():
            if spot is not None:
                yield spot[0] + left, spot[1] + top

    def _scene(self, share: float | None) -> Scene:
        parts = {name: None if s is None else _part(s, share or 0) for name, s in self.solutions.items()}
        if not self.alone:
            return self.puzzle.drawn_with(parts).scene()
        return self.puzzle.scene(None if share is None else parts.get(""))


def _part(solution: Solution[Any], share: float) -> Solution[Any]:
    """The beginning of a solution."""
    bound = round(share * len(solution))
    return Solution(solution.states[: bound + 1], solution.moves[:bound], solution.solver, solution.explored)
