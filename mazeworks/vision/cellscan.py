"""Cells at an even pitch found in an image: where they lie, which walls stand, and where the outline is open."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.vision.marks import CIRCLE, CellPoints
from mazeworks.vision.scan import extent, possible_ways, run_lengths, runs_around
from mazeworks.vision.spacing import every_few, with_gaps
from mazeworks.vision.turning import Turn

Bools = NDArray[np.bool_]
Floats = NDArray[np.floating[Any]]
Longs = NDArray[np.int64]
Box = tuple[int, int, int, int]

#: The most cells that a lattice is looked for with.
MOST_CELLS = 1 << 24
#: The share of what is drawn that may be no wall.
UNEXPLAINED = 0.12
#: Where in a cell to look for its own colour, from its middle, in widths of a way.
CORNERS = np.array([(-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)])

#: The part of a way that is its middle, where there is room.
MIDDLE = 0.6
#: Where a ring around a dot is hollow.
HOLLOW = 0.225 * CIRCLE

#: How many likely widths of ways are tried together with how many heights.
MIXED = 3
#: At how many places across a way, at most, walls are looked for that stand beside their places.
ACROSS = 7
#: The share of crossings where such a wall may be half there.
HALF = 0.03


class Sums:
    """The share of true pixels in many rectangles at once, by sums over all rectangles from the corner."""

    def __init__(self, mask: Bools) -> None:
        self.height, self.width = mask.shape
        self.table = np.zeros((self.height + 1, self.width + 1), np.int32)
        np.cumsum(mask, axis=0, dtype=np.int32, out=self.table[1:, 1:])
        np.cumsum(self.table[1:, 1:], axis=1, out=self.table[1:, 1:])

    def share(self, left: Floats, top: Floats, wide: float, high: float) -> Floats:
        """Of the rectangles at every `left` and every `top`, `[top, left]`."""
        x0 = np.clip(_whole(left), 0, self.width - 1)
        y0 = np.clip(_whole(top), 0, self.height - 1)
        x1 = np.clip(_whole(left + wide), x0 + 1, self.width)
        y1 = np.clip(_whole(top + high), y0 + 1, self.height)
        total = self.table[np.ix_(y1, x1)] - self.table[np.ix_(y0, x1)]
        total = total - self.table[np.ix_(y1, x0)] + self.table[np.ix_(y0, x0)]
        return total / ((y1 - y0)[:, None] * (x1 - x0)[None])

    def count(self, left: float, top: float, wide: float, high: float) -> int:
        """How many there are in one rectangle, as far as it lies within the image."""
        x0, x1 = (min(max(round(x), 0), self.width) for x in (left, left + wide))
        y0, y1 = (min(max(round(y), 0), self.height) for y in (top, top + high))
        return int(self.table[y1, x1]) - int(self.table[y0, x1]) - int(self.table[y1, x0]) + int(self.table[y0, x0])


def _whole(places: Floats) -> Longs:
    """The nearest whole numbers, of two the larger, so that even steps stay even."""
    whole: Longs = np.floor(places + 0.5).astype(np.int64)
    return whole


@dataclass
class Lattice:
    """Cells found in an image: the walls that run down and across, and where their corners lie."""

    left: float
    top: float
    #: From one cell to the next, across and down, and the thickness of walls, in pixels.
    pitch: tuple[float, float]
    wall: float
    down: Bools
    across: Bools
    #: How the image has to be turned for walls to stand upright; all lengths are those of the upright image.
    turn: Turn = field(default_factory=Turn)
    #: Where it is not plain whether a wall stands, as `down` and `across` are; None where nothing is unsure.
    unsure: tuple[Bools, Bools] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Cells across and down."""
        return self.across.shape[1], self.down.shape[0]

    @property
    def way(self) -> float:
        """How wide the ways are."""
        return min(self.pitch) - self.wall

    def moved(self, right: float, down: float) -> "Lattice":
        """The same cells, so many pixels farther to the right and down."""
        turn = replace(self.turn, x=self.turn.x + right, y=self.turn.y + down)
        return replace(self, left=self.left + right, top=self.top + down, turn=turn)

    def cell_at(self, pixel: Position) -> Position:
        """The cell in which a pixel lies; outside the outline, the nearest."""
        (width, height), (across, down) = self.size, self.pitch
        right, below = self.turn.to_upright(np.array(pixel, np.float64)).tolist()
        x = int((right - self.left - self.wall / 2 + 0.5) // across)
        y = int((below - self.top - self.wall / 2 + 0.5) // down)
        return Position(min(max(x, 0), width - 1), min(max(y, 0), height - 1))

    def astray(self, pixel: Position) -> float:
        """How many pixels lie between a pixel and the ways of the cell nearest to it; 0 inside, or in an opening."""
        cell, half = self.cell_at(pixel), (np.array(self.pitch) - self.wall) / 2
        centre = np.array([self.left, self.top]) + (self.wall - 1) / 2 + (np.array(cell) + 0.5) * np.array(self.pitch)
        offset = self.turn.to_upright(np.array(pixel, np.float64)) - centre
        beyond = np.maximum(np.abs(offset) - half, 0)
        axis = int(beyond.argmax())
        if not beyond.min() and beyond.max() <= self.wall and not self._wall_at(cell, axis, offset[axis] > 0):
            return 0
        return float(beyond.max())

    def _wall_at(self, cell: Position, axis: int, after: bool) -> bool:
        """Whether a wall stands on one side of a cell."""
        return bool(self.across[cell.y + after, cell.x] if axis else self.down[cell.y, cell.x + after])

    def middle(self, places: NDArray[Any]) -> Longs:
        """The pixels in the middle of cells, `[..., 2]`."""
        return self._pixels(places, np.zeros(2))

    def points_at(self, places: NDArray[Any], offset: Floats | None = None) -> Floats:
        """The points of the image in the middle of cells, or so many pixels of the upright image from there."""
        corner = np.array([self.left, self.top]) + (self.wall - 1) / 2
        points: Floats = corner + (places + 0.5) * np.array(self.pitch) + (0 if offset is None else offset)
        return self.turn.to_image(points)

    def _pixels(self, places: NDArray[Any], offset: Floats) -> Longs:
        pixels: Longs = np.round(self.points_at(places, offset)).astype(np.int64)
        return pixels

    # --- the outline

    @property
    def closed(self) -> float:
        """Which share of the outline is wall."""
        return float(np.concatenate([self.across[0], self.across[-1], self.down[:, 0], self.down[:, -1]]).mean())

    @property
    def too_fine(self) -> bool:
        """Whether many lines between cells have no wall, or all but every second or third too few: cells are larger."""
        for period in (2, 3):
            if all(every_few(walls, period) for walls in (self.down[:, 1:-1], self.across[1:-1].T)):
                return True
        if with_gaps(self.down[:, 1:-1]) or with_gaps(self.across[1:-1].T):
            return True
        lines: list[Bools] = [np.any(self.down[:, 1:-1], axis=0), np.any(self.across[1:-1], axis=1)]
        across, down = (len(line) > 2 and (~line).mean() > 0.4 for line in lines)
        return (across and (down or self.pitch[0] < 0.75 * self.pitch[1])) or (
            down and self.pitch[1] < 0.75 * self.pitch[0]
        )

    def explains(self, drawn: Sums) -> bool:
        """Whether there are walls inside, hardly anything is drawn elsewhere, and none goes on past the outline."""
        (width, height), (across, down) = self.size, self.pitch
        inside = np.count_nonzero(self.down[:, 1:-1]) + np.count_nonzero(self.across[1:-1])
        wide, high = width * across + self.wall, height * down + self.wall
        inked = drawn.count(self.left, self.top, wide, high)
        beyond = drawn.count(self.left - 4, self.top - 4, wide + 8, high + 8)
        beyond -= drawn.count(self.left - 1, self.top - 1, wide + 2, high + 2)
        if inside <= 0.05 * width * height or beyond >= 0.03 * 6 * (wide + high):
            return False
        inset = 1 if self.way >= 5 else 0  # the edge of a wall may waver by a pixel
        x, y = (start + self.wall + inset for start in self._corners())
        ways = across - self.wall - 2 * inset, down - self.wall - 2 * inset
        stray = drawn.share(x[:-1], y[:-1], *ways).sum() * ways[0] * ways[1]
        return bool(stray < UNEXPLAINED * inked)

    def _corners(self) -> tuple[Floats, Floats]:
        """Where walls that run down, and those that run across, begin."""
        (width, height), (across, down) = self.size, self.pitch
        return self.left + np.arange(width + 1) * across, self.top + np.arange(height + 1) * down

    def blocked(self, drawn: Sums, axis: int) -> Floats:
        """Which share of each crossing has anything drawn across it, as `down` is, or `across`."""
        reach = min(int(self.way / 3), 2)
        lines, starts = self._corners()[axis] - reach, self._corners()[1 - axis][:-1] + self.wall
        side, deep = self.pitch[1 - axis] - self.wall, self.wall + 2 * reach
        met = []
        for place in np.linspace(0.25, 0.75, min(ACROSS, max(1, int(side / 2)))) * (side - 1):
            aside = starts + place
            met.append((drawn.share(aside, lines, 1, deep) if axis else drawn.share(lines, aside, deep, 1)) > 0)
        blocked: Floats = np.mean(met, axis=0)
        return blocked

    def openings(self) -> list[tuple[Position, Position]]:
        """Each gap in the outline: its cell, and the pixel in the middle of the gap, in reading order."""
        places, steps, gaps = self._around()
        runs = list(runs_around(gaps))
        if len(runs) == 1:  # two side by side, if there is a wall between
            parts = list(self._parts(places, *runs[0]))
            runs = parts if len(parts) == 2 else runs
        found = []
        for first, last in runs:
            number = ((first + last) // 2) % len(gaps)
            half = steps[number] * np.array(self.pitch) / 2
            x, y = self._pixels(places[number], half).tolist()
            found.append((Position(*places[number].tolist()), Position(x, y)))
        return sorted(found, key=lambda pair: (pair[0].y, pair[0].x))

    def _parts(self, places: Longs, first: int, last: int) -> Iterator[tuple[int, int]]:
        """A run of gaps in the outline, parted where a wall leads up to it."""
        begin = first
        for number in range(first, last):
            cells = [places[n % len(places)] for n in (number, number + 1)]
            here, there = (int(cell[1]) * self.size[0] + int(cell[0]) for cell in cells)
            if here != there and there not in self._beside(here):
                yield begin, number
                begin = number + 1
        yield begin, last

    def _around(self) -> tuple[Longs, Longs, Bools]:
        """Clockwise around the outline: cells, the step out of each, and whether there is no wall."""
        width, height = self.size
        across, down = np.arange(width), np.arange(height)
        sides = (
            (across, 0 * across, (0, -1), ~self.across[0]),
            (0 * down + width - 1, down, (1, 0), ~self.down[:, -1]),
            (across[::-1], 0 * across + height - 1, (0, 1), ~self.across[-1, ::-1]),
            (0 * down, down[::-1], (-1, 0), ~self.down[::-1, 0]),
        )
        places = [np.stack([x, y], axis=1) for x, y, _, _ in sides]
        steps = [np.tile(np.array(step), (len(gaps), 1)) for _, _, step, gaps in sides]
        return np.concatenate(places), np.concatenate(steps), np.concatenate([gaps for *_, gaps in sides])

    # --- what is drawn in cells

    def points(self) -> CellPoints:
        """Where to look for marks; cells are numbered row by row."""
        width, height = self.size
        ways = np.array(self.pitch) - self.wall
        # All pixels of a small cell, because a mark may be its edge alone; else its middle, away from blurred walls.
        count, span = (max(1, round(self.way)), 1.0) if self.way < 5 else (min(5, int(MIDDLE * self.way)), MIDDLE)
        line = (np.arange(count) - (count - 1) / 2) * (span / count)
        middle = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)

        def look(offsets: Floats) -> Callable[[Longs], Longs]:
            def pixels(cells: Longs) -> Longs:
                places = np.stack([cells % width, cells // width], axis=-1)
                return self._pixels(places[:, None], offsets * ways)

            return pixels

        def between(cell: int, other: int) -> tuple[int, int]:
            x, y = self._pixels(
                np.array([cell % width + other % width, cell // width + other // width]) / 2, np.zeros(2)
            )
            return int(x), int(y)

        looks = look(middle), look(HOLLOW), look(CORNERS)
        return CellPoints(width * height, *looks, self._beside, between, (span * self.way) ** 2)

    def _beside(self, cell: int) -> Iterable[int]:
        (width, height), (y, x) = self.size, divmod(cell, self.size[0])
        if x and not self.down[y, x]:
            yield cell - 1
        if x + 1 < width and not self.down[y, x + 1]:
            yield cell + 1
        if y and not self.across[y, x]:
            yield cell - width
        if y + 1 < height and not self.across[y + 1, x]:
            yield cell + width


# --- finding it


def find_lattice(walls: Bools) -> Lattice | None:
    """The cells of a maze drawn with even walls at an even pitch, or None."""
    walls_across, ways_across = run_lengths(walls)
    box = extent(walls, share=0.5)
    if box is None or not walls_across[1:].any() or not _framed(walls, box):
        return None
    exact = Sums(walls)
    wide, high = list(possible_ways(ways_across)), list(possible_ways(run_lengths(walls.T)[1]))
    # Cells are as wide as high, or else the image is stretched.
    ways = [(way, way) for way in wide] + [(across, down) for across in wide[:MIXED] for down in high[:MIXED]]
    for wall in dict.fromkeys((int(walls_across.argmax()), _outline_width(walls, box))):
        tries = [size for way in ways for size in _sizes(box, wall, way)]
        for width, height in dict.fromkeys(tries):
            lattice = _fitted(exact, box, wall, width, height)
            if lattice is not None:
                return lattice
    return None


def _framed(walls: Bools, box: Box) -> bool:
    """Whether most of the edge of a box is wall, give or take a few pixels; a quick look before a long one."""
    left, top, right, bottom = box
    inner = walls[top:bottom, left:right]
    strips = (inner[:4], inner[-4:], inner[:, :4].T, inner[:, -4:].T)
    return bool(np.concatenate([strip.any(axis=0) for strip in strips]).mean() > 0.7)


def _outline_width(walls: Bools, box: Box) -> int:
    """How many pixels thick the outline is on most of its sides."""
    left, top, right, bottom = box
    inner = walls[top:bottom, left:right]
    widths = []
    for lines in (inner, inner[::-1], inner.T, inner.T[::-1]):
        thin = lines.mean(axis=1) < 0.75
        widths.append(int(thin.argmax()))
    return max(1, sorted(widths)[1])


def _sizes(box: Box, wall: int, ways: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Cells across and down that may fit in a box, ways being so wide and so high; the likeliest first."""
    counts = []
    for side, way in zip((box[2] - box[0], box[3] - box[1]), ways, strict=True):
        about = round((side - wall) / (wall + way))
        counts.append([n for n in (about, about - 1, about + 1) if n >= 2 and (side - wall) / n - wall >= 0.9])
    for width in counts[0]:
        yield from ((width, height) for height in counts[1] if width * height <= MOST_CELLS)


def _fitted(exact: Sums, box: Box, wall: int, width: int, height: int) -> Lattice | None:
    """A lattice of so many cells, if the image agrees: edges plainly wall or not, and nothing inside cells."""
    left, top, right, bottom = box
    across, down = (right - left - wall) / width, (bottom - top - wall) / height
    x, y = left + np.arange(width + 1) * across, top + np.arange(height + 1) * down
    ways = across - wall, down - wall
    quarter_x, quarter_y = wall + ways[0] / 4, wall + ways[1] / 4
    upright = exact.share(x, y[:-1] + quarter_y, wall, ways[1] / 2)
    level = exact.share(x[:-1] + quarter_x, y, ways[0] / 2, wall)
    inside = exact.share(x[:-1] + quarter_x, y[:-1] + quarter_y, ways[0] / 2, ways[1] / 2)
    unsure = tuple((shares > 0.3) & (shares < 0.7) for shares in (upright, level))
    count = sum(np.count_nonzero(flags) for flags in unsure)
    blocked = np.count_nonzero(inside > 0.3)
    lattice = Lattice(left, top, (across, down), wall, upright > 0.5, level > 0.5)
    outline = np.concatenate([upright[:, 0], upright[:, -1], level[0], level[-1]])
    # A wall of the outline that is half there would be an opening or not by chance.
    half = np.count_nonzero((outline > 0.15) & (outline < 0.85))
    if half or count > 0.02 * (upright.size + level.size) or lattice.closed < 0.8 or blocked > 2 + 0.02 * inside.size:
        return None
    lattice.unsure = (unsure[0], unsure[1]) if count else None
    fits = not lattice.too_fine and lattice.explains(exact)
    whole = _with_lines_beside(exact, lattice) if fits else None
    return None if whole is None or whole.too_fine else whole


def _with_lines_beside(exact: Sums, lattice: Lattice) -> Lattice | None:
    """The same with walls that stand a little beside their places, as where pixels were repeated or left out."""
    down, across = (lattice.blocked(exact, axis) for axis in (0, 1))
    walls = lattice.down | (down > 0.7), lattice.across | (across > 0.7)
    marked = _closed_cells(*walls) & ~_closed_cells(lattice.down, lattice.across)  # a mark touches all walls there are
    beside = _sides_of(marked)
    walls = walls[0] & (lattice.down | ~beside[0]), walls[1] & (lattice.across | ~beside[1])
    half = ~walls[0] & ~beside[0] & (down > 0.35), ~walls[1] & ~beside[1] & (across > 0.35)
    outline = np.concatenate([half[0][:, 0], half[0][:, -1], half[1][0], half[1][-1]])
    if outline.any() or sum(np.count_nonzero(f) for f in half) > HALF * sum(f.size for f in half):
        return None
    known = lattice.unsure or (half[0] & False, half[1] & False)
    unsure = half[0] | (known[0] & (down <= 0.7)), half[1] | (known[1] & (across <= 0.7))
    some = unsure[0].any() or unsure[1].any()
    return replace(lattice, down=walls[0], across=walls[1], unsure=unsure if some else None)


def _closed_cells(down: Bools, across: Bools) -> Bools:
    """Which cells have walls on all sides."""
    closed: Bools = down[:, :-1] & down[:, 1:] & across[:-1] & across[1:]
    return closed


def _sides_of(cells: Bools) -> tuple[Bools, Bools]:
    """Where the sides of cells are, as `down` and `across` are."""
    across, down = np.pad(cells, ((0, 0), (1, 1))), np.pad(cells, ((1, 1), (0, 0)))
    return across[:, :-1] | across[:, 1:], down[:-1] | down[1:]
