"""A maze in an image, understood: squares of one pixel, cells at an even pitch, or ways of any shape."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mazeworks.core import inks, scan, ways
from mazeworks.core.cellscan import Lattice, find_lattice
from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.flood import Flood
from mazeworks.core.grid import Grid
from mazeworks.core.images import Pixels
from mazeworks.core.lattice import from_edges
from mazeworks.core.marks import marked_cells
from mazeworks.core.turning import Turn, turn_of

if TYPE_CHECKING:
    from mazeworks.core.fitting import Fitted

Bools = NDArray[np.bool_]
Form = Literal["squares", "cells", "layout", "pixels"]
Place = Sequence[int] | None
Given = list[Position | None]

HINT = "--start X,Y and --goal X,Y name the ends in pixels"


class NotInMaze(FormatError):
    """A start or goal that lies far from all cells."""


@dataclass
class Understood:
    """What an image was understood to be."""

    form: Form
    #: Where one can walk, packed to a bit a pixel, and how wide a row is; in cells nothing is said about it.
    bits: NDArray[np.uint8]
    width: int
    #: Start and goal in pixels of the image.
    start: Position
    goal: Position
    #: How wide the ways are, in pixels.
    way: float
    #: The same for a person.
    words: str
    lattice: Lattice | None = None
    #: Left, top, right and bottom (not included) of the walls of squares.
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    #: Cells of a layout other than rows and columns, or with an outline of their own.
    fitted: "Fitted | None" = None

    @property
    def open_pixels(self) -> Bools:
        """Where one can walk, `[y, x]`."""
        return np.unpackbits(self.bits, axis=1, count=self.width).view(np.bool_)

    def joined(self) -> bool:
        """Whether there is a way from start to goal."""
        if self.fitted is not None:
            pieces = self.fitted.cells.joined(self.fitted.opens)
            return bool(pieces[self.fitted.cell_at(self.start)] == pieces[self.fitted.cell_at(self.goal)])
        grid = self.grid()
        return Flood(grid, grid.start).run(grid.goal)

    def grid(self) -> Grid:
        """The walls between cells, or between pixels."""
        if self.lattice is not None:
            down, across = self.lattice.down.copy(), self.lattice.across.copy()
            down[:, [0, -1]] = across[[0, -1]] = True
            ends = self.lattice.cell_at(self.start), self.lattice.cell_at(self.goal)
            return from_edges(down, across, *ends)
        if self.form == "squares":
            return ways.grid_of(self.open_pixels, self.start, self.goal)
        return ways.grid_of(ways.middle_lines(self.open_pixels, self.start, self.goal), self.start, self.goal)


def understand(pixels: Pixels, start: Place = None, goal: Place = None, tone: str = "auto") -> Understood:
    """What an image is; start and goal are pixels, and `tone` tells whether walls are dark or light."""
    height, width = pixels.shape
    given = [_inside(place, what, width, height) for place, what in ((start, "start"), (goal, "goal"))]
    dark = scan.dark_pixels(pixels)
    if dark.all() or not dark.any():
        raise FormatError("the whole image is of one tone; walls and ways of two were expected")
    two_tones = np.count_nonzero(pixels.histogram) <= 2
    if two_tones and scan.usual_widths(dark) == (1, 1):
        return _squares(pixels, ~dark if _light_walls(dark, tone) else dark, given)
    del dark
    guesses, spare = _Guesses(pixels, tone), None  # what has no way through is likelier misunderstood
    for form in (_as_squares_or_cells, _as_scanned_cells, _as_layout):
        for found in form(pixels, guesses, given):
            if found.joined():
                return found
            spare = spare or found
    if spare is not None:
        return spare
    try:
        return _pixels(pixels, scan.without_specks(inks.plain(pixels, tone)), given)
    except FormatError as error:
        raise guesses.trouble or error from None


class _Guess:
    """What may be the walls of an image, and the same set upright."""

    def __init__(self, walls: Bools) -> None:
        self.walls = walls

    @cached_property
    def turn(self) -> Turn | None:
        """How it lies askew, if it does."""
        return turn_of(self.walls)

    @cached_property
    def upright(self) -> Bools | None:
        """The walls set upright, where they are not."""
        return None if self.turn is None else self.turn.upright(self.walls)


class _Guesses:
    """All guesses, each worked out once; and the first trouble with them."""

    def __init__(self, pixels: Pixels, tone: str) -> None:
        self._source = inks.masks(pixels, tone)
        self._known: list[_Guess] = []
        self.trouble: FormatError | None = None

    @contextmanager
    def troubled(self, told: bool = True) -> Iterator[None]:
        """Go on where ends are missing: ways as wide as walls look like cells in both tones."""
        try:
            yield
        except NotInMaze:
            raise
        except FormatError as error:
            self.trouble = self.trouble or (error if told else None)

    def __iter__(self) -> Iterator[_Guess]:
        yield from self._known
        for walls in self._source:
            if walls.any() and not walls.all() and not any(np.array_equal(walls, known.walls) for known in self._known):
                self._known.append(_Guess(walls))
                yield self._known[-1]


def _as_squares_or_cells(pixels: Pixels, guesses: _Guesses, given: Given) -> Iterator[Understood]:
    """Squares of one pixel in an outline, or cells in rows and columns with straight walls."""
    for guess in guesses:
        box = scan.extent(guess.walls)
        small = box is not None and scan.usual_widths(guess.walls) == (1, 1)
        if box is not None and small and ways.closed_rim(guess.walls, box) >= 0.8:
            with guesses.troubled():
                yield _squares(pixels, guess.walls.copy(), given)
        lattice = find_lattice(guess.walls)
        if lattice is not None:
            with guesses.troubled():
                yield _cells(pixels, lattice, given)


def _as_scanned_cells(pixels: Pixels, guesses: _Guesses, given: Given) -> Iterator[Understood]:
    """Cells in rows and columns that lie a little askew, or whose walls waver, or both."""
    for wavering, askew in ((False, True), (True, False), (True, True)):
        for guess in guesses:
            walls = guess.upright if askew else guess.walls
            lattice = None if walls is None else find_lattice(walls, wavering, guess.turn if askew else None)
            if lattice is not None:
                with guesses.troubled():
                    yield _cells(pixels, lattice, given)


def _as_layout(pixels: Pixels, guesses: _Guesses, given: Given) -> Iterator[Understood]:
    """Cells of other shapes, or in an outline of their own."""
    from mazeworks.core.fitting import find_layout

    found: list[Fitted] = []
    for guess in guesses:
        if guess.walls.mean() <= 0.5:
            fitted = find_layout(guess.walls)
            if fitted is None and guess.upright is not None:
                fitted = find_layout(guess.upright, guess.turn)
            found += [fitted] if fitted else []
            if fitted is not None and fitted.wall > 2 and fitted.unlike() < 0.01:
                break
    # Finer cells fit as well, where a line drawn through the ways is taken for walls too.
    for fitted in sorted(found, key=lambda fitted: (fitted.cells.size, fitted.unlike())):
        with guesses.troubled(told=False):  # what is said of its pixels is nearer to the truth
            yield _layout(pixels, fitted, given)


def _inside(place: Place, what: str, width: int, height: int) -> Position | None:
    if place is None:
        return None
    x, y = place
    if not (0 <= x < width and 0 <= y < height):
        raise FormatError(f"the {what} ({x}, {y}) lies outside the image of {width}x{height} pixels")
    return Position(x, y)


def _light_walls(dark: Bools, tone: str) -> bool:
    """Whether squares of one pixel have light walls: their outline is light, and what lies within it is mixed."""
    if tone != "auto" or min(dark.shape) < 5:
        return tone == "light"
    rim = [float(_ring(dark, inset).mean()) for inset in (0, 1)]
    return rim[0] <= 0.1 and 0.2 < rim[1] < 0.9


def _ring(mask: Bools, inset: int) -> Bools:
    last = -1 - inset
    sides = [mask[inset, inset : last or None], mask[last, inset : last or None]]
    return np.concatenate([*sides, mask[inset : last or None, inset], mask[inset : last or None, last]])


def _squares(pixels: Pixels, walls: Bools, given: Given) -> Understood:
    box = scan.extent(walls)
    assert box is not None
    left, top, right, bottom = box
    openings = ways.rim_openings(walls, box)
    marks = [] if len(openings) > 1 or None not in given else _marked_squares(pixels, walls, box)
    open_pixels = np.logical_not(walls, out=walls)  # in place: large images leave little memory to spare
    for beyond in (np.s_[:top], np.s_[bottom:], np.s_[:, :left], np.s_[:, right:]):
        open_pixels[beyond] = False
    start, goal, words = _ends(given, openings, marks)
    for place in (start, goal):
        if place in marks:
            open_pixels[place.y, place.x] = True  # a mark in the colour of walls
        if not open_pixels[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open")
    about = f"{right - left}×{bottom - top} squares of one pixel, {words}"
    return Understood(
        "squares", np.packbits(open_pixels, axis=1), open_pixels.shape[1], start, goal, 1, about, None, box
    )


def _marked_squares(pixels: Pixels, walls: Bools, box: tuple[int, int, int, int]) -> list[Position]:
    """The squares with marks, where every second one is a cell."""
    left, top, right, bottom = box
    if (right - left) % 2 == 0 or (bottom - top) % 2 == 0 or min(right - left, bottom - top) < 5:
        return []
    inner = walls[top:bottom, left:right]
    lattice = Lattice(left, top, (2, 2), 1, inner[1::2, ::2], inner[::2, 1::2])
    return _marked(pixels, lattice)


def _marked(pixels: Pixels, lattice: Lattice) -> list[Position]:
    """The pixels in the middle of marked cells."""
    width = lattice.size[0]
    cells = np.array(marked_cells(pixels, lattice.points()), np.int64)
    middles = lattice.middle(np.stack([cells % width, cells // width], axis=-1)).tolist()
    return [Position(x, y) for x, y in middles]


def _cells(pixels: Pixels, lattice: Lattice, given: Given) -> Understood:
    given, moved = _settled(given, lattice.astray, lambda pixel: _middle(lattice, pixel), min(lattice.pitch))
    gaps = [edge for _, edge in lattice.openings()]
    marks = [] if len(gaps) > 1 or None not in given else _marked(pixels, lattice)
    start, goal, words = _ends(given, gaps, marks)
    if lattice.cell_at(start) == lattice.cell_at(goal):
        raise FormatError(f"start and goal are both in the cell {lattice.cell_at(start)}; they have to differ")
    width, height = lattice.size
    about = f"{width}×{height} cells, wall {lattice.wall} px, way {lattice.way:.3g} px, {words}{moved}"
    return Understood("cells", np.zeros((0, 0), np.uint8), 0, start, goal, lattice.way, about, lattice)


def _middle(lattice: Lattice, pixel: Position) -> Position:
    """The pixel in the middle of the cell nearest to one."""
    x, y = lattice.middle(np.array(lattice.cell_at(pixel))).tolist()
    return Position(x, y)


def _settled(
    given: Given, astray: Callable[[Position], float], middle: Callable[[Position], Position], near: float
) -> tuple[Given, str]:
    """Ends moved into the nearest cell where they are on a wall or beside the maze, and words for that."""
    ends, words = [], ""
    for place, what in zip(given, ("start", "goal"), strict=True):
        far = 0 if place is None else astray(place)
        if place is None or not far:
            ends.append(place)
            continue
        if far > near:
            raise NotInMaze(f"the {what} {place} lies {far:.0f} pixels away from the maze, which has no cell there")
        ends.append(middle(place))
        words += f"; the {what} {place} is in no cell and was moved to {ends[-1]}"
    return ends, words


def _layout(pixels: Pixels, fitted: "Fitted", given: Given) -> Understood:
    given, moved = _settled(given, fitted.astray, lambda pixel: fitted.middle(fitted.cell_at(pixel)), fitted.scale)
    gaps = [edge for _, edge in fitted.openings()]
    marks = [] if len(gaps) > 1 or None not in given else marked_cells(pixels, fitted.points())
    start, goal, words = _ends(given, gaps, [fitted.middle(cell) for cell in marks])
    if fitted.cell_at(start) == fitted.cell_at(goal):
        raise FormatError(f"start {start} and goal {goal} are both in one cell; they have to differ")
    about = f"{len(fitted.cells)} cells, layout {fitted.cells.layout}, {fitted.scale:.3g} px each, "
    about += f"wall {fitted.wall} px, {words}{moved}"
    empty = np.zeros((0, 0), np.uint8)
    return Understood("layout", empty, 0, start, goal, fitted.scale * 0.8, about, fitted=fitted)


def _pixels(pixels: Pixels, walls: Bools, given: Given) -> Understood:
    wall, _ = scan.usual_widths(walls)
    walls = ~ways.without_cracks(~walls, wall)
    way = ways.usual_width(~walls, scan.extent(walls) or (0, 0, 1, 1))
    outline = ways.outline(~walls, way)
    marks = []
    if len(outline.openings) < 2 and None in given:
        marks = ways.blots(inks.blots(pixels, walls) & outline.inner, way)
    start, goal, words = _ends(given, outline.openings, marks)
    inner = outline.inner
    for place in (start, goal):
        if walls[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open")
        if not inner[place.y, place.x]:
            inner = ~walls  # an end outside the outline: then the way may lead around it
    about = f"no even cells, so ways about {way} px wide are walked pixel by pixel along their middle, {words}"
    return Understood("pixels", np.packbits(inner, axis=1), inner.shape[1], start, goal, way, about)


def _ends(given: Given, openings: list[Position], marks: list[Position]) -> tuple[Position, Position, str]:
    """Start and goal: as given, else the two openings, else an opening and a mark or two marks; and words for it."""
    start, goal = given
    if start is not None and goal is not None:
        if start == goal:
            raise FormatError(f"start and goal are both {start}; they have to differ")
        return start, goal, f"from {start} to {goal} as told"
    found = openings if len(openings) > 1 or len(openings) + len(marks) != 2 else openings + marks
    told = f"openings at {_listed(openings)}" if openings else ""
    told = f"{told}, marks at {_listed(marks)}" if found is not openings else told
    if start is not None or goal is not None:
        known = start or goal
        found = [place for place in found if known and abs(place.x - known.x) + abs(place.y - known.y) > 2]
        if len(found) == 1:
            ends = (start or found[0], goal or found[0])
            return *ends, f"from {ends[0]} to {ends[1]}"
    if len(found) != 2 or start is not None or goal is not None:
        raise FormatError(_no_ends(openings), HINT)
    return found[0], found[1], told.removeprefix(", ")


def _no_ends(openings: list[Position]) -> str:
    if not openings:
        return "no opening was found in the outline, nor two marks inside"
    if len(openings) == 1:
        return f"only one opening was found in the outline, at {openings[0]}, where two were expected"
    return f"{len(openings)} openings were found in the outline, at {_listed(openings)}"


def _listed(places: list[Position]) -> str:
    shown = [str(place) for place in places[:4]]
    return " and ".join(shown) + (" and more" if len(places) > 4 else "")
