"""A workshop for mazes: make, solve, draw, play, rate, print and mass-produce them."""

import importlib
from typing import TYPE_CHECKING, Any

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
    from mazeworks.core.facets import (
        Codec,
        Structure,
        Variants,
        Words,
        codec_of,
        replay,
        structure_of,
        variants_of,
        words_of,
    )
    from mazeworks.core.graph import Graph, explore
    from mazeworks.core.parameters import Parameter
    from mazeworks.core.puzzle import Puzzle
    from mazeworks.core.randomness import Random
    from mazeworks.core.registry import generator, kind, layout, solver, transform
    from mazeworks.core.solution import Solution, Solved
    from mazeworks.core.workers import speed, workers
    from mazeworks.drawing.board import Board, board_of
    from mazeworks.drawing.scene import Scene
    from mazeworks.files.loading import load, read_text
    from mazeworks.files.saving import save
    from mazeworks.kernels import warm_up
    from mazeworks.making.making import change, from_id, make
    from mazeworks.puzzles.wall import Cell, Maze
    from mazeworks.rating.measures import Measure, Measures, measures_of
    from mazeworks.rating.rating import Rating, rate
    from mazeworks.rating.survey import Survey, survey
    from mazeworks.search.distances import Distances, distances
    from mazeworks.search.shortest_paths import ShortestWays, count_shortest, shortest_ways
    from mazeworks.search.solving import solve
    from mazeworks.version import __version__

# Public names by the module they live in; each is imported when it is first asked for, so that the command
# line starts without what it does not need.
_HOMES = {
    "version": ("__version__",),
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
    "files.loading": ("load", "read_text"),
    "files.saving": ("save",),
    "core.graph": ("Graph", "explore"),
    "making.making": ("change", "from_id", "make"),
    "core.facets": (
        "Codec",
        "Structure",
        "Variants",
        "Words",
        "codec_of",
        "replay",
        "structure_of",
        "variants_of",
        "words_of",
    ),
    "core.parameters": ("Parameter",),
    "core.registry": ("generator", "kind", "layout", "solver", "transform"),
    "drawing.board": ("Board", "board_of"),
    "core.puzzle": ("Puzzle",),
    "core.solution": ("Solution", "Solved"),
    "core.randomness": ("Random",),
    "rating.measures": ("Measure", "Measures", "measures_of"),
    "rating.rating": ("Rating", "rate"),
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
    "Board",
    "CannotSolve",
    "Cell",
    "Codec",
    "Direction",
    "Distances",
    "FormatError",
    "Graph",
    "LimitReached",
    "Maze",
    "MazeError",
    "Measure",
    "Measures",
    "NoSolution",
    "Parameter",
    "Position",
    "Puzzle",
    "Random",
    "Rating",
    "Scene",
    "ShortestWays",
    "Solution",
    "SolveTimeout",
    "Solved",
    "Structure",
    "Survey",
    "TooLarge",
    "UnknownName",
    "Variants",
    "Words",
    "__version__",
    "board_of",
    "change",
    "codec_of",
    "count_shortest",
    "distances",
    "explore",
    "from_id",
    "generator",
    "kind",
    "layout",
    "load",
    "make",
    "measures_of",
    "rate",
    "read_text",
    "replay",
    "save",
    "shortest_ways",
    "solve",
    "solver",
    "speed",
    "structure_of",
    "survey",
    "transform",
    "variants_of",
    "warm_up",
    "words_of",
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
