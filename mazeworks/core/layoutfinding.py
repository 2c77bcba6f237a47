"""Which flat layout the cells of an image are, found by trying: layouts, sizes, and parts of their sheets."""

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mazeworks.core import ridged
from mazeworks.core.arrangement import NOTHING, Arrangement, Bytes, Ints, arrange
from mazeworks.core.errors import MazeError
from mazeworks.core.fitting import FITTING, MOST_CELLS, Fitted
from mazeworks.core.ink import FULL
from mazeworks.core.scan import extent, run_lengths, usual_widths
from mazeworks.core.turning import Turn

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
#: The fewest cells along a side, and the fewest pixels that a cell is looked for with.
FEWEST, SMALLEST = 2, 6
#: The share of edges that may be unsure at a first look, or where walls are blurred.
LIKELY, BLURRED = 0.2, 0.1
#: The side of a small sheet, an even one: two cells on, every layout looks the same again.
SMALL = 6
#: The most layouts that are held against an image.
MOST_TRIED = 10
#: Left, top, right and bottom, on the sheet of a layout.
Frame = tuple[float, float, float, float]
Frames = Callable[[str, tuple[int, int], float], Iterator[tuple[Arrangement, Frame]]]


def find_layout(walls: Bools, ink: Bytes | None = None, turn: Turn | None = None) -> Fitted | None:
    """The layout whose walls are those of an image, set upright, and whose ink is that of the image; or None."""
    best = FITTING if ink is None else BLURRED
    return _find(
        walls,
        walls,
        turn or Turn(),
        lambda found: found.misfit(50) < LIKELY and found.misfit(400) < best,
        lambda found: _masked_and_proved(found, ink),
    )


def _masked_and_proved(found: Fitted, ink: Bytes | None) -> Fitted | None:
    inner = found.masked()
    proved = inner.proved(ink) if inner is not None else None
    return None if proved is None or ridged.too_fine(proved) else proved


def find_ridged(ink: Bytes) -> Fitted | None:
    """The layout whose walls stand out from the ink on both of their sides; or None."""
    return _find(
        ink > FULL // 2,
        ridged.dark(ink),
        Turn(),
        lambda found: ridged.doubt(found, ink, 50) < LIKELY and ridged.doubt(found, ink, 400) < BLURRED,
        lambda found: ridged.proved(found, ink),
    )


def _find(
    walls: Bools, dark: Bools, turn: Turn, likely: Callable[[Fitted], bool], proved: Callable[[Fitted], Fitted | None]
) -> Fitted | None:
    """The layout that fills the outline of walls, if it seems likely and is proved by what is dark."""
    box = extent(walls)
    wall, _ = usual_widths(walls)
    if box is None or wall < 1 or min(box[2] - box[0], box[3] - box[1]) < 12 or not dark.any():
        return None
    left, top, right, bottom = box
    runs = np.cumsum(run_lengths(dark)[1])
    about = int(np.searchsorted(runs, runs[-1] / 2)) + wall
    sides = right - left - wall, bottom - top - wall
    for frames in (_whole_sheets, _parts_of_sheets):
        tried: list[tuple[int, int, Fitted]] = []  # the fewest cells first: finer ones fit just as well
        for cells, frame in _frames(frames, sides, about):
            scale = sides[0] / (frame[2] - frame[0])
            origin = left + wall / 2 - frame[0] * scale, top + wall / 2 - frame[1] * scale
            found = Fitted(cells, scale, origin, wall, dark, turn)
            if likely(found):
                tried.append((len(cells), len(tried), found))
        for _, _, found in sorted(tried)[:MOST_TRIED]:
            best = proved(found)
            if best is not None:
                return best
    return None


def _frames(frames: Frames, sides: tuple[int, int], about: float) -> Iterator[tuple[Arrangement, Frame]]:
    """Layouts with the part of the sheet that may fill a box of these sides, cells being about so large."""
    from mazeworks.core.registry import layouts

    for entry in layouts.values():
        if entry.flat and not entry.chance and entry.parameter is None:
            yield from frames(entry.name, sides, about)


@cache
def _even(layout: str) -> bool:
    """Whether the sheet grows with either side by itself, and cells are alike everywhere."""
    (x, y), (wider, same), (other, taller) = (arrange(layout, *size).plan.sheet for size in ((4, 4), (6, 4), (4, 6)))
    return wider > x and same == y and other == x and taller > y


@cache
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
            cells = None
            for frame in _inner_frames(layout, width + 2, height + 2):
                left, top, right, bottom = frame
                alike = (left % (2 * across), top % (2 * down), right - left, bottom - top)
                key = tuple(round(number, 3) for number in alike)
                if key in seen or not _as_wide(sides, frame):
                    continue
                seen.add(key)
                cells = cells or _arranged(layout, width + 2, height + 2)
                if cells is not None:
                    yield cells, frame


def _inner_frames(layout: str, width: int, height: int) -> Iterator[Frame]:
    """The frames from where one of the first cells begins to where one of the last ends."""
    small = SMALL + width % 2, SMALL + height % 2
    across, down, *_ = _growth(layout)
    wider, taller = (width - small[0]) * across, (height - small[1]) * down
    left, top, right, bottom = _inner_edges(layout, *small)
    for x in left:
        for y in top:
            for end in right:
                yield from ((x, y, end + wider, low + taller) for low in bottom)


@cache
def _inner_edges(layout: str, width: int, height: int) -> tuple[list[float], ...]:
    """Where the first cells begin, across and down, and where the last ones end."""
    cells = _arranged(layout, width, height)
    if cells is None:
        return [], [], [], []
    last = cells.places.max(axis=0)
    near = np.flatnonzero(((cells.places <= 1) | (cells.places >= last - 2)).all(axis=1)).astype(np.int32)
    boxes = np.round(_cell_boxes(cells, near), 6)
    places = cells.places[near]
    first = [sorted(set(boxes[places[:, axis] <= 1, axis].tolist())) for axis in (0, 1)]
    ends = [sorted(set(boxes[places[:, axis] >= last[axis] - 2, 2 + axis].tolist())) for axis in (0, 1)]
    return first[0], first[1], ends[0], ends[1]


def _cell_boxes(cells: Arrangement, which: Ints) -> Floats:
    """Left, top, right and bottom of some cells, `[count, 4]`."""
    sides = cells.plan.neighbours.shape[1]
    walls = cells.plan.walls(np.repeat(which, sides), np.tile(np.arange(sides, dtype=np.int32), len(which)))
    walls = walls.reshape(len(which), sides, -1, 2)
    walls[cells.plan.neighbours[which] == NOTHING] = np.nan
    return np.concatenate([np.nanmin(walls, axis=(1, 2)), np.nanmax(walls, axis=(1, 2))], axis=1)
