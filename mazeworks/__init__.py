"""A workshop for mazes: make, solve, draw, play, rate, print and mass-produce them."""

import importlib
from typing import TYPE_CHECKING, Any

from mazeworks.version import __version__

if TYPE_CHECKING:
    from mazeworks.core.changing import change
    from mazeworks.core.directions import Direction, Position
    from mazeworks.core.distances import Distances, distances
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
    from mazeworks.core.files import load, read_text, save
    from mazeworks.core.graph import Graph, explore
    from mazeworks.core.making import from_id, make
    from mazeworks.core.puzzle import Puzzle, Solution, replay
    from mazeworks.core.randomness import Random
    from mazeworks.core.rating import Measure, Rating, rate
    from mazeworks.core.scene import Scene
    from mazeworks.core.shortest import ShortestWays, shortest_ways
    from mazeworks.core.solving import solve
    from mazeworks.core.survey import Survey, survey
    from mazeworks.core.workers import speed, workers
    from mazeworks.kernels import warm_up
    from mazeworks.puzzles.wall import Cell, Maze

# Public names by the module they live in; each is imported when it is first asked for, so that the command
# line starts without what it does not need.
_HOMES = {
    "core.changing": ("change",),
    "core.directions": ("Direction", "Position"),
    "core.distances": ("Distances", "distances"),
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
    "core.files": ("load", "read_text", "save"),
    "core.graph": ("Graph", "explore"),
    "core.making": ("from_id", "make"),
    "core.puzzle": ("Puzzle", "Solution", "replay"),
    "core.randomness": ("Random",),
    "core.rating": ("Measure", "Rating", "rate"),
    "core.scene": ("Scene",),
    "core.shortest": ("ShortestWays", "shortest_ways"),
    "core.solving": ("solve",),
    "core.survey": ("Survey", "survey"),
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
