"""Many tasks on a raster of cells: a ground for each task, its number, and marks on those that are live."""

from typing import TYPE_CHECKING, Any

from mazeworks.animation.task_frames import name
from mazeworks.core.directions import Direction
from mazeworks.drawing.painter import font
from mazeworks.drawing.palette import TASK_COLOURS
from mazeworks.drawing.raster import PATH, ROOMY, SHADES, START, WALL, Raster
from mazeworks.search.task_solution import Replay, TaskSolution

if TYPE_CHECKING:
    from PIL.Image import Image

#: The smallest letters of names, in pixels.
LETTERS = 7


class TaskMarks:
    """The tasks of a solution on pictures of a raster, up to a step that only grows.

    A live task has a frame in its cell, a newborn one a bar where it will set out, in the colour of the start; in that
    of the path once the signal has stopped it. A cell without a ground was never touched. Names stand in the upper left
    corner of cells, where no path covers them, all in one size.
    """

    def __init__(self, raster: Raster, solution: TaskSolution) -> None:
        self.raster, self.replay = raster, Replay(solution)
        grid = raster.grid
        self.ends = {grid.index(grid.start), grid.index(grid.goal)}
        cell = raster.look.cell
        #: How thick frames are, and the size of letters with which the longest name fits between frame and path.
        self.thick = max(1, cell // 14)
        self.letters = int(((cell - cell // 3) // 2 - self.thick - 2) / (0.63 * len(name(solution.tasks - 1))))

    def go(self, step: int) -> None:
        """Colour the cells up to a step of the trace."""
        part = slice(self.replay.step + 1, step + 1)
        self.replay.go(step)
        grounds = SHADES + self.replay.task_of[part] % TASK_COLOURS
        self.raster.fills.reshape(-1)[self.replay.cells[part]] = grounds

    def draw(self, picture: "Image") -> None:
        """Draw the numbers and marks over a picture of the raster."""
        from PIL import ImageDraw

        cell, replay = self.raster.look.cell, self.replay
        if cell < ROOMY:
            return
        pen = ImageDraw.Draw(picture)
        pen.fontmode = "1"  # letters without smooth edges, for which the palette has no colours
        if self.letters >= LETTERS:
            walked = slice(1, replay.step + 1)
            for place, task in zip(replay.cells[walked].tolist(), replay.task_of[walked].tolist(), strict=True):
                self._write(pen, place, task)
        for task in replay.live().tolist():
            self._mark(pen, int(replay.places[task]), Direction(int(replay.sides[task])))

    def _corner(self, place: int) -> tuple[int, int]:
        """The upper left pixel of a cell."""
        look, position = self.raster.look, self.raster.grid.position(place)
        return tuple(look.margin + look.wall + number * look.pitch for number in position)  # type: ignore[return-value]

    def _write(self, pen: Any, place: int, task: int) -> None:
        """The name of a task in the upper left corner of a cell."""
        if place not in self.ends:
            corner = [number + self.thick + 1 for number in self._corner(place)]
            pen.text(corner, name(task), fill=WALL, font=font(self.letters, "T0"), anchor="lt")

    def _mark(self, pen: Any, place: int, side: Direction) -> None:
        """A frame in a cell, or only the side of it where a task will set out."""
        cell, (left, top) = self.raster.look.cell, self._corner(place)
        right, bottom, thick = left + cell - 1, top + cell - 1, self.thick
        bars = {
            Direction.NORTH: (left, top, right, top + thick - 1),
            Direction.SOUTH: (left, bottom - thick + 1, right, bottom),
            Direction.EAST: (right - thick + 1, top, right, bottom),
            Direction.WEST: (left, top, left + thick - 1, bottom),
        }
        for direction, bar in bars.items():
            if not side or side == direction:
                pen.rectangle(bar, fill=PATH if self.replay.over else START)
