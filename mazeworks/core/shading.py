"""Distances from the start as coloured areas beneath a scene, for any kind whose states have places in it."""

from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.core.graph import explore
from mazeworks.core.palette import DISTANCES, gradient, written
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.scene import Area, Scene

#: Colours in a gradient, and the most states that are explored for it.
LEVELS, MOST_STATES = 64, 1_000_000


def shade(puzzle: Puzzle[Any], scene: Scene) -> None:
    """Put a coloured square beneath each place, by the fewest moves that lead there."""
    graph = puzzle.as_graph() or explore(puzzle, MOST_STATES)
    nearest: dict[tuple[float, float], int] = {}
    for state, far in zip(graph.states, graph.distances().tolist(), strict=True):
        spot = puzzle.spot(state)
        if spot is not None and far >= 0:
            nearest[spot] = min(far, nearest.get(spot, far))
    if not nearest:
        raise MazeError(f"a {puzzle.kind or 'plain'} puzzle has no places that distances could colour")
    farthest = max(1, *nearest.values())
    colours = [written(colour) for colour in gradient(DISTANCES, LEVELS)]
    areas = []
    for (x, y), far in nearest.items():
        corners = ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))
        areas.append(Area(corners, f"shade:{colours[far * (LEVELS - 1) // farthest]}"))
    scene.shapes[:0] = areas
