"""A picture in cell units, x right and y down: shapes with roles, such as `wall` or `line:blue`, without colours."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.memory import afford
from mazeworks.core.progress import checked, slices
from mazeworks.core.walk import Walk
from mazeworks.drawing.strokes import Many, Pieces, Strokes

if TYPE_CHECKING:
    from mazeworks.core.grid import Grid
    from mazeworks.core.puzzle import Solution

#: The default width of strokes other than walls.
STROKE = 0.2
#: The bytes that the walls of a cell take, as shapes and as runs of walls in an array.
WALLS, RUNS = 250, 60
#: The bytes that an area takes, and a point of a line, from the scene to the finished drawing; and a move of a path
#: while its bends are found.
AREA, POINT, MOVE = 700, 450, 32
#: A path of more moves is drawn from bend to bend; a shorter one has a round joint at every move.
LONG = 100_000
#: Walls that are more than this many times a limit are too many, however well they join.
FAR = 4

Point = tuple[float, float]
#: The corners of a polygon.
Outline = tuple[Point, ...]


@dataclass(frozen=True)
class Line:
    """A stroke through points; `width` in cell units, 0 for the default of the renderer."""

    points: tuple[Point, ...]
    role: str
    width: float = 0
    dashed: bool = False


@dataclass(frozen=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    role: str


@dataclass(frozen=True)
class Dot:
    """A filled circle, or a ring."""

    centre: Point
    radius: float
    role: str
    ring: bool = False


@dataclass(frozen=True)
class Label:
    """A short text around a point; `size` is the height of its letters in cell units."""

    at: Point
    text: str
    role: str
    size: float = 0.5


Single = Line | Area | Dot | Label
Shape = Single | Many
#: How far a shade reaches beyond its edge, so that no light line shows between two.
HAIR = 0.04


def is_shade(shape: Shape) -> bool:
    """Whether a shape is one of many coloured areas side by side, without gaps."""
    return shape.role.startswith(("shade:", "pale:", "pixel:"))


def is_floor(shape: Shape) -> bool:
    """Whether a shape is solid wall or floor; pictures and text maps begin with these."""
    return isinstance(shape, Area) and shape.role in ("wall", "cell", "pixel:cell", "pixel:wall")


def is_ground(shape: Shape) -> bool:
    """Whether a shape is the ground of a place, such as mud."""
    return shape.role.startswith("ground:")


@dataclass(frozen=True)
class Timed:
    """A shape that is drawn from one step of the carving until another, or to the end; of many, each has its steps."""

    shape: Shape
    since: "int | NDArray[np.integer[Any]]" = 0
    until: "NDArray[np.integer[Any]] | None" = None


@dataclass
class Scene:
    """Shapes in drawing order on a sheet of `width` by `height` cells."""

    width: float
    height: float
    title: str = ""
    shapes: list[Shape] = field(default_factory=list)

    def count(self, most: int) -> int:
        """How many shapes it has; far more than `most` walls are counted without being joined to strokes."""
        strokes = [shape for shape in self.shapes if isinstance(shape, Strokes)]
        walls = sum(len(shape.walls) for shape in strokes)
        others = (len(s) if isinstance(s, Many) else 1 for s in self.shapes if not isinstance(s, Strokes))
        return sum(others) + (walls if walls > FAR * most else sum(map(len, strokes)))

    def line(self, points: Iterable[Point], role: str, width: float = 0, dashed: bool = False) -> None:
        """Add a stroke."""
        self.shapes.append(Line(tuple(points), role, width, dashed=dashed))

    def box(self, x: float, y: float, width: float, height: float, role: str) -> None:
        """Add a filled rectangle."""
        self.shapes.append(Area(box_corners(x, y, x + width, y + height), role))

    def dot(self, x: float, y: float, radius: float, role: str, ring: bool = False) -> None:
        """Add a filled circle, or a ring."""
        self.shapes.append(Dot((x, y), radius, role, ring))

    def label(self, x: float, y: float, text: str, role: str, size: float = 0.5) -> None:
        """Add a short text."""
        self.shapes.append(Label((x, y), text, role, size))


def single(shapes: Iterable[Shape]) -> Iterator[Single]:
    """Shapes one by one: a line or an area for each of many."""
    for shape in shapes:
        if isinstance(shape, Many):
            one = Area if shape.closed else Line
            yield from (one(tuple(points), shape.role) for points in shape)
        else:
            yield shape


def alike(scene: Scene) -> Iterator[list[Shape]]:
    """Shapes in order, in groups of consecutive strokes of one look or shades of one colour."""
    group: list[Shape] = []
    for shape in checked(scene.shapes, 1000):
        if group and (_look(shape) is None or _look(shape) != _look(group[0])):
            yield group
            group = []
        group.append(shape)
    if group:
        yield group


def _look(shape: Shape) -> tuple[str, float, bool] | None:
    """What shapes that can be drawn together have in common."""
    if isinstance(shape, Line):
        return shape.role, shape.width, shape.dashed
    return (shape.role, -1, False) if isinstance(shape, Area) and is_shade(shape) else None


def shifted(shape: Single, right: float) -> Single:
    """A shape moved to the right."""
    match shape:
        case Line() | Area():
            return replace(shape, points=tuple((x + right, y) for x, y in shape.points))
        case Dot((x, y)):
            return replace(shape, centre=(x + right, y))
        case Label((x, y)):
            return replace(shape, at=(x + right, y))


def square_around(x: float, y: float, side: float = 1) -> Outline:
    """The corners of a square around a point."""
    return box_corners(x - side / 2, y - side / 2, x + side / 2, y + side / 2)


def box_corners(left: float, top: float, right: float, bottom: float) -> Outline:
    """The corners of a box."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def chain(words: Sequence[str], title: str = "", aim: str = "") -> Scene:
    """Words in boxes, one below the other, joined by strokes, below the aim of the puzzle."""
    width = max(max((len(word) for word in words), default=1) * 0.36 + 1, len(aim) * 0.3 + 0.4)
    above = 0.9 if aim else 0
    scene = Scene(width, 1.5 * len(words) + above, title)
    if aim:
        scene.label(width / 2, 0.5, aim, "text", 0.5)
    for number, word in enumerate(words):
        y = 1.5 * number + 0.75 + above
        if number:
            scene.line([(width / 2, y - 1), (width / 2, y - 0.5)], "path")
        plate = {0: "start", len(words) - 1: "goal"}.get(number, "cell") if len(words) > 1 else "cell"
        scene.box(0.1, y - 0.5, width - 0.2, 1, plate)
        scene.label(width / 2, y, word, f"on {plate}", 0.6)
    return scene


def mark_ends(scene: Scene, start: Sequence[int], goal: Sequence[int]) -> None:
    """Mark the cells of a rectangle in which a path starts and ends."""
    mark_start(scene, (start[0] + 0.5, start[1] + 0.5), 0.7)
    mark_goal(scene, (goal[0] + 0.5, goal[1] + 0.5), 0.74)


def mark_start(scene: Scene, at: Point, size: float) -> None:
    """Mark a start by a square of this width; its rim sets it off from a path or ground of the same colour."""
    for side, role in ((1.2 * size, "background"), (size, "start")):
        scene.box(at[0] - side / 2, at[1] - side / 2, side, side, role)


def mark_goal(scene: Scene, at: Point, size: float) -> None:
    """Mark a goal by a dot in a ring of this width, which differs from a square even without colours."""
    for radius, role in ((0.6, "background"), (0.54, "goal"), (0.44, "background"), (0.27, "goal")):
        scene.dot(*at, radius * size, role)


def afford_areas(count: int, what: str) -> None:
    """Refuse more areas than memory holds."""
    afford(AREA * count, f"{count} {what}", "draw a smaller one")


def bends(states: Sequence[Any]) -> list[Any]:
    """The places of a path through which its line is drawn; of a long walk those where it begins, turns and ends."""
    if len(states) <= LONG or not isinstance(states, Walk):
        afford(POINT * len(states), f"the {len(states)} points of a path", "draw it without its solution")
        return list(states)
    afford(MOVE * len(states), f"the {len(states)} moves of a path", "draw it without its solution")
    moves = states.moves.array
    turns = np.flatnonzero(moves[1:] != moves[:-1]) + 1
    afford(POINT * len(turns), f"the {len(turns)} turns of a path", "draw it without its solution")
    return states.part(states.array[np.unique(np.concatenate([[0], turns, [len(moves)]]))])


def wall_scene(grid: "Grid", solution: "Solution[Any] | None", walls: bool = True) -> Scene:
    """The scene of a rectangle of cells with walls between them."""
    scene = Scene(grid.width, grid.height, f"A maze of {grid.width} by {grid.height} cells")
    if solution is not None:
        scene.line([(p[0] + 0.5, p[1] + 0.5) for p in bends(solution.states)], "path")
    mark_ends(scene, grid.start, grid.goal)
    if walls:
        from mazeworks.drawing.lattice import edges

        cells = grid.width * grid.height
        afford(
            WALLS * cells, f"the walls of {grid.width}x{grid.height} cells", "draw a smaller maze, or as .svg or .png"
        )
        down, across = edges(grid)
        for y, first, last in checked(runs(across), 1000):
            scene.line([(first, y), (last, y)], "wall")
        for x, first, last in checked(runs(down.T), 1000):
            scene.line([(x, first), (x, last)], "wall")
    return scene


def wall_runs(grid: "Grid") -> Pieces:
    """The walls of a rectangle of cells as lines, each unbroken run of walls as one."""
    from mazeworks.drawing.lattice import edges

    afford(RUNS * grid.width * grid.height, f"the walls of {grid.width}x{grid.height} cells", "draw a smaller maze")
    down, across = edges(grid)
    ends = []
    for lines, along in ((across, 0), (down.T, 1)):
        bounds = run_bounds(lines)
        ends.append(np.empty((len(bounds), 2, 2), np.int32))
        ends[-1][:, :, along] = bounds[:, 1:]
        ends[-1][:, :, 1 - along] = bounds[:, :1]
    return Pieces.of(np.concatenate(ends))


def runs(lines: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Each unbroken run of true values: the line it is on, where it begins, where it ends."""
    for some in slices(run_bounds(lines), 1000):
        yield from map(tuple, some.tolist())


def run_bounds(lines: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The same as an array, `[runs, 3]`."""
    padded = np.zeros((lines.shape[0], lines.shape[1] + 2), np.int8)
    padded[:, 1:-1] = lines
    turns = np.diff(padded, axis=1)
    begins, ends = (np.flatnonzero(turns == sign) for sign in (1, -1))
    columns = turns.shape[1]
    return np.stack([begins // columns, begins % columns, ends % columns], axis=1).astype(np.int32)
