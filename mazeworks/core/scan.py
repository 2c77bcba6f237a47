"""What a maze in an image looks like: which pixels are wall, where the cells lie, where its outline is open."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.images import Pixels

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.floating[Any]]

#: Lines of pixels that are looked at to learn how thick walls and ways are.
SAMPLED = 100
#: The most cells that a lattice is looked for with.
MOST_CELLS = 1 << 24


def threshold(counts: NDArray[np.int64]) -> int:
    """The grey that parts dark from light: where the two sides differ most (Otsu, 1979)."""
    present = np.flatnonzero(counts)
    if len(present) <= 2:
        return int(present.mean()) + 1
    weights = np.cumsum(counts) / counts.sum()
    means = np.cumsum(counts * np.arange(256)) / counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (means[-1] * weights - means) ** 2 / (weights * (1 - weights))
    best = np.nan_to_num(between)
    # All greys between two clusters part them as well; the middle one has room on both sides.
    return int(np.flatnonzero(best >= best.max() * (1 - 1e-9)).mean()) + 1


def dark_pixels(pixels: Pixels) -> Bools:
    """Which pixels are dark; marks in colours among walls without any are not counted."""
    dark = pixels.grey < threshold(pixels.histogram)
    chroma = pixels.chroma
    if chroma is not None and dark.any():
        some = dark[:: max(1, dark.shape[0] // 500), :: max(1, dark.shape[1] // 500)]
        of_walls = chroma[:: max(1, dark.shape[0] // 500), :: max(1, dark.shape[1] // 500)][some]
        if of_walls.size and np.median(of_walls) < 40:
            dark &= chroma < 90
    return dark


def ink(pixels: Pixels, walls: Bools) -> Bools:
    """Which pixels are not of the colour that the paper between walls has."""
    marked = walls.copy()
    for measure, apart in ((pixels.grey, 40), (pixels.chroma, 60)):
        if measure is not None:
            paper = int(np.bincount(measure[~walls], minlength=1).argmax())
            marked |= np.abs(measure.astype(np.int16) - paper) > apart
    return marked


def without_specks(walls: Bools) -> Bools:
    """The same with every pixel turned over that differs from all eight around it."""
    around = np.zeros(walls.shape, np.uint8)
    padded = np.pad(walls, 1, mode="edge").view(np.uint8)
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            if (dy, dx) != (1, 1):
                around += padded[dy : dy + walls.shape[0], dx : dx + walls.shape[1]]
    mended: Bools = (walls & (around > 0)) | (around == 8)
    return mended


def run_lengths(walls: Bools) -> list[NDArray[np.int64]]:
    """How many runs of wall, and of way, there are of each length, along some rows and columns."""
    found: tuple[list[NDArray[np.int64]], ...] = ([], [])
    for lines in (walls, walls.T):
        for line in lines[:: max(1, len(lines) // SAMPLED)]:
            turns = np.flatnonzero(np.diff(line.view(np.int8)))
            lengths = np.diff(turns)  # runs cut off by the edge do not count
            for shift in (0, 1):
                found[shift ^ int(line[0])].append(lengths[shift::2])
    return [np.bincount(np.concatenate([*lengths, np.zeros(0, np.int64)]), minlength=1) for lengths in found]


def usual_widths(walls: Bools) -> tuple[int, int]:
    """How many pixels a wall and a way are across, most often; 0 where there are none."""
    wall, way = (int(counts.argmax()) for counts in run_lengths(walls))
    return wall, way


def possible_ways(counts: NDArray[np.int64]) -> list[int]:
    """Widths that ways may have, the narrowest first: runs along a hall are longer, but crossing it is common."""
    near = np.convolve(counts, [1, 1, 1], "same")
    common = np.flatnonzero(
        (counts == np.maximum.reduce([counts, np.roll(counts, 1), np.roll(counts, -1)])) & (near > 0)
    )
    return [int(width) for width in common if width >= 2 and near[width] >= 0.08 * counts.sum()][:6]


def extent(walls: Bools, share: float = 0) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom (not included) of the rows and columns with walls in them.

    With a share, those with at least that much of what the fullest row or column has.
    """
    sides = []
    for axis in (0, 1):
        counts = walls.sum(axis=axis, dtype=np.int64) if share else walls.any(axis=axis)
        full = np.flatnonzero(counts >= max(1, share * counts.max(initial=0)))
        if not len(full):
            return None
        sides.append((int(full[0]), int(full[-1]) + 1))
    (left, right), (top, bottom) = sides
    return left, top, right, bottom


class Sums:
    """The share of true pixels in many rectangles at once, by sums over all rectangles from the corner."""

    def __init__(self, mask: Bools) -> None:
        self.height, self.width = mask.shape
        self.table = np.zeros((self.height + 1, self.width + 1), np.int32)
        np.cumsum(mask, axis=0, dtype=np.int32, out=self.table[1:, 1:])
        np.cumsum(self.table[1:, 1:], axis=1, out=self.table[1:, 1:])

    def share(self, left: Floats, top: Floats, wide: float, high: float) -> Floats:
        """Of the rectangles at every `left` and every `top`, `[top, left]`."""
        x0 = np.clip(np.round(left), 0, self.width - 1).astype(np.int64)
        y0 = np.clip(np.round(top), 0, self.height - 1).astype(np.int64)
        x1 = np.clip(np.round(left + wide), x0 + 1, self.width).astype(np.int64)
        y1 = np.clip(np.round(top + high), y0 + 1, self.height).astype(np.int64)
        total = self.table[np.ix_(y1, x1)] - self.table[np.ix_(y0, x1)]
        total = total - self.table[np.ix_(y1, x0)] + self.table[np.ix_(y0, x0)]
        return total / ((y1 - y0)[:, None] * (x1 - x0)[None])


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

    @property
    def size(self) -> tuple[int, int]:
        """Cells across and down."""
        return self.across.shape[1], self.down.shape[0]

    @property
    def way(self) -> float:
        """How wide the ways are."""
        return min(self.pitch) - self.wall

    def cell_at(self, pixel: Position) -> Position:
        """The cell in which a pixel lies; outside the outline, the nearest."""
        (width, height), (across, down) = self.size, self.pitch
        x = int((pixel.x - self.left - self.wall / 2) // across)
        y = int((pixel.y - self.top - self.wall / 2) // down)
        return Position(min(max(x, 0), width - 1), min(max(y, 0), height - 1))

    def middle(self, places: NDArray[np.int32]) -> NDArray[np.int64]:
        """The pixels in the middle of cells, `[number, 2]`."""
        corner = np.array([self.left, self.top]) + (self.wall - 1) / 2
        middles: NDArray[np.int64] = np.round(corner + (places + 0.5) * np.array(self.pitch)).astype(np.int64)
        return middles

    def openings(self) -> list[tuple[Position, Position]]:
        """Each gap in the outline: its cell, and the pixel in the middle of the gap, in reading order."""
        (width, height), found = self.size, []
        sides = (
            (~self.across[0], lambda n: (n, 0), (0, -1)),
            (~self.across[-1], lambda n: (n, height - 1), (0, 1)),
            (~self.down[:, 0], lambda n: (0, n), (-1, 0)),
            (~self.down[:, -1], lambda n: (width - 1, n), (1, 0)),
        )
        for gaps, place, step in sides:
            for first, last in _runs(gaps):
                cell = Position(*place((first + last) // 2))
                x, y = self.middle(np.array([cell], np.int32))[0].tolist()
                edge = Position(x + round(step[0] * self.pitch[0] / 2), y + round(step[1] * self.pitch[1] / 2))
                found.append((cell, edge))
        return sorted(found, key=lambda pair: (pair[0].y, pair[0].x))

    def marked(self, inked: Sums) -> list[Position]:
        """The cells with something drawn in them, that with the most ink first."""
        (across, down), (width, height) = self.pitch, self.size
        inset, side = self.wall + self.way * 0.2, self.way * 0.6
        left = self.left + np.arange(width) * across + inset
        shares = inked.share(left, self.top + np.arange(height) * down + inset, side, side)
        found = [Position(int(x), int(y)) for y, x in np.argwhere(shares > 0.12)[:1000]]
        return sorted(found, key=lambda cell: -shares[cell.y, cell.x])


def _runs(flags: Bools) -> Iterator[tuple[int, int]]:
    """The first and last index of each unbroken run of true values."""
    turns = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    for first, last in zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True):
        yield first, last - 1


def find_lattice(walls: Bools) -> Lattice | None:
    """The cells of a maze drawn with even walls at an even pitch, or None."""
    walls_across, ways_across = run_lengths(walls)
    wall, box = int(walls_across.argmax()), extent(walls, share=0.5)
    if box is None or wall < 1:
        return None
    sums = Sums(walls)
    for way in possible_ways(ways_across):
        for width, height in _sizes(box, wall, way):
            lattice = _fitted(sums, box, wall, width, height)
            if lattice is not None:
                return lattice
    return None


def _sizes(box: tuple[int, int, int, int], wall: int, way: int) -> Iterator[tuple[int, int]]:
    """Cells across and down that may fit in a box, the likeliest first."""
    counts = []
    for side in (box[2] - box[0], box[3] - box[1]):
        about = round((side - wall) / (wall + way))
        counts.append([n for n in (about, about - 1, about + 1) if n >= 2 and (side - wall) / n - wall >= 2])
    for width in counts[0]:
        yield from ((width, height) for height in counts[1] if width * height <= MOST_CELLS)


def _fitted(sums: Sums, box: tuple[int, int, int, int], wall: int, width: int, height: int) -> Lattice | None:
    """A lattice of so many cells, if the image agrees: edges plainly wall or not, and nothing inside cells."""
    left, top, right, bottom = box
    across, down = (right - left - wall) / width, (bottom - top - wall) / height
    x, y = left + np.arange(width + 1) * across, top + np.arange(height + 1) * down
    ways = across - wall, down - wall
    quarter_x, quarter_y = wall + ways[0] / 4, wall + ways[1] / 4
    upright = sums.share(x, y[:-1] + quarter_y, wall, ways[1] / 2)
    level = sums.share(x[:-1] + quarter_x, y, ways[0] / 2, wall)
    inside = sums.share(x[:-1] + quarter_x, y[:-1] + quarter_y, ways[0] / 2, ways[1] / 2)
    shares = np.concatenate([upright.reshape(-1), level.reshape(-1)])
    unsure = np.count_nonzero((shares > 0.3) & (shares < 0.7))
    outline = np.concatenate([upright[:, 0], upright[:, -1], level[0], level[-1]])
    blocked = np.count_nonzero(inside > 0.3)
    if unsure > 0.02 * len(shares) or (outline > 0.5).mean() < 0.8 or blocked > 2 + 0.02 * inside.size:
        return None
    return Lattice(left, top, (across, down), wall, upright > 0.5, level > 0.5)
