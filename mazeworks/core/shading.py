"""Distances from the start as coloured areas beneath a scene, for any kind whose states have places in it."""

from typing import Any

from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.graph import explore
from mazeworks.core.palette import DISTANCES, gradient, written
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.scene import Area, Outline, Scene

#: Colours in a gradient, and the most states that are explored for it.
LEVELS, MOST_STATES = 64, 1_000_000


def shade(puzzle: Puzzle[Any], scene: Scene) -> None:
    """Put the colours of distances beneath all shapes of a scene."""
    scene.shapes[:0] = shades(puzzle)


def shades(puzzle: Puzzle[Any]) -> list[Area]:
    """The shape of each place, coloured by the fewest moves that lead there; shapes of one colour stand together."""
    if puzzle.routes:
        variants = puzzle.variants()
        return [_moved(area, *puzzle.panel(name)) for name in puzzle.routes for area in shades(variants[name])]
    nearest = _nearest(puzzle)
    if not nearest:
        raise MazeError(f"{with_article(puzzle.kind or 'plain')} puzzle has no places that distances could colour")
    farthest = max(1, *nearest.values())
    roles = [f"shade:{written(colour)}" for colour in gradient(DISTANCES, LEVELS)]
    return [
        Area(outline, roles[far * (LEVELS - 1) // farthest])
        for outline, far in sorted(nearest.items(), key=lambda item: item[1])
    ]


def _nearest(puzzle: Puzzle[Any]) -> dict[Outline, int]:
    """The fewest moves that lead to each shape; several states may fill the same."""
    graph = puzzle.as_graph() or explore(puzzle, MOST_STATES)
    found: dict[Outline, int] = {}
    for outlines, far in zip(puzzle.outlines(graph.states), graph.distances().tolist(), strict=True):
        if far >= 0:
            for outline in outlines:
                found[outline] = min(far, found.get(outline, far))
    return found


def _moved(area: Area, right: float, down: float) -> Area:
    return Area(tuple((x + right, y + down) for x, y in area.points), area.role)
