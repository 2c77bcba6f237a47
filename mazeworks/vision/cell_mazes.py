"""Readings of cells, in rows and columns or in other layouts."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError
from mazeworks.core.progress import between, report
from mazeworks.images.decoding import Pixels
from mazeworks.vision.binarise import WallMask, despeckled, tone_mask
from mazeworks.vision.borders import MORE, cuts_of
from mazeworks.vision.deskew import Rotation, skew_of
from mazeworks.vision.endpoints import Given, ends, snapped_to_cells
from mazeworks.vision.hypotheses import Hypotheses, contradicts, lattice_of
from mazeworks.vision.ink import FULL
from mazeworks.vision.lattice import Lattice
from mazeworks.vision.lattice_fit import find_lattice_by_ink
from mazeworks.vision.layout_fit import FittedLayout
from mazeworks.vision.layout_search import find_layout, find_layout_by_ridges
from mazeworks.vision.marks import marked_cells
from mazeworks.vision.reading import Cells, Form, Reading
from mazeworks.vision.run_lengths import ring
from mazeworks.vision.verification import MOST_PIXELS

#: Angles near the estimated skew that are tried too, in degrees.
NEARBY = (0.0, -0.07, 0.07, -0.14, 0.14)


def has_cells(pixels: Pixels, tone: str) -> bool:
    """Whether any cells are found, wherever their ends may be."""
    hypotheses = Hypotheses(pixels, tone)
    searches = _straight, _faint, lambda hypotheses: _layouts(hypotheses, most=2)
    if any(True for search in searches for _ in search(hypotheses)):
        return True
    return any(True for _ in read_cropped_cells(pixels, hypotheses, [None, None]))


def read_cropped_cells(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Generator[Reading, None, None]:
    """Cells in rows and columns whose outer wall is cut off, entirely or in part, by an edge of the image."""
    if pixels.shape[0] * pixels.shape[1] > 1 << 26:
        return  # this would take long
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
                    found = _reading_of(pixels, lattice.shifted(-beyond[0], -beyond[1]), given)
                    start, goal = (Position(x + beyond[0], y + beyond[1]) for x, y in (found.start, found.goal))
                    restored_reading = replace(found, start=start, goal=goal, cells=lattice)
                    if found.connected() and not contradicts(hypothesis, restored_reading):
                        yield replace(found, words=found.words + cut.words)


def _straight(hypotheses: Hypotheses) -> Iterator[tuple[WallMask, Lattice]]:
    """Cells in rows and columns with straight walls, with the hypothesis that shows them."""
    for hypothesis in hypotheses:
        lattice = lattice_of(hypothesis)
        if lattice is not None:
            yield hypothesis, lattice


def _faint(hypotheses: Hypotheses) -> Iterator[tuple[WallMask, Lattice]]:
    """Cells in rows and columns that are skewed, or whose walls are faint, blurred, or waver."""
    for hypothesis in hypotheses.inked():
        rotation = skew_of(hypothesis.ink > FULL // 2)
        height, width = hypothesis.ink.shape
        for number, beside in enumerate(NEARBY if rotation is not None else NEARBY[:1]):
            report("reading the image", 0.35 + 0.04 * number)
            near = Rotation((rotation.angle if rotation else 0) + np.radians(beside), width / 2, height / 2)
            upright = near.upright(hypothesis.ink) if near.angle else hypothesis.ink
            lattice = find_lattice_by_ink(hypothesis.ink, upright, near)
            if lattice is not None:
                yield hypothesis, lattice
                break


def read_cells(
    pixels: Pixels, hypotheses: Hypotheses, found: Iterable[tuple[WallMask, Cells]], given: Given
) -> Generator[Reading, None, None]:
    """Readings of cells that the image does not contradict; only lattices keep their errors, which say more."""
    for hypothesis, cells in found:
        straight = isinstance(cells, Lattice)
        if isinstance(cells, Lattice) and hypotheses.halved(cells):
            continue
        with hypotheses.skipping_errors(kept=straight):
            reading = _reading_of(pixels, cells, given)
            if not contradicts(hypothesis, reading):
                yield reading


def read_faint_cells(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Generator[Reading, None, None]:
    """Cells found by their ink, where walls are faint, blurred or skewed."""
    return read_cells(pixels, hypotheses, _faint(hypotheses), given)


def read_layout(pixels: Pixels, hypotheses: Hypotheses, given: Given) -> Generator[Reading, None, None]:
    """Cells of other shapes, or in an outline of their own."""
    for hypothesis in hypotheses.inked():
        ridged = find_layout_by_ridges(hypothesis.ink) if hypothesis.ink.size <= MOST_PIXELS else None
        if ridged is not None:
            yield from read_cells(pixels, hypotheses, [(hypothesis, ridged)], given)
    # Finer cells fit as well, if a line drawn through the passages is mistaken for walls.
    found = sorted(_layouts(hypotheses), key=lambda pair: (pair[1].cells.size, pair[1].stray_share()))
    yield from read_cells(pixels, hypotheses, found, given)


def _layouts(hypotheses: Hypotheses, most: int = 99) -> list[tuple[WallMask, FittedLayout]]:
    """The layouts that fit, by this many hypotheses at most."""
    found: list[tuple[WallMask, FittedLayout]] = []
    for number, hypothesis in enumerate(hypotheses):
        if hypothesis.walls.mean() <= 0.5 and most:
            most -= 1
            ink = None if hypothesis.exact else hypothesis.ink
            with between(0.6 + 0.3 * number / (number + 3), 0.6 + 0.3 * (number + 1) / (number + 4)):
                fitted = find_layout(hypothesis.walls, ink)
                rotation = None if fitted else skew_of(hypothesis.walls)
                if rotation is not None:
                    fitted = find_layout(rotation.upright(hypothesis.walls), ink, rotation)
            found += [(hypothesis, fitted)] if fitted else []
            if fitted is not None and fitted.wall > 2 and fitted.stray_share() < 0.01:
                break
    return found


def marked_middles(pixels: Pixels, cells: Cells) -> list[Position]:
    """The pixels in the middle of marked cells."""
    return cells.middles_of(marked_cells(pixels, cells.points()))


def _reading_of(pixels: Pixels, cells: Cells, given: Given) -> Reading:
    """The reading of cells, with their ends."""
    near, wide = (min(cells.pitch), cells.passage) if isinstance(cells, Lattice) else (cells.scale, cells.scale * 0.8)
    given, moved = snapped_to_cells(given, cells.distance_to_cells, cells.cell_middle, near)
    height, width = pixels.shape
    gaps = [Position(min(max(x, 0), width - 1), min(max(y, 0), height - 1)) for x, y in cells.openings()]
    marks = [] if len(gaps) > 1 or None not in given else marked_middles(pixels, cells)
    start, goal, words = ends(given, gaps, marks)
    if cells.cell_at(start) == cells.cell_at(goal):
        raise FormatError(f"start {start} and goal {goal} are both in one cell; they have to differ")
    about, marked = f"{_described(cells)}, {words}{moved}", start in marks or goal in marks
    form: Form = "cells" if isinstance(cells, Lattice) else "layout"
    return Reading(form, np.zeros((0, 0), np.uint8), 0, start, goal, wide, about, cells, marked=marked)


def _described(cells: Cells) -> str:
    """Cells in a few words for people."""
    if not isinstance(cells, Lattice) and not cells.cells.rectangle:
        inner = cells.cells
        return f"{len(inner)} cells, layout {inner.layout}, {cells.scale:.3g} px each, wall {cells.wall} px"
    passage = cells.passage if isinstance(cells, Lattice) else cells.scale - cells.wall
    width, height = cells.size if isinstance(cells, Lattice) else cells.cells.size
    return f"{width}×{height} cells, wall {cells.wall:.3g} px, passage {passage:.3g} px"
