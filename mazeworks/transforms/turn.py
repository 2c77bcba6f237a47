"""Forbids some turns in a wall maze, with a start and a goal that the turns left still join."""

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.puzzles.turn import FORBID, HEADINGS, TurnMaze
from mazeworks.search.shortest_paths import shortest_routes

#: The most starts that are tried, and the most states of all of them.
STARTS, WORK = 200, 10_000_000


@transform(
    "turn",
    "Forbids some turns; start and goal are placed where the way is long, unless they were chosen.",
    parameters=(FORBID,),
    promises=("it can be solved",),
    only="it needs squares with four sides",
    into="turn",
    asked_by="forbid",
)
def turn(grid: Grid, random: Random, ends: str, forbid: str) -> TurnMaze:
    forbidden = forbid.split("/")
    if ends not in ("random", "farthest"):
        maze = TurnMaze(grid, grid.start, grid.goal, None, forbidden)
        if shortest_routes(maze) is None:
            why = f"no way leads from {grid.start} to {grid.goal} with {' and '.join(forbidden)} forbidden"
            raise MazeError(f"{why}; leave out the ends, and a start and a goal that are joined are chosen")
        return maze
    cells, best = grid.width * grid.height, (0, 0, 0)
    for _ in range(min(STARTS, max(4, WORK // (cells * HEADINGS)))):
        start = random.below(cells)
        place = start % grid.width, start // grid.width
        states, far = TurnMaze(grid, place, place, None, forbidden).compact.reach()
        reached, first = np.unique(states // HEADINGS, return_index=True)
        best = max(best, (int(far[first].max()), start, int(reached[first.argmax()])))
    ways, *chosen = best
    if not ways:
        raise MazeError("no step is possible from any start that was tried; the maze has too few passages")
    return TurnMaze(grid, *(divmod(cell, grid.width)[::-1] for cell in chosen), None, forbidden)
