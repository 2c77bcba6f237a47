"""Distances from the start as coloured areas beneath a scene, for any kind whose states have places in it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.facets import structure_of, variants_of
from mazeworks.core.graph import explore
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.drawing.board import board_of, panels
from mazeworks.drawing.raster import distances
from mazeworks.drawing.scene import (
    STROKE,
    Area,
    Dot,
    Label,
    Line,
    Outline,
    Scene,
    Shape,
    is_floor,
    is_ground,
    shifted,
    single,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazeworks.drawing.strokes import Pieces

#: The number of colours in the gradient, and the most states to explore for it.
LEVELS, MOST_STATES = 64, 1_000_000
#: How far the bright rim of a mark reaches.
RIM = 0.07


def shade(solved: Solved[Any], scene: Scene) -> None:
    """Put the colours of distances on the floor of a scene; pale colours if it has letters."""
    letters = any(isinstance(shape, Label) for shape in scene.shapes)
    floor = next((n for n, shape in enumerate(scene.shapes) if not is_floor(shape)), len(scene.shapes))
    above = on_shades(scene.shapes[floor:])
    scene.shapes[:] = [*scene.shapes[:floor], *shades(solved, pale=letters), *above]


def on_shades(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Shapes on a shaded floor: marks and coloured lines get a rim, and ground shrinks to patches."""
    for shape in shapes:
        if isinstance(shape, Area) and is_ground(shape):
            yield scaled(shape, 0.62, shape.role.replace("ground:", "line:"))  # a rim in full colour
            yield scaled(shape, 0.42, shape.role)
            continue
        match shape:
            case Area(_, "start" | "goal"):
                yield scaled(shape, 1.3, "background")
            case Dot(centre, radius, "start" | "goal"):
                yield Dot(centre, radius + RIM, "background")
            case Line(points, role, width) if role.startswith(("path", "line:", "stairs:")):
                yield Line(points, "background", (width or STROKE) + 2 * RIM)
        yield shape


def scaled(area: Area, times: float, role: str) -> Area:
    """An area scaled around its middle."""
    x, y = (sum(axis) / len(area.points) for axis in zip(*area.points, strict=True))
    return Area(tuple((x + (a - x) * times, y + (b - y) * times) for a, b in area.points), role)


def shades(solved: Solved[Any], pale: bool = False) -> Sequence[Shape]:
    """The shape of each place, coloured by the fewest moves that lead there, in the order of distances."""
    if not solved.together:
        return _shades(solved.puzzle, pale)
    variants, places = variants_of(solved.puzzle), panels(solved).items()
    return [shifted(area, right) for name, right in places for area in single(_shades(variants[name], pale))]


def _shades(puzzle: Puzzle[Any], pale: bool) -> Sequence[Shape]:
    kind = "pale" if pale else "shade"
    patches = board_of(puzzle).patches()
    if patches is not None:
        areas, owners = patches
        return _graded(areas, _distances(puzzle)[owners], kind)
    nearest = board_of(puzzle).reached() or _nearest(puzzle)
    if not nearest:
        raise MazeError(f"{with_article(puzzle.kind or 'plain')} puzzle has no places that distances could colour")
    farthest = max(1, *nearest.values())
    return [
        Area(outline, f"{kind}:{far * (LEVELS - 1) // farthest}/{LEVELS}")
        for outline, far in sorted(nearest.items(), key=lambda item: item[1])
    ]


def _graded(areas: "Pieces", far: "NDArray[np.int64]", kind: str) -> list[Shape]:
    """Areas in the order of their distances, those of one colour together; none for what cannot be reached."""
    order = np.argsort(far, kind="stable")[np.count_nonzero(far < 0) :]
    levels = far[order].astype(np.int64) * (LEVELS - 1) // max(1, int(far.max()))
    bounds = np.searchsorted(levels, np.arange(LEVELS + 1)).tolist()
    parts = enumerate(zip(bounds[:-1], bounds[1:], strict=True))
    return [areas.only(order[a:b], f"{kind}:{level}/{LEVELS}") for level, (a, b) in parts if a < b]


def _distances(puzzle: Puzzle[Any]) -> "NDArray[Any]":
    """The fewest moves from the start to each cell; -1 if there is no way."""
    grid, graph = structure_of(puzzle).as_grid(), structure_of(puzzle).as_graph()
    if grid is not None:
        return distances(grid, grid.start).reshape(grid.cells.shape)[1:-1, 1:-1].reshape(-1)
    assert graph is not None
    return graph.distances()


def _nearest(puzzle: Puzzle[Any]) -> dict[Outline, int]:
    """The fewest moves that lead to each shape; several states may fill the same."""
    graph = structure_of(puzzle).as_graph() or explore(puzzle, MOST_STATES)
    found: dict[Outline, int] = {}
    for outlines, far in zip(board_of(puzzle).outlines(graph.states), graph.distances().tolist(), strict=True):
        if far >= 0:
            for outline in outlines:
                found[outline] = min(far, found.get(outline, far))
    return found
