"""A maze in an image, understood: squares of one pixel, cells at an even pitch, or ways of any shape."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeworks.core import scan, ways
from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.grid import Grid
from mazeworks.core.images import Pixels
from mazeworks.core.lattice import from_edges
from mazeworks.core.scan import Lattice, Sums

Bools = NDArray[np.bool_]
Form = Literal["squares", "cells", "pixels"]
Place = Sequence[int] | None

HINT = "--start X,Y and --goal X,Y name the ends in pixels"


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

    @property
    def open_pixels(self) -> Bools:
        """Where one can walk, `[y, x]`."""
        return np.unpackbits(self.bits, axis=1, count=self.width).view(np.bool_)

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
    if scan.usual_widths(dark) == (1, 1):
        return _squares(pixels, ~dark if _light_walls(dark, tone) else dark, given)
    order = {"dark": [False], "light": [True]}.get(tone) or ([False, True] if dark.mean() <= 0.62 else [True, False])
    trouble: FormatError | None = None
    for light in order:
        walls = scan.without_specks(dark ^ light)
        lattice = scan.find_lattice(walls)
        if lattice is not None:
            try:
                return _cells(pixels, walls, lattice, given)
            except FormatError as error:  # ways as wide as walls look like cells in both tones
                trouble = trouble or error
    if trouble is not None:
        raise trouble
    return _pixels(scan.without_specks(dark ^ order[0]), given)


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


def _squares(pixels: Pixels, walls: Bools, given: list[Position | None]) -> Understood:
    box = scan.extent(walls)
    assert box is not None
    left, top, right, bottom = box
    open_pixels = np.logical_not(walls, out=walls)  # in place: large images leave little memory to spare
    for beyond in (np.s_[:top], np.s_[bottom:], np.s_[:, :left], np.s_[:, right:]):
        open_pixels[beyond] = False
    openings = ways.rim_openings(open_pixels, box)
    start, goal, words = _ends(given, openings, [] if len(openings) > 1 else _marked_pixels(pixels, open_pixels))
    for place in (start, goal):
        if not open_pixels[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open")
    about = f"{right - left}×{bottom - top} squares of one pixel, {words}"
    return Understood(
        "squares", np.packbits(open_pixels, axis=1), open_pixels.shape[1], start, goal, 1, about, None, box
    )


def _marked_pixels(pixels: Pixels, open_pixels: Bools) -> list[Position]:
    """Open pixels that are not of the colour of the paper, the darkest first."""
    if pixels.palette is None and pixels.numbers.ndim == 2:
        return []
    marked = np.argwhere(scan.ink(pixels, ~open_pixels) & open_pixels)[:100].tolist()
    return [Position(x, y) for y, x in sorted(marked, key=lambda place: int(pixels.grey[place[0], place[1]]))]


def _cells(pixels: Pixels, walls: Bools, lattice: Lattice, given: list[Position | None]) -> Understood:
    gaps = [edge for _, edge in lattice.openings()]
    marks = [] if len(gaps) > 1 else lattice.marked(Sums(scan.ink(pixels, walls)))
    middles = lattice.middle(np.array([*marks, (0, 0)], np.int32)).tolist()
    start, goal, words = _ends(given, gaps, [Position(x, y) for x, y in middles][: len(marks)])
    if lattice.cell_at(start) == lattice.cell_at(goal):
        raise FormatError(f"start and goal are both in the cell {lattice.cell_at(start)}; they have to differ")
    width, height = lattice.size
    about = f"{width}×{height} cells, wall {lattice.wall} px, way {lattice.way:.3g} px, {words}"
    return Understood("cells", np.zeros((0, 0), np.uint8), 0, start, goal, lattice.way, about, lattice)


def _pixels(walls: Bools, given: list[Position | None]) -> Understood:
    wall, _ = scan.usual_widths(walls)
    walls = ~ways.without_cracks(~walls, wall)
    way = ways.usual_width(~walls, scan.extent(walls) or (0, 0, 1, 1))
    room = 3 * way + 10  # open paper on all sides, so that the outside is in one piece
    paper = np.pad(~walls, room, constant_values=True)
    beyond = ways.outside(paper, way)
    openings = [
        Position(min(max(x - room, 0), walls.shape[1] - 1), min(max(y - room, 0), walls.shape[0] - 1))
        for x, y in (ways.outline_openings(paper, beyond, way) if None in given else [])
    ]
    inner = (paper & ~beyond)[room:-room, room:-room]
    start, goal, words = _ends(given, openings, [])
    for place in (start, goal):
        if walls[place.y, place.x]:
            raise FormatError(f"the pixel {place} is wall; start and goal have to be open")
        if not inner[place.y, place.x]:
            inner = ~walls  # an end outside the outline: then the way may lead around it
    about = f"no even cells, so ways about {way} px wide are walked pixel by pixel along their middle, {words}"
    return Understood("pixels", np.packbits(inner, axis=1), inner.shape[1], start, goal, way, about)


def _ends(
    given: list[Position | None], openings: list[Position], marks: list[Position]
) -> tuple[Position, Position, str]:
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
