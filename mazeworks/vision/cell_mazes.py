"""Readings of cells, in rows and columns or in other layouts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision.binarise import despeckled, tone_mask
from mazeworks.vision.borders import MORE, cuts_of
from mazeworks.vision.deskew import Rotation, skew_of
from mazeworks.vision.endpoints import Given, ends, snapped_to_cells
from mazeworks.vision.hypotheses import Hypotheses, Hypothesis
from mazeworks.vision.ink import FULL
from mazeworks.vision.lattice import Lattice
from mazeworks.vision.lattice_fit import find_lattice_by_ink
from mazeworks.vision.layout_fit import FittedLayout
from mazeworks.vision.layout_search import find_layout, find_layout_by_ridges
from mazeworks.vision.marks import marked_cells
from mazeworks.vision.reading import Reading
from mazeworks.vision.run_lengths import ring
from mazeworks.vision.verification import MOST_PIXELS

#: Angles near the estimated skew that are tried too, in degrees.
NEARBY = (0.0, -0.07, 0.07, -0.14, 0.14)
#: The most pixels of an image whose outer wall is restored.
MOST_CROPPED = 1 << 26
#: The most hypotheses by which layouts are searched.
MOST_HYPOTHESES = 99


def has_cells(pixels: Pixels, tone: str) -> bool:
    """Whether any cells are found, wherever their ends may be."""
    hypotheses = Hypotheses(pixels, tone)
    rows = any(True for found in (_straight(hypotheses), _faint(hypotheses)) for _ in found)
    return (
        rows
        or bool(_layouts(hypotheses, most=2))
        or any(True for _ in read_cropped_cells(pixels, hypotheses, [None, None]))
    )


def read_cropped_cells(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Iterator[Reading]:
    """Cells in rows and columns whose outer wall is cut off, entirely or in part, by an edge of the image."""
    if pixels.shape[0] * pixels.shape[1] > MOST_CROPPED:
        return
    walls, _ = tone_mask(pixels, hypotheses.tone)
    if not ring(walls, 0).any():
        return
    walls = despeckled(walls)
    cuts = cuts_of(walls)
    for cut in cuts[::-1] if None not in given else cuts:  # openings may lead to a margin as wide as a passage
        for more in MORE if any(cut.whole) else MORE[:1]:
            restored, beyond = cut.restored(pixels, walls, more)
            for hypothesis, lattice in _straight(Hypotheses(restored, hypotheses.tone)):
                if cut.is_implausible(lattice.down, lattice.across):
                    continue
                with hypotheses.skipping_errors():
                    found = _cells(pixels, lattice.shifted(-beyond[0], -beyond[1]), given)
                    if found.connected() and not hypothesis.contradicts(found.shifted(*beyond)):
                        yield replace(found, words=found.words + cut.words)


def _straight(hypotheses: Hypotheses) -> Iterator[tuple[Hypothesis, Lattice]]:
    """Cells in rows and columns with straight walls, with the hypothesis that shows them."""
    for hypothesis in hypotheses:
        lattice = hypothesis.lattice()
        if lattice is not None:
            yield hypothesis, lattice


def _faint(hypotheses: Hypotheses) -> Iterator[tuple[Hypothesis, Lattice]]:
    """Cells in rows and columns that are skewed, or whose walls are faint, blurred, or waver."""
    for hypothesis in hypotheses.inked():
        rotation = skew_of(hypothesis.ink > FULL // 2)
        height, width = hypothesis.ink.shape
        for number, beside in enumerate(NEARBY if rotation is not None else NEARBY[:1]):
            report("reading the image", 0.35 + 0.04 * number)
            near = Rotation((rotation.angle if rotation else 0) + np.radians(beside), width / 2, height / 2)
            lattice = find_lattice_by_ink(
                hypothesis.ink, near.upright(hypothesis.ink) if near.angle else hypothesis.ink, near
            )
            if lattice is not None:
                yield hypothesis, lattice
                break


def read_cells(
    pixels: Pixels, hypotheses: Hypotheses, found: Iterable[tuple[Hypothesis, Lattice]], given: Given
) -> Iterator[Reading]:
    """Readings of cells that the image does not contradict."""
    for hypothesis, lattice in found:
        if not hypotheses.halved(lattice):
            with hypotheses.skipping_errors():
                read = _cells(pixels, lattice, given)
                if not hypothesis.contradicts(read):
                    yield read


def read_faint_cells(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Iterator[Reading]:
    """Cells found by their ink, where walls are faint, blurred or skewed."""
    yield from read_cells(pixels, hypotheses, _faint(hypotheses), given)


def read_layout(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Iterator[Reading]:
    """Cells of other shapes, or in an outline of their own."""
    for hypothesis in hypotheses.inked():
        ridged = find_layout_by_ridges(hypothesis.ink) if hypothesis.ink.size <= MOST_PIXELS else None
        if ridged is not None:
            yield from _read_fitted(pixels, hypotheses, [(ridged, hypothesis)], given)
    # Finer cells fit as well, if a line drawn through the passages is mistaken for walls.
    found = sorted(_layouts(hypotheses), key=lambda pair: (pair[0].cells.size, pair[0].stray_share()))
    yield from _read_fitted(pixels, hypotheses, found, given)


def _read_fitted(
    pixels: Pixels, hypotheses: Hypotheses, found: "list[tuple[FittedLayout, Hypothesis]]", given: Given
) -> Iterator[Reading]:
    """Readings of layouts that the image does not contradict."""
    for fitted, hypothesis in found:
        with hypotheses.skipping_errors(kept=False):  # an error from its pixels says more
            read = _layout(pixels, fitted, given)
            if not hypothesis.contradicts(read):
                yield read


def _layouts(hypotheses: Hypotheses, most: int = MOST_HYPOTHESES) -> "list[tuple[FittedLayout, Hypothesis]]":
    """The layouts that fit, by this many hypotheses at most."""
    found: list[tuple[FittedLayout, Hypothesis]] = []
    for number, hypothesis in enumerate(hypotheses):
        if hypothesis.walls.mean() <= 0.5 and most:
            most -= 1
            ink = None if hypothesis.source.exact else hypothesis.ink
            with between(0.6 + 0.3 * number / (number + 3), 0.6 + 0.3 * (number + 1) / (number + 4)):
                fitted = find_layout(hypothesis.walls, ink)
                if fitted is None and hypothesis.upright is not None and hypothesis.rotation is not None:
                    fitted = find_layout(hypothesis.upright, ink, hypothesis.rotation)
            found += [(fitted, hypothesis)] if fitted else []
            if fitted is not None and fitted.wall > 2 and fitted.stray_share() < 0.01:
                break
    return found


def marked_middles(pixels: Pixels, lattice: Lattice) -> list[Position]:
    """The pixels in the middle of marked cells."""
    cells = np.array(marked_cells(pixels, lattice.points()), np.int64)
    return [Position(x, y) for x, y in lattice.middle(lattice.places_of(cells)).tolist()]


def _cells(pixels: Pixels, lattice: Lattice, given: Given) -> Reading:
    """The reading of a lattice."""
    given, moved = snapped_to_cells(given, lattice.distance_to_cells, lattice.cell_middle, min(lattice.pitch))
    gaps = [_within(pixels, edge) for _, edge in lattice.openings()]
    marks = [] if len(gaps) > 1 or None not in given else marked_middles(pixels, lattice)
    start, goal, words = ends(given, gaps, marks)
    if lattice.cell_at(start) == lattice.cell_at(goal):
        raise FormatError(f"start and goal are both in the cell {lattice.cell_at(start)}; they have to differ")
    width, height = lattice.size
    about = f"{width}×{height} cells, wall {lattice.wall:.3g} px, passage {lattice.way:.3g} px, {words}{moved}"
    marked = start in marks or goal in marks
    return Reading("cells", np.zeros((0, 0), np.uint8), 0, start, goal, lattice.way, about, lattice, marked=marked)


def _within(pixels: Pixels, place: Position) -> Position:
    """The pixel of the image nearest to a place."""
    height, width = pixels.shape
    return Position(min(max(place.x, 0), width - 1), min(max(place.y, 0), height - 1))


def _layout(pixels: Pixels, fitted: "FittedLayout", given: Given) -> Reading:
    """The reading of a fitted layout."""
    given, moved = snapped_to_cells(given, fitted.distance_to_cells, fitted.cell_middle, fitted.scale)
    gaps = [edge for _, edge in fitted.openings()]
    marks = [] if len(gaps) > 1 or None not in given else marked_cells(pixels, fitted.points())
    middles = [fitted.middle(cell) for cell in marks]
    start, goal, words = ends(given, gaps, middles)
    if fitted.cell_at(start) == fitted.cell_at(goal):
        raise FormatError(f"start {start} and goal {goal} are both in one cell; they have to differ")
    cells, (width, height) = fitted.cells, fitted.cells.size
    count = f"{len(cells)} cells, layout {cells.layout}"
    if cells.layout == "square" and len(cells) == width * height:
        count = f"{width}×{height} cells"
    about = f"{count}, {fitted.scale:.3g} px each, wall {fitted.wall} px, {words}{moved}"
    empty = np.zeros((0, 0), np.uint8)
    marked = start in middles or goal in middles
    return Reading("layout", empty, 0, start, goal, fitted.scale * 0.8, about, fitted=fitted, marked=marked)
