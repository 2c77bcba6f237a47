"""Cells of any flat layout found in an image: a layout, its size and scale whose walls are those of the image."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.arrangement import NOTHING, Arrangement, Bytes, Ints, arrange
from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.marks import CellPoints
from mazeworks.core.proof import Reach, best_parted, crossing_ink
from mazeworks.core.scan import extent, run_lengths, usual_widths
from mazeworks.core.turning import Turn

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
#: Left, top, right and bottom, on the sheet of a layout.
Frame = tuple[float, float, float, float]
Frames = Callable[[str, tuple[int, int], float], Iterator[tuple[Arrangement, Frame]]]

#: The most cells that are looked for, and the fewest along a side.
MOST_CELLS, FEWEST = 250_000, 2
#: The fewest pixels that a cell is looked for with.
SMALLEST = 6
GOLDEN = (5**0.5 - 1) / 2
#: The share of edges that may be unsure at a first look, and in the end.
LIKELY, FITTING = 0.2, 0.03
#: The same where walls are blurred, and the most layouts that are held against an image.
BLURRED, MOST_TRIED = 0.1, 10
#: Where along a wall to look.
ALONG = np.array([0.36, 0.43, 0.5, 0.57, 0.64])
#: Where to look for marks from the middle of a cell, in units of the sheet; and how far out to its corners.
MIDDLE = np.stack(np.meshgrid(*[np.linspace(-0.12, 0.12, 5)] * 2), axis=-1).reshape(-1, 2)
CORNER = 0.72
#: How far from a wall towards the middle of cells its ink is looked for.
ACROSS = 0.8
#: How far a cell reaches from its middle, at most.
CELL = 0.9


@dataclass
class Fitted:
    """A layout over an image: pixels are units of its sheet times the scale, from an origin."""

    cells: Arrangement
    scale: float
    origin: tuple[float, float]
    wall: int
    #: Which pixels are wall, of the upright image.
    walls: Bools
    turn: Turn = field(default_factory=Turn)
    #: For every edge whether it is not plain that there is a wall, or none; None where nothing is unsure.
    unsure: Bools | None = None

    def on_image(self, points: Floats) -> Longs:
        """The pixels of the image at points of the sheet, `[..., 2]`."""
        return np.round(self.points_at(points)).astype(np.int64)

    def points_at(self, points: Floats) -> Floats:
        """The same in parts of a pixel, from the middle of the first."""
        placed: Floats = self.turn.to_image(np.array(self.origin) + points * self.scale - 0.5)
        return placed

    def on_sheet(self, pixel: Position) -> Floats:
        """The point of the sheet at a pixel."""
        place: Floats = self.turn.to_upright(np.array(pixel, np.float64)) + 0.5 - np.array(self.origin)
        return place / self.scale

    @cached_property
    def opens(self) -> Bytes:
        """For every edge whether there is no wall in its way."""
        share = self.wallness(self.cells.walls_of(np.arange(len(self.cells.targets))))
        return (share + share[self.cells.twins] < 1).astype(np.uint8)

    @cached_property
    def gaps(self) -> Bools:
        """For every outer wall whether it is missing."""
        return self.wallness(self.cells.outer_walls()) < 0.5

    def wallness(self, walls: Floats) -> Floats:
        """The share of each wall, `[count, points, 2]`, that is seen in the image."""
        place = ALONG * (walls.shape[1] - 1)
        first = np.minimum(place.astype(np.int64), walls.shape[1] - 2)
        part = (place - first)[:, None]
        points = walls[:, first] * (1 - part) + walls[:, first + 1] * part
        seen = self._seen(points)
        if self.wall <= 2:  # a thin wall may lie a pixel beside where it should
            along = walls[:, first + 1] - walls[:, first]
            aside = along[..., ::-1] * (1, -1) / (np.hypot(along[..., 0], along[..., 1])[..., None] * self.scale)
            seen = seen | self._seen(points + aside) | self._seen(points - aside)
        share: Floats = seen.mean(axis=1)
        return share

    def _seen(self, points: Floats) -> Bools:
        height, width = self.walls.shape
        x, y = np.floor(np.moveaxis(np.array(self.origin) + points * self.scale, -1, 0)).astype(np.int64)
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        seen: Bools = inside & self.walls[y.clip(0, height - 1), x.clip(0, width - 1)]
        return seen

    # --- whether it fits

    def misfit(self, looked_at: int = MOST_CELLS) -> float:
        """The share of edges, of so many looked at, that are neither plainly wall nor not, or run through cells."""
        count = len(self.cells.targets)
        # In steps of the golden ratio, because even ones might meet the same side of every cell.
        edges = np.arange(count) if looked_at >= count else (np.arange(looked_at) * GOLDEN % 1 * count).astype(np.int64)
        walls = self.cells.walls_of(edges)
        share = self.wallness(walls)
        middle = (walls[:, (walls.shape[1] - 1) // 2] + walls[:, walls.shape[1] // 2]) / 2
        inner = self._seen(self.cells.centres(self.cells.sources[edges]) * 0.6 + middle * 0.4)
        unsure = np.count_nonzero((share > 0.3) & (share < 0.7)) + 0.5 * np.count_nonzero(inner)
        return float(unsure) / len(edges) if (share > 0.5).mean() > 0.1 else 1

    def elsewhere(self) -> float:
        """The share of what is drawn that is no standing wall."""
        return float(np.count_nonzero(self.walls & ~self._covered())) / max(1, int(np.count_nonzero(self.walls)))

    def _covered(self) -> Bools:
        """The pixels that the standing walls would cover, and those beside them."""
        closed = np.flatnonzero(self.opens == 0)
        standing = [self.cells.walls_of(closed[closed < self.cells.twins[closed]])]
        standing.append(self.cells.outer_walls()[~self.gaps])
        height, width = self.walls.shape
        reach = self.wall // 2 + 1
        covered = np.zeros((height + 2 * reach, width + 2 * reach), np.bool_)
        for legs in (np.stack([walls[:, :-1], walls[:, 1:]], axis=2).reshape(-1, 2, 2) for walls in standing):
            most = int(np.ceil(np.abs(legs[:, 1] - legs[:, 0]).max(initial=0) * self.scale)) + 1
            parts = np.linspace(0, 1, most)[:, None]
            points = legs[:, None, 0] * (1 - parts) + legs[:, None, 1] * parts
            x, y = np.moveaxis(np.array(self.origin) + points.reshape(-1, 2) * self.scale, -1, 0).astype(np.int64)
            covered[y.clip(0, height - 1) + reach, x.clip(0, width - 1) + reach] = True
        for shifted in (covered, covered.T):  # as thick as walls: down, then across
            whole = shifted.copy()
            for step in range(1, reach + 1):
                shifted[step:] |= whole[:-step]
                shifted[:-step] |= whole[step:]
        return covered[reach:-reach, reach:-reach]

    def proved(self, ink: Bytes | None) -> "Fitted | None":
        """The same with what is unsure, held against the ink of an image, or its walls alone if those are sharp.

        None where too much is unsure, or too much is drawn where no wall stands.
        """
        found, unsure = self, self._blocked()
        if ink is not None:
            proof = best_parted(lambda reach: self._crossing_ink(ink, reach), self.wall)
            if proof is None or (~proof.sure).mean() > FITTING:
                return None
            found = replace(self)
            found.__dict__["opens"] = (~proof.walls).astype(np.uint8)
            unsure = found._blocked() | ~proof.sure
        elif self.misfit() > FITTING:
            return None
        found.unsure = unsure if unsure.any() else None
        return found if found.elsewhere() < FITTING else None

    def _blocked(self) -> Bools:
        """The open edges on whose way, from the middle of a cell to that of the wall, there is a wall after all."""
        edges = np.flatnonzero(self.opens)
        centres, middles = self.cells.centres(self.cells.sources[edges]), _middles(self.cells.walls_of(edges))
        met = np.zeros(len(edges), np.int64)
        steps = max(2, int(self.scale / 2))
        for share in np.linspace(0.2, 1, steps):
            met += self._seen(centres * (1 - share) + middles * share)
        blocked = np.zeros(len(self.opens), np.bool_)
        blocked[edges] = met > 0
        return blocked | blocked[self.cells.twins]

    def _crossing_ink(self, ink: Bytes, reach: Reach) -> Floats:
        """The ink across the wall of every edge."""
        cells = self.cells
        walls = cells.walls_of(np.arange(len(cells.targets)))
        middles, side = _middles(walls), (walls[:, -1] - walls[:, 0]) / 2
        normal = side[:, ::-1] * (1, -1) / np.maximum(np.hypot(side[:, 0], side[:, 1])[:, None], 1e-9)
        far = [(cells.centres(which) - middles) for which in (cells.sources, cells.targets)]
        start, end = (middles + normal * (offset * normal).sum(axis=1)[:, None] * ACROSS for offset in far)
        at = self.points_at(middles)
        return crossing_ink(ink, self.points_at(start), self.points_at(end), self.points_at(middles + side) - at, reach)

    def distance(self, start: Position, goal: Position, closed: bool) -> int | None:
        """How many steps there are from one pixel to another, unsure edges being closed, or open; 0 if all is sure."""
        first, last = self.cell_at(start), self.cell_at(goal)
        opens = self.opens.copy()
        if self.unsure is not None:
            near = np.isin(self.cells.sources, (first, last)) | np.isin(self.cells.targets, (first, last))
            opens[self.unsure & ~near] = not closed  # at the ends there are marks
        pieces = self.cells.joined(opens)
        if pieces[first] != pieces[last]:
            return None
        return 0 if self.unsure is None else _steps(self.cells, opens, first, last)

    # --- what lies inside

    def masked(self) -> "Fitted | None":
        """The same without the cells that lie outside an outline; None where hardly anything is left."""
        outside = self._outside()
        if not outside.any() or (outside.mean() > 0.9 and self.gaps.mean() <= 0.2):
            return self  # with openings in its outline, all of it can be walked to from beyond
        if outside.mean() > 0.9:
            return None
        return Fitted(self.cells.only(~outside), self.scale, self.origin, self.wall, self.walls, self.turn)

    def _outside(self) -> Bools:
        """The cells that can be walked to from beyond the sheet."""
        pieces = self.cells.joined(self.opens)
        reached = np.unique(pieces[self.cells.rim()[0][self.gaps]])
        return np.isin(pieces, reached)

    def openings(self) -> list[tuple[int, Position]]:
        """Each gap in the outline: its cell, and the pixel in the middle of the gap; adjoining ones are one."""
        numbers = np.flatnonzero(self.gaps)
        walls, cells = self.cells.outer_walls()[numbers], self.cells.rim()[0][numbers]
        ends = np.round(walls[:, [0, -1]] * 1000).astype(np.int64)
        groups: list[list[int]] = []
        for number in range(min(len(numbers), 1000)):
            touching = [group for group in groups if any(_adjoin(ends[number], ends[other]) for other in group)]
            groups = [group for group in groups if group not in touching]
            groups.append([number, *(other for group in touching for other in group)])
        found = []
        for group in groups:
            number = sorted(group)[len(group) // 2]
            x, y = self.on_image(walls[number].mean(axis=0)).tolist()
            found.append((int(cells[number]), Position(x, y)))
        return sorted(found, key=lambda pair: (pair[1].y, pair[1].x))

    # --- cells and pixels

    def cell_at(self, pixel: Position) -> int:
        """The cell whose middle is nearest to a pixel."""
        return int(np.argmin(((self.cells.centres() - self.on_sheet(pixel)) ** 2).sum(axis=1)))

    def astray(self, pixel: Position) -> float:
        """How many pixels lie between a pixel and the cells, about; 0 inside of one, or in an opening."""
        cell, here = self.cell_at(pixel), self.on_sheet(pixel)
        centre = self.cells.centres(np.array([cell], np.int32))[0]
        if not self._seen(here) and np.hypot(*(here - centre)) < CELL:
            return 0
        return max(0.5, float(np.hypot(*(here - centre)) - CELL) * self.scale)

    def middle(self, cell: int) -> Position:
        """The pixel in the middle of a cell."""
        x, y = self.on_image(self.cells.centres(np.array([cell], np.int32))[0]).tolist()
        return Position(x, y)

    def points(self) -> CellPoints:
        """Where to look for marks."""
        offsets, targets = self.cells.offsets, self.cells.targets

        def middle(cells: Longs) -> Longs:
            return self.on_image(self.cells.centres(cells.astype(np.int32))[:, None] + MIDDLE)

        def corners(cells: Longs) -> Longs:
            edges = np.minimum(offsets[cells][:, None] + np.arange(3), offsets[cells + 1][:, None] - 1)
            ends = self.cells.walls_of(edges.reshape(-1))[:, [0, -1]].reshape(len(cells), -1, 2)
            centres = self.cells.centres(cells.astype(np.int32))[:, None]
            return self.on_image(centres + (ends - centres) * CORNER)

        def beside(cell: int) -> Iterable[int]:
            edges = slice(int(offsets[cell]), int(offsets[cell + 1]))
            return [int(t) for t, way in zip(targets[edges], self.opens[edges], strict=True) if way]

        def between(cell: int, other: int) -> tuple[int, int]:
            edges = np.arange(offsets[cell], offsets[cell + 1])
            wall = self.cells.walls_of(edges[targets[edges] == other][:1])[0]
            x, y = self.on_image((wall[(len(wall) - 1) // 2] + wall[len(wall) // 2]) / 2).tolist()
            return x, y

        return CellPoints(len(self.cells), middle, corners, beside, between)


def _middles(walls: Floats) -> Floats:
    """The points in the middle of walls."""
    middles: Floats = (walls[:, (walls.shape[1] - 1) // 2] + walls[:, walls.shape[1] // 2]) / 2
    return middles


def _steps(cells: Arrangement, opens: Bytes, first: int, last: int) -> int:
    """How many open edges lead from one cell to another that is joined to it."""
    seen, front, count = np.zeros(len(cells), np.bool_), np.zeros(len(cells), np.bool_), 0
    seen[first] = front[first] = True
    while not seen[last]:
        reached = cells.targets[(opens == 1) & front[cells.sources]]
        front = np.zeros(len(cells), np.bool_)
        front[reached] = True
        front &= ~seen
        seen |= front
        count += 1
    return count


def _adjoin(one: Longs, other: Longs) -> bool:
    return any((a == b).all() for a in one for b in other)


# --- finding it


def find_layout(walls: Bools, ink: Bytes | None = None, turn: Turn | None = None) -> Fitted | None:
    """The layout whose walls are those of an image, set upright, and whose ink is that of the image; or None."""
    box = extent(walls)
    wall, _ = usual_widths(walls)
    if box is None or wall < 1 or min(box[2] - box[0], box[3] - box[1]) < 12:
        return None
    left, top, right, bottom = box
    runs = np.cumsum(run_lengths(walls)[1])
    about = int(np.searchsorted(runs, runs[-1] / 2)) + wall
    sides = right - left - wall, bottom - top - wall
    for frames in (_whole_sheets, _parts_of_sheets):
        likely: list[tuple[int, int, Fitted]] = []  # the fewest cells first: finer ones fit just as well
        for cells, frame in _frames(frames, sides, about):
            scale = sides[0] / (frame[2] - frame[0])
            origin = left + wall / 2 - frame[0] * scale, top + wall / 2 - frame[1] * scale
            found = Fitted(cells, scale, origin, wall, walls, turn or Turn())
            if found.misfit(50) < LIKELY and found.misfit(400) < (FITTING if ink is None else BLURRED):
                likely.append((len(cells), len(likely), found))
        for _, _, found in sorted(likely)[:MOST_TRIED]:
            inner = found.masked()
            proved = inner.proved(ink) if inner is not None else None
            if proved is not None:
                return proved
    return None


def _frames(frames: Frames, sides: tuple[int, int], about: float) -> Iterator[tuple[Arrangement, Frame]]:
    """Layouts with the part of the sheet that may fill a box of these sides, cells being about so large."""
    from mazeworks.core.registry import layouts

    for entry in layouts.values():
        if entry.flat and not entry.chance and entry.parameter is None:
            yield from frames(entry.name, sides, about)


def _even(layout: str) -> bool:
    """Whether the sheet grows with either side by itself, and cells are alike everywhere."""
    (x, y), (wider, same), (other, taller) = (arrange(layout, *size).plan.sheet for size in ((4, 4), (6, 4), (4, 6)))
    return wider > x and same == y and other == x and taller > y


def _growth(layout: str) -> tuple[float, float, float, float]:
    """The sheet's width and height per cell, and what is left over."""
    small, large = (arrange(layout, n, n).plan.sheet for n in (4, 6))
    across, down = (large[0] - small[0]) / 2, (large[1] - small[1]) / 2
    return across, down, small[0] - 4 * across, small[1] - 4 * down


def _counts(layout: str, sides: tuple[int, int], about: float) -> Iterator[tuple[int, int]]:
    """How many cells there may be across and down, the likeliest first."""
    across, down, more_x, more_y = _growth(layout)
    widths = range(
        max(FEWEST, int((sides[0] / about / 1.5 - more_x) / across)),
        int((sides[0] / about * 2.6 - more_x) / across) + 2,
    )
    for width in sorted(widths, key=lambda n: abs(np.log(sides[0] / (n * across + more_x) / about))):
        height = round((sides[1] * (width * across + more_x) / sides[0] - more_y) / down)
        large = sides[0] / (width * across + more_x) >= SMALLEST
        if height >= FEWEST and large and width * height <= MOST_CELLS:
            yield width, height


def _whole_sheets(layout: str, sides: tuple[int, int], about: float) -> Iterator[tuple[Arrangement, Frame]]:
    for width, height in _counts(layout, sides, about):
        across, down, more_x, more_y = _growth(layout)
        sheet = width * across + more_x, height * down + more_y
        if _as_wide(sides, (0, 0, *sheet)):
            cells = _arranged(layout, width, height)
            if cells is not None and np.allclose(cells.plan.sheet, sheet):
                yield cells, (0, 0, *sheet)


def _arranged(layout: str, width: int, height: int) -> Arrangement | None:
    try:
        return arrange(layout, width, height)
    except MazeError:  # a size that this layout does not come in
        return None


def _as_wide(sides: tuple[int, int], frame: Frame) -> bool:
    """Whether a frame has the proportions of a box, a pixel or two aside."""
    scale = sides[0] / (frame[2] - frame[0])
    return bool(abs((frame[3] - frame[1]) * scale - sides[1]) <= 1 + 1.5 * max(1, sides[1] / sides[0]))


def _parts_of_sheets(layout: str, sides: tuple[int, int], about: float) -> Iterator[tuple[Arrangement, Frame]]:
    """Sheets a little larger than the box: an outline may begin and end within cells of its first and last rows."""
    if not _even(layout):
        return
    across, down, *_ = _growth(layout)
    seen = set()
    for width, rough in _counts(layout, sides, about):
        for height in range(max(FEWEST, rough - 1), rough + 2):
            cells = _arranged(layout, width + 2, height + 2)
            for frame in _inner_frames(cells) if cells is not None else ():
                left, top, right, bottom = frame
                # Two cells on, every layout looks the same again.
                alike = (left % (2 * across), top % (2 * down), right - left, bottom - top)
                key = tuple(round(number, 3) for number in alike)
                if cells is not None and key not in seen and _as_wide(sides, frame):
                    seen.add(key)
                    yield cells, frame


def _inner_frames(cells: Arrangement) -> Iterator[Frame]:
    """The frames from where one of the first cells begins to where one of the last ends."""
    last = cells.places.max(axis=0)
    near = np.flatnonzero(((cells.places <= 1) | (cells.places >= last - 2)).all(axis=1)).astype(np.int32)
    boxes = np.round(_cell_boxes(cells, near), 6)
    places = cells.places[near]
    left, top = (sorted(set(boxes[places[:, axis] <= 1, axis].tolist())) for axis in (0, 1))
    right, bottom = (sorted(set(boxes[places[:, axis] >= last[axis] - 2, 2 + axis].tolist())) for axis in (0, 1))
    for x in left:
        for y in top:
            for end in right:
                yield from ((x, y, end, bottom_) for bottom_ in bottom)


def _cell_boxes(cells: Arrangement, which: Ints) -> Floats:
    """Left, top, right and bottom of some cells, `[count, 4]`."""
    sides = cells.plan.neighbours.shape[1]
    walls = cells.plan.walls(np.repeat(which, sides), np.tile(np.arange(sides, dtype=np.int32), len(which)))
    walls = walls.reshape(len(which), sides, -1, 2)
    walls[cells.plan.neighbours[which] == NOTHING] = np.nan
    return np.concatenate([np.nanmin(walls, axis=(1, 2)), np.nanmax(walls, axis=(1, 2))], axis=1)
