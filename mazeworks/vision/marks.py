"""Marks in the cells of an image: at the start, at the goal, or a line from one to the other."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mazeworks.images.decoding import Pixels
from mazeworks.vision.arrays import Bools, Ints, Longs, Singles
from mazeworks.vision.binarise import ALIKE, squared, usual_colour

#: The colour of paper, and the least distance of other colours from it.
Paper = tuple[Ints, float]
#: A cell with this share of its middle in another colour is marked; small cells need this many pixels.
MARKED, LEAST_PIXELS, MOST_NEEDED = 0.13, 2, 0.5
#: The lines of pixels sampled for that contrast, and the percentile at which walls are.
SAMPLED, WALLS = 150, 95
#: Colours at least this far apart, squared, are clearly different.
SLIGHT = 20 * 20
#: How far marked cells differ from all others, and how much more than any other, to be certainly marked; the largest
#: difference between unmarked cells; and how much more than any other a cell differs to seem marked.
UNLIKE, UNLIKER, LIKE, FARTHER = 40, 1.6, 5, 1.25
#: Where a line through a passage is searched, from the centre of a cell to that of the passage: a mark in the centre
#: may have paper in it. And the least share of it that is not paper, on one side.
ALONG, DRAWN = np.linspace(0.65, 1, 5)[:, None], 0.9
#: Cells processed at a time, and the most that may be marked, or whose colours are compared.
PART, MOST_MARKED, MOST_COMPARED = 50_000, 20_000, 4000
#: Points of a circle.
CIRCLE = np.stack([trace(np.arange(8) * np.pi / 4) for trace in (np.cos, np.sin)], axis=-1)


@dataclass
class CellPoints:
    """Where to look into cells: pixels `[cells, points, 2]` near the centre, and near the corners."""

    count: int
    middle: Callable[[Longs], Longs]
    #: On a circle around the centre: there the mark of a goal is hollow, and that of a start is not.
    hollow: Callable[[Longs], Longs]
    corners: Callable[[Longs], Longs]
    #: The cells one step from a cell.
    beside: Callable[[int], Iterable[int]]
    #: The pixel in the passage between two cells.
    between: Callable[[int, int], Longs]
    #: The number of pixels near the centre of a cell.
    area: float

    @property
    def needed(self) -> float:
        """The least share of the middle that a mark covers: more than a speck."""
        return min(MOST_NEEDED, max(MARKED, LEAST_PIXELS / self.area))


class Look(NamedTuple):
    """Cells that seem marked, and whether that is certain by itself."""

    cells: list[int]
    sure: bool = False


def marked_cells(pixels: Pixels, points: CellPoints) -> list[int]:
    """The cells with a mark, the filled one first; of a line through cells its two ends; none if unsure.

    On paper, a mark is what has another colour. Where all cells are coloured, two methods have to agree on what is
    marked, unless one of them is certain.
    """
    shares, paper = _against_paper(pixels, points)
    drawn = {} if paper is None else _drawn_steps(pixels, shares, points, paper)
    marked = set(np.flatnonzero(shares > points.needed).tolist())
    plain = Look([]) if paper is None else _chosen(shares, points)
    if plain.sure and _are_ends(plain.cells, drawn, marked):
        return plain.cells
    if np.count_nonzero(shares > points.needed) <= 2:
        return []
    seen = [] if paper is None else [plain]
    for look in _looks(pixels, points, drawn):
        agreed = any(len(look.cells) == 2 and set(look.cells) == set(other.cells) for other in seen)
        if (look.sure or agreed) and _are_ends(look.cells, drawn, marked):
            return _filled_first(pixels, points, look.cells)
        seen.append(look)
    return []


def _looks(pixels: Pixels, points: CellPoints, drawn: dict[int, set[int]]) -> Iterator[Look]:
    """The cells that seem marked, by several methods, the surest first; drawn: steps drawn on paper."""
    if drawn:
        ends = _ends_of(drawn)
        yield Look(ends, bool(ends))
    if points.count >= 4:
        known = _features(pixels, np.arange(0, points.count, max(1, points.count // MOST_COMPARED)), points)
        # A colour of its own in the centre; on a line, only the corners of other cells show their colours.
        yield _farthest(pixels, points, slice(0, 3), np.concatenate([known[:, :3], known[:, -3:]]))
        yield _farthest(pixels, points, slice(None), known)
    yield Look(_along_line(pixels, points))
    yield Look(_chosen(_against_corners(pixels, points), points).cells)


def _colours(pixels: Pixels, places: Longs) -> Ints:
    """The colours at pixels, `[..., 2]`."""
    height, width = pixels.shape
    return pixels.colours_at(places[..., 0].clip(0, width - 1), places[..., 1].clip(0, height - 1))


def _parts(count: int) -> Iterable[Longs]:
    """All cells, some at a time."""
    for first in range(0, count, PART):
        yield np.arange(first, min(first + PART, count))


def _differing(colours: Ints, other: Ints, least: float = ALIKE, strong: float = 1) -> Singles:
    """The share of each cell's points, `[cells, points, 3]`, in another colour; faint traces count for less."""
    apart = np.sqrt(squared(colours - other), dtype=np.float32)
    inked = np.where(apart > least, apart, 0)
    share: Singles = inked.mean(axis=1) / np.maximum(inked.max(axis=1), max(strong, 1))
    return share


def _against_paper(pixels: Pixels, points: CellPoints) -> tuple[Singles, Paper | None]:
    """The share of each cell that differs from paper, and the colour of paper if most cells show it."""
    some = np.arange(0, points.count, max(1, points.count // 5000))
    places = points.middle(some)
    middles = _colours(pixels, places)
    sample = middles.reshape(-1, 3)
    paper = usual_colour(sample)
    noise = float(np.median(squared(sample - paper))) ** 0.5
    least = min(max(ALIKE, 3 * noise), 90)  # however noisy the image is
    strong = 0.6 * _contrast(pixels, places, paper)  # fainter marks count for less
    parts = (_colours(pixels, points.middle(part)) for part in _parts(points.count))
    # A line may fill the middle of a cell, and blurred walls its corners.
    looks = np.median(middles, axis=1).astype(np.int32), _corner_colours(pixels, some, points)
    papered = np.logical_or(*(_like_paper(look, paper, least) for look in looks)).mean() >= 0.5
    shares = np.concatenate([_differing(colours, paper, least, strong) for colours in parts])
    return shares, (paper, least) if papered else None


def _drawn_steps(pixels: Pixels, shares: Singles, points: CellPoints, paper: Paper) -> dict[int, set[int]]:
    """The steps from marked cells through passages with a line in them; a ring at its end may be too thin to count."""
    marked = np.flatnonzero(shares > MARKED).tolist()
    if not 2 < len(marked) <= min(MOST_COMPARED, 0.7 * len(shares)):
        return {}  # no line, or coloured cells
    faint = set(np.flatnonzero((shares > 0.04) & (shares <= MARKED)).tolist())
    known = set(marked)
    both = ((cell, other) for cell in marked for other in points.beside(cell))
    steps = [(cell, other) for cell, other in both if (cell < other and other in known) or other in faint]
    if not steps:
        return {}
    pairs = np.array(steps, np.int64)
    cells, others = (points.middle(side).mean(axis=1)[:, None] for side in pairs.T)
    gaps = np.array([points.between(*step) for step in steps], np.float64)[:, None]
    halves = [np.round(side * (1 - ALONG) + gaps * ALONG).astype(np.int64) for side in (cells, others)]
    unlike = [(squared(_colours(pixels, half) - paper[0]) > paper[1] ** 2).mean(axis=1) for half in halves]
    drawn = np.maximum(*unlike) >= DRAWN
    beside: dict[int, set[int]] = {}
    for cell, other in pairs[drawn].tolist():
        beside.setdefault(cell, set()).add(other)
        beside.setdefault(other, set()).add(cell)
    return beside


def _are_ends(cells: list[int], drawn: dict[int, set[int]], marked: set[int]) -> bool:
    """Whether two cells may be ends: a line through one ends in both, and no marked cell lies beside it."""
    for first, last in (cells, cells[::-1]) if len(cells) == 2 else ():
        line = {first}
        front = [first]
        for cell in front:  # grows while it is read
            front += drawn.get(cell, set()) - line
            line |= drawn.get(cell, set())
        ends = _ends_of({cell: drawn[cell] for cell in line}) if first in drawn else []
        if len(ends) == 2 and (ends != sorted((first, last)) or marked - line):
            return False
    return True


def _contrast(pixels: Pixels, places: Longs, paper: Ints) -> float:
    """The distance between the colours of walls and paper, in the area of these pixels."""
    (left, top), (right, bottom) = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    x, y = np.meshgrid(np.linspace(left, right, SAMPLED, dtype=int), np.linspace(top, bottom, SAMPLED, dtype=int))
    apart = squared(_colours(pixels, np.stack([x, y], axis=-1)) - paper)
    return float(np.sqrt(np.percentile(apart, WALLS)))


def _like_paper(colours: Ints, paper: Ints, least: float) -> Bools:
    """Which colours are that of paper, lit more or less brightly; coloured cells differ in hue."""
    apart = squared(colours - paper)
    along = (colours @ paper).astype(np.float32) / max(1, int(paper @ paper))
    aside = ((colours - along[:, None] * paper) ** 2).sum(axis=-1)
    alike: Bools = (apart <= ALIKE * ALIKE) | ((apart <= least * least) & (aside <= SLIGHT))
    return alike


def _against_corners(pixels: Pixels, points: CellPoints) -> Singles:
    """The share of each cell's middle that differs from its corners."""
    around = _corner_colours(pixels, np.arange(points.count), points)[:, None]
    parts = _parts(points.count)
    return np.concatenate([_differing(_colours(pixels, points.middle(part)), around[part]) for part in parts])


def _farthest(pixels: Pixels, points: CellPoints, part: slice, known: Singles) -> Look:
    """The two cells whose features, those in `part`, differ most from known ones.

    A coloured cell is like others at about the same distance, one on a line like others there; a mark is like no cell,
    except perhaps the other mark.
    """
    parts = np.array_split(np.arange(points.count), points.count // 1000 + 1)
    far = np.concatenate([_unlike(_features(pixels, cells, points)[:, part], known) for cells in parts])
    first, second, third = np.argsort(-far, kind="stable")[:3].tolist()
    if far[second] <= max(LIKE, FARTHER * far[third]):
        return Look([])  # all are similar, or these hardly differ more than others
    near = {other for cell in (first, second) for other in points.beside(cell)}
    line = second in near and third in near and far[third] > SLIGHT**0.5  # side by side: a line may go on past them
    return Look([first, second], bool(far[second] > UNLIKE and far[second] > UNLIKER * far[third] and not line))


def _unlike(cells: Singles, known: Singles) -> Singles:
    """The distance of each of some cells from the second nearest known one, itself excluded."""
    apart = (cells**2).sum(axis=1)[:, None] + (known**2).sum(axis=1) - 2 * cells @ known.T
    nearest: Singles = np.partition(apart, 2, axis=1)[:, 2]
    return np.sqrt(np.maximum(nearest, 0), dtype=np.float32)


def _innermost(pixels: Pixels, cells: Longs, points: CellPoints, most: int) -> Ints:
    """The colours of the points nearest to the centre of each cell, `[cells, points, 3]`."""
    places = points.middle(cells)
    apart = ((places - places.mean(axis=1, keepdims=True)) ** 2).sum(axis=-1)
    nearest = np.argsort(apart, axis=1, kind="stable")[:, : max(1, min(most, places.shape[1] // 4)), None]
    return _colours(pixels, np.take_along_axis(places, nearest, axis=1))


def _features(pixels: Pixels, cells: Longs, points: CellPoints) -> Singles:
    """The colours in the very centre of cells, around it, and near their corners, `[cells, 9]`."""
    middle = _innermost(pixels, cells, points, 5).mean(axis=1)
    around = _colours(pixels, points.hollow(cells)).mean(axis=1)
    return np.concatenate([middle, around, _corner_colours(pixels, cells, points)], axis=1, dtype=np.float32)


def _filled_first(pixels: Pixels, points: CellPoints, cells: list[int]) -> list[int]:
    """The same cells, the less hollow mark first: a square is a start, and a ring around a dot a goal."""
    features = _features(pixels, np.array(cells, np.int64), points)
    hollow = ((features[:, :3] - features[:, 3:6]) ** 2).sum(axis=1).tolist()
    return [cell for _, cell in sorted(zip(hollow, cells, strict=True))]


def _along_line(pixels: Pixels, points: CellPoints) -> list[int]:
    """The ends of a line in a colour of its own, followed through passages; just two similar cells are not a line."""
    if not 3 <= points.count <= MOST_COMPARED:
        return []
    cells = np.arange(points.count)
    own, corners = _innermost(pixels, cells, points, 1)[:, 0], _corner_colours(pixels, cells, points)
    bins = (own >> 3) @ np.array([1024, 32, 1])
    _, numbers, counts = np.unique(bins, return_inverse=True, return_counts=True)
    for number in np.argsort(-counts, kind="stable")[:100].tolist():
        line = numbers == number
        colour = np.median(own[line], axis=0).astype(np.int32)
        apart = squared(own[~line] - colour).min(initial=1 << 20) > SLIGHT
        if np.count_nonzero(line) > 2 and apart:
            ends = _traced(pixels, points, np.flatnonzero(line).tolist(), colour, corners)
            if len(ends) == 2:
                return ends
    return []


def _corner_colours(pixels: Pixels, cells: Longs, points: CellPoints) -> Ints:
    """The median colour of each cell's corners, `[cells, 3]`."""
    middle: Ints = np.median(_colours(pixels, points.corners(cells)), axis=1).astype(np.int32)
    return middle


def _traced(pixels: Pixels, points: CellPoints, line: list[int], colour: Ints, corners: Ints) -> list[int]:
    """The ends of a line through these cells and wherever else it leads; corners: the colours beside it."""
    beside: dict[int, set[int]] = {cell: set() for cell in line}
    front, doubtful = list(line), set()
    for cell in front:  # grows while it is read
        for other in points.beside(cell):
            here = _colours(pixels, points.between(cell, other))
            apart, own = squared(here - colour), squared(here - corners[[cell, other]]).min()
            if apart <= SLIGHT or apart < 0.2 * own:
                front += [] if other in beside else [other]
                beside[cell].add(other)
                beside.setdefault(other, set()).add(cell)
            elif own > ALIKE * ALIKE:  # neither the line nor what lies beside it
                doubtful.add(cell)
    ends = _ends_of(beside)
    return [] if doubtful.intersection(ends) else ends


def _chosen(shares: Singles, points: CellPoints) -> Look:
    """One or two marks clearly ahead of the rest, or the ends of a line."""
    marked = np.flatnonzero(shares > points.needed).tolist()
    if not 0 < len(marked) <= MOST_MARKED:
        return Look([])
    known = set(marked)
    beside = {cell: known.intersection(points.beside(cell)) for cell in marked}
    ends = _ends_of(beside) if len(marked) > 2 else []
    if ends:
        return Look(_by_ink(ends, shares), True)
    count = min(2, len(marked))
    most = _by_ink(np.argsort(-shares, kind="stable")[: count + 1].tolist(), shares)
    ahead = len(most) <= count or shares[most[count]] < 0.5 * shares[most[count - 1]]
    near = {other for cell in most[:count] for other in points.beside(cell)} - set(most[:count])
    joined = any(shares[cell] > max(0.25, points.needed) for cell in near)  # a line may go on
    return Look(most[:count], True) if ahead and not joined else Look([])


def _by_ink(cells: list[int], shares: Singles) -> list[int]:
    """Cells ordered by how much they are marked."""
    return sorted(cells, key=lambda cell: (-shares[cell], cell))


def _ends_of(beside: dict[int, set[int]]) -> list[int]:
    """The two cells with one neighbour on a line, if all others have two."""
    counts = {cell: len(others) for cell, others in beside.items()}
    ends = sorted(cell for cell, count in counts.items() if count == 1)
    return ends if max(counts.values()) <= 2 and len(ends) == 2 and 0 not in counts.values() else []
