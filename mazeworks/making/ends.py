"""Where a wall maze starts and ends: at random, in corners, as far apart as can be, or as given."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, blaming, nearest
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random

Cell = TypeVar("Cell")
WAYS = ("random", "corners", "farthest")
#: Start and goal as they are given; on floors with a third number.
GIVEN = re.compile(r"(\d{1,9}(?:/\d{1,9}){1,2})-(\d{1,9}(?:/\d{1,9}){1,2})", re.ASCII)


class EndsParameter(Parameter):
    """Where start and goal are: a word, or two places written with / because commas part the parameters of an id."""

    def check(self, value: Any) -> Any:
        if isinstance(value, str) and set(value) & set(",#\n"):
            raise bad_ends(value)
        return super().check(value)


ENDS = EndsParameter(
    "ends",
    "text",
    "random",
    "start and goal: random, corners, farthest, or given as X/Y-X/Y, such as 0/0-9/4",
    choices=WAYS,
)


def place_ends(grid: Grid, ends: str, start: Position, random: Random) -> None:
    """Set a grid's start and goal; `start` is where its carving began."""
    if ends == "random":
        grid.start = grid.goal = start
        while grid.goal == grid.start:
            grid.goal = Position.random(grid.width, grid.height, random)
    elif ends == "corners":
        grid.start, grid.goal = Position(0, 0), Position(grid.width - 1, grid.height - 1)
    elif ends == "farthest":
        grid.start = _farthest_from(grid, start)
        grid.goal = _farthest_from(grid, grid.start)
    else:
        with blaming("ends"):
            grid.start, grid.goal = given_ends(ends, grid)


def _farthest_from(grid: Grid, start: Position) -> Position:
    """In a tree, two such sweeps end at the two cells farthest apart."""
    from mazeworks.search.flood import Flood

    flood = Flood(grid, start)
    flood.run()
    return flood.last


def farther_ends(grid: Grid) -> tuple[Position, Position]:
    """Ends that lie as far apart as a grid's or farther, neither with any cell farther away."""
    from mazeworks.kernels.searching import search
    from mazeworks.search.flood import Flood

    def sweep(origin: Position) -> tuple[Position, int]:
        flood = Flood(grid, origin)
        flood.run()
        room = np.empty(flood.explored, np.uint8)
        return flood.last, search.trace_back(flood.marks, flood.steps, grid.index(flood.last), room)

    return farther_apart(grid.start, grid.goal, sweep)


def farther_apart(start: Cell, goal: Cell, sweep: Callable[[Cell], tuple[Cell, int]]) -> tuple[Cell, Cell]:
    """Two cells neither of which has one farther away; `sweep` gives the farthest from a cell, and how far it is.

    Every further round has found ends farther apart, so there are few.
    """
    apart = 0
    while True:
        (from_goal, back), (from_start, forth) = sweep(goal), sweep(start)
        if max(back, forth) <= apart:
            return start, goal
        apart = max(back, forth)
        start, goal = (start, from_start) if forth >= back else (goal, from_goal)


def given_ends(ends: str, grid: Grid) -> tuple[Position, Position]:
    """Start and goal written `0/0-9/4`."""
    match = re.fullmatch(r"(\d{1,10})/(\d{1,10})-(\d{1,10})/(\d{1,10})", ends, re.ASCII)
    if not match:
        raise bad_ends(ends)
    x, y, goal_x, goal_y = map(int, match.groups())
    start, goal = grid.check((x, y), "start"), grid.check((goal_x, goal_y), "goal")
    if start == goal:
        raise MazeError(f"start and goal are both {start}; they have to differ")
    return start, goal


def bad_ends(ends: str) -> MazeError:
    """The error of ends that are none; with the commas of places as they should be written."""
    near = ends.replace(",", "/") if GIVEN.fullmatch(ends.replace(",", "/")) else nearest(ends, WAYS)
    hint = f"; did you mean {near}?" if near else ""
    return MazeError(f"ends are random, corners, farthest or given as X/Y-X/Y, not {ends!r:.60}{hint}")
