"""Cul-de-sac filling: every part that connects to the rest through one cell becomes solid, loops included."""

from typing import Any

from mazeworks.core.graph import graph_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import solver
from mazeworks.search.dead_ends import filled_cul_de_sacs, through_the_rest
from mazeworks.search.solving import cannot


@solver(
    "cul_de_sac_filling",
    "Fills every part that connects to the rest through one cell, loops included, then takes the shortest path.",
    needs="both ways",
    promises=("optimal", "complete"),
    aliases=("cul_de_sac_filler",),
)
def cul_de_sac_filling(puzzle: Puzzle[Any], limit: int | None, trace: bool) -> Solution[Any] | None:
    graph = graph_of(puzzle, limit)
    if not graph.both_ways:
        raise cannot("cul_de_sac_filling", puzzle, "some moves cannot be taken back, so a path in need not lead out")
    return through_the_rest(graph, *filled_cul_de_sacs(graph), limit, trace)
