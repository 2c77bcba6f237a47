"""Pictures of carving and of solving a rectangle of cells, straight from its byte grid."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import TooLarge
from mazeworks.core.grid import BORDER, Grid
from mazeworks.core.memory import afford
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.core.walk import Places
from mazeworks.drawing.board import board_of
from mazeworks.drawing.look import SMALLER, Look, look
from mazeworks.drawing.raster import SEEN, WALL, Raster, colours
from mazeworks.kernels.tables import steps
from mazeworks.search.task_solution import TaskSolution

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeworks.animation.task_marks import TaskMarks

#: The most pixels along the longer side where no size is given.
COMFORTABLE = 640
#: The most pixels of all pictures together, and the fewest pictures worth drawing.
MOST_PIXELS, FEWEST = 300_000_000, 10
#: The share of the pictures of solving that draw the path.
PATH_SHARE = 0.3
#: The share of the pictures of carving for each change by a transform, and the most for all changes.
CHANGE_SHARE, MOST_CHANGES = 0.15, 0.5


def affordable(count: int, pixels: tuple[int, int], beside: int = 4) -> int:
    """This many pictures of a size, or as many as memory holds; `beside` them, each pixel takes some more bytes."""
    most = MOST_PIXELS // (pixels[0] * pixels[1])
    if most < FEWEST:
        raise TooLarge(f"a moving picture of {pixels[0]}x{pixels[1]} pixels is too large", SMALLER)
    needed = (min(count, most) + beside) * pixels[0] * pixels[1]
    afford(needed, f"pictures of {pixels[0]}x{pixels[1]} pixels", SMALLER)
    return min(count, most)


def bounds(length: int, count: int) -> list[int]:
    """The numbers from 0 to a length, in this many steps."""
    return [int(number) for number in np.linspace(0, length, count + 1)]


def shares(count: int, changes: int) -> tuple[int, int]:
    """The number of pictures of the carving, and of each change after it."""
    if not changes:
        return count, 0
    each = max(1, int(count * min(CHANGE_SHARE, MOST_CHANGES / changes)))
    return max(1, count - each * changes), each


def carving_on_grid(stages: Sequence[Puzzle[Any]], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """Closed cells, then their passages in the order of the generator, then each change by a transform."""
    grids = [grid for stage in stages if (grid := board_of(stage).drawn_walls()) is not None]
    last, order = grids[-1], board_of(stages[0]).carving()
    assert order is not None
    style = look(last.width, last.height, values | {"distances": False}, COMFORTABLE)
    carving, each = shares(affordable(count, style.pixels(last.width, last.height)), len(grids) - 1)
    yield from _opened(grids[0], order, _stretched(style, grids[0], last), carving)
    for grid in grids[1:]:
        yield from [_image(Raster(grid, _stretched(style, grid, last)))] * each


def _stretched(style: Look, grid: Grid, last: Grid) -> Look:
    """The look with larger cells, so that a grid of fewer cells fills the same picture."""
    times = max(1, last.width // grid.width)
    return replace(style, cell=style.cell * times + style.wall * (times - 1))


def _opened(final: Grid, order: NDArray[np.int64], style: Look, count: int) -> Iterator["Image"]:
    grid = Grid(np.where(final.cells == BORDER, BORDER, 15).astype(np.uint8), final.start, final.goal)
    passages = (order // grid.width + 1) * grid.stride + order % grid.width + 1
    flags = {step: flag for flag, step in enumerate(steps(grid.stride).tolist()) if step}
    raster, seen, opened = Raster(grid, style), np.zeros(grid.flat.shape, np.bool_), 0
    raster.ends = False
    for bound, times in Counter(bounds(len(passages), count)).items():
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
        yield from [_image(raster)] * times


def solving_on_grid(solved: Solved[Any], values: dict[str, Any], count: int) -> Iterator["Image"]:
    """The cells that the solver visited, or its tasks, then the path; without a solution one picture of the maze."""
    grid, solution = board_of(solved.puzzle).drawn_walls(), solved.solution
    assert grid is not None
    raster = Raster(grid, look(grid.width, grid.height, values, COMFORTABLE))
    if solution is None:
        yield _image(raster)
        return
    count = affordable(count, raster.size)
    trace = solution.trace or ()
    visited = trace.array if isinstance(trace, Places) else np.array([grid.index(place) for place in trace], np.int64)
    drawing = max(1, int(count * PATH_SHARE))
    marks = _task_marks(raster, solution)
    for bound, times in Counter(bounds(len(visited), count - drawing)).items():
        if marks is None:
            raster.fills.reshape(-1)[visited[:bound]] = SEEN
        else:
            marks.go(max(0, bound - 1))
        yield from [_image(raster, marks)] * times
    for bound, times in Counter(bounds(len(solution), drawing)[1:]).items():
        raster.mark_path(solution.states[: bound + 1])
        yield from [_image(raster, marks)] * times


def _task_marks(raster: Raster, solution: Solution[Any]) -> "TaskMarks | None":
    """The tasks of a solution that traces them, unless the palette is full of colours of distances."""
    if raster.look.distances or not isinstance(solution, TaskSolution) or solution.lives is None:
        return None
    from mazeworks.animation.task_marks import TaskMarks

    return TaskMarks(raster, solution)


def _image(raster: Raster, marks: "TaskMarks | None" = None) -> "Image":
    from PIL import Image

    image = Image.fromarray(raster.image())
    palette = colours(raster.look) + (list(raster.look.palette.task_colours()) if marks else [])
    image.putpalette(bytes(value for colour in palette for value in colour))
    if marks:
        marks.draw(image)
    return image
