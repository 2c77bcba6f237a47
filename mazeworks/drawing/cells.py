"""Pictures of mazes on any layout: a scene of joined walls, how it is carved, and a sketch in Braille dots."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import NOTHING, Arrangement, Bytes, Floats, Ints
from mazeworks.cells.passages import Passages
from mazeworks.core.memory import afford
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Solution
from mazeworks.drawing.board import Board
from mazeworks.drawing.scene import Line, Outline, Point, Scene, Timed, mark_goal, mark_start
from mazeworks.drawing.sketch import Sketch
from mazeworks.drawing.strokes import BAND, NEAR, Lines, Longs, Pieces, Strokes, Walls, ranges

#: The bytes that a drawing takes for each edge, or each where walls make halls; and a sketch for each square.
EDGE, HALL, SKETCH = 60, 140, 260
#: The parts of halls in the order of `StandingWalls`, between the walls across their mouths and the outer ones.
LEFT, RIGHT = 1, 2
#: Greater than the number of every pair of cells.
BEYOND = np.iinfo(np.int64).max


class CellsBoard(Board[Any]):
    """A maze whose structure is `Passages`; its sketch is drawn in Braille dots."""

    def __init__(self, puzzle: Any) -> None:
        super().__init__(puzzle)
        self.passages: Passages = puzzle.structure
        self.cells: Arrangement = self.passages.cells

    def _path(self, solution: Solution[Any] | None) -> Iterator[list[Point]]:
        return path_lines(self.passages, None if solution is None else self.passages.numbers(solution.states))

    def scene(self, solution: Solution[Any] | None = None) -> Scene:
        """Walls, start and goal, and the path."""
        cells, passages = self.cells, self.passages
        self._afford()
        scene = Scene(*cells.plan.sheet, f"A maze of {len(cells)} cells, {cells.layout}")
        for points in self._path(solution):
            scene.line(points, "path")
        mark_start(scene, self.spot(passages.start), 0.5)
        mark_goal(scene, self.spot(passages.goal), 0.58)
        edges = np.flatnonzero(passages.opens)
        scene.shapes += [line for marks in (stair_shapes, seam_lines) for _, line in marks(cells, edges)]
        scene.shapes.append(self._strokes())
        return scene

    def _strokes(self) -> Any:
        """The strokes of all walls, kept because it takes a while to join them."""
        if self.passages.drawn is None:
            self.passages.drawn = Strokes(standing_walls(self.cells, self.passages.opens))
        return self.passages.drawn

    def _afford(self, per_square: int = 0) -> None:
        """Refuse a drawing for which memory is too small: its walls, and this many bytes per square of the sheet."""
        cells, (width, height) = self.cells, self.cells.plan.sheet
        needed = len(cells.targets) * (HALL if cells.plan.inset else EDGE) + int(width * height) * per_square
        afford(needed, f"the walls of {len(cells)} cells", "draw a smaller maze")

    def sketch(self, solution: Solution[Any] | None = None) -> Sketch:
        """The walls in Braille dots, S and E at the ends, and the path as bullets."""
        cells, passages = self.cells, self.passages
        self._afford(SKETCH)
        sketch = dotted(standing_walls(cells, passages.opens), cells.plan.sheet)
        for line in self._path(solution):
            x, y = sampled(np.array([line[:-1], line[1:]]).transpose(1, 0, 2))
            sketch.chars[y // 4, x // 2] = ord("•")
        sketch.colour(sketch.chars == ord("•"), "path")
        for _, centre, up in stairs(cells, np.flatnonzero(passages.opens)):
            column, row = _character(centre)
            sketch.put(column + (1 if up else -1), row, "▲" if up else "▼", "blue" if up else "yellow")
        sketch.put(*self.square_of(passages.start), "S", "start")
        sketch.put(*self.square_of(passages.goal), "E", "goal")
        return sketch

    def spot(self, state: Any) -> Point:
        return _point(self.cells.centres(np.array([self.cells.find(state)], np.int32))[0])

    def square_of(self, state: Any) -> tuple[int, int]:
        return _character(self.spot(state))

    def outlines(self, states: Sequence[Any]) -> Iterator[Sequence[Outline]]:
        areas, owners = self.patches(states)
        found = map(tuple, areas)
        for count in np.bincount(owners, minlength=len(states)).tolist():
            yield [next(found) for _ in range(count)]

    def patches(self, states: Sequence[Any] | None = None) -> tuple[Pieces, NDArray[np.integer[Any]]]:
        cells = self.cells
        if cells.plan.inset:
            owners, points = hall_areas(cells, self.passages.opens)
        else:
            owners, points = np.arange(len(cells), dtype=np.int32), partial(cell_areas, cells, cells.sides)
        if states is None:
            return Pieces(np.arange(len(owners)), points, "seen"), owners
        numbers = self.passages.numbers(states).astype(np.int32)
        firsts = np.searchsorted(owners, numbers)
        counts = np.searchsorted(owners, numbers, "right") - firsts
        return Pieces(ranges(firsts, counts), points, "seen"), np.repeat(np.arange(len(numbers)), counts)

    def track(self, states: Sequence[Any]) -> list[list[Point]]:
        return list(path_lines(self.passages, self.passages.numbers(states)))

    def heading(self, state: Any, move: Any, following: Any) -> Point | None:
        return None if move in self.cells.plan.aside else super().heading(state, move, following)

    def carved(self, carving: Longs) -> Iterator[Timed]:
        """Solid cells until a passage leads into them, walls until a passage opens them, and the marks of passages."""
        cells, opens = self.cells, self.passages.opens
        when, opened = opening_times(cells, opens, carving), opens == 1
        reached = np.full(len(cells), len(carving) + 1, np.int32)
        np.minimum.at(reached, cells.sources[opened], when[opened])
        shown = np.flatnonzero(~cells.hidden)
        yield Timed(Pieces(shown, partial(cell_areas, cells, cells.sides), "wall"), 0, reached[shown])
        walls = _hall_walls if cells.plan.inset else _plain_walls
        yield from walls(cells, opens, when, self._strokes())
        for marks in (seam_lines, stair_shapes):
            for edge, line in marks(cells, np.flatnonzero(opens)):
                yield Timed(line, int(when[edge]))


class StandingWalls:
    """Walls by number: the cell, the side, and which part of a hall each is; points are made when asked for."""

    def __init__(self, cells: Arrangement, *parts: tuple[NDArray[Any], NDArray[Any]]) -> None:
        self.cells = cells
        self.owners = np.concatenate([owners for owners, _ in parts], dtype=np.int32)
        self.sides = np.concatenate([sides.astype(np.uint8, copy=False) for _, sides in parts])
        self.parts = np.repeat(np.arange(len(parts), dtype=np.uint8), [len(owners) for owners, _ in parts])

    def __len__(self) -> int:
        return len(self.owners)

    def __getitem__(self, numbers: Any) -> Floats:
        owners, sides = self.owners[numbers], self.sides[numbers].astype(np.int32)
        if not self.cells.plan.inset:
            return self.cells.plan.walls(self.cells.in_plan(owners), sides)
        across, left, right = hall_walls(self.cells, owners, sides)
        parts = self.parts[numbers][:, None, None]
        return np.where(parts == LEFT, left, np.where(parts == RIGHT, right, across))


def in_bands(function: Callable[[Longs], NDArray[Any]], numbers: Longs) -> NDArray[Any]:
    """What a function says of each number, a band of them at a time."""
    parts = [function(numbers[first : first + BAND]) for first in checked(range(0, len(numbers), BAND))]
    return np.concatenate([np.zeros(0, np.bool_), *parts])


def middles(walls: Floats) -> Floats:
    """The middle of each wall: its middle point, or halfway between its two middle points."""
    count = walls.shape[1]
    return (walls[:, (count - 1) // 2] + walls[:, count // 2]) / 2


def apart(cells: Arrangement, edges: Longs) -> NDArray[np.bool_]:
    """Which edges go through a seam: their wall is drawn at two places, one for each side."""

    def beyond(edges: Longs) -> NDArray[np.bool_]:
        here, there = middles(cells.walls_of(edges)), middles(cells.walls_of(cells.twins[edges]))
        return np.abs(here - there).max(axis=1, initial=0) > NEAR  # type: ignore[no-any-return]

    return np.zeros(len(edges), np.bool_) if cells.plan.reach else in_bands(beyond, edges)


def unseen(cells: Arrangement, edges: Longs) -> NDArray[np.bool_]:
    """Which edges have no wall that can be drawn: those that go up or down."""
    if cells.plan.reach:
        return np.zeros(len(edges), np.bool_)
    return in_bands(lambda edges: np.isnan(cells.walls_of(edges)[:, 0, 0]), edges)


def of_edges(cells: Arrangement, edges: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The cells and sides of edges."""
    return cells.sources[edges], cells.ways[edges]


def standing_walls(cells: Arrangement, opens: Bytes) -> StandingWalls:
    """Every wall, once; a wall at a seam on both sides of it. Walls inside cells make halls, so crossings show."""

    closed, (owners, sides) = np.flatnonzero(opens == 0), cells.rim()
    if cells.plan.inset:
        opened, shown = of_edges(cells, np.flatnonzero(opens)), ~cells.hidden[owners]
        mouths = of_edges(cells, closed[~cells.hidden[cells.sources[closed]]])
        return StandingWalls(cells, mouths, opened, opened, (owners[shown], sides[shown]))
    first = closed[closed < cells.twins[closed]]
    first = first[~unseen(cells, first)]
    both = cells.twins[first[apart(cells, first)]]
    return StandingWalls(cells, of_edges(cells, first), of_edges(cells, both), (owners, sides))


def seam_lines(cells: Arrangement, edges: Longs) -> Iterator[tuple[int, Line]]:
    """Lines where open passages leave the sheet and come back elsewhere, each with the number of its edge."""
    beyond = edges[apart(cells, edges)]
    for edge, wall in zip(beyond.tolist(), cells.walls_of(beyond).tolist(), strict=True):
        yield edge, Line(tuple((x, y) for x, y in wall), "faint", dashed=True)


def stairs(cells: Arrangement, edges: Longs) -> Iterator[tuple[int, Point, bool]]:
    """The open passages that go up or down, which have no wall to draw: edge, centre, and whether up."""
    edges = edges[unseen(cells, edges)]
    centres = cells.centres(cells.sources[edges]).tolist()
    for edge, (x, y) in zip(edges.tolist(), centres, strict=True):
        yield edge, (x, y), bool(cells.targets[edge] > cells.sources[edge])


def stair_shapes(cells: Arrangement, edges: Longs) -> Iterator[tuple[int, Line]]:
    """A small triangle, right of the middle and pointing up, or left of it and pointing down."""
    for edge, (x, y), up in stairs(cells, edges):
        side, tip = (0.22, -0.3) if up else (-0.22, 0.3)
        corners = ((x + side, y + tip), (x + side - 0.17, y), (x + side + 0.17, y), (x + side, y + tip))
        yield edge, Line(corners, "stairs:blue" if up else "stairs:orange", 0.07)


def hall_walls(cells: Arrangement, owners: Ints, sides: Ints) -> tuple[Floats, Floats, Floats]:
    """For these sides of cells the wall across the mouth of a hall, and the two along it, drawn inside the cell."""
    inset = cells.plan.inset
    walls, centres = cells.plan.walls(cells.in_plan(owners), sides), cells.centres(owners)[:, None]
    inner = centres + (walls - centres) * (1 - 2 * inset)
    along = (walls[:, 1] - walls[:, 0]) * inset
    left = np.stack([inner[:, 0], walls[:, 0] + along], axis=1)
    right = np.stack([inner[:, 1], walls[:, 1] - along], axis=1)
    return inner, left, right


# --- carving


def opening_times(cells: Arrangement, opens: Bytes, carving: Longs) -> Ints:
    """For every edge the step that opens it, from 1; 0 for a closed one, the last for one not in the carving."""

    def numbers(pairs: NDArray[Any]) -> Longs:
        return np.sort(pairs).astype(np.int64) @ (len(cells), 1)

    def step(edges: Longs) -> NDArray[Any]:
        wanted = numbers(np.stack([cells.sources[edges], cells.targets[edges]], axis=1))
        at = np.searchsorted(known, wanted)
        return np.where(known[at] == wanted, first[at] + 1, len(carving)).astype(np.int32)

    known, first = np.unique(numbers(carving), return_index=True)
    known, first = np.append(known, BEYOND), np.append(first, 0)
    times = np.zeros(len(opens), np.int32)
    times[opens == 1] = in_bands(step, np.flatnonzero(opens))
    return times


def _plain_walls(cells: Arrangement, opens: Bytes, when: Ints, strokes: Any) -> Iterator[Timed]:
    """Walls between cells; a wall at a seam on both sides of it."""
    edges = np.flatnonzero(opens)
    edges = edges[((edges < cells.twins[edges]) | apart(cells, edges)) & ~unseen(cells, edges)]
    yield Timed(Pieces.of(StandingWalls(cells, of_edges(cells, edges))), until=when[edges])
    yield Timed(strokes)


def _hall_walls(cells: Arrangement, opens: Bytes, when: Ints, strokes: Any) -> Iterator[Timed]:
    """Walls inside cells: a passage removes the wall across its mouth and adds two along it."""
    opened = np.flatnonzero(opens)
    mouths = opened[~cells.hidden[cells.sources[opened]]]
    yield Timed(Pieces.of(StandingWalls(cells, of_edges(cells, mouths))), until=when[mouths])
    since = np.zeros(len(strokes.walls), np.int32)
    for part in (LEFT, RIGHT):
        since[strokes.walls.parts == part] = when[opened]
    yield Timed(Pieces.of(strokes.walls), since)


# --- the shapes of cells


def cell_areas(cells: Arrangement, beyond: Ints, numbers: Longs) -> Lines:
    """The corners of these cells, in order around each; `beyond` is the table of their neighbours."""
    count, sides = len(numbers), beyond.shape[1]
    owners, each = np.repeat(numbers, sides), np.tile(np.arange(sides, dtype=np.int32), count)
    walls = cells.plan.walls(cells.in_plan(owners.astype(np.int32)), each)
    points = walls[:, :-1].reshape(count, sides, -1, 2)  # the last of each side is the first of the next
    there = (beyond[numbers] != NOTHING) & ~np.isnan(points[:, :, 0, 0])
    return points[there].reshape(-1, 2), np.append(0, np.cumsum(there.sum(axis=1) * points.shape[2]))


def hall_areas(cells: Arrangement, opens: Bytes) -> tuple[Ints, Callable[[Longs], Lines]]:
    """The visible shapes where walls are drawn inside cells, a square and halls: the cell of each, and its corners."""
    shown, opened = (np.flatnonzero(some).astype(np.int32) for some in (~cells.hidden, opens))
    owners = np.concatenate([shown, cells.sources[opened]])
    order = np.argsort(owners, kind="stable")
    owners, edges = owners[order], np.concatenate([np.full(len(shown), -1, np.int32), opened])[order]
    half = 0.5 - cells.plan.inset
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])

    def points(numbers: Longs) -> Lines:
        sides = cells.ways[edges[numbers]].astype(np.int32)
        _, left, right = hall_walls(cells, owners[numbers], sides)
        halls = np.stack([left[:, 0], left[:, 1], right[:, 1], right[:, 0]], axis=1)
        squares = cells.centres(owners[numbers])[:, None] + square
        found = np.where((edges[numbers] < 0)[:, None, None], squares, halls)
        return found.reshape(-1, 2), np.arange(len(numbers) + 1) * 4

    return owners, points


# --- the path


def path_edges(cells: Arrangement, opens: Bytes, path: Longs) -> Longs:
    """The open edge from each cell of a path to the next; none at all if one is missing."""
    here, there = path[:-1], path[1:]
    counts = cells.offsets[here + 1] - cells.offsets[here]
    edges, steps = ranges(cells.offsets[here], counts), np.repeat(np.arange(len(here)), counts)
    fitting = np.flatnonzero((opens[edges] == 1) & (cells.targets[edges] == there[steps]))
    taken, first = np.unique(steps[fitting], return_index=True)
    return edges[fitting[first]] if len(taken) == len(here) else edges[:0]


def path_lines(passages: Passages, path: Longs | None) -> Iterator[list[Point]]:
    """A path through centres and the middles of passages; broken where it leaves the sheet, or goes below."""
    if path is None or not len(edges := path_edges(passages.cells, passages.opens, path)):
        return
    cells = passages.cells
    centres = cells.centres(path.astype(np.int32))
    outs, ins = middles(cells.walls_of(edges)), middles(cells.walls_of(cells.twins[edges]))
    shrink = 1 - 2 * cells.plan.inset
    under = cells.hidden[path]
    line: list[Point] = [_point(centres[0])]
    for step in range(len(edges)):
        out, back, centre = outs[step], ins[step], centres[step + 1]
        if not np.isnan(out[0]):
            line.append(_point(out))
        if not np.abs(out - back).max() < NEAR:
            if len(line) > 1:
                yield line
            line = [] if np.isnan(back[0]) else [_point(back)]
        if under[step + 1] and step + 1 < len(edges):
            yield [*line, _point(centre + (back - centre) * shrink)]
            line = [_point(centre + (outs[step + 1] - centre) * shrink)]
        else:
            line.append(_point(centre))
    if len(line) > 1:
        yield line


def _point(point: Floats) -> Point:
    return float(point[0]), float(point[1])


# --- a sketch in characters

#: Braille dots per unit; a character holds two by four, so a cell is about four characters by two.
DOTS = 8
#: The bit of each dot in a Braille character, `[row, column]`.
_BITS = np.array([[1, 8], [2, 16], [4, 32], [64, 128]], np.uint8)


def _character(point: Point) -> tuple[int, int]:
    """Column and row of the character at a point."""
    return int(point[0] * DOTS) // 2, int(point[1] * DOTS) // 4


def dotted(walls: Walls, sheet: tuple[float, float]) -> Sketch:
    """Walls in Braille dots."""
    width, height = (int(np.ceil(n * DOTS)) + 1 for n in sheet)
    columns, rows = -(-width // 2), -(-height // 4)
    dots = np.zeros((rows * 4, columns * 2), np.bool_)
    for first in checked(range(0, len(walls), BAND)):
        points = walls[np.arange(first, min(first + BAND, len(walls)))]
        for part in range(points.shape[1] - 1):
            x, y = sampled(points[:, part : part + 2])
            dots[y, x] = True
    chars = (dots.reshape(rows, 4, columns, 2) * _BITS[None, :, None, :]).sum(axis=(1, 3)).astype(np.uint32)
    return Sketch(np.where(chars > 0, 0x2800 + chars, ord(" ")).astype(np.uint32))


def sampled(pairs: Floats) -> tuple[Longs, Longs]:
    """The dots on straight strokes, `[count, 2 ends, 2]`."""
    ends = np.round(pairs * DOTS)
    most = int(np.abs(ends[:, 1] - ends[:, 0]).max(initial=1)) + 1
    parts = np.linspace(0, 1, most)[None, :, None]
    dots = np.floor(ends[:, :1] * (1 - parts) + ends[:, 1:] * parts + 0.5).astype(np.int64)
    return np.maximum(dots[..., 0].ravel(), 0), np.maximum(dots[..., 1].ravel(), 0)
