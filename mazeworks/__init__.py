"""A workshop for mazes: make, solve, draw, play, rate, print and mass-produce them."""

import importlib
import sys
from typing import TYPE_CHECKING, Any

# Public names by the module they live in; each is imported when it is first asked for, so that the command
# line starts without what it does not need.
_HOMES = {
    "core.directions": "Direction Position",
    "core.errors": "CannotSolve FormatError LimitReached MazeError NoSolution SolveTimeout TooLarge UnknownName",
    "core.facets": "Codec Structure Variants Words codec_of replay structure_of variants_of words_of",
    "core.graph": "Graph explore",
    "core.parameters": "Parameter",
    "core.puzzle": "Puzzle Solution Solved",
    "core.randomness": "Random",
    "core.registry": "Format Renderer generator kind layout register solver transform",
    "core.workers": "speed workers",
    "drawing.board": "Board board_of",
    "drawing.scene": "Scene",
    "files.loading": "load read_text",
    "files.saving": "save",
    "kernels": "warm_up",
    "logic.board": "SquareBoard WalledBoard",
    "logic.invention": "Find Plan logic_generator",
    "logic.maze": "LogicMaze LogicWords logic_kind rules",
    "making.making": "change from_id make",
    "puzzles.wall": "Cell Maze",
    "rating.measures": "Measure Measures measures_of",
    "rating.rating": "Rating rate",
    "rating.survey": "Survey survey",
    "scale.batch": "Batch batch",
    "search.distances": "Distances distances",
    "search.shortest_paths": "ShortestWays count_shortest shortest_ways",
    "search.solving": "solve",
    "version": "__version__",
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names.split()}

if TYPE_CHECKING:
    from mazeworks.core.directions import Direction as Direction
    from mazeworks.core.directions import Position as Position
    from mazeworks.core.errors import CannotSolve as CannotSolve
    from mazeworks.core.errors import FormatError as FormatError
    from mazeworks.core.errors import LimitReached as LimitReached
    from mazeworks.core.errors import MazeError as MazeError
    from mazeworks.core.errors import NoSolution as NoSolution
    from mazeworks.core.errors import SolveTimeout as SolveTimeout
    from mazeworks.core.errors import TooLarge as TooLarge
    from mazeworks.core.errors import UnknownName as UnknownName
    from mazeworks.core.facets import Codec as Codec
    from mazeworks.core.facets import Structure as Structure
    from mazeworks.core.facets import Variants as Variants
    from mazeworks.core.facets import Words as Words
    from mazeworks.core.facets import codec_of as codec_of
    from mazeworks.core.facets import replay as replay
    from mazeworks.core.facets import structure_of as structure_of
    from mazeworks.core.facets import variants_of as variants_of
    from mazeworks.core.facets import words_of as words_of
    from mazeworks.core.graph import Graph as Graph
    from mazeworks.core.graph import explore as explore
    from mazeworks.core.parameters import Parameter as Parameter
    from mazeworks.core.puzzle import Puzzle as Puzzle
    from mazeworks.core.puzzle import Solution as Solution
    from mazeworks.core.puzzle import Solved as Solved
    from mazeworks.core.randomness import Random as Random
    from mazeworks.core.registry import Format as Format
    from mazeworks.core.registry import Renderer as Renderer
    from mazeworks.core.registry import generator as generator
    from mazeworks.core.registry import kind as kind
    from mazeworks.core.registry import layout as layout
    from mazeworks.core.registry import register as register
    from mazeworks.core.registry import solver as solver
    from mazeworks.core.registry import transform as transform
    from mazeworks.core.workers import speed as speed
    from mazeworks.core.workers import workers as workers
    from mazeworks.drawing.board import Board as Board
    from mazeworks.drawing.board import board_of as board_of
    from mazeworks.drawing.scene import Scene as Scene
    from mazeworks.files.loading import load as load
    from mazeworks.files.loading import read_text as read_text
    from mazeworks.files.saving import save as save
    from mazeworks.kernels import warm_up as warm_up
    from mazeworks.logic.board import SquareBoard as SquareBoard
    from mazeworks.logic.board import WalledBoard as WalledBoard
    from mazeworks.logic.invention import Find as Find
    from mazeworks.logic.invention import Plan as Plan
    from mazeworks.logic.invention import logic_generator as logic_generator
    from mazeworks.logic.maze import LogicMaze as LogicMaze
    from mazeworks.logic.maze import LogicWords as LogicWords
    from mazeworks.logic.maze import logic_kind as logic_kind
    from mazeworks.logic.maze import rules as rules
    from mazeworks.making.making import change as change
    from mazeworks.making.making import from_id as from_id
    from mazeworks.making.making import make as make
    from mazeworks.puzzles.wall import Cell as Cell
    from mazeworks.puzzles.wall import Maze as Maze
    from mazeworks.rating.measures import Measure as Measure
    from mazeworks.rating.measures import Measures as Measures
    from mazeworks.rating.measures import measures_of as measures_of
    from mazeworks.rating.rating import Rating as Rating
    from mazeworks.rating.rating import rate as rate
    from mazeworks.rating.survey import Survey as Survey
    from mazeworks.rating.survey import survey as survey
    from mazeworks.scale.batch import Batch as Batch
    from mazeworks.scale.batch import batch as batch
    from mazeworks.search.distances import Distances as Distances
    from mazeworks.search.distances import distances as distances
    from mazeworks.search.shortest_paths import ShortestWays as ShortestWays
    from mazeworks.search.shortest_paths import count_shortest as count_shortest
    from mazeworks.search.shortest_paths import shortest_ways as shortest_ways
    from mazeworks.search.solving import solve as solve
    from mazeworks.version import __version__ as __version__
else:  # type checkers cannot read it, and take it from the imports above
    __all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'mazeworks' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mazeworks.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_MODULES)


# So that gymnasium makes our environments by name; programs without it do not load anything for that.
if sys.modules.get("gymnasium"):
    importlib.import_module("mazeworks.training")
