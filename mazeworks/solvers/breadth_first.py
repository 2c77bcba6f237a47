"""Breadth-first search (Moore, 1959): in rings around the start, so the first path found is a shortest one."""

from collections import deque
from typing import Any

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import ready_graph
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford_more
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.search.flood import Flood, solution_from
from mazeworks.search.lazy import lazy_limits, not_found, retrace


@solver(
    "breadth_first",
    "Explores states in rings of equal distance around the start.",
    promises=("optimal", "complete"),
    aliases=("bfs", "flood_fill"),
)
def breadth_first(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid = structure_of(puzzle).as_grid()
    if grid is not None:
        return on_grid(grid, limit, trace)
    graph = ready_graph(puzzle)
    if graph is not None:
        return graph.first_found(limit, trace)
    compact = structure_of(puzzle).compact()
    if compact is not None:
        return compact.solve(limit, trace)  # type: ignore[no-any-return]
    return lazily(puzzle, limit, trace)


def on_grid(grid: Grid, limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search as a kernel; with `trace` its queue has room for all cells, and so is the trace."""
    flood = Flood(grid, grid.start, room=grid.width * grid.height + 8 if trace else 1024)
    if not flood.run(grid.goal, limit):
        return None
    return solution_from(grid, flood.marks, flood.explored, flood.order() if trace else None)


def lazily(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    """The search with moves listed only when needed."""
    came_by: dict[Any, tuple[Any, Any] | None] = {puzzle.key(puzzle.start): None}
    queue = deque([puzzle.start])
    order: list[Any] = []
    key, moves, is_goal = puzzle.key, puzzle.moves, puzzle.is_goal
    explored = 0
    most, room = lazy_limits(limit)
    while queue:
        if explored == most or len(came_by) > room:
            raise not_found(limit)
        state = queue.popleft()
        explored += 1
        if not explored & 1023:
            check()
            afford_more(len(came_by))
        if trace:
            order.append(state)
        if is_goal(state):
            return retrace(puzzle, state, came_by, explored, order if trace else None)
        for move, following in moves(state):
            name = key(following)
            if name not in came_by:
                came_by[name] = (move, state)
                queue.append(following)
    return None
