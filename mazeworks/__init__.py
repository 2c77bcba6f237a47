"""A workshop for mazes: make, solve, draw, play, rate, print and mass-produce them."""

import importlib
from typing import TYPE_CHECKING, Any

from mazeworks.version import __version__

if TYPE_CHECKING:
    from mazeworks.core.directions import Direction, Position
    from mazeworks.core.errors import (
        CannotSolve,
        FormatError,
        LimitReached,
        MazeError,
        NoSolution,
        SolveTimeout,
        TooLarge,
        UnknownName,
    )
    from mazeworks.core.graph import Graph, explore
    from mazeworks.core.puzzle import Puzzle, Solution, replay
    from mazeworks.core.randomness import Random
    from mazeworks.core.workers import speed, workers
    from mazeworks.drawing.scene import Scene
    from mazeworks.files.files import load, read_text, save
    from mazeworks.kernels import warm_up
    from mazeworks.making.making import change, from_id, make
    from mazeworks.puzzles.wall import Cell, Maze
    from mazeworks.rating.rating import Measure, Rating, rate
    from mazeworks.rating.survey import Survey, survey
    from mazeworks.search.distances import Distances, distances
    from mazeworks.search.shortest_paths import ShortestWays, count_shortest, shortest_ways
    from mazeworks.search.solving import solve

# Public names by the module they live in; each is imported when it is first asked for, so that the command
# line starts without what it does not need.
_HOMES = {
    "core.directions": ("Direction", "Position"),
    "search.distances": ("Distances", "distances"),
    "core.errors": (
        "CannotSolve",
        "FormatError",
        "LimitReached",
        "MazeError",
        "NoSolution",
        "SolveTimeout",
        "TooLarge",
        "UnknownName",
    ),
    "files.files": ("load", "read_text", "save"),
    "core.graph": ("Graph", "explore"),
    "making.making": ("change", "from_id", "make"),
    "core.puzzle": ("Puzzle", "Solution", "replay"),
    "core.randomness": ("Random",),
    "rating.rating": ("Measure", "Rating", "rate"),
    "drawing.scene": ("Scene",),
    "search.shortest_paths": ("ShortestWays", "count_shortest", "shortest_ways"),
    "search.solving": ("solve",),
    "rating.survey": ("Survey", "survey"),
    "core.workers": ("speed", "workers"),
    "kernels": ("warm_up",),
    "puzzles.wall": ("Cell", "Maze"),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "CannotSolve",
    "Cell",
    "Direction",
    "Distances",
    "FormatError",
    "Graph",
    "LimitReached",
    "Maze",
    "MazeError",
    "Measure",
    "NoSolution",
    "Position",
    "Puzzle",
    "Random",
    "Rating",
    "Scene",
    "ShortestWays",
    "Solution",
    "SolveTimeout",
    "Survey",
    "TooLarge",
    "UnknownName",
    "__version__",
    "change",
    "count_shortest",
    "distances",
    "explore",
    "from_id",
    "load",
    "make",
    "rate",
    "read_text",
    "replay",
    "save",
    "shortest_ways",
    "solve",
    "speed",
    "survey",
    "warm_up",
    "workers",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'mazeworks' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mazeworks.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
