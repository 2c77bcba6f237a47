"""The layout of a sheet: where puzzles go, as large as possible, so that all of them are legible."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mazeworks.drawing.look import smallest_pitch
from mazeworks.drawing.scene import Label, Scene

#: A place on a sheet, in points from its upper left: left, top, width, height.
Slot = tuple[float, float, float, float]

#: The largest cell on paper, in points, so that a small puzzle does not fill a poster; and the free space around it.
LARGEST_CELL, PAD = 42, 6
#: The least height of legible letters and of distinguishable cells on paper, in points.
LETTERS, CELLS = 5.5, 4.0
#: The approximate share of the height that captions and numbers take.
WORDS = 32


@dataclass(frozen=True)
class Sheet:
    """The layout of a sheet: its number of puzzles, its size, its heading, and where the puzzles go."""

    count: int
    size: tuple[float, float]
    #: The size of the letters of the heading, and its lines.
    heading: tuple[float, list[str]]
    top: float
    slots: list[Slot]
    #: The size of the smallest detail, relative to the least legible size.
    clear: float


def scale_in(scene: Scene, wide: float, high: float) -> float:
    """The size of a cell of a scene, in points, in a place of this size."""
    return min(LARGEST_CELL, (wide - 2 * PAD) / scene.width, (high - 2 * PAD) / scene.height)


def least_scale(scene: Scene) -> float:
    """The least size of a cell, in points, at which a scene is legible on paper."""
    letters = min((shape.size for shape in scene.shapes if isinstance(shape, Label)), default=0.0)
    return max(LETTERS / letters if letters else 0, CELLS, smallest_pitch(scene) / 3)


def arranged(width: float, height: float, count: int, scenes: Sequence[Scene]) -> tuple[list[Slot], float]:
    """Equal places for this many puzzles, the best for the scenes, and how legible they are there."""

    def place(columns: int) -> tuple[float, float]:
        return width / columns, height / math.ceil(count / columns)

    def clear(columns: int) -> float:
        wide, high = place(columns)
        return min((max(0.0, scale_in(s, wide, high - WORDS)) / least_scale(s) for s in scenes), default=1)

    def fitness(columns: int) -> tuple[float, float, int]:
        """Legible layouts first, then nearly square places, then few empty places."""
        return round(min(1.0, clear(columns)), 2), round(min(place(columns)), -1), -(-count % columns)

    best = max(range(1, count + 1), key=fitness)
    wide, high = place(best)
    return [(number % best * wide, number // best * high, wide, high) for number in range(count)], clear(best)
