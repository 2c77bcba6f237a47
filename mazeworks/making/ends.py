"""Where a wall maze starts and ends: at random, in corners, as far apart as possible, or as given."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, blaming, nearest
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random

if TYPE_CHECKING:
    from mazeworks.search.flood import Flood

Cell = TypeVar("Cell")
WAYS = ("random", "corners", "farthest")
#: Given start and goal; on floors with a third number each.
GIVEN = re.compile(r"(\d{1,10}(?:/\d{1,10}){1,2})-(\d{1,10}(?:/\d{1,10}){1,2})", re.ASCII)


class EndsParameter(Parameter):
    """Where start and goal are: a word, or two places with slashes, because commas separate the parameters of an id."""

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
        grid.start = _sweep(grid, start).last
        grid.goal = _sweep(grid, grid.start).last
    else:
        with blaming("ends"):
            grid.start, grid.goal = given_ends(ends, grid.check)


def _sweep(grid: Grid, origin: Position) -> "Flood":
    """All cells explored from one; in a tree, two sweeps end at the two cells farthest apart."""
    from mazeworks.search.flood import Flood

    flood = Flood(grid, origin)
    flood.run()
    return flood


def farther_ends(grid: Grid) -> tuple[Position, Position]:
    """Ends at least as far apart as a grid's; each is a cell farthest from the other."""
    from mazeworks.kernels.searching import search

    def sweep(origin: Position) -> tuple[Position, int]:
        flood = _sweep(grid, origin)
        room = np.empty(flood.explored, np.uint8)
        return flood.last, search.trace_back(flood.marks, flood.steps, grid.index(flood.last), room)

    return farther_apart(grid.start, grid.goal, sweep)


def farther_apart(start: Cell, goal: Cell, sweep: Callable[[Cell], tuple[Cell, int]]) -> tuple[Cell, Cell]:
    """Two cells, each farthest from the other; `sweep` gives a cell farthest from another, and its distance."""
    apart = 0
    while True:  # every further round finds ends farther apart, so there are few
        (from_goal, back), (from_start, forth) = sweep(goal), sweep(start)
        if max(back, forth) <= apart:
            return start, goal
        apart = max(back, forth)
        start, goal = (start, from_start) if forth >= back else (goal, from_goal)


def given_ends(ends: str, find: Callable[[tuple[int, ...], str], Cell]) -> tuple[Cell, Cell]:
    """Start and goal written `0/0-9/4`, or with a third number each; `find` gives the cell at a place."""
    match = GIVEN.fullmatch(ends)
    if not match:
        raise bad_ends(ends)
    places = [tuple(map(int, place.split("/"))) for place in match.groups()]
    start, goal = find(places[0], "start"), find(places[1], "goal")
    if start == goal:
        raise MazeError(f"start and goal are both {places[0]}; they have to differ")
    return start, goal


def bad_ends(ends: str) -> MazeError:
    """The error for ends that cannot be read; it suggests slashes where commas were written."""
    near = ends.replace(",", "/") if GIVEN.fullmatch(ends.replace(",", "/")) else nearest(ends, WAYS)
    hint = f"; did you mean {near}?" if near else ""
    return MazeError(f"ends are random, corners, farthest or given as X/Y-X/Y, not {ends!r:.60}{hint}")
