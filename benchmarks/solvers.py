"""Solvers on the graph of a maze of a million cells, against igraph, whose graph is built beforehand."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.table import Row, best, runs, seconds, versus
from mazeworks import Maze, Puzzle, Structure, solve, warm_up
from mazeworks.core.errors import LimitReached
from mazeworks.core.facets import facets
from mazeworks.core.graph import Graph, grid_graph
from mazeworks.core.registry import solvers
from mazeworks.search.best_first import BestFirst
from mazeworks.search.dead_ends import filled_dead_ends, through_the_rest
from mazeworks.solvers import a_star, bidirectional

SIDE, LARGE = 1000, 4000


class Ready(Structure["Explored"]):
    """A graph that needs no exploring."""

    def as_graph(self) -> Graph[Any]:
        return self.puzzle.graph


@facets(Ready)
class Explored(Puzzle[Any]):
    """A puzzle with its graph."""

    def __init__(self, graph: Graph[Any]) -> None:
        self.graph = graph


def rows(thorough: bool = False) -> Iterator[Row]:
    """Every row in turn; the thorough run also solves 4000x4000 with every solver."""
    warm_up()
    maze = Maze.create(SIDE, SIDE, ends="corners", seed=1)
    graph = grid_graph(maze.grid)
    theirs = with_igraph(graph)
    ours: dict[str, Callable[[], Any]] = {
        "breadth_first": lambda: graph.first_found(),
        "bidirectional": lambda: bidirectional.bidirectional(Explored(graph), None, False),
        "a_star": lambda: a_star.on_graph(graph, graph.estimates, None, False),  # type: ignore[arg-type]
        "dead_end_filling": lambda: through_the_rest(graph, *filled_dead_ends(graph, False), None, False),
    }
    peer = best(theirs, 5)
    for name, work in ours.items():
        yield versus(f"solve {SIDE}x{SIDE} on its graph, {name}", best(work, 5), "igraph, without building", peer, 1)
    yield versus(f"solve {SIDE}x{SIDE} on the grid, auto", best(lambda: solve(maze), 7), "igraph", peer, 8)
    yield weighed(graph)
    if thorough:
        yield from large()


def large() -> Iterator[Row]:
    """Every solver once, on a maze of sixteen million cells; the row of one that gives up says why."""
    maze = Maze.create(LARGE, LARGE, ends="corners", seed=1)
    for name in solvers:
        work = f"solve {LARGE}x{LARGE}, {name}"
        try:
            yield runs(work, seconds(lambda name=name: solve(maze, name)))  # type: ignore[misc]
        except LimitReached as reason:
            yield Row(work, f"says: {reason.sentence}", target="runs, or says why not", reached=True)


def with_igraph(graph: Graph[Any], weights: Any = None) -> Callable[[], Any]:
    """igraph's search from the start to the goal; building its graph is not measured."""
    import igraph

    sources = graph.sources()
    once = sources < graph.targets
    edges = np.column_stack([sources[once], graph.targets[once]])
    built = igraph.Graph(n=len(graph), edges=edges)
    goal = int(graph.goals.argmax())
    costs = None if weights is None else weights[once].tolist()
    return lambda: built.get_shortest_path(graph.start, goal, weights=costs, output="vpath")


def weighed(graph: Graph[Any]) -> Row:
    """Costs from 1 to 20, the same in both directions."""
    sources = graph.sources()
    graph.costs = (sources + graph.targets) * 7919 % 20 + 1
    ours = best(lambda: BestFirst(graph).run(), 5)
    theirs = best(with_igraph(graph, graph.costs), 5)
    return versus(f"solve {SIDE}x{SIDE} on its graph with weights, dijkstra", ours, "igraph, with weights", theirs, 1)
