"""Mazes in images: one pixel per square, or drawn and scanned with lines of any thickness."""

import base64
import binascii
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.grid_puzzle import GridPuzzle
from mazeworks.core.directions import CARDINALS, Direction, Position
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Solution
from mazeworks.core.registry import kind, kinds
from mazeworks.core.walk import Walk, even_boxes, path_ways, runs
from mazeworks.drawing.lattice import BOX, draw, from_squares
from mazeworks.drawing.scene import Outline, Scene, box_corners, mark_goal, mark_start, square_around, wall_scene
from mazeworks.drawing.sketch import Sketch
from mazeworks.images.decoding import MOST_PIXELS, Pixels, decode
from mazeworks.images.signatures import refuse_own_drawing
from mazeworks.vision import read as read_maze

if TYPE_CHECKING:
    from mazeworks.vision import Reading

#: The most runs of open pixels that are drawn as shapes.
MOST_SHAPES = 1_000_000

OPTIONS = (
    Parameter("start", "place", None, "the pixel to start from, where the image does not show it"),
    Parameter("goal", "place", None, "the pixel to go to, where the image does not show it"),
    Parameter("walls", "choice", "auto", "whether walls are dark or light", choices=("auto", "dark", "light")),
    Parameter("max_pixels", "whole", MOST_PIXELS, "the most pixels that are decoded", least=1),
)


@kind("picture", "A maze in an image, one pixel per square, drawn, or scanned.", format="image")
class Picture(GridPuzzle):
    """A maze in an image file; a state is a cell where the image has cells at an even pitch, else a pixel."""

    options = OPTIONS

    def __init__(self, source: bytes, values: dict[str, Any], pixels: Pixels, understood: "Reading") -> None:
        self.source, self.values, self.pixels, self.understood = source, values, pixels, understood

    @classmethod
    def read(cls, source: bytes, **values: Any) -> "Picture":
        """The maze in an image file; values are those of its options."""
        values = {option.name: option.default for option in OPTIONS} | values
        refuse_own_drawing(source)
        pixels = decode(source, values["max_pixels"])
        understood = read_maze(pixels, *(values[name] for name in ("start", "goal", "walls")))
        pixels.forget()
        of_layout = understood.fitted is not None
        return (LayoutPicture if of_layout else Picture)(source, values, pixels, understood)

    @cached_property
    def grid(self) -> Grid:  # type: ignore[override]
        """Walls between cells, or between pixels."""
        return self.understood.grid()

    @property
    def start(self) -> Position:  # type: ignore[override]
        return self._state_at(self.understood.start)

    @property
    def goal(self) -> Position:  # type: ignore[override]
        """Where the way should lead."""
        return self._state_at(self.understood.goal)

    def _state_at(self, pixel: Position) -> Position:
        lattice = self.understood.lattice
        return pixel if lattice is None else lattice.cell_at(pixel)

    def drawn_walls(self) -> Grid | None:
        return self.grid if self.understood.lattice is not None else None

    def configured(self, **values: Any) -> "Picture":
        return Picture.read(self.source, **self.values | values)

    # --- the same as a wall maze

    def as_walls(self, solution: Solution[Position] | None = None) -> tuple[Grid, Solution[Position] | None]:
        """The cells, or those that squares of one pixel stand for: every second one, passages between them."""
        if self.understood.lattice is not None:
            return self.grid, solution
        ends = (self.start, self.goal)
        left, top, right, bottom = self.understood.box
        width, height = right - left, bottom - top
        squares = self._squares(left, top, width, height)
        inner = [self._inner(end, left, top, width, height) for end in ends]
        grid = from_squares(squares, *inner)
        if solution is None:
            return grid, None
        halved = [self._inner(place, left, top, width, height) for place in solution.states]
        states = [place for number, place in enumerate(halved) if number == 0 or place != halved[number - 1]]
        moves = [_direction(a, b) for a, b in zip(states[:-1], states[1:], strict=True)]
        return grid, Solution(states, moves, solution.solver, solution.explored)

    def _squares(self, left: int, top: int, width: int, height: int) -> NDArray[np.bool_]:
        """The squares of the maze with its outline closed, if they are those of a wall maze."""
        squares = np.zeros((height, width), np.bool_)
        if self.understood.form != "squares" or width % 2 == 0 or height % 2 == 0 or min(width, height) < 5:
            raise MazeError("this image is no wall maze: its ways are walked pixel by pixel")
        squares[1:-1, 1:-1] = self.understood.open_pixels[top + 1 : top + height - 1, left + 1 : left + width - 1]
        wrong = np.zeros(squares.shape, np.bool_)
        wrong[1::2, 1::2], wrong[::2, ::2] = ~squares[1::2, 1::2], squares[::2, ::2]
        for y, x in np.argwhere(wrong)[:1].tolist():
            should = "a cell, and so open" if y % 2 else "the corner of four cells, and so wall"
            raise MazeError(f"this image is no wall maze: pixel ({left + x}, {top + y}) would have to be {should}")
        return squares

    def _inner(self, place: Position, left: int, top: int, width: int, height: int) -> Position:
        """The cell of a square; from an opening in the outline, the cell inside."""
        x, y = min(max(place[0] - left, 1), width - 2), min(max(place[1] - top, 1), height - 2)
        return Position((x - 1) // 2, (y - 1) // 2)

    # --- looks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        height, width = self.pixels.shape
        return f"<Picture {width}x{height} pixels, {self.understood.words}>"

    def drawn_over(self, solution: Solution[Position] | None = None) -> Iterator[bytes]:
        """The image as it is, with a solution over it, as PNG."""
        from mazeworks.images.overlay import drawn_over
        from mazeworks.images.signatures import PNG_SIGNATURE

        if solution is None and self.source.startswith(PNG_SIGNATURE):
            return iter((self.source,))
        path = None if solution is None else self._walked(solution)
        self.__dict__.pop("grid", None)  # as large as the image, and made again should anyone ask
        return drawn_over(self.pixels, path, max(1, self._brush(path)))

    def _brush(self, path: NDArray[Any] | None) -> int:
        """How wide the line is drawn: a quarter of the way, or less where that is narrow for long."""
        wide = self.understood.way / 4
        if path is not None and self.understood.form == "pixels":
            room = self.understood.clearance()[path[:, 1], path[:, 0]]
            wide = min(wide, float(np.percentile(room, 25)) / 3)  # from the middle, as far as half of the way is wide
        return round(wide)

    def _walked(self, solution: Solution[Any]) -> NDArray[Any]:
        """The pixels that a solution leads through."""
        states, lattice = solution.states, self.understood.lattice
        path: NDArray[Any] = states.places() if isinstance(states, Walk) else np.array(states, np.int32)
        if lattice is None:
            return path
        from mazeworks.images.overlay import through

        ends = np.array([[self.understood.start], [self.understood.goal]], np.int64)
        return through(np.concatenate([ends[0], lattice.middle(path), ends[1]]))

    def sketch(self, solution: Solution[Position] | None = None) -> Sketch:
        if self.understood.lattice is not None:
            bands = list(draw(self.grid, BOX, solution))
            return Sketch(np.concatenate([b.chars for b in bands]), np.concatenate([b.roles for b in bands]))
        chars = np.where(self.understood.open_pixels, np.uint32(ord(" ")), np.uint32(ord("█")))
        sketch = Sketch(chars)
        if solution is not None:
            on_path = path_ways(self.grid, solution.states) != 0
            sketch.chars[on_path] = ord("•")
            sketch.colour(on_path, "path")
        sketch.put(*self.start, "S", "start")
        sketch.put(*self.goal, "E", "goal")
        return sketch

    def square_of(self, state: Position) -> tuple[int, int]:
        cells = self.understood.lattice is not None
        return (4 * state[0] + 2, 2 * state[1] + 1) if cells else (state[0], state[1])

    def scene(self, solution: Solution[Position] | None = None) -> Scene:
        if self.understood.lattice is not None:
            return wall_scene(self.grid, solution)
        height, width = self.pixels.shape
        unit = self._unit
        scene = Scene(width / unit, height / unit, f"A maze in an image of {width} by {height} pixels")
        for number, (y, first, last) in enumerate(runs(self.understood.walls)):
            if number == MOST_SHAPES:
                raise MazeError(f"this image has more than {MOST_SHAPES} runs of wall pixels; png draws any number")
            scene.box(first / unit, y / unit, (last - first) / unit, 1 / unit, "pixel:wall")
        if solution is not None:
            scene.line([self.spot(place) for place in solution.states], "path")
        mark_start(scene, self.spot(self.start), 0.7)
        mark_goal(scene, self.spot(self.goal), 0.74)
        return scene

    @cached_property
    def _unit(self) -> float:
        """How many pixels are drawn as large as a cell: the width of a way, or one where squares are."""
        return max(1, self.understood.way) if self.understood.form == "pixels" else 1

    def spot(self, state: Position) -> tuple[float, float]:
        """The middle of a pixel, or of a cell."""
        return (state[0] + 0.5) / self._unit, (state[1] + 0.5) / self._unit

    def outlines(self, states: Sequence[Position]) -> Iterator[tuple[Outline]]:
        """Squares of a pixel; where ways are walked along their middle, most of the way's width."""
        side = max(1 / self._unit, 0.5) if self.understood.form == "pixels" else 1
        return ((square_around(*self.spot(state), side),) for state in states)

    def reached(self) -> dict[Outline, int] | None:
        """Boxes of pixels as far from the start, all over the ways that are walked along their middle."""
        if self.understood.form != "pixels":
            return None
        from mazeworks.drawing.shading import LEVELS

        far, unit = self.understood.distances(self.grid), self._unit
        step = int(far.max(initial=0)) // LEVELS + 1  # so that a box has one colour
        boxes = even_boxes(far // step)
        if len(boxes) > MOST_SHAPES:
            raise MazeError(f"the distances in this image make more than {MOST_SHAPES} shapes")
        return {box_corners(*(side / unit for side in sides)): many for *sides, many in boxes.tolist()}

    # --- plain values

    def to_data(self) -> dict[str, Any]:
        """The image file in base64, and the ends in pixels."""
        ends = {"start": list(self.understood.start), "goal": list(self.understood.goal)}
        return ends | {"walls": self.values["walls"], "image": base64.b64encode(self.source).decode()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Picture":
        image = data.get("image")
        if isinstance(image, str):
            try:
                image = base64.b64decode(image, validate=True)
            except (binascii.Error, ValueError):
                raise FormatError("'image' should be an image file in base64") from None
        if not isinstance(image, bytes):
            raise FormatError("'image' should be an image file in base64")
        values = {}
        for option in OPTIONS:
            value = data.get(option.name)
            if value is not None:
                values[option.name] = option.check(tuple(value) if isinstance(value, list) else value)
        return cls.read(image, **values)


def _direction(first: Position, second: Position) -> Direction:
    return next(d for d in CARDINALS if first.move(d) == second)


class LayoutPicture(Picture):
    """A maze in an image whose cells are those of a layout; a state is the place of a cell."""

    @cached_property
    def maze(self) -> Any:
        """The same maze without the image."""
        fitted, understood = self.fitted, self.understood
        ends = fitted.cell_at(understood.start), fitted.cell_at(understood.goal)
        return kinds["cells"].puzzle(fitted.cells, fitted.opens, *ends)  # type: ignore[call-arg]

    @property
    def fitted(self) -> Any:
        """Its layout over the image."""
        assert self.understood.fitted is not None
        return self.understood.fitted

    @property
    def start(self) -> Any:  # type: ignore[override]
        return self.maze.start

    @property
    def goal(self) -> Any:  # type: ignore[override]
        return self.maze.goal

    def moves(self, state: Any) -> Any:
        return self.maze.moves(state)

    def move_words(self, move: Any) -> str:
        return str(self.maze.move_words(move))

    def heading(self, state: Any, move: Any, following: Any) -> Any:
        return self.maze.heading(state, move, following)

    def rules(self) -> str:
        return str(self.maze.rules())

    def is_goal(self, state: Any) -> bool:
        return bool(self.maze.is_goal(state))

    def estimate(self, state: Any) -> float:
        return float(self.maze.estimate(state))

    def estimates(self, states: Any) -> Any:
        return self.maze.estimates(states)

    def as_grid(self) -> None:  # type: ignore[override]
        return None

    def as_graph(self) -> Any:
        return self.maze.as_graph()

    def as_walls(self, solution: Any = None) -> Any:
        raise MazeError(f"this image is no wall maze: its cells are those of the layout {self.fitted.cells.layout}")

    def sketch(self, solution: Any = None) -> Sketch:
        made: Sketch = self.maze.sketch(solution)
        return made

    def scene(self, solution: Any = None) -> Scene:
        made: Scene = self.maze.scene(solution)
        return made

    def spot(self, state: Any) -> Any:
        return self.maze.spot(state)

    def outlines(self, states: Any) -> Any:
        return self.maze.outlines(states)

    def track(self, states: Any) -> Any:
        return self.maze.track(states)

    def square_of(self, state: Any) -> Any:
        return self.maze.square_of(state)

    def _walked(self, solution: Solution[Any]) -> NDArray[Any]:
        from mazeworks.drawing.cells import path_lines
        from mazeworks.images.overlay import through

        cells, opens = self.fitted.cells, self.fitted.opens
        [line] = path_lines(cells, opens, self.maze.numbers(solution.states))
        ends = np.array([[self.understood.start], [self.understood.goal]], np.int64)
        return through(np.concatenate([ends[0], self.fitted.on_image(np.array(line)), ends[1]]))
