"""Moving pictures of carving and of solving, from the traces that makers and solvers leave."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError
from mazeworks.core.grid import BORDER, Grid
from mazeworks.core.look import PARAMETERS as LOOK
from mazeworks.core.look import Look, look
from mazeworks.core.making import from_id
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.raster import SEEN, WALL, Raster, colours
from mazeworks.core.registry import generators
from mazeworks.core.solving import solve
from mazeworks.core.walk import Places
from mazeworks.kernels.tables import steps

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pictures a second, the longest that the last one is held, and the most pictures painted from scenes.
RATE, HELD, MOST_PAINTED = 20, 2.0, 120
#: Pixels along the longer side where no size is given.
COMFORTABLE = 640
#: Of the pictures of solving, those in which the path is drawn once it is found.
PATH_SHARE = 0.3

PARAMETERS = (
    Parameter("seconds", "number", 8, "how long it lasts, the last picture held included", least=0.5, most=600),
    Parameter("of", "choice", "auto", "what is shown", choices=("auto", "carving", "solving")),
    *LOOK,
)


def moving(puzzle: Puzzle[Any], solution: Solution[Any] | None, values: dict[str, Any]) -> tuple[list["Image"], int]:
    """The pictures, and how many milliseconds each but the last is shown."""
    count = max(1, int((values["seconds"] - held(values["seconds"])) * RATE))
    pictures = list(_pictures(puzzle, solution, values, count))
    steps = max(1, len(pictures) - 1)
    return pictures, max(10, round((values["seconds"] - held(values["seconds"])) * 1000 / steps))


def held(seconds: float) -> float:
    """How long the last picture is shown."""
    return min(HELD, seconds / 4)


def durations(count: int, each: int, seconds: float) -> list[int]:
    """Milliseconds for each picture; the last is held until the time is over."""
    before = [each] * (count - 1)
    return [*before, max(10, round(seconds * 1000) - sum(before))]


def _pictures(
    puzzle: Puzzle[Any], solution: Solution[Any] | None, values: dict[str, Any], count: int
) -> Iterator["Image"]:
    subject = values["of"]
    if subject == "auto":
        subject = "solving" if solution is not None else "carving" if _can_carve(puzzle) else "standing"
    grid = puzzle.drawn_walls()
    if subject == "carving":
        yield from _carving(_carved(puzzle), values, count)
        return
    if subject == "solving":
        solution = _traced(puzzle, solution)
    if grid is not None:
        yield from _solving_on_grid(grid, solution, values, count)
    else:
        yield from _solving_on_scene(puzzle, solution, values, min(count, MOST_PAINTED))


def _traced(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> Solution[Any]:
    """The solution with its trace, found again where it has none."""
    if solution is None or solution.trace is None:
        solver = solution.solver if solution is not None else ""
        solution = solve(puzzle, solver or "auto", trace=True)
        if solution is None:
            raise MazeError("this puzzle has no solution that could be shown")
        solution = solution.without_detours()
    return solution


def _can_carve(puzzle: Puzzle[Any]) -> bool:
    if puzzle.drawn_walls() is None or not puzzle.id:
        return False
    if puzzle.carving is not None:
        return True
    return "then=" not in puzzle.id and _maker(puzzle.id) in [g.name for g in generators.values() if g.traces]


def _maker(text: str) -> str:
    """The name of the maker in an id."""
    from mazeworks.core.registry import kinds

    kind, _, rest = text.partition(":")
    named = [part[5:] for part in rest.partition("#")[0].split(",") if part.startswith("with=")]
    return named[0] if named else kinds[kind].generator


def _carved(puzzle: Puzzle[Any]) -> Puzzle[Any]:
    """The same puzzle with the order in which it was carved."""
    if not _can_carve(puzzle):
        able = ", ".join(g.name for g in generators.values() if g.traces)
        raise MazeError(f"how this was carved is not known; it is for mazes made here by one of these: {able}")
    return puzzle if puzzle.carving is not None else from_id(puzzle.id or "", trace=True)


def _indices(grid: Grid, places: Sequence[Any]) -> NDArray[np.int64]:
    """Places as indices of the flat view with the border."""
    if isinstance(places, Places):
        return places.array
    return np.array([grid.index(place) for place in places], np.int64)


def _carving(puzzle: Puzzle[Any], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """Closed cells, and the passages between them opened in the order in which they were."""
    final = puzzle.drawn_walls()
    assert final is not None and puzzle.carving is not None
    grid = Grid(np.where(final.cells == BORDER, BORDER, 15).astype(np.uint8), final.start, final.goal)
    passages = (puzzle.carving // grid.width + 1) * grid.stride + puzzle.carving % grid.width + 1
    flags = {step: flag for flag, step in enumerate(steps(grid.stride).tolist()) if step}
    raster = Raster(grid, look(grid.width, grid.height, values | {"distances": False}, COMFORTABLE))
    seen = np.zeros(grid.flat.shape, np.bool_)
    raster.ends = False
    opened = 0
    for bound in np.linspace(0, len(passages), count + 1).astype(int).tolist():
        here, there = passages[opened:bound].T
        for step, flag in flags.items():
            np.bitwise_and.at(grid.flat, here[there - here == step], 15 - flag)
            np.bitwise_and.at(grid.flat, there[here - there == step], 15 - flag)
        seen[here] = seen[there] = True
        opened = bound
        if bound == len(passages):
            grid.cells[:] = final.cells
            seen |= (final.flat & 15) != 15
            raster.ends = True
        raster.fills[:] = np.where(seen.reshape(grid.cells.shape), 0, WALL)
        yield _image(raster)


def _solving_on_grid(
    grid: Grid, solution: Solution[Any] | None, values: dict[str, Any], count: int
) -> Iterator["Image"]:
    raster = Raster(grid, look(grid.width, grid.height, values, COMFORTABLE))
    if solution is None:
        yield _image(raster)
        return
    trace = _indices(grid, solution.trace or ())
    drawing = max(1, int(count * PATH_SHARE))
    for bound in np.linspace(0, len(trace), count - drawing + 1).astype(int).tolist():
        raster.fills.reshape(-1)[trace[:bound]] = SEEN
        yield _image(raster)
    for bound in np.linspace(0, len(solution), drawing + 1).astype(int).tolist()[1:]:
        raster.mark_path(solution.states[: bound + 1])
        yield _image(raster)


def _image(raster: Raster) -> "Image":
    from PIL import Image

    image = Image.fromarray(raster.image())
    image.putpalette(bytes(value for colour in colours(raster.look) for value in colour))
    return image


def _solving_on_scene(
    puzzle: Puzzle[Any], solution: Solution[Any] | None, values: dict[str, Any], count: int
) -> Iterator["Image"]:
    """Pictures in full colour brought to one palette, that of the last."""
    from PIL.Image import Dither

    scene = puzzle.scene(solution)
    style = look(scene.width, scene.height, values, COMFORTABLE)
    size = scene.width, scene.height
    if solution is None:
        yield _painted(puzzle, None, [], size, style).quantize(64)
        return
    spots = [spot for spot in map(puzzle.spot, solution.trace or ()) if spot is not None]
    palette = _painted(puzzle, solution, spots, size, style).quantize(64)
    drawing = count if not spots else max(1, int(count * PATH_SHARE))
    for bound in np.linspace(0, len(spots), count - drawing + 1).astype(int).tolist():
        yield _painted(puzzle, None, spots[:bound], size, style).quantize(palette=palette, dither=Dither.NONE)
    for bound in sorted(set(np.linspace(0, len(solution), drawing + 1).astype(int).tolist())):
        part = Solution(solution.states[: bound + 1], solution.moves[:bound], solution.solver, solution.explored)
        yield _painted(puzzle, part, spots, size, style).quantize(palette=palette, dither=Dither.NONE)


def _painted(
    puzzle: Puzzle[Any],
    solution: Solution[Any] | None,
    spots: list[tuple[float, float]],
    size: tuple[float, float],
    style: Look,
) -> "Image":
    """The scene, with a dot on each spot that was looked at, beneath the path."""
    from mazeworks.core.painting import Painting
    from mazeworks.core.scene import Dot

    painting = Painting(*size, style)
    shapes = puzzle.scene(solution).shapes
    paths = [number for number, shape in enumerate(shapes) if shape.role.startswith("path")]
    below = paths[0] if paths else len(shapes)
    dots = [Dot(spot, 0.16, "faint") for spot in dict.fromkeys(spots)]
    for shape in [*shapes[:below], *dots, *shapes[below:]]:
        painting.draw(shape)
    return painting.image()
