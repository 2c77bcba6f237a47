"""The search for the flat layout whose cells an image shows: layouts, sizes, and parts of their sheets."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache

import numpy as np

from mazeworks.cells.arrangement import NOTHING, Arrangement, arrange
from mazeworks.core.errors import MazeError
from mazeworks.core.progress import report
from mazeworks.vision import ridges
from mazeworks.vision.arrays import Bools, Bytes, Floats, Ints
from mazeworks.vision.deskew import Rotation
from mazeworks.vision.ink import FULL
from mazeworks.vision.layout_fit import ALONG, FITTING, LIKELY, MOST_CELLS, FittedLayout, Placed, Sketch, sketched
from mazeworks.vision.polyline import is_set, normals_along, points_along
from mazeworks.vision.run_lengths import extent, run_lengths, usual_widths

#: The fewest cells along a side, and the fewest pixels of a cell.
FEWEST, SMALLEST = 2, 6
#: The largest share of unsure edges where walls are blurred.
BLURRED = 0.1
#: The side of a small sheet, an even one: every layout repeats after two cells.
SMALL = 6
#: Left, top, right and bottom on the sheet of a layout.
Frame = tuple[float, float, float, float]
#: The number of cells across and down, and the part of the sheet that may fill a box.
Try = tuple[int, int, Frame]
Frames = Callable[[str, tuple[int, int], float], Iterator[Try]]
#: Cells along a patch: every even layout repeats after two cells.
PATCH = 8
#: The least ratio of walls between cells to walls within them: where nothing fits, it is about one.
MORE = 1.6
#: Frames checked at a time.
PART = 128


def find_layout(walls: Bools, ink: Bytes | None = None, rotation: Rotation | None = None) -> FittedLayout | None:
    """The layout whose walls are those of an upright image, and whose ink is that of the image; or None."""
    best = FITTING if ink is None else BLURRED

    def checked(found: FittedLayout) -> FittedLayout | None:
        inner = found.masked()
        whole = inner.checked(ink) if inner is not None else None
        return None if whole is None or ridges.too_fine(whole) else whole

    return _find(walls, walls, rotation or Rotation(), Placed.misfit, best, checked)


def find_layout_by_ridges(ink: Bytes) -> FittedLayout | None:
    """The layout whose walls stand out from the ink on both of their sides; or None."""
    bordered = np.pad(ink, 1)
    return _find(
        ink > FULL // 2,
        ink > 0.7 * FULL,  # a wall or a mark, not a lighter line
        Rotation(),
        lambda placed, sketch: ridges.doubt(placed, bordered, sketch),
        BLURRED,
        lambda found: ridges.verified(found, bordered),
    )


def _find(
    walls: Bools,
    dark: Bools,
    rotation: Rotation,
    doubt: Callable[[Placed, Sketch], float],
    most: float,
    checked: Callable[[FittedLayout], FittedLayout | None],
) -> FittedLayout | None:
    """The layout that fills the outline of walls, if there is at most so much doubt and it passes the check."""
    box = extent(walls)
    wall, _ = usual_widths(walls)
    if box is None or wall < 1 or min(box[2] - box[0], box[3] - box[1]) < 12 or not dark.any():
        return None
    left, top, right, bottom = box
    runs = np.cumsum(run_lengths(dark)[1])
    about = int(np.searchsorted(runs, runs[-1] / 2)) + wall
    sides = right - left - wall, bottom - top - wall
    for frames in (_whole_sheets, _parts_of_sheets):
        tried = []
        for size, sketch, frame in _frames(frames, sides, about, walls if dark is walls else None, (left, top, wall)):
            scale = sides[0] / (frame[2] - frame[0])
            origin = left + wall / 2 - frame[0] * scale, top + wall / 2 - frame[1] * scale
            placed = Placed(scale, origin, wall, dark, rotation)
            if doubt(placed, sketch) < LIKELY:
                tried.append((sketch.cells, size, placed))
        tried.sort(key=lambda each: each[0])  # finer cells fit just as well
        closer = ((size, placed) for _, size, placed in tried if doubt(placed, _sketch(*size, 400)) < most)
        for _, (size, placed) in zip(range(10), closer, strict=False):
            best = checked(FittedLayout(**vars(placed), cells=arrange(*size)))
            if best is not None and len(best.cells.targets):  # not of isolated cells
                return best
    return None


def _frames(
    frames: Frames, sides: tuple[int, int], about: float, walls: Bools | None, at: tuple[int, int, int]
) -> Iterator[tuple[tuple[str, int, int], Sketch, Frame]]:
    """Layouts of some size with the part of the sheet that may fill a box of these sides, for cells of about this size.

    walls: filters them, if given; at: the left and the top of the box, and the thickness of walls.
    """
    from mazeworks.core.registry import layouts

    for entry in layouts.values():
        if entry.flat and not entry.chance and entry.parameter is None:
            tries = list(frames(entry.name, sides, about))
            tries = tries if walls is None else _prefiltered(entry.name, tries, sides, walls, at)
            for number, (width, height, frame) in enumerate(tries):
                report("reading the image", number / (number + 100))
                with suppress(MazeError):  # a size that this layout does not come in
                    sketch = _sketch(entry.name, width, height)
                    if frames is not _whole_sheets or np.allclose(sketch.sheet, frame[2:]):
                        yield (entry.name, width, height), sketch, frame


def _prefiltered(
    layout: str, tries: list[Try], sides: tuple[int, int], walls: Bools, at: tuple[int, int, int]
) -> list[Try]:
    """The tries that are worth a closer look."""
    if not tries or not _even(layout):
        return tries
    left, top, wall = at
    frames = np.array([frame for _, _, frame in tries])
    growth = np.array(_growth(layout)[:2])
    fits = patches_fit(walls, wall, (left + wall / 2, top + wall / 2), sides[0], layout, growth, frames)
    small = [min(width, height) < PATCH + 4 for width, height, _ in tries]
    return [each for each, fit, few in zip(tries, fits.tolist(), small, strict=True) if fit or few]


@cache
def _even(layout: str) -> bool:
    """Whether the sheet grows with each side independently, and cells are the same everywhere."""
    (x, y), (wider, same), (other, taller) = (arrange(layout, *size).plan.sheet for size in ((4, 4), (6, 4), (4, 6)))
    return wider > x and same == y and other == x and taller > y


@cache
def _growth(layout: str) -> tuple[float, float, float, float]:
    """The sheet's width and height per cell, and the remainders."""
    small, large = (arrange(layout, n, n).plan.sheet for n in (4, 6))
    across, down = (large[0] - small[0]) / 2, (large[1] - small[1]) / 2
    return across, down, small[0] - 4 * across, small[1] - 4 * down


def _counts(layout: str, sides: tuple[int, int], about: float) -> Iterator[tuple[int, int]]:
    """The possible numbers of cells across and down, the likeliest first."""
    across, down, more_x, more_y = _growth(layout)
    fewest, most = (int((sides[0] / about * factor - more_x) / across) for factor in (1 / 1.5, 2.6))
    widths = range(max(FEWEST, fewest), most + 2)
    for width in sorted(widths, key=lambda n: abs(np.log(sides[0] / (n * across + more_x) / about))):
        height = round((sides[1] * (width * across + more_x) / sides[0] - more_y) / down)
        large = sides[0] / (width * across + more_x) >= SMALLEST
        if height >= FEWEST and large and width * height <= MOST_CELLS:
            yield width, height


def _whole_sheets(layout: str, sides: tuple[int, int], about: float) -> Iterator[Try]:
    """Tries in which the whole sheet fills the box."""
    across, down, more_x, more_y = _growth(layout)
    for width, height in _counts(layout, sides, about):
        frame = 0.0, 0.0, width * across + more_x, height * down + more_y
        if _as_wide(sides, np.array([frame])).any():
            yield width, height, frame


@lru_cache(maxsize=2048)  # a few kilobytes each; all hypotheses of an image try the same sizes
def _sketch(layout: str, width: int, height: int, most: int = 50) -> Sketch:
    """The sketch of a layout of some size."""
    return sketched(arrange(layout, width, height), most)


def _as_wide(sides: tuple[int, int], frames: Floats) -> Bools:
    """Which frames, `[count, 4]`, have the proportions of a box, to a pixel or two."""
    scale = sides[0] / (frames[:, 2] - frames[:, 0])
    return np.abs((frames[:, 3] - frames[:, 1]) * scale - sides[1]) <= 1 + 1.5 * max(1, sides[1] / sides[0])


def _parts_of_sheets(layout: str, sides: tuple[int, int], about: float) -> Iterator[Try]:
    """Sheets a little larger than the box: an outline may begin and end within their first and last rows."""
    if not _even(layout):
        return
    across, down, *_ = _growth(layout)
    seen = set()
    for width, rough in _counts(layout, sides, about):
        for height in range(max(FEWEST, rough - 1), rough + 2):
            small = SMALL + width % 2, SMALL + height % 2
            larger = (width + 2 - small[0]) * across, (height + 2 - small[1]) * down
            frames = _small_frames(layout, *small) + np.array((0, 0, *larger))
            for left, top, right, bottom in frames[_as_wide(sides, frames)].tolist():
                alike = (left % (2 * across), top % (2 * down), right - left, bottom - top)
                key = tuple(round(number, 3) for number in alike)
                if key not in seen:
                    seen.add(key)
                    yield width + 2, height + 2, (left, top, right, bottom)


@cache
def _small_frames(layout: str, width: int, height: int) -> Floats:
    """The frames of a sheet, `[count, 4]`, from the start of one of the first cells to the end of one of the last."""
    try:
        cells = arrange(layout, width, height)
    except MazeError:
        return np.zeros((0, 4))
    last = cells.places.max(axis=0)
    near = np.flatnonzero(((cells.places <= 1) | (cells.places >= last - 2)).all(axis=1)).astype(np.int32)
    boxes = np.round(_cell_boxes(cells, near), 6)
    places = cells.places[near]
    first = [sorted(set(boxes[places[:, axis] <= 1, axis].tolist())) for axis in (0, 1)]
    ends = [sorted(set(boxes[places[:, axis] >= last[axis] - 2, 2 + axis].tolist())) for axis in (0, 1)]
    return np.stack(np.meshgrid(*first, *ends, indexing="ij"), axis=-1).reshape(-1, 4)


def _cell_boxes(cells: Arrangement, which: Ints) -> Floats:
    """Left, top, right and bottom of some cells, `[count, 4]`."""
    sides = cells.plan.neighbours.shape[1]
    walls = cells.plan.walls(np.repeat(which, sides), np.tile(np.arange(sides, dtype=np.int32), len(which)))
    walls = walls.reshape(len(which), sides, -1, 2)
    walls[cells.plan.neighbours[which] == NOTHING] = np.nan
    return np.concatenate([np.nanmin(walls, axis=(1, 2)), np.nanmax(walls, axis=(1, 2))], axis=1)


@cache
def _patch(layout: str) -> tuple[Floats, Floats, Floats, Floats]:
    """Points along the walls of a patch, `[walls, 5, 2]`, their normals, points inside cells, and the centre."""
    cells = arrange(layout, PATCH, PATCH)
    edges = np.flatnonzero(cells.sources < cells.targets)
    walls = cells.walls_of(edges)
    points, aside = points_along(walls, ALONG), normals_along(walls, ALONG)
    inner = cells.centres(cells.sources[edges]) * 0.6 + points[:, len(ALONG) // 2] * 0.4
    return points, aside, inner, cells.centres().mean(axis=0)


def patches_fit(
    walls: Bools, wall: int, corner: tuple[float, float], wide: float, layout: str, growth: Floats, frames: Floats
) -> Bools:
    """Which frames, `[count, 4]`, may lie over the walls of an image with this corner and width.

    This filters many places and scales at once, by patches of a few cells. growth: how much the sheet grows with every
    cell, across and down.
    """
    fits = np.zeros(len(frames), np.bool_)
    for first in range(0, len(frames), PART):
        part = frames[first : first + PART]
        scale = wide / (part[:, 2] - part[:, 0])
        origin = np.array(corner) - part[:, :2] * scale[:, None]
        for where in ((0.5, 0.5), (0.28, 0.5), (0.55, 0.75)):  # one patch has to fit, because outlines have holes
            aim = part[:, :2] + (part[:, 2:] - part[:, :2]) * where - _patch(layout)[3]
            shift = np.floor(aim / (2 * growth) + 0.5) * 2 * growth
            fits[first : first + PART] |= _fitting(walls, wall, layout, scale, origin + shift * scale[:, None])
    return fits


def _fitting(walls: Bools, wall: int, layout: str, scale: Floats, origin: Floats) -> Bools:
    """Whether a patch fits at each scale and origin: walls clearly stand or not, and cells are empty."""
    points, aside, inner, _ = _patch(layout)

    def seen(places: Floats, beside: Floats | None = None) -> Bools:
        at = origin[:, None] + (places.reshape(-1, 2) * scale[:, None, None])
        at = at if beside is None else at + beside.reshape(-1, 2)
        return is_set(walls, np.floor(at).astype(np.int64))

    lines = seen(points)
    if wall <= 2:  # a thin wall may lie a pixel beside its place
        lines = lines | seen(points, aside) | seen(points, -aside)
    share = lines.reshape(len(scale), len(points), -1).mean(axis=2)
    unsure, standing = ((share > 0.3) & (share < 0.7)).mean(axis=1), (share > 0.5).mean(axis=1)
    blocked = seen(inner).mean(axis=1)
    empty = lines.mean(axis=1) + blocked < 0.02
    fits: Bools = empty | ((unsure + 0.5 * blocked < 0.15) & (standing > 0.1) & (standing > MORE * blocked))
    return fits
