"""A workshop for mazes: make, solve, draw, play, rate, print and mass-produce them."""

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
from mazeworks.core.files import load, read_text, save
from mazeworks.core.graph import Graph, explore
from mazeworks.core.making import from_id, make
from mazeworks.core.puzzle import Puzzle, Solution, replay
from mazeworks.core.randomness import Random
from mazeworks.core.rating import Measure, Rating, rate
from mazeworks.core.scene import Scene
from mazeworks.core.solving import solve
from mazeworks.core.workers import workers
from mazeworks.kernels import speed, warm_up
from mazeworks.puzzles.wall import Cell, Maze
from mazeworks.version import __version__

__all__ = [
    "CannotSolve",
    "Cell",
    "Direction",
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
    "Solution",
    "SolveTimeout",
    "TooLarge",
    "UnknownName",
    "__version__",
    "explore",
    "from_id",
    "load",
    "make",
    "rate",
    "read_text",
    "replay",
    "save",
    "solve",
    "speed",
    "warm_up",
    "workers",
]
