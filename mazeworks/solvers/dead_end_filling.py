"""Dead-end filling: dead ends become solid until only paths to the goal remain."""

from typing import Any

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.search.dead_ends import filled_dead_ends, through_the_rest, through_what_is_left
from mazeworks.search.solving import cannot


@solver(
    "dead_end_filling",
    "Fills every dead end, then takes the shortest path through what remains.",
    needs="both ways",
    promises=("optimal", "complete"),
    aliases=("dead_end_filler",),
)
def dead_end_filling(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    grid = structure_of(puzzle).as_grid()
    if grid is not None and limit is None and not trace:
        return through_what_is_left(grid)
    graph = graph_of(puzzle, limit)
    if not graph.both_ways:
        why = "some moves cannot be taken back, so a path may lead through a dead end"
        raise cannot("dead_end_filling", puzzle, why)
    return through_the_rest(graph, *filled_dead_ends(graph, trace), limit, trace)
