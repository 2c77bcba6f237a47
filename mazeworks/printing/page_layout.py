"""Where puzzles stand on a sheet of paper, as large as it goes, so that all of them can be made out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mazeworks.drawing.legible import smallest_pitch
from mazeworks.drawing.scene import Label, Scene

#: A place on a sheet, in points from its upper left: left, top, width, height.
Slot = tuple[float, float, float, float]

#: The largest cell on paper, in points, so that a small puzzle does not fill a poster; and what stays free around it.
LARGEST_CELL, PAD = 42, 6
#: Letters on paper are read from this height on, and cells told apart, in points.
LETTERS, CELLS = 5.5, 4.0
#: What captions and numbers take of the height of a place, about.
WORDS = 32


@dataclass(frozen=True)
class Sheet:
    """A sheet laid out: for how many puzzles, its size, its heading, and where the puzzles stand below that."""

    count: int
    size: tuple[float, float]
    #: The size of its letters, and its lines.
    heading: tuple[float, list[str]]
    top: float
    slots: list[Slot]
    #: How large the smallest of what is drawn comes out, beside the least that can be made out.
    clear: float


def scale_in(scene: Scene, wide: float, high: float) -> float:
    """How many points a cell of a scene has in a place of some size."""
    return min(LARGEST_CELL, (wide - 2 * PAD) / scene.width, (high - 2 * PAD) / scene.height)


def least_scale(scene: Scene) -> float:
    """How many points a cell has to have so that a scene can be made out on paper."""
    letters = min((shape.size for shape in scene.shapes if isinstance(shape, Label)), default=0.0)
    return max(LETTERS / letters if letters else 0, CELLS, smallest_pitch(scene) / 3)


def arranged(width: float, height: float, count: int, scenes: Sequence[Scene]) -> tuple[list[Slot], float]:
    """Places for so many puzzles in which all can be made out, if there are any; and how clear they are there."""
    best = max(range(1, count + 1), key=lambda columns: _fitness(width, height, count, columns, scenes))
    return slots(width, height, count, best), _clear(width, height, count, best, scenes)


def _fitness(
    width: float, height: float, count: int, columns: int, scenes: Sequence[Scene]
) -> tuple[float, float, int]:
    """First whether all can be made out, then how near to squares their places are, then how few are left empty."""
    squareness = min(width / columns, height / math.ceil(count / columns))
    clear = round(min(1.0, _clear(width, height, count, columns, scenes)), 2)
    return clear, round(squareness, -1), -(-count % columns)


def _clear(width: float, height: float, count: int, columns: int, scenes: Sequence[Scene]) -> float:
    wide, high = width / columns, height / math.ceil(count / columns) - WORDS
    return min((max(0.0, scale_in(scene, wide, high)) / least_scale(scene) for scene in scenes), default=1)


def slots(width: float, height: float, count: int, columns: int | None = None) -> list[Slot]:
    """Equal places for so many puzzles in so many columns, or else as near to squares as they go."""
    best = columns or max(range(1, count + 1), key=lambda many: min(width / many, height / math.ceil(count / many)))
    wide, high = width / best, height / math.ceil(count / best)
    return [(number % best * wide, number // best * high, wide, high) for number in range(count)]
