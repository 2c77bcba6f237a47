"""Best-first search, on a graph and lazily: the one engine behind Dijkstra, A* and greedy best-first search."""

import heapq
from typing import Any

import numpy as np

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import NOTHING, Graph, Longs, checked_cost
from mazeworks.core.memory import afford_more
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.workers import in_slices
from mazeworks.kernels.searching import best as loops
from mazeworks.search.lazy import lazy_limits, not_found, retrace


class BestFirst:
    """A search of a graph in order of cost so far plus estimate; without estimates it is Dijkstra's."""

    def __init__(self, graph: Graph[Any], estimates: Longs | None = None, trace: bool = False) -> None:
        count = len(graph)
        self.graph = graph
        self.estimates = NOTHING if estimates is None else estimates
        self.nodes = np.full((count, 4), -1, np.int64)
        #: The least cost to reach each state; -1 where the search did not reach it.
        self.distances = self.nodes[:, 0]
        self.parents = np.full(count, -1, np.int64)
        #: With `trace`: the states in the order they were expanded.
        self.order = np.empty(count if trace else 0, np.int64)
        self.registers = np.array([0, -1, 0], np.int64)

    def run(self, stop: bool = True, limit: int | None = None) -> Solution[Any] | None:
        """Search to the first goal, or everywhere; raises LimitReached past `limit` states."""
        graph, start = self.graph, self.graph.start
        heads = np.full(64, -1, np.int64)
        least = int(self.estimates[start]) if len(self.estimates) else 0
        heads[0] = self.parents[start] = start
        self.nodes[start, :2] = 0, least
        self.registers[:] = 0, -1, least
        first = (*graph.rows, graph.weights, self.estimates, graph.goals, int(stop))
        rest = (self.nodes.reshape(-1), self.parents, heads, self.order, self.registers)
        in_slices(lambda most: loops.best_first(*first, most, *rest), self.registers, limit, len(graph))
        return self.solution_to(int(self.registers[1])) if self.registers[1] >= 0 else None

    def solution_to(self, state: int) -> Solution[Any]:
        """The cheapest path to a state that the search reached."""
        taken = int(self.registers[0])
        order = self.order[:taken] if len(self.order) else None
        return self.graph.solution_to(state, self.parents, taken, order)


def evenly(graph: Graph[Any], estimates: Longs, limit: int | None, trace: bool) -> Solution[Any] | None:
    """A* where each move costs 1, with three stacks as its queue; plain best-first if the estimates forbid that."""
    count, start, least = len(graph), graph.start, int(estimates[graph.start])
    nodes, stacks = np.full(count, -1, np.int64), np.empty(3 * count, np.int64)
    order, registers = np.empty(count if trace else 0, np.int64), np.array([0, -1, least, 0, 1, 0, 0], np.int64)
    nodes[start] = stacks[0] = start

    def search(most: int) -> Any:
        return loops.a_star(*graph.rows, estimates, graph.goals, most, nodes, stacks, order, registers)

    uneven = estimates[graph.goals == 1].any()
    if uneven or in_slices(search, registers, limit, count) == loops.UNEVEN:
        return BestFirst(graph, estimates, trace).run(limit=limit)
    taken, goal = registers[:2].tolist()
    return graph.solution_to(goal, nodes & 0xFFFFFFFF, taken, order[:taken] if trace else None) if goal >= 0 else None


def estimates_of(puzzle: Puzzle[Any], graph: Graph[Any]) -> Longs:
    """The puzzle's estimate for each state of a graph, rounded down, so that it stays a lower bound."""
    known = graph.estimates if graph.estimates is not None else structure_of(puzzle).estimates(graph.states)
    if known is not None:
        return known
    if type(puzzle).estimate is Puzzle.estimate:
        return np.zeros(len(graph), np.int64)
    return np.fromiter((int(puzzle.estimate(state)) for state in graph.states), np.int64, len(graph))


def lazily(
    puzzle: Puzzle[Any], limit: int | None, trace: bool, counts_cost: bool = True, estimates: bool = True
) -> Solution[Any] | None:
    """The search with moves listed only when needed; among equally good states the latest comes first.

    A state is expanded again if a cheaper path to it is found, so an estimate need not be consistent, only
    admissible. Without `counts_cost` only the estimate counts: that is greedy search.
    """
    weighted = structure_of(puzzle).weighted
    best: dict[Any, int] = {puzzle.key(puzzle.start): 0}
    came_by: dict[Any, tuple[Any, Any] | None] = {puzzle.key(puzzle.start): None}
    heap: list[tuple[float, int, int, Any]] = [(0, 0, 0, puzzle.start)]
    order, explored, entries = list[Any](), 0, 0
    most, room = lazy_limits(limit)
    while heap:
        _, _, made, state = heapq.heappop(heap)
        if made > best[puzzle.key(state)]:
            continue
        if explored == most or len(best) > room:
            raise not_found(limit)
        explored += 1
        if not explored & 1023:
            check()
            afford_more(len(came_by))
        if trace:
            order.append(state)
        if puzzle.is_goal(state):
            return retrace(puzzle, state, came_by, explored, order if trace else None)
        for move, following in puzzle.moves(state):
            target = puzzle.key(following)
            cost = checked_cost(puzzle, state, move, following) if weighted else 1
            far = made + cost if counts_cost else 0
            if target not in best or far < best[target]:
                best[target] = far
                came_by[target] = (move, state)
                entries -= 1
                left = puzzle.estimate(following) if estimates else 0
                heapq.heappush(heap, (far + left, entries, far, following))
    return None
