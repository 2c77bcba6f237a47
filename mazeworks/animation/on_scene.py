"""Pictures of carving and of solving any puzzle, painted from its scene."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.animation.on_grid import COMFORTABLE, PATH_SHARE, affordable, bounds, shares
from mazeworks.core.grid import Bytes
from mazeworks.core.memory import NO_LIMIT
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.drawing.board import board_of, panels, scene_of
from mazeworks.drawing.look import Look, look, warn_if_too_small
from mazeworks.drawing.painter import PIXEL, Layer, Painting, mode_for, paint, sheet_bytes
from mazeworks.drawing.scene import Area, Scene, Shape, Timed, is_floor, is_ground, is_shade
from mazeworks.drawing.shading import on_shades, scaled, shade
from mazeworks.drawing.strokes import Many, Pieces

if TYPE_CHECKING:
    from PIL.Image import Image

#: The number of colours for the smooth edges of shapes, beside the colours of the shapes.
COLOURS = 64
#: How much smaller than a place its mark is where colours must stay, and the role of that mark.
ON_SHADE = (0.25, "text")
#: The most sheets at a time that solving and carving are painted on, and the most pictures beside those that are kept.
SOLVING, CARVING, PICTURES = 4, 8, 6
#: A picture that never comes; fewer are painted.
NEVER = 255


def alike(picture: "Image", palette: "Image") -> "Image":
    """A picture converted to another's palette and size."""
    from PIL.Image import Dither

    fitting = picture if picture.size == palette.size else picture.resize(palette.size)
    return fitting.quantize(palette=palette, dither=Dither.NONE)


def palette_of(pictures: list["Image"], shapes: list[Shape], style: Look) -> "Image":
    """A picture with all colours of the shapes, and those of their edges in some pictures."""
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


def carving_on_scene(stages: Sequence[Puzzle[Any]], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """Solid cells, then their passages in the order of the generator, then each change by a transform."""
    first, order = stages[0], board_of(stages[0]).carving()
    assert order is not None
    scenes = [board_of(stage).scene() for stage in stages]
    style = look(scenes[-1].width, scenes[-1].height, values, COMFORTABLE)
    warn_if_too_small(scenes[-1], style, values)
    size = style.pixels(scenes[-1].width, scenes[-1].height)
    beside = CARVING * sheet_bytes(*size, "L") + (PICTURES + len(stages)) * PIXEL
    count = affordable(count, size, beside)  # refused before it is painted
    stills = [paint(scene, style) for scene in scenes]
    palette = palette_of(stills[-1:], scenes[-1].shapes, style)
    carving, each = shares(count, len(stages) - 1)
    for picture in _carved(scenes[0], board_of(first).carved(order), style, bounds(len(order), carving)[:-1]):
        yield alike(picture, palette)
    yield alike(stills[0], palette)
    for still in stills[1:]:
        yield from [alike(still, palette)] * each


def _carved(scene: Scene, parts: Iterable[Timed], style: Look, steps: list[int]) -> Iterator["Image"]:
    """The scene at each of these steps of its carving."""
    from PIL import Image

    size = scene.width, scene.height
    until, since, marks = _lasting(parts, lambda ground: Painting(*size, style, "L", ground), np.array(steps, np.int32))
    sheet = Painting(*size, style, "P")
    ground = sheet.image()
    solid = Image.new("RGB", ground.size, style.palette.rgb("wall"))
    for number, step in enumerate(steps):
        if marks and marks[-1].since <= step:
            while marks and marks[-1].since <= step:
                sheet.draw(marks.pop().shape)
            ground = sheet.image()
        standing = ((until > number) | (since <= number)).view(np.uint8) * np.uint8(255)
        yield Image.composite(solid, ground, Image.fromarray(standing).reduce(sheet.finer))


def _lasting(
    parts: Iterable[Timed], sheet: Callable[[int], Painting], steps: NDArray[np.int32]
) -> tuple[Bytes, Bytes, list[Any]]:
    """The picture until which each pixel is wall, that since which it is, and the marks, those that come first last."""
    until, since, marks = np.zeros(1, np.uint8), np.full(1, NEVER, np.uint8), list[Any]()
    for part in parts:
        if part.shape.role != "wall":
            marks.append(part)
        elif part.until is None:
            numbers = np.searchsorted(steps, part.since).astype(np.uint8)
            since = np.minimum(since, _numbered(sheet(NEVER), part.shape, numbers, first=True))
        else:
            numbers = np.searchsorted(steps, part.until).astype(np.uint8)
            until = np.maximum(until, _numbered(sheet(0), part.shape, numbers))
    return until, since, sorted(marks, key=lambda part: -part.since)


def _numbered(painting: Painting, shape: Shape, numbers: Any, first: bool = False) -> Bytes:
    """The number of the shape on every pixel; of many, the greatest, or the least with `first`."""
    if isinstance(shape, Pieces) and np.ndim(numbers):
        order = np.argsort(NEVER - numbers if first else numbers, kind="stable")
        shape, numbers = shape.only(order), numbers[order]
    painting.draw(shape, numbers if np.ndim(numbers) else int(numbers))
    return np.asarray(painting.sheet)


def solving_on_scene(solved: Solved[Any], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """The places that the solver visited, then the path; all variants at once."""
    # The sheets of the last picture are gone before others are made.
    last = [Film(solved, values, count).image(1, 1)] if solved.solutions else []
    film = Film(solved, values, count)
    warn_if_too_small(film.scene, film.sheet.look, values)
    first = film.image(0, None)
    found = [solution for solution in solved.solutions.values() if solution is not None]
    palette = palette_of([first, *last], film.scene.shapes, film.sheet.look)
    if not solved.solutions:
        yield alike(first, palette)
        return
    count = film.count
    # If the solver visited nothing but the path, the pictures show only the path.
    looking = any(len(film.seen[name]) > len(s) + 1 for name, s in solved.solutions.items() if s is not None)
    drawing = max(1, int(count * PATH_SHARE)) if looking else count
    for number in range(count - drawing + 1 if looking else 0):
        yield alike(film.image(number / (count - drawing), None), palette)
    steps = min(drawing, max(map(len, found), default=1) or 1)
    for number in range(1 if looking else 0, steps + 1):
        yield alike(film.image(int(looking), number / steps), palette)


class Film:
    """A puzzle with a part of its solutions, and on its ground the places that the solver has visited."""

    def __init__(self, solved: Solved[Any], values: dict[str, Any], count: int) -> None:
        self.solved = solved
        self.scene, self.unsolved = self._scene(1), self._scene(None).shapes
        scene, self.shaded = self.scene, values["distances"]
        if self.shaded:
            shade(solved, scene)
        style, mode = look(scene.width, scene.height, values, COMFORTABLE), mode_for([*scene.shapes, *self.unsolved])
        size = style.pixels(scene.width, scene.height)
        beside = SOLVING * sheet_bytes(*size, mode) + PICTURES * PIXEL
        #: How many pictures memory holds; refused before anything is painted.
        self.count = affordable(count, size, beside) if solved.solutions else 1
        scene.count(NO_LIMIT)  # joins walls now: the memory for it is free again before anything is painted
        #: For shapes whose colour must stay, the mark on them; letters stand out from every colour of distances.
        areas = [shape for shape in scene.shapes if isinstance(shape, Area) and not is_floor(shape)]
        kept = [area for area in areas if is_shade(area) or is_ground(area)]
        self.marks = {area.points: ON_SHADE if is_shade(area) else (0.5, "seen") for area in kept}
        #: For each solution the shapes that are marked when they are visited, and how many are.
        self.seen = {name: self._visited(name) for name in solved.solutions}
        self.marked = dict.fromkeys(self.seen, 0)
        #: The last picture without a path, until another place is marked: most steps of a short search mark none.
        self.still: Image | None = None
        #: The shapes on top of every picture, such as walls, and the layer of them, painted once.
        self.lid: list[Shape] | None = None
        self.layer: Layer | None = None
        self.sheet = Painting(scene.width, scene.height, style, mode)
        for shape in scene.shapes[: _ground(scene.shapes)]:
            self.sheet.draw(shape)

    def image(self, looked: float, walked: float | None) -> "Image":
        """The picture with these shares of the places visited and of the paths walked; the first must not shrink."""
        for name, seen in self.seen.items():
            part = slice(self.marked[name], round(looked * len(seen)))
            if part.start < part.stop:
                for shape in [seen.only(part)] if isinstance(seen, Pieces) else seen[part]:
                    self.sheet.draw(shape)
                self.marked[name], self.still = part.stop, None
        if walked is not None:
            return self._with(self._scene(walked).shapes)
        self.still = self.still or self._with(self.unsolved)
        return self.still

    def _with(self, shapes: list[Shape]) -> "Image":
        """The picture with the shapes of a scene, on the ground as it is now."""
        rest = shapes[_ground(shapes) :]
        if self.lid is None:
            self.lid = _common_end(rest, self.scene.shapes)
            self.layer = self.sheet.layer(self.lid) if self.lid else None
        if rest[len(rest) - len(self.lid) :] != self.lid:  # such as a heading with the number of moves so far
            self.lid, self.layer = [], None
        below = rest[: len(rest) - len(self.lid)]
        return self.sheet.with_shapes(list(on_shades(below)) if self.shaded else below, self.layer)

    def _visited(self, name: str) -> Pieces | list[Area]:
        """The shapes of the visited states, in order, each once."""
        solution, board = self.solved.solutions[name], board_of(self.solved.puzzle)
        if solution is None or not solution.trace:
            return []
        patches = board.patches(solution.trace)
        if patches is None:
            return list(self._single(solution.trace, panels(self.solved)[name]))
        _, first = np.unique(patches[0].numbers, return_index=True)
        areas = patches[0].only(np.sort(first))
        return areas.scaled(*ON_SHADE) if self.shaded else areas

    def _single(self, trace: Sequence[Any], right: float) -> Iterator[Area]:
        """The shapes of visited states, one by one."""
        for outline in dict.fromkeys(
            outline for some in board_of(self.solved.puzzle).outlines(trace) for outline in some
        ):
            area = Area(tuple((x + right, y) for x, y in outline), "seen")
            yield scaled(area, *self.marks[area.points]) if area.points in self.marks else area

    def _scene(self, share: float | None) -> Scene:
        """The scene with this share of every solution; None leaves out a single one."""
        parts = {name: None if s is None else _part(s, share or 0) for name, s in self.solved.solutions.items()}
        leave_out = share is None and not self.solved.together
        return scene_of(Solved(self.solved.puzzle, {} if leave_out else parts), moving=True)


def _common_end(first: list[Shape], second: list[Shape]) -> list[Shape]:
    """The shapes with which both lists end."""
    apart = (n for n, (one, other) in enumerate(zip(first[::-1], second[::-1], strict=False)) if one != other)
    return first[len(first) - next(apart, min(len(first), len(second))) :]


def _ground(shapes: list[Shape]) -> int:
    """The number of shapes at the beginning that are ground."""
    above = (n for n, s in enumerate(shapes) if not _is_area(s) or s.role in ("start", "goal"))
    return next(above, len(shapes))


def _is_area(shape: Shape) -> bool:
    return isinstance(shape, Area) or (isinstance(shape, Many) and shape.closed)


def _part(solution: Solution[Any], share: float) -> Solution[Any]:
    """The beginning of a solution."""
    bound = round(share * len(solution))
    return Solution(solution.states[: bound + 1], solution.moves[:bound], solution.solver, solution.explored)
