"""A last look before a reading of cells is told: its way crosses nothing, and no way on pixels crosses its walls."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid
from mazeworks.core.walk import Walk
from mazeworks.search.flood import Flood, solution_from
from mazeworks.vision import ways
from mazeworks.vision.cellscan import Lattice
from mazeworks.vision.ink import FULL
from mazeworks.vision.inkcells import ROOMY
from mazeworks.vision.ridges import ridges
from mazeworks.vision.understood import Understood

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

#: In larger images cells are not that small, and looking takes long.
MOST_PIXELS = 1 << 22
#: The part of a wall that counts as crossed: at its ends, one may well go round it.
MIDDLE = np.linspace(0.15, 0.85, 4)
#: A pixel with more ink than this, of that of a wall, may be wall.
FAINT = 0.3
#: A line that stands out like this, of how far walls do, is one; but no fainter line than this, of the ink of a wall.
CROSSED, FAINTEST = 0.6, 0.2
#: How many pixels beside a wall its ink may reach; and how many walls are looked at to learn how far they stand out.
BEYOND, MOST_WALLS = 2.5, 5000
#: No way is narrower than this, in pixels, and no gap in a wall is a way.
NARROWEST, CRACK = 3, 2
#: How far about an end there may be a mark, and how far beside a wall a way on pixels leads, in widths of a way.
MARK, ASIDE = 0.4, 0.25


class Reading(Protocol):
    """Cells found in an image, as a last look sees them; all points are those of the image."""

    @property
    def wall(self) -> float:
        """How thick walls are, in pixels."""

    def standing(self) -> Floats:
        """The walls inside that stand without a doubt, `[count, points, 2]`."""

    def missing(self) -> Floats:
        """The walls of the outline that are missing."""

    def way_walls(self, start: Position, goal: Position) -> tuple[Floats, Floats]:
        """Where walls would stand on the way from one pixel to another, and where some stand."""

    def cell_middle(self, pixel: Position) -> Position:
        """The pixel in the middle of the cell at one."""


@dataclass
class Rows:
    """Cells in rows and columns, for a last look."""

    lattice: Lattice
    grid: Grid

    @property
    def wall(self) -> float:
        """How thick walls are."""
        return self.lattice.wall

    def standing(self) -> Floats:
        """The walls inside that stand without a doubt, `[count, points, 2]`."""
        down, across = self.lattice.down.copy(), self.lattice.across.copy()
        for walls, unsure in zip((down, across), self.lattice.unsure or (), strict=False):
            walls &= ~unsure
        down[:, [0, -1]] = across[[0, -1]] = False
        return self._lines(down, across)

    def missing(self) -> Floats:
        """The walls of the outline that are missing."""
        down, across = ~self.lattice.down, ~self.lattice.across
        down[:, 1:-1] = across[1:-1] = False
        return self._lines(down, across)

    def _lines(self, down: Bools, across: Bools) -> Floats:
        lines = []
        for flags, step in ((down, (0, 1)), (across, (1, 0))):
            corners = np.argwhere(flags)[:, ::-1] - 0.5
            lines.append(self.lattice.points_at(np.stack([corners, corners + np.array(step)], axis=1)))
        return np.concatenate(lines).astype(np.float64)

    def way_walls(self, start: Position, goal: Position) -> tuple[Floats, Floats]:
        """Where walls would stand on the way, and where some stand."""
        path = _shortest(self.grid)
        middles = np.zeros((0, 2)) if path is None else (path[:-1] + path[1:]) / 2
        aside = np.zeros((0, 2)) if path is None else np.abs(np.diff(path, axis=0))[:, ::-1] / 2
        lines = self.lattice.points_at(np.stack([middles - aside, middles + aside], axis=1))
        return lines.astype(np.float64), self.standing()

    def cell_middle(self, pixel: Position) -> Position:
        """The pixel in the middle of the cell at one."""
        x, y = self.lattice.middle(np.array(self.lattice.cell_at(pixel))).tolist()
        return Position(x, y)


def contradicted(found: Understood, walls: Bools, ink: Bytes, exact: bool) -> bool:
    """Whether pixels tell otherwise than the cells found in an image; exact: its walls are all there is to see."""
    reading: Reading | None = found.fitted
    if found.lattice is not None:
        reading = Rows(found.lattice, found.grid())
    if reading is None or found.way < NARROWEST:
        return False
    ends = found.start, found.goal
    closed = [walls | (ink > FAINT * FULL), *([walls] if exact else [])]
    return _crosses_wall(reading, ends, found.way, ink) or _is_crossed(reading, ends, found.way, closed)


def _crosses_wall(reading: Reading, ends: tuple[Position, Position], way: float, ink: Bytes) -> bool:
    """Whether the way between both ends leads over a wall."""
    crossed, standing = reading.way_walls(*ends)
    reach = min(reading.wall / 2 + BEYOND, (reading.wall + way) / 2)
    usual = float(np.median(ridges(ink, standing[:MOST_WALLS], reach)[0])) if len(standing) else np.inf
    looked_at = crossed if way >= ROOMY else crossed[1:-1]  # in narrow ways the edge of a mark may look like a wall
    return bool((ridges(ink, looked_at, reach)[0] > max(CROSSED * usual, FAINTEST)).any())


def _is_crossed(reading: Reading, ends: tuple[Position, Position], way: float, closed: list[Bools]) -> bool:
    """Whether a way on pixels leads through a wall that is told of; closed: the pixels that are wall, or may be."""
    standing, missing = reading.standing(), reading.missing()
    start, goal = (reading.cell_middle(end) for end in ends)
    for walls in closed:
        walked = _walked(walls, missing, (start, goal), way)
        if walked is not None:
            return crosses_any(walked, standing)
    return False


def _walked(closed: Bools, missing: Floats, ends: tuple[Position, Position], way: float) -> Longs | None:
    """A shortest way over open pixels, `[number, 2]`, off walls and inside of the outline; None if there is none."""
    open_pixels = ~(closed | _drawn(missing, closed.shape))
    aside = int(ASIDE * way)
    open_pixels = ways.clearance(open_pixels) > 3 * aside if aside else ways.without_cracks(open_pixels, CRACK)
    height, width = closed.shape
    y, x = np.ogrid[:height, :width]
    for end in ends:
        open_pixels |= (x - end.x) ** 2 + (y - end.y) ** 2 <= (MARK * way) ** 2
    if not all(open_pixels[end.y, end.x] for end in ends):
        return None
    return _shortest(ways.grid_of(open_pixels, *ends))


def _shortest(grid: Grid) -> Longs | None:
    """The places of a shortest way, `[number, 2]`; None if there is none."""
    flood = Flood(grid, grid.start)
    if not flood.run(grid.goal):
        return None
    states: Any = solution_from(grid, flood.marks, flood.explored).states
    return np.array(states.places() if isinstance(states, Walk) else states, np.int64)


def _drawn(lines: Floats, shape: tuple[int, ...]) -> Bools:
    """The pixels within one of lines, `[count, points, 2]`."""
    height, width = shape
    drawn = np.zeros((height + 2, width + 2), np.bool_)
    legs = np.stack([lines[:, :-1], lines[:, 1:]], axis=2).reshape(-1, 2, 2)
    most = int(2 * np.abs(legs[:, 1] - legs[:, 0]).max(initial=1)) + 2
    parts = np.linspace(0, 1, most)[:, None]
    points = legs[:, None, 0] * (1 - parts) + legs[:, None, 1] * parts
    x, y = np.round(points.reshape(-1, 2)).astype(np.int64).T
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    drawn[y[inside] + 1, x[inside] + 1] = True
    drawn |= ways.beside(drawn)
    return drawn[1:-1, 1:-1]


def crosses_any(path: Longs, walls: Floats) -> bool:
    """Whether a path over pixels crosses the middle of a wall, `[count, points, 2]`, and does not come back.

    >>> wall = np.array([[[2.0, -5.0], [2.0, 5.0]]])
    >>> over = np.array([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]])
    >>> crosses_any(over, wall), crosses_any(np.concatenate([over, over[::-1]]), wall)
    (True, False)
    """
    if not len(walls):
        return False
    place = MIDDLE * (walls.shape[1] - 1)
    first = np.minimum(place.astype(np.int64), walls.shape[1] - 2)
    part = (place - first)[:, None]
    lines = walls[:, first] * (1 - part) + walls[:, first + 1] * part + (0.013, 0.017)  # never through a pixel's middle
    return any(_crossings(path, line) % 2 for line in lines[_near(path, lines)])


def _near(path: Longs, lines: Floats) -> Bools:
    """Which lines lie beside a path, or under it."""
    corner = path.min(axis=0) - 2
    width, height = (path.max(axis=0) - corner + 3).tolist()
    mask = np.zeros((height, width), np.bool_)
    x, y = (path - corner).T
    mask[y, x] = True
    mask |= ways.beside(mask)
    parts = np.linspace(0, 1, 1 + int(np.abs(np.diff(lines, axis=1)).max()))[:, None]
    points = lines[:, :-1, None] * (1 - parts) + lines[:, 1:, None] * parts
    x, y = np.moveaxis(np.round(points.reshape(len(lines), -1, 2) - corner).astype(np.int64), -1, 0)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    near: Bools = (inside & mask[y.clip(0, height - 1), x.clip(0, width - 1)]).any(axis=1)
    return near


def _crossings(path: Longs, line: Floats) -> int:
    """How many times a path crosses a line, `[points, 2]`."""
    count = 0
    for start, end in zip(line[:-1], line[1:], strict=True):
        along, offset = end - start, path - start
        side = along[0] * offset[:, 1] - along[1] * offset[:, 0]
        turns = np.flatnonzero((side[:-1] > 0) != (side[1:] > 0))
        share = side[turns] / (side[turns] - side[turns + 1])
        met = offset[turns] + (offset[turns + 1] - offset[turns]) * share[:, None]
        place = met @ along / (along @ along)
        count += int(np.count_nonzero((place >= 0) & (place < 1)))
    return count
