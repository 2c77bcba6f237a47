"""What is drawn inside the cells of an image: a mark at the start, one at the goal, or a line from one to the other."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.images import Pixels
from mazeworks.core.inks import ALIKE, usual_colour

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float32]
#: The colour of paper, and how far from it other colours are at least.
Paper = tuple[Ints, float]

#: A cell with this share of its middle in another colour is marked; and plainly with this.
MARKED, PLAINLY = 0.12, 0.5
#: Colours this far apart differ, however noisy an image is.
NOISIEST = 90
#: Colours at least this far apart, squared, are told apart by anyone.
SLIGHT = 20 * 20
#: Where a line that leads through a passage is looked for, from the middle of a cell to that of the passage: in the
#: middle of cells there may be a mark with paper in it. And the share of them that is not paper, on one side at least.
ALONG, DRAWN = np.linspace(0.65, 1, 5)[:, None], 0.9
#: The share of cells that a line leads through, at most: else they are coloured.
LINED = 0.7
#: A colour so much nearer to that of a line than to those beside it, squared, is the line's, blurred or not.
NEARER = 0.2
#: How much of its middle may be of another colour in a cell beside that with a mark.
HARDLY = 0.25
#: How many colours are looked at that a line may have.
MOST_COLOURS = 100
#: Cells looked at in one go, and the most that may be marked, or that colours are compared between.
PART, MOST_MARKED, MOST_COMPARED = 50_000, 20_000, 4000


@dataclass
class CellPoints:
    """Where to look into cells: pixels `[cells, points, 2]` about the middle, and near the corners, of some cells."""

    count: int
    middle: Callable[[Longs], Longs]
    corners: Callable[[Longs], Longs]
    #: The cells that can be walked to from one in a step.
    beside: Callable[[int], Iterable[int]]
    #: The pixel where one goes from a cell to one beside it.
    between: Callable[[int, int], tuple[int, int]]


def marked_cells(pixels: Pixels, points: CellPoints) -> list[int]:
    """The cells with a mark in them, that with the most ink first; of a line through cells its two ends.

    Where cells are coloured all over, a mark is what differs from the corners of its own cell, or else a cell of a
    colour that no other has.
    """
    first: list[int] = []
    plain, paper = _against_paper(pixels, points)
    drawn = _drawn_steps(pixels, plain, points, paper) if paper is not None else {}
    for found in _looks(pixels, points, plain, drawn if paper is not None else None):
        if len(found) == 2 and _are_ends(found, drawn, set(np.flatnonzero(plain > PLAINLY).tolist())):
            return found
        first = first or found
    return first if len(first) != 2 else []


def _looks(pixels: Pixels, points: CellPoints, plain: Floats, drawn: dict[int, set[int]] | None) -> Iterator[list[int]]:
    """What seems marked, in the ways one can look at cells, the plainest first; drawn: steps drawn upon paper."""
    if drawn is not None:
        yield _chosen(plain, points)
    if np.count_nonzero(plain > MARKED) <= 2:
        return  # paper all over, with hardly a mark
    if drawn:
        yield _ends_of({cell: len(others) for cell, others in drawn.items()})
    yield _along_line(pixels, points, thin=True)
    yield _chosen(_against_corners(pixels, points), points)
    yield _along_line(pixels, points, thin=False)
    yield _of_their_own(pixels, points)


def _colours(pixels: Pixels, places: Longs) -> Ints:
    height, width = pixels.shape
    return pixels.colours_at(places[..., 0].clip(0, width - 1), places[..., 1].clip(0, height - 1))


def _parts(count: int) -> Iterable[Longs]:
    for first in range(0, count, PART):
        yield np.arange(first, min(first + PART, count))


def _differing(colours: Ints, other: Ints, least: float = ALIKE) -> Floats:
    """The share of the points of each cell, `[cells, points, 3]`, whose colour is another."""
    share: Floats = (((colours - other) ** 2).sum(axis=-1) > least * least).mean(axis=1, dtype=np.float32)
    return share


def _against_paper(pixels: Pixels, points: CellPoints) -> tuple[Floats, Paper | None]:
    """The share of each cell that is not of the colour of paper, and that colour where there is paper in most."""
    some = np.arange(0, points.count, max(1, points.count // 5000))
    middles = _colours(pixels, points.middle(some))
    sample = middles.reshape(-1, 3)
    paper = usual_colour(sample)
    noise = float(np.median(((sample - paper) ** 2).sum(axis=-1))) ** 0.5
    least = min(max(ALIKE, 3 * noise), NOISIEST)
    parts = (_colours(pixels, points.middle(part)) for part in _parts(points.count))
    # A line may fill the middle of a cell, and blurred walls its corners.
    looks = np.median(middles, axis=1).astype(np.int32), _corner_colours(pixels, some, points)
    papered = np.logical_or(*(_like_paper(look, paper, least) for look in looks)).mean() >= 0.5
    shares = np.concatenate([_differing(colours, paper, least) for colours in parts])
    return shares, (paper, least) if papered else None


def _drawn_steps(pixels: Pixels, shares: Floats, points: CellPoints, paper: Paper) -> dict[int, set[int]]:
    """The steps from one marked cell to another through whose passage something is drawn, from either cell."""
    marked = np.flatnonzero(shares > MARKED).tolist()
    if not 2 < len(marked) <= min(MOST_COMPARED, LINED * len(shares)):
        return {}
    known = set(marked)
    steps = [(cell, other) for cell in marked for other in points.beside(cell) if cell < other and other in known]
    if not steps:
        return {}
    pairs = np.array(steps, np.int64)
    cells, others = (points.middle(side).mean(axis=1)[:, None] for side in pairs.T)
    gaps = np.array([points.between(*step) for step in steps], np.float64)[:, None]
    halves = [np.round(side * (1 - ALONG) + gaps * ALONG).astype(np.int64) for side in (cells, others)]
    drawn = np.maximum(*(_differing(_colours(pixels, half), *paper) for half in halves)) >= DRAWN
    beside: dict[int, set[int]] = {}
    for cell, other in pairs[drawn].tolist():
        beside.setdefault(cell, set()).add(other)
        beside.setdefault(other, set()).add(cell)
    return beside


def _are_ends(cells: list[int], drawn: dict[int, set[int]], marked: set[int]) -> bool:
    """Whether no line goes on past two cells: if one leads through either, it leads from one to the other.

    And there is no other cell that is marked as plainly as those of a line.
    """
    for first, last in (cells, cells[::-1]):
        line = {first}
        front = [first]
        for cell in front:  # grows while it is read
            front += drawn.get(cell, set()) - line
            line |= drawn.get(cell, set())
        counts = {cell: len(drawn[cell]) for cell in line} if first in drawn else {}
        ends = _ends_of(counts) if counts else []
        if len(ends) == 2 and (ends != sorted((first, last)) or marked - line):
            return False
    return True


def _like_paper(colours: Ints, paper: Ints, least: float) -> NDArray[np.bool_]:
    """Which colours are that of paper, or the same in less light or more; where cells are coloured, hues differ."""
    apart = ((colours - paper) ** 2).sum(axis=-1)
    along = (colours @ paper).astype(np.float32) / max(1, int(paper @ paper))
    aside = ((colours - along[:, None] * paper) ** 2).sum(axis=-1)
    alike: NDArray[np.bool_] = (apart <= ALIKE * ALIKE) | ((apart <= least * least) & (aside <= SLIGHT))
    return alike


def _against_corners(pixels: Pixels, points: CellPoints) -> Floats:
    shares = []
    for part in _parts(points.count):
        around = _corner_colours(pixels, part, points)
        shares.append(_differing(_colours(pixels, points.middle(part)), around[:, None]))
    return np.concatenate(shares)


def _of_their_own(pixels: Pixels, points: CellPoints) -> list[int]:
    """The two cells whose colours are farthest from those of all others, if they are by far."""
    if not 3 <= points.count <= MOST_COMPARED:
        return []
    lonely = _lonely(pixels, points)
    order = np.argsort(-lonely, kind="stable")
    alone = lonely[order[1]] > 4 * lonely[order[2]] and lonely[order[1]] > SLIGHT
    near = {other for cell in order[:2].tolist() for other in points.beside(cell)}
    if int(order[1]) in near and int(order[2]) in near:  # side by side, a line may well go on past them
        alone &= lonely[order[2]] <= SLIGHT
    return [int(cell) for cell in order[:2]] if alone else []


def _lonely(pixels: Pixels, points: CellPoints) -> Longs:
    """How far the colour of each cell is from the nearest of another, squared."""
    own = np.median(_colours(pixels, points.middle(np.arange(points.count))), axis=1).astype(np.int32)
    lonely = np.empty(points.count, np.int64)
    for part in np.array_split(np.arange(points.count), max(1, points.count // 200)):
        apart = ((own[part, None] - own[None]) ** 2).sum(axis=-1)
        apart[np.arange(len(part)), part] = 1 << 30
        lonely[part] = apart.min(axis=1)
    return lonely


def _along_line(pixels: Pixels, points: CellPoints, thin: bool) -> list[int]:
    """The ends of a line in a colour of its own, followed from cell to cell through the passages it is drawn in.

    A thin one leaves the corners of its cells as they were. Just two cells of like colours are no line.
    """
    if not 3 <= points.count <= MOST_COMPARED:
        return []
    own, corners = _middle_colours(pixels, points), _corner_colours(pixels, np.arange(points.count), points)
    bins = (own >> 3) @ np.array([1024, 32, 1])
    _, numbers, counts = np.unique(bins, return_inverse=True, return_counts=True)
    for number in np.argsort(-counts, kind="stable")[:MOST_COLOURS].tolist():
        line = numbers == number
        colour = np.median(own[line], axis=0).astype(np.int32)
        differs = ((corners[line] - colour) ** 2).sum(axis=-1) > SLIGHT
        plain = np.count_nonzero(line) > 2 and (differs.mean() > 0.5 or not thin)
        if plain and (line.all() or ((own[~line] - colour) ** 2).sum(axis=-1).min() > SLIGHT):
            ends = _traced(pixels, points, np.flatnonzero(line).tolist(), colour, corners)
            if len(ends) == 2:
                return ends
    return []


def _middle_colours(pixels: Pixels, points: CellPoints) -> Ints:
    """The colour in the very middle of each cell, `[cells, 3]`: at the point nearest to the mean of all."""
    places = points.middle(np.arange(points.count))
    apart = ((places - places.mean(axis=1, keepdims=True)) ** 2).sum(axis=-1)
    return _colours(pixels, places[np.arange(len(places)), apart.argmin(axis=1)])


def _corner_colours(pixels: Pixels, cells: Longs, points: CellPoints) -> Ints:
    """The colour that most corners of each cell have, `[cells, 3]`."""
    middle: Ints = np.median(_colours(pixels, points.corners(cells)), axis=1).astype(np.int32)
    return middle


def _traced(pixels: Pixels, points: CellPoints, line: list[int], colour: Ints, corners: Ints) -> list[int]:
    """The ends of a line through these cells and whatever else it leads to; corners: the colours beside it."""
    beside: dict[int, set[int]] = {cell: set() for cell in line}
    front, doubtful = list(line), set()
    for cell in front:  # grows while it is read
        for other in points.beside(cell):
            here = _colours(pixels, np.array(points.between(cell, other)))
            apart, own = ((here - colour) ** 2).sum(), ((here - corners[[cell, other]]) ** 2).sum(axis=-1).min()
            if apart <= SLIGHT or apart < NEARER * own:
                front += [] if other in beside else [other]
                beside[cell].add(other)
                beside.setdefault(other, set()).add(cell)
            elif own > ALIKE * ALIKE:  # neither the line nor what lies beside it
                doubtful.add(cell)
    ends = _ends_of({cell: len(others) for cell, others in beside.items()})
    return [] if doubtful.intersection(ends) else ends


def _chosen(shares: Floats, points: CellPoints) -> list[int]:
    """Two marks, the ends of a line, or all that are marked."""
    marked = np.flatnonzero(shares > MARKED)
    if not 2 < len(marked) <= MOST_MARKED:
        return _by_ink(marked.tolist(), shares) if len(marked) <= 2 else []
    ends = _line_ends(set(marked.tolist()), points)
    if len(ends) == 2:
        return _by_ink(ends, shares)
    most = _by_ink(marked.tolist(), shares)
    near = {other for cell in most[:2] for other in points.beside(cell)}
    joined = any(shares[cell] > HARDLY for cell in most[2:] if cell in near)  # a line may well go on
    return most[:2] if shares[most[2]] < 0.5 * shares[most[1]] and not joined else most


def _by_ink(cells: list[int], shares: Floats) -> list[int]:
    return sorted(cells, key=lambda cell: (-shares[cell], cell))


def _line_ends(marked: set[int], points: CellPoints) -> list[int]:
    """The ends of the line that all marked cells make up, or none."""
    return _ends_of({cell: sum(other in marked for other in points.beside(cell)) for cell in marked})


def _ends_of(counts: dict[int, int]) -> list[int]:
    """The two cells with one neighbour on a line, if all others have two."""
    ends = sorted(cell for cell, count in counts.items() if count == 1)
    return ends if max(counts.values()) <= 2 and len(ends) == 2 and 0 not in counts.values() else []
