"""Cells in rows and columns at an even pitch: where they lie in an image, their walls and openings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid
from mazeworks.core.walk import Walk
from mazeworks.drawing.lattice import from_edges
from mazeworks.search.flood import Flood, solution_from
from mazeworks.vision.arrays import Bools, Floats, Longs, Reals
from mazeworks.vision.deskew import Rotation
from mazeworks.vision.marks import CIRCLE, CellPoints
from mazeworks.vision.run_lengths import runs_around

T = TypeVar("T", bound=np.generic)

#: Where in a cell its own colour is sampled, from the centre, in widths of a passage.
CORNERS = np.array([(-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)])
#: The part of a passage that is its middle, where there is room.
MIDDLE = 0.6


class IntegralImage:
    """The share of true pixels in many rectangles at once, by an integral image."""

    def __init__(self, mask: Bools) -> None:
        self.height, self.width = mask.shape
        self.table = np.zeros((self.height + 1, self.width + 1), np.int32)
        for y, row in enumerate(mask):  # a sum down the columns of the whole would take five times as long
            np.add(self.table[y, 1:], row, out=self.table[y + 1, 1:])
        np.cumsum(self.table[1:, 1:], axis=1, out=self.table[1:, 1:])

    def share(self, left: Reals, top: Reals, wide: float, high: float) -> Reals:
        """The shares of the rectangles at every `left` and every `top`, `[top, left]`."""
        x0 = np.minimum(np.maximum(_whole(left), 0), self.width - 1)
        y0 = np.minimum(np.maximum(_whole(top), 0), self.height - 1)[:, None]
        x1 = np.minimum(np.maximum(_whole(left + wide), x0 + 1), self.width)
        y1 = np.minimum(np.maximum(_whole(top + high)[:, None], y0 + 1), self.height)
        total = self.table[y1, x1] - self.table[y0, x1] - self.table[y1, x0] + self.table[y0, x0]
        shares: Reals = total / ((y1 - y0) * (x1 - x0))
        return shares

    def count(self, left: float, top: float, wide: float, high: float) -> int:
        """The number of true pixels in one rectangle, as far as it lies within the image."""
        x0, x1 = (min(max(round(x), 0), self.width) for x in (left, left + wide))
        y0, y1 = (min(max(round(y), 0), self.height) for y in (top, top + high))
        return int(self.table[y1, x1]) - int(self.table[y0, x1]) - int(self.table[y1, x0]) + int(self.table[y0, x0])


def _whole(places: Reals) -> Longs:
    """The nearest integers, halves rounded up, so that even steps stay even."""
    whole: Longs = np.floor(places + 0.5).astype(np.int64)
    return whole


@dataclass
class Lattice:
    """Cells in rows and columns, numbered row by row: their walls, and where these lie in an image.

    Values of all possible walls are flat arrays: those that run down, row by row, then those that run across.
    """

    left: float
    top: float
    #: The distance from one cell to the next, across and down, and the thickness of walls, in pixels.
    pitch: tuple[float, float]
    wall: float
    down: Bools
    across: Bools
    #: The rotation that sets the image upright; all lengths are those of the upright image.
    rotation: Rotation = field(default_factory=Rotation)
    #: Which walls are ambiguous; None where none is.
    unsure: Bools | None = None

    @property
    def size(self) -> tuple[int, int]:
        """The number of cells across and down."""
        return self.across.shape[1], self.down.shape[0]

    @property
    def passage(self) -> float:
        """The width of a passage."""
        return min(self.pitch) - self.wall

    @property
    def walls(self) -> Bools:
        """Which walls stand."""
        return flat(self.down, self.across)

    @property
    def unsure_walls(self) -> Bools:
        """Which walls are ambiguous."""
        return self.walls & False if self.unsure is None else self.unsure

    def split(self, walls: NDArray[T]) -> tuple[NDArray[T], NDArray[T]]:
        """The values of all walls, shaped like `down` and `across`."""
        return walls[: self.down.size].reshape(self.down.shape), walls[self.down.size :].reshape(self.across.shape)

    def outline(self, walls: NDArray[T]) -> NDArray[T]:
        """The values of the walls along the outline, clockwise from the upper left."""
        down, across = self.split(walls)
        return np.concatenate([across[0], down[:, -1], across[-1, ::-1], down[::-1, 0]])

    @property
    def inner_walls(self) -> int:
        """The number of walls inside the outline."""
        return int(np.count_nonzero(self.down[:, 1:-1]) + np.count_nonzero(self.across[1:-1]))

    def shifted(self, right: float, down: float) -> "Lattice":
        """The same cells, moved by some pixels."""
        rotation = replace(self.rotation, x=self.rotation.x + right, y=self.rotation.y + down)
        return replace(self, left=self.left + right, top=self.top + down, rotation=rotation)

    def cell_at(self, pixel: Position) -> Position:
        """The cell in which a pixel lies; outside the outline, the nearest."""
        offset = self.rotation.to_upright(np.array(pixel, np.float64)) - (self.left, self.top) - (self.wall - 1) / 2
        x, y = np.clip(offset // self.pitch, 0, np.array(self.size) - 1).tolist()
        return Position(int(x), int(y))

    def distance_to_cells(self, pixel: Position) -> float:
        """The pixels between a pixel and the inside of the nearest cell; 0 inside, or in an opening."""
        cell, half = self.cell_at(pixel), (np.array(self.pitch) - self.wall) / 2
        centre = np.array([self.left, self.top]) + (self.wall - 1) / 2 + (np.array(cell) + 0.5) * np.array(self.pitch)
        offset = self.rotation.to_upright(np.array(pixel, np.float64)) - centre
        beyond = np.maximum(np.abs(offset) - half, 0)
        axis = int(beyond.argmax())
        after = int(offset[axis] > 0)
        wall = self.across[cell.y + after, cell.x] if axis else self.down[cell.y, cell.x + after]
        return 0 if not beyond.min() and beyond.max() <= self.wall and not wall else float(beyond.max())

    def middle(self, places: NDArray[Any], offset: Reals | float = 0) -> Longs:
        """The pixels in the middle of cells, `[..., 2]`, or at an offset in pixels of the upright image."""
        return np.round(self.points_at(places, offset)).astype(np.int64)

    def places_of(self, cells: Longs) -> Longs:
        """The columns and rows of cells numbered row by row, `[..., 2]`."""
        return np.stack([cells % self.size[0], cells // self.size[0]], axis=-1)

    def points_at(self, places: NDArray[Any], offset: Reals | float = 0) -> Floats:
        """The points of the image in the middle of cells, or at an offset in pixels of the upright image."""
        corner = np.array([self.left, self.top]) + (self.wall - 1) / 2
        return self.rotation.to_image(corner + (places + 0.5) * np.array(self.pitch) + offset)

    def middles_of(self, cells: list[int]) -> list[Position]:
        """The pixels in the middle of cells numbered row by row."""
        return [Position(x, y) for x, y in self.middle(self.places_of(np.array(cells, np.int64))).tolist()]

    def cell_middle(self, pixel: Position) -> Position:
        """The pixel in the middle of the cell nearest to a pixel."""
        return Position(*self.middle(np.array(self.cell_at(pixel))).tolist())

    # --- walls

    def structure(self, start: Position, goal: Position, closed: bool = True) -> Grid:
        """The maze from the cell at one pixel to that at another; closed: unsure walls stand."""
        down, across = self.split(np.where(self.unsure_walls, closed, self.walls))
        down[:, [0, -1]] = across[[0, -1]] = True
        return from_edges(down, across, self.cell_at(start), self.cell_at(goal))

    def path_length(self, start: Position, goal: Position, closed: bool) -> int | None:
        """The number of cells on a path between two pixels, with unsure walls closed or open; None without one."""
        path = shortest_path(self.structure(start, goal, closed))
        return None if path is None else len(path)

    def standing(self) -> Floats:
        """The walls inside that certainly stand, `[count, 2, 2]`."""
        down, across = self.split(self.walls & ~self.unsure_walls)
        down[:, [0, -1]] = across[[0, -1]] = False
        return self._lines(down, across)

    def missing(self) -> Floats:
        """The missing walls of the outline."""
        down, across = ~self.down, ~self.across
        down[:, 1:-1] = across[1:-1] = False
        return self._lines(down, across)

    def _lines(self, down: Bools, across: Bools) -> Floats:
        """The lines of some walls in the image, `[count, 2, 2]`."""
        corners = np.argwhere(down)[:, ::-1] - 0.5, np.argwhere(across)[:, ::-1] - 0.5
        ends = corners[0] + (0, 1), corners[1] + (1, 0)
        return self.points_at(np.stack([np.concatenate(corners), np.concatenate(ends)], axis=1))

    def path_walls(self, start: Position, goal: Position) -> Floats:
        """The places of the walls that a path between two pixels passes."""
        path = shortest_path(self.structure(start, goal))
        path = np.zeros((1, 2), np.int64) if path is None else path
        middles, aside = (path[:-1] + path[1:]) / 2, np.abs(np.diff(path, axis=0))[:, ::-1] / 2
        return self.points_at(np.stack([middles - aside, middles + aside], axis=1))

    def path_pixels(self, states: Sequence[Any]) -> Longs:
        """The pixels in the middle of the cells of a path."""
        return self.middle(_places(states))

    # --- the outline

    @property
    def too_fine(self) -> bool:
        """Whether many lines between cells have no wall, or most walls lie on every second or third line."""
        inner = self.down[:, 1:-1], self.across[1:-1].T
        if any(all(every_few(walls, period) for walls in inner) for period in (2, 3)) or any(map(with_gaps, inner)):
            return True
        across, down = (walls.shape[1] > 2 and (~walls.any(axis=0)).mean() > 0.4 for walls in inner)
        ratio = self.pitch[0] / self.pitch[1]
        return bool((across and down) or (across and ratio < 0.75) or (down and ratio > 4 / 3))

    def explains(self, drawn: IntegralImage) -> bool:
        """Whether there are walls inside, hardly any ink elsewhere, and no wall beyond the outline."""
        (width, height), (across, down) = self.size, self.pitch
        wide, high = width * across + self.wall, height * down + self.wall
        inked = drawn.count(self.left, self.top, wide, high)
        beyond = drawn.count(self.left - 4, self.top - 4, wide + 8, high + 8)
        beyond -= drawn.count(self.left - 1, self.top - 1, wide + 2, high + 2)
        if self.inner_walls <= 0.05 * width * height or beyond >= 0.03 * 6 * (wide + high):
            return False
        inset = 1 if self.passage >= 5 else 0  # the edge of a wall may waver by a pixel
        x, y = (start + self.wall + inset for start in self._corners())
        widths = across - self.wall - 2 * inset, down - self.wall - 2 * inset
        stray = drawn.share(x[:-1], y[:-1], *widths).sum() * widths[0] * widths[1]
        return bool(stray < 0.12 * inked)

    def _corners(self) -> tuple[Reals, Reals]:
        """Where walls that run down, and those that run across, begin."""
        (width, height), (across, down) = self.size, self.pitch
        return self.left + np.arange(width + 1) * across, self.top + np.arange(height + 1) * down

    def blocked(self, drawn: IntegralImage) -> Reals:
        """The share of each crossing with ink across it."""
        reach, crossings = min(int(self.passage / 3), 2), []
        for axis in (0, 1):
            lines, starts = self._corners()[axis] - reach, self._corners()[1 - axis][:-1] + self.wall
            side, deep = self.pitch[1 - axis] - self.wall, self.wall + 2 * reach
            asides = [starts + at * (side - 1) for at in np.linspace(0.25, 0.75, min(7, max(1, int(side / 2))))]
            places = [(aside, lines, 1, deep) if axis else (lines, aside, deep, 1) for aside in asides]
            crossings.append(np.mean([drawn.share(*place) > 0 for place in places], axis=0))
        return flat(*crossings)

    def openings(self) -> list[Position]:
        """The pixel in the middle of each gap in the outline, in the reading order of their cells."""
        width, height = self.size
        numbers = np.arange(width * height).reshape(height, width)
        around = np.concatenate([numbers[0], numbers[:, -1], numbers[-1, ::-1], numbers[::-1, 0]])
        steps = np.repeat([(0, -1), (1, 0), (0, 1), (-1, 0)], (width, height, width, height), axis=0)
        runs = list(runs_around(~self.outline(self.walls)))
        if len(runs) == 1:  # two openings side by side, if there is a wall between
            parts = list(self._parts(around, *runs[0]))
            runs = parts if len(parts) == 2 else runs
        middles = sorted(((first + last) // 2 % len(around) for first, last in runs), key=lambda n: int(around[n]))
        pixels = self.middle(self.places_of(around[middles]), steps[middles] * np.array(self.pitch) / 2)
        return [Position(x, y) for x, y in pixels.tolist()]

    def _parts(self, around: Longs, first: int, last: int) -> Iterator[tuple[int, int]]:
        """A run of gaps beside the cells of the outline, split where a wall leads up to it."""
        begin = first
        for number in range(first, last):
            here, there = around.take((number, number + 1), mode="wrap").tolist()
            if here != there and there not in self._beside(here):
                yield begin, number
                begin = number + 1
        yield begin, last

    # --- what is drawn in cells

    def points(self) -> CellPoints:
        """Where to look for marks; cells are numbered row by row."""
        (width, height), wide = self.size, self.passage
        widths = np.array(self.pitch) - self.wall
        # All pixels of a small cell, because a mark may be just its edge; else its middle, away from blurred walls.
        count, span = (max(1, round(wide)), 1.0) if wide < 5 else (min(5, int(MIDDLE * wide)), MIDDLE)
        line = (np.arange(count) - (count - 1) / 2) * (span / count)
        middle = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)

        def look(offsets: Reals) -> Callable[[Longs], Longs]:
            return lambda cells: self.middle(self.places_of(cells)[:, None], offsets * widths)

        def between(cell: int, other: int) -> Longs:
            return self.middle(self.places_of(np.array([cell, other])).sum(axis=0) / 2)

        looks = look(middle), look(0.225 * CIRCLE), look(CORNERS)
        return CellPoints(width * height, *looks, self._beside, between, (span * wide) ** 2)

    def _beside(self, cell: int) -> Iterable[int]:
        """The cells one step from a cell."""
        (width, height), (y, x) = self.size, divmod(cell, self.size[0])
        sides = (
            (cell - 1, x > 0, self.down[y, x]),
            (cell + 1, x + 1 < width, self.down[y, x + 1]),
            (cell - width, y > 0, self.across[y, x]),
            (cell + width, y + 1 < height, self.across[y + 1, x]),
        )
        return [other for other, inside, wall in sides if inside and not wall]


def flat(down: NDArray[T], across: NDArray[T]) -> NDArray[T]:
    """The values of all walls of a lattice in one row."""
    return np.concatenate([down.reshape(-1), across.reshape(-1)])


def with_gaps(walls: Bools) -> bool:
    """Whether walls, `[along, line]`, stand on every second or third line at most: cells are larger then."""
    lines = np.flatnonzero(walls.any(axis=0)) + 1
    gaps = np.diff(np.concatenate([[0], lines, [walls.shape[1] + 1]]))
    # Along fewer cells a line without any wall may be chance.
    return len(walls) >= 4 and len(lines) >= 2 and bool(gaps.min() >= 2 and gaps.max() <= 8)


def every_few(walls: Bools, period: int) -> bool:
    """Whether every second or third line has more walls, `[along, line]`, than the others, beyond chance.

    In a maze there is no such difference; a line drawn along the passages, or specks, are fewer than walls.
    """
    every = np.arange(1, walls.shape[1] + 1) % period == 0
    between, lines = walls[:, ~every], walls[:, every]
    if not lines.size or walls.shape[1] % period != period - 1:
        return False
    spread = (walls.mean() * (1 - walls.mean()) * (1 / between.size + 1 / lines.size)) ** 0.5
    few = between.mean() < 0.75 * lines.mean()
    return bool(few and lines.mean() - between.mean() > 3 * spread)


def shortest_path(grid: Grid) -> Longs | None:
    """The places on a shortest path from the start of a grid to its goal, `[number, 2]`; None if none exists."""
    flood = Flood(grid, grid.start)
    if not flood.run(grid.goal):
        return None
    return _places(solution_from(grid, flood.marks, flood.explored).states)


def _places(states: Any) -> Longs:
    """The places that a path leads through."""
    return np.array(states.array if isinstance(states, Walk) else states, np.int64)
