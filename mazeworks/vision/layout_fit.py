"""Cells of a flat layout placed over an image: which walls stand, how well they fit, and the openings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from mazeworks.cells.arrangement import Arrangement
from mazeworks.cells.passages import Passages, walls_between
from mazeworks.core.directions import Position
from mazeworks.core.grid import Grid
from mazeworks.drawing.cells import middles, path_edges, path_lines
from mazeworks.search.shortest_paths import shortest_path
from mazeworks.vision.arrays import Bools, Bytes, Floats, Longs
from mazeworks.vision.deskew import Rotation
from mazeworks.vision.marks import CIRCLE, CellPoints
from mazeworks.vision.polyline import dense_points, is_set, longest_leg, normals_along, points_along
from mazeworks.vision.wall_profiles import Crossings, Reach, best_classification, crossing_ink

#: The most cells of a fitted layout.
MOST_CELLS = 250_000
GOLDEN = (5**0.5 - 1) / 2
#: The largest share of unsure edges, and at a first look.
FITTING, LIKELY = 0.03, 0.2
#: A wall stands for certain if more than this share of it is visible.
PLAIN = 0.7
#: Where along a wall to look.
ALONG = np.array([0.36, 0.43, 0.5, 0.57, 0.64])
#: Where to look for marks, from the centre of a cell, in units of the sheet; and how far towards its corners.
MIDDLE = np.stack(np.meshgrid(*[np.linspace(-0.12, 0.12, 5)] * 2), axis=-1).reshape(-1, 2)
CORNER = 0.72


class Sketch(NamedTuple):
    """The size of a sheet, the walls of some edges, and for each a point inside a cell, before its edge."""

    cells: int
    sheet: tuple[float, float]
    walls: Floats
    inner: Floats


def sketched(cells: Arrangement, most: int = MOST_CELLS) -> Sketch:
    """The sketch of a layout, with at most this many edges."""
    count = len(cells.targets)
    # In steps of the golden ratio, because even ones might hit the same side of every cell.
    edges = np.arange(count) if most >= count else (np.arange(most) * GOLDEN % 1 * count).astype(np.int64)
    walls = cells.walls_of(edges)
    inner = cells.centres(cells.sources[edges]) * 0.6 + middles(walls) * 0.4
    return Sketch(len(cells), cells.plan.sheet, walls, inner)


@dataclass
class Placed:
    """A sheet placed over an image: a pixel is the origin + the scale × a point of the sheet."""

    scale: float
    origin: tuple[float, float]
    wall: int
    #: The wall pixels of the upright image.
    walls: Bools
    rotation: Rotation

    def on_image(self, points: Floats) -> Longs:
        """The pixels of the image at points of the sheet, `[..., 2]`."""
        return np.round(self.points_at(points)).astype(np.int64)

    def points_at(self, points: Floats) -> Floats:
        """The same in fractions of a pixel; (0, 0) is the centre of the first pixel."""
        return self.rotation.to_image(np.array(self.origin) + points * self.scale - 0.5)

    def on_sheet(self, pixel: Position) -> Floats:
        """The point of the sheet at a pixel."""
        place: Floats = self.rotation.to_upright(np.array(pixel, np.float64)) + 0.5 - np.array(self.origin)
        return place / self.scale

    def wall_share(self, walls: Floats) -> Floats:
        """The share of each wall, `[count, points, 2]`, that is visible in the image."""
        points = points_along(walls, ALONG)
        seen = self.seen(points)
        if self.wall <= 2:  # a thin wall may lie a pixel beside its place
            aside = normals_along(walls, ALONG) / self.scale
            seen = seen | self.seen(points + aside) | self.seen(points - aside)
        share: Floats = seen.mean(axis=1)
        return share

    def seen(self, points: Floats) -> Bools:
        """Whether there is wall at points of the sheet, `[..., 2]`."""
        return is_set(self.walls, np.floor(np.array(self.origin) + points * self.scale).astype(np.int64))

    def misfit(self, sketch: Sketch) -> float:
        """The share of ambiguous edges; a wall inside a cell counts half. It is 1 if that is too many, or few stand."""
        blocked = np.count_nonzero(self.seen(sketch.inner)) / 2
        if blocked >= LIKELY * len(sketch.inner):
            return 1  # whatever the walls are
        share = self.wall_share(sketch.walls)
        unsure = np.count_nonzero((share > 0.3) & (share < 0.7)) + blocked
        return unsure / len(share) if (share > 0.5).mean() > 0.1 else 1


@dataclass
class FittedLayout(Placed):
    """The cells of a layout whose sheet is placed over an image."""

    cells: Arrangement
    #: Which edges are ambiguous; None where none is.
    unsure: Bools | None = None

    @cached_property
    def opens(self) -> Bytes:
        """For every edge 1 if it is open, 0 if a wall stands there."""
        share = self.wall_share(self.cells.walls_of(np.arange(len(self.cells.targets))))
        return (share + share[self.cells.twins] < 1).astype(np.uint8)

    @cached_property
    def gaps(self) -> Bools:
        """Which outer walls are missing."""
        return self.wall_share(self.cells.outer_walls()) < 0.5

    def stray_share(self) -> float:
        """The share of wall pixels that do not belong to a standing wall."""
        return float(np.count_nonzero(self.walls & ~self.covered())) / max(1, int(np.count_nonzero(self.walls)))

    def covered(self) -> Bools:
        """The pixels that the standing walls would cover, and those beside them."""
        closed = np.flatnonzero(self.opens == 0)
        standing = [self.cells.walls_of(closed[closed < self.cells.twins[closed]])]
        standing.append(self.cells.outer_walls()[~self.gaps])
        height, width = self.walls.shape
        reach = self.wall // 2 + 1
        covered = np.zeros((height + 2 * reach, width + 2 * reach), np.bool_)
        for walls in standing:
            points = dense_points(walls, int(np.ceil(longest_leg(walls) * self.scale)) + 1).reshape(-1, 2)
            x, y = np.moveaxis(np.array(self.origin) + points * self.scale, -1, 0).astype(np.int64)
            covered[y.clip(0, height - 1) + reach, x.clip(0, width - 1) + reach] = True
        for shifted in (covered, covered.T):  # as thick as walls: down, then across
            whole = shifted.copy()
            for step in range(1, reach + 1):
                shifted[step:] |= whole[:-step]
                shifted[:-step] |= whole[step:]
        return covered[reach:-reach, reach:-reach]

    def checked(self, ink: Bytes | None) -> "FittedLayout | None":
        """The layout, checked against the ink, if given; None if many edges are unsure, or much wall is elsewhere."""
        found, unsure = self, self._blocked()
        if ink is not None:
            classes = best_classification(self._crossing_ink(ink), self.wall)
            if classes is None or (~classes.sure).mean() > FITTING:
                return None
            found = replace(self)
            found.__dict__["opens"] = (~classes.walls).astype(np.uint8)
            unsure = found._blocked() | ~classes.sure
            found.opens[unsure & self.lined()] = 0  # unsure but visible: a wall
        elif self.misfit(sketched(self.cells)) > FITTING:
            return None
        found.unsure = unsure if unsure.any() else None
        return found if found.stray_share() < FITTING else None

    def lined(self, least: float = PLAIN) -> Bools:
        """The edges with a line all along their walls."""
        share = self.wall_share(self.cells.walls_of(np.arange(len(self.cells.targets))))
        return np.minimum(share, share[self.cells.twins]) > least

    def _blocked(self) -> Bools:
        """The open edges that have wall pixels between the centre of a cell and the middle of the edge."""
        edges = np.flatnonzero(self.opens)
        centres, ends = self.cells.centres(self.cells.sources[edges]), middles(self.cells.walls_of(edges))
        blocked = np.zeros(len(self.opens), np.bool_)
        for share in np.linspace(0.2, 1, max(2, int(self.scale / 2))):
            blocked[edges] |= self.seen(centres * (1 - share) + ends * share)
        return blocked | blocked[self.cells.twins]

    def _crossing_ink(self, ink: Bytes) -> Callable[[Reach], Crossings]:
        """The ink across the wall of every edge, within some reach."""
        cells = self.cells
        walls = cells.walls_of(np.arange(len(cells.targets)))
        centre, side = middles(walls), (walls[:, -1] - walls[:, 0]) / 2
        normal = normals_along(walls[:, [0, -1]], np.zeros(1))[:, 0]
        far = [(cells.centres(which) - centre) for which in (cells.sources, cells.targets)]
        start, end = (centre + normal * (offset * normal).sum(axis=1)[:, None] * 0.8 for offset in far)
        at = self.points_at(centre)
        return crossing_ink(ink, self.points_at(start), self.points_at(end), self.points_at(centre + side) - at)

    def path_length(self, start: Position, goal: Position, closed: bool) -> int | None:
        """The number of cells on a path between two pixels, with unsure edges closed or open; None without one."""
        passages = self._passages(start, goal)
        if self.unsure is not None:
            near = np.isin(self.cells.sources, passages.ends) | np.isin(self.cells.targets, passages.ends)
            # A mark makes edges at the ends unsure; but it is not a line along a wall.
            known = ~self.unsure | (near & (self.lined() | ~self.lined(1 - PLAIN)))
            passages = passages.with_opens(np.where(known, self.opens, np.uint8(not closed)))
        path = shortest_path(passages.graph)
        return None if path is None else len(path)

    # --- verification

    def standing(self) -> Floats:
        """The walls between cells that certainly stand, as points of the image."""
        closed = (self.opens == 0) & (self.cells.sources < self.cells.targets)
        sure = closed if self.unsure is None else closed & ~self.unsure
        return self.points_at(self.cells.walls_of(np.flatnonzero(sure)))

    def missing(self) -> Floats:
        """The missing walls of the outline."""
        return self.points_at(self.cells.outer_walls()[self.gaps])

    def path_walls(self, start: Position, goal: Position) -> Floats:
        """The places of the walls that a path between two pixels passes."""
        path = shortest_path(self._passages(start, goal).graph)
        assert path is not None
        return self.points_at(self.cells.walls_of(path_edges(self.cells, self.opens, path)))

    def _passages(self, start: Position, goal: Position) -> Passages:
        """The passages, with the cells at two pixels as start and goal."""
        return Passages(self.cells, self.opens, self.cell_at(start), self.cell_at(goal))

    def structure(self, start: Position, goal: Position) -> Grid | Passages:
        """The same, as a grid if the cells are a plain rectangle."""
        return walls_between(self.cells, self.opens, *self._passages(start, goal).ends)

    def path_pixels(self, states: Sequence[Any]) -> Longs:
        """The pixels along a path, through the middle of cells and passages."""
        passages = Passages(self.cells, self.opens, 0, 0)
        [line] = path_lines(passages, passages.numbers(states))
        return self.on_image(np.array(line))

    def cell_middle(self, pixel: Position) -> Position:
        """The pixel in the middle of the cell nearest to a pixel."""
        return self.middles_of([self.cell_at(pixel)])[0]

    # --- what lies inside

    def masked(self) -> "FittedLayout | None":
        """The layout without the cells outside the outline; None if hardly any are left."""
        pieces = self.cells.joined(self.opens)
        outside = np.isin(pieces, pieces[self.cells.rim()[0][self.gaps]])  # reachable from outside the sheet
        if not outside.any() or (outside.mean() > 0.9 and self.gaps.mean() <= 0.2):
            return self  # all cells are reachable from outside through the openings
        if outside.mean() > 0.9:
            return None
        return replace(self, cells=self.cells.only(~outside), unsure=None)

    def openings(self) -> list[Position]:
        """The pixel in the middle of each gap in the outline, in reading order; adjoining gaps are one."""
        numbers = np.flatnonzero(self.gaps)
        walls = self.cells.outer_walls()[numbers]
        ends = np.round(walls[:, [0, -1]] * 1000).astype(np.int64)
        groups: list[list[int]] = []
        for number in range(min(len(numbers), 1000)):
            shared = (ends[:, :, None] == ends[number]).all(axis=-1).any(axis=(1, 2))  # an end
            touching = [group for group in groups if shared[group].any()]
            groups = [group for group in groups if group not in touching]
            groups.append([number, *(other for group in touching for other in group)])
        chosen = [sorted(group)[len(group) // 2] for group in groups]
        pixels = [Position(x, y) for x, y in self.on_image(walls[chosen].mean(axis=1)).tolist()]
        return sorted(pixels, key=lambda pixel: (pixel.y, pixel.x))

    # --- cells and pixels

    def cell_at(self, pixel: Position) -> int:
        """The cell whose centre is nearest to a pixel."""
        return int(np.argmin(((self.cells.centres() - self.on_sheet(pixel)) ** 2).sum(axis=1)))

    def distance_to_cells(self, pixel: Position) -> float:
        """The approximate distance in pixels of a pixel from the cells; 0 in a cell or opening."""
        here = self.on_sheet(pixel)
        beyond = float(np.hypot(*(here - self.cells.centres()[self.cell_at(pixel)]))) - 0.9  # as far as a cell reaches
        return 0 if beyond < 0 and not self.seen(here) else max(0.5, beyond * self.scale)

    def middles_of(self, cells: list[int]) -> list[Position]:
        """The pixels in the middle of cells."""
        return [Position(x, y) for x, y in self.on_image(self.cells.centres(np.array(cells, np.int32))).tolist()]

    def points(self) -> CellPoints:
        """Where to look for marks."""
        offsets, targets = self.cells.offsets, self.cells.targets

        def around(offsets: Floats) -> Callable[[Longs], Longs]:
            return lambda cells: self.on_image(self.cells.centres(cells.astype(np.int32))[:, None] + offsets)

        def corners(cells: Longs) -> Longs:
            edges = np.minimum(offsets[cells][:, None] + np.arange(3), offsets[cells + 1][:, None] - 1)
            ends = self.cells.walls_of(edges.reshape(-1))[:, [0, -1]].reshape(len(cells), -1, 2)
            centres = self.cells.centres(cells.astype(np.int32))[:, None]
            return self.on_image(centres + (ends - centres) * CORNER)

        def beside(cell: int) -> Iterable[int]:
            edges = slice(int(offsets[cell]), int(offsets[cell + 1]))
            return [int(t) for t, is_open in zip(targets[edges], self.opens[edges], strict=True) if is_open]

        def between(cell: int, other: int) -> Longs:
            edges = np.arange(offsets[cell], offsets[cell + 1])
            wall = self.cells.walls_of(edges[targets[edges] == other][:1])
            return self.on_image(middles(wall)[0])

        area = (0.24 * self.scale) ** 2
        return CellPoints(len(self.cells), around(MIDDLE), around(0.2 * CIRCLE), corners, beside, between, area)
