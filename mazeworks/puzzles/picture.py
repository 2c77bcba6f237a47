"""Mazes in images: a maze of cells together with its image, or passages of any shape, walked pixel by pixel."""

import base64
import binascii
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks import vision
from mazeworks.cells.grid_puzzle import GridPuzzle, GridStructure, GridWords
from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.facets import Codec, list_of, numbers_in
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford, check_count
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import kind
from mazeworks.core.walk import Walk
from mazeworks.drawing.lattice import from_squares, misplaced, over_cells
from mazeworks.drawing.scene import (
    Outline,
    Point,
    Scene,
    bends,
    box_corners,
    mark_goal,
    mark_start,
    runs,
    square_around,
)
from mazeworks.drawing.shading import LEVELS
from mazeworks.drawing.sketch import Sketch
from mazeworks.images.decoding import MOST_PIXELS, Pixels, decode
from mazeworks.images.overlay import drawn_over, through
from mazeworks.images.signatures import PNG_SIGNATURE, refuse_own_drawing
from mazeworks.puzzles.textmap import SquaresBoard
from mazeworks.puzzles.wall import Maze

if TYPE_CHECKING:
    from mazeworks.vision import Reading

#: The most runs of open pixels that are drawn as shapes.
MOST_SHAPES = 1_000_000
#: Bytes of memory per pixel of a drawing in characters.
SKETCH_BYTES = 32

#: The options for reading an image.
OPTIONS = (
    Parameter("start", "place", None, "the pixel to start from, where the image does not show it"),
    Parameter("goal", "place", None, "the pixel to go to, where the image does not show it"),
    Parameter("walls", "choice", "auto", "whether walls are dark or light", choices=("auto", "dark", "light")),
    Parameter("max_pixels", "whole", MOST_PIXELS, "the most pixels that are decoded", least=1),
)


def read_image(source: bytes, **values: Any) -> Puzzle[Any]:
    """The maze in an image file, with the image behind it; values are those of `OPTIONS`."""
    values = {option.name: option.default for option in OPTIONS} | values
    refuse_own_drawing(source)
    pixels = decode(source, values["max_pixels"])
    reading = vision.read(pixels, *(values[name] for name in ("start", "goal", "walls")))
    pixels.forget()
    if reading.form == "squares":  # every second one is a cell
        width, height = (pixels.shape[1] + 1) // 2, (pixels.shape[0] + 1) // 2
        check_count("cells", width * height, f"squares of one pixel for {width}x{height} cells")
    backdrop = Backdrop(source, pixels, reading)
    if reading.cells is None:
        return Picture(reading, backdrop)
    maze = Maze(reading.cells.structure(reading.start, reading.goal))
    maze.backdrop = backdrop
    return maze


@dataclass
class Backdrop:
    """The image that a maze was read from, and where the maze lies in it."""

    source: bytes
    pixels: Pixels
    reading: "Reading"

    def drawn_over(self, solution: Solution[Any] | None = None) -> Iterator[bytes]:
        """The image with a solution drawn over it, as PNG."""
        if solution is None and self.source.startswith(PNG_SIGNATURE):
            return iter((self.source,))
        path = None if solution is None else self._pixels_of(solution)
        return drawn_over(self.pixels, path, max(1, self._brush(path)))

    def _brush(self, path: NDArray[Any] | None) -> int:
        """The width of the line: a quarter of the passage, or less where that is narrow for long."""
        wide = self.reading.passage / 4
        if path is not None and self.reading.form == "pixels":
            room = self.reading.clearance()[path[:, 1], path[:, 0]]
            wide = min(wide, float(np.percentile(room, 25)) / 3)  # room is measured from the middle of the passage
        return round(wide)

    def _pixels_of(self, solution: Solution[Any]) -> NDArray[Any]:
        """The pixels that a solution leads through, from the start to the goal of the image."""
        if self.reading.cells is not None:
            points = self.reading.cells.path_pixels(solution.states)
            return through(np.concatenate([[self.reading.start], points, [self.reading.goal]]))
        states = solution.states
        return states.array if isinstance(states, Walk) else np.array(states, np.int32)


class Picture(GridPuzzle):
    """Passages in an image that are walked pixel by pixel; a state is a pixel."""

    def __init__(self, reading: "Reading", backdrop: Backdrop | None = None) -> None:
        self.reading, self.backdrop = reading, backdrop
        self.start, self.goal = reading.start, reading.goal

    @cached_property
    def grid(self) -> Grid:  # type: ignore[override]
        """Walls between pixels."""
        return self.reading.grid()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.reading.width, len(self.reading.bits)

    def __repr__(self) -> str:
        return f"<Picture {self.size[0]}x{self.size[1]} pixels, {self.reading.words}>"


class PictureStructure(GridStructure[Picture]):
    """The grid of pixels, and the wall maze that squares of one pixel are a drawing of."""

    def as_walls(self, solution: Solution[Any] | None = None) -> tuple[Grid, Solution[Any] | None]:
        """Every second square a cell, the squares between them passages."""
        grid = from_squares(self._squares(), self._cell(self.puzzle.start), self._cell(self.puzzle.goal))
        if grid.start == grid.goal:
            raise MazeError(f"this image is not a wall maze: its start and its goal are both in the cell {grid.start}")
        return grid, None if solution is None else over_cells(solution, self._cell)

    def _squares(self) -> NDArray[np.bool_]:
        """The squares of the maze with its outline closed, if they are those of a wall maze."""
        left, top, right, bottom = self.puzzle.reading.box
        width, height = right - left, bottom - top
        if self.puzzle.reading.form != "squares" or width % 2 == 0 or height % 2 == 0 or min(width, height) < 5:
            raise MazeError("this image is not a wall maze: its passages are walked pixel by pixel")
        inside = self.puzzle.reading.open_pixels[top + 1 : bottom - 1, left + 1 : right - 1]
        for y, x in np.argwhere(misplaced(inside))[:1].tolist():
            should = "the corner of four cells, and so wall" if y % 2 else "a cell, and so open"
            where = f"pixel ({left + 1 + x}, {top + 1 + y})"
            raise MazeError(f"this image is not a wall maze: {where} would have to be {should}")
        return np.pad(inside, 1)

    def _cell(self, place: Sequence[int]) -> Position:
        """The cell of a square; from an opening in the outline, the cell inside."""
        left, top, right, bottom = self.puzzle.reading.box
        x, y = min(max(place[0] - left, 1), right - left - 2), min(max(place[1] - top, 1), bottom - top - 2)
        return Position((x - 1) // 2, (y - 1) // 2)


class PictureBoard(SquaresBoard[Picture]):
    """The pixels of the walls, and paths along the middle of the passages."""

    def sketch(self, solution: Solution[Any] | None = None) -> Sketch:
        width, height = self.puzzle.size
        afford(SKETCH_BYTES * width * height, f"{width}x{height} characters", "draw it as .png")
        chars = np.where(self.puzzle.reading.open_pixels, np.uint32(ord(" ")), np.uint32(ord("█")))
        return self.drawn(chars, "•", solution)

    def scene(self, solution: Solution[Any] | None = None) -> Scene:
        (width, height), unit = self.puzzle.size, self._unit
        scene = Scene(width / unit, height / unit, f"A maze in an image of {width} by {height} pixels")
        for number, (y, first, last) in enumerate(runs(self.puzzle.reading.walls)):
            if number == MOST_SHAPES:
                raise MazeError(f"this image has more than {MOST_SHAPES} runs of wall pixels; png draws any number")
            scene.box(first / unit, y / unit, (last - first) / unit, 1 / unit, "pixel:wall")
        if solution is not None:
            scene.line([self.spot(place) for place in bends(solution.states)], "path")
        mark_start(scene, self.spot(self.puzzle.start), 0.7)
        mark_goal(scene, self.spot(self.puzzle.goal), 0.74)
        return scene

    @property
    def _unit(self) -> float:
        """How many pixels are drawn as large as a cell: the width of a passage, or 1 for squares of one pixel."""
        return max(1, self.puzzle.reading.passage) if self.puzzle.reading.form == "pixels" else 1

    def spot(self, state: Any) -> Point:
        """The middle of a pixel."""
        return (state[0] + 0.5) / self._unit, (state[1] + 0.5) / self._unit

    def outlines(self, states: Sequence[Any]) -> Iterator[tuple[Outline]]:
        """Squares of a pixel; in passages walked along their middle, most of the width of the passage."""
        side = max(1 / self._unit, 0.5) if self.puzzle.reading.form == "pixels" else 1
        return ((square_around(*self.spot(state), side),) for state in states)

    def reached(self) -> dict[Outline, int] | None:
        """Boxes of pixels at the same distance from the start, over the whole width of the passages."""
        if self.puzzle.reading.form != "pixels":
            return None
        far, unit = self.puzzle.reading.distances(self.puzzle.grid), self._unit
        step = int(far.max(initial=0)) // LEVELS + 1  # so that a box has one colour
        boxes = even_boxes(far // step)
        if len(boxes) > MOST_SHAPES:
            raise MazeError(f"the distances in this image make more than {MOST_SHAPES} shapes")
        return {box_corners(*(side / unit for side in sides)): many for *sides, many in boxes.tolist()}

    def backdrop(self) -> Backdrop | None:
        self.puzzle.__dict__.pop("grid", None)  # as large as the image, and made again when needed
        return self.puzzle.backdrop


class PictureCodec(Codec[Picture]):
    """The open pixels and the walls, four pixels per hexadecimal digit."""

    def to_data(self) -> dict[str, Any]:
        reading = self.puzzle.reading
        data: dict[str, Any] = {"width": reading.width, "height": len(reading.bits), "form": reading.form}
        data |= {"start": list(reading.start), "goal": list(reading.goal), "way": round(float(reading.passage), 3)}
        data |= {"box": list(reading.box), "open": [row.tobytes().hex() for row in reading.bits]}
        walls = reading.wall_bits
        return data | ({} if walls is None else {"solid": [row.tobytes().hex() for row in walls]})

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Puzzle[Any]:
        """The pixels; files of earlier versions hold the image itself, in base64, which is read again."""
        return _from_file(data) if "image" in data else Picture(_reading_in(data))


def _from_file(data: dict[str, Any]) -> Puzzle[Any]:
    """The maze of an image file in plain values."""
    image = data.get("image")
    if isinstance(image, str):
        try:
            image = base64.b64decode(image, validate=True)
        except (binascii.Error, ValueError):
            image = None
    if not isinstance(image, bytes):
        raise FormatError("'image' should be an image file in base64")
    values = {}
    for option in OPTIONS:
        value = data.get(option.name)
        if value is not None:
            values[option.name] = option.check(tuple(value) if isinstance(value, list) else value)
    return read_image(image, **values)


def even_boxes(numbers: NDArray[np.int32]) -> NDArray[np.int64]:
    """Boxes of equal numbers that cover all non-negative numbers of a table.

    Left, top, right and bottom (not included) of each, and its number: runs along rows, and where the rows below
    have the same run, these too.

    >>> even_boxes(np.array([[3, 3, -1], [3, 3, 5]], np.int32)).tolist()
    [[0, 0, 2, 2, 3], [2, 1, 3, 2, 5]]
    """
    turns = np.ones((numbers.shape[0], numbers.shape[1] + 1), np.bool_)
    np.not_equal(numbers[:, 1:], numbers[:, :-1], out=turns[:, 1:-1])
    y, x = np.nonzero(turns)
    inner = np.flatnonzero(x < numbers.shape[1])
    left, right, y = x[inner], x[inner + 1], y[inner]
    kind = numbers[y, left].astype(np.int64)
    order = np.lexsort((y, right, left, kind))
    order = order[kind[order] >= 0]
    runs = np.stack([left, y, right, y + 1, kind], axis=1)[order]
    goes_on = (runs[1:, [0, 2, 4]] == runs[:-1, [0, 2, 4]]).all(axis=1) & (runs[1:, 1] == runs[:-1, 3])
    firsts = np.flatnonzero(np.append(True, ~goes_on)[: len(runs)])
    boxes = runs[firsts]
    boxes[:, 3] = runs[np.append(firsts[1:] - 1, len(runs) - 1)[: len(firsts)], 3]
    return boxes


def _reading_in(data: dict[str, Any]) -> "Reading":
    """The pixels that plain values describe."""
    width, height, passage, form = (data.get(name) for name in ("width", "height", "way", "form"))
    if not all(type(n) is int and 1 <= n <= MOST_PIXELS for n in (width, height)):
        raise FormatError("'width' and 'height' should be whole numbers of pixels")
    if form not in ("pixels", "squares") or type(passage) not in (int, float) or not 0 < passage < 1 << 20:  # type: ignore[operator]
        raise FormatError("'form' should be pixels or squares, and 'way' the width of a passage in pixels")
    bits = _bits_in(data, "open", width, height)  # type: ignore[arg-type]
    walls = _bits_in(data, "solid", width, height) if "solid" in data else None  # type: ignore[arg-type]
    start, goal = (Position(*numbers_in(data.get(name), name)) for name in ("start", "goal"))
    left, top, right, bottom = numbers_in(data.get("box"), "box", "[left, top, right, bottom]")
    opened = np.unpackbits(bits, axis=1, count=width).view(np.bool_)
    for name, (x, y) in (("start", start), ("goal", goal)):
        if not (0 <= x < width and 0 <= y < height and opened[y, x]):  # type: ignore[operator]
            raise FormatError(f"{name!r} should be an open pixel [x, y], not [{x}, {y}]")
    if start == goal:
        raise FormatError(f"start and goal are both {start}; they have to differ")
    if not (0 <= left <= right <= width and 0 <= top <= bottom <= height):  # type: ignore[operator]
        raise FormatError("'box' should be left, top, right and bottom in pixels")
    words = f"{width}×{height} pixels, {'squares of one pixel' if form == 'squares' else 'passages of any shape'}"
    box = left, top, right, bottom
    return vision.Reading(form, bits, width, start, goal, float(passage), words, box=box, wall_bits=walls)  # type: ignore[arg-type]


def _bits_in(data: dict[str, Any], name: str, width: int, height: int) -> NDArray[np.uint8]:
    """Rows of pixels, eight to a byte."""
    digits = 2 * (-(-width // 8))
    sentence = f"{name!r} should be {height} strings of {digits} hexadecimal digits"
    rows = list_of(data.get(name), str, sentence)
    if len(rows) != height or not all(len(row) == digits and row.isascii() for row in rows):
        raise FormatError(sentence)
    try:
        return np.frombuffer(bytes.fromhex("".join(rows)), np.uint8).reshape(height, digits // 2)
    except ValueError:
        raise FormatError(f"{name!r} should hold hexadecimal digits alone") from None


kind(
    "picture",
    "Passages of any shape in an image, walked pixel by pixel.",
    formats=("image", "box"),
    facets=(PictureStructure, GridWords, PictureBoard, PictureCodec),
)(Picture)
