"""Puts Theseus and the Minotaur into a wall maze, where there is a way past the Minotaur."""

import numpy as np

from mazeworks.core.errors import LimitReached, MazeError
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.core.registry import transform
from mazeworks.puzzles.theseus import ORDER, STEPS_TAKEN, Theseus
from mazeworks.search.shortest_paths import shortest_routes

#: The most places of the two that are tried, and the most states of each.
TRIES, STATES = 60, 300_000


@transform(
    "theseus",
    "Puts Theseus on the start, and the Minotaur where the way past it is long; ends move unless they were chosen.",
    parameters=(STEPS_TAKEN, ORDER),
    promises=("it can be solved",),
    only="it needs squares with four sides",
    into="theseus",
)
def theseus(grid: Grid, random: Random, ends: str, steps: int, order: str) -> Theseus:
    cells, best, found = grid.width * grid.height, 0, None
    for _ in range(TRIES):
        beast = divmod(random.below(cells), grid.width)[::-1]
        here, goal = grid.start, grid.goal
        if ends in ("random", "farthest"):
            here = grid.position(grid.index(divmod(random.below(cells), grid.width)[::-1]))
        if tuple(beast) == tuple(here):
            continue
        try:
            maze = Theseus(grid, here, beast, goal, steps, order)
            if ends in ("random", "farthest"):
                maze = Theseus(grid, here, beast, _last_place(maze), steps, order)
            routes = shortest_routes(maze)
        except LimitReached:  # too many states; another try may have fewer
            continue
        if routes is not None and routes[0] > best:
            best, found = routes[0], maze
    if found is None:
        why = f"in this maze Theseus gets past the Minotaur from none of the {TRIES} places that were tried"
        raise MazeError(f"{why}; loops help, as in braid+theseus")
    return found


def _last_place(maze: Theseus) -> tuple[int, int]:
    """The square that Theseus reaches last, were there no goal."""
    maze.facts[maze.GOAL] = -1
    states, _ = maze.compact.reach(STATES)
    reached, first = np.unique(states // (maze.width * maze.height), return_index=True)
    x, y = divmod(int(reached[first.argmax()]), maze.width)[::-1]
    return x, y
