"""Best-first search, on a graph and lazily: the one engine behind Dijkstra, A* and greedy search."""

import heapq
from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import NOTHING, Graph, Longs, checked_cost, cost_of
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.solution import Solution
from mazeworks.core.workers import in_slices
from mazeworks.kernels.searching import best as loops
from mazeworks.search.lazy import lazy_limits, not_found


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
        status = loops.LIMIT

        def search(most: int) -> bool:
            nonlocal status
            status = loops.best_first(
                *graph.rows, graph.weights, self.estimates, graph.goals, int(stop), most,
                self.nodes.reshape(-1), self.parents, heads, self.order, self.registers,
            )  # fmt: skip
            return bool(status != loops.LIMIT)

        in_slices(search, self.registers, limit, len(graph))
        if status == loops.LIMIT:
            raise LimitReached(f"no solution among the first {limit} states explored")
        return self.way_to(int(self.registers[1])) if status == loops.FOUND else None

    def way_to(self, state: int) -> Solution[Any]:
        """The cheapest path to a state that the search reached."""
        taken = int(self.registers[0])
        order = self.order[: min(taken, len(self.order))] if len(self.order) else None
        return self.graph.way_to(state, self.parents, taken, order)


def evenly(graph: Graph[Any], estimates: Longs, limit: int | None, trace: bool) -> Solution[Any] | None:
    """A* where each move costs 1, with three stacks as its queue; plain best-first if the estimates forbid that."""
    count, start, least = len(graph), graph.start, int(estimates[graph.start])
    nodes, stacks = np.full(count, -1, np.int64), np.empty(3 * count, np.int64)
    order, registers = np.empty(count if trace else 0, np.int64), np.array([0, -1, least, 0, 1, 0, 0], np.int64)
    nodes[start] = stacks[0] = start
    status = loops.UNEVEN if estimates[graph.goals == 1].any() else loops.LIMIT

    def search(most: int) -> bool:
        nonlocal status
        status = loops.a_star(*graph.rows, estimates, graph.goals, most, nodes, stacks, order, registers)
        return bool(status != loops.LIMIT)

    if status == loops.LIMIT:
        in_slices(search, registers, limit, count)
    if status == loops.UNEVEN:
        return BestFirst(graph, estimates, trace).run(limit=limit)
    if status == loops.LIMIT:
        raise LimitReached(f"no solution among the first {limit} states explored")
    taken, goal = registers[:2].tolist()
    found, parents = status == loops.FOUND, nodes & 0xFFFFFFFF
    return graph.way_to(goal, parents, taken, order[:taken] if trace else None) if found else None


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
    start = puzzle.start
    weighted = structure_of(puzzle).weighted
    best: dict[Any, int] = {puzzle.key(start): 0}
    came_by: dict[Any, tuple[Any, Any, Any]] = {}
    heap: list[tuple[float, int, int, Any]] = [(0, 0, 0, start)]
    order: list[Any] = []
    explored = entries = 0
    most, room = lazy_limits(limit)
    while heap:
        _, _, made, state = heapq.heappop(heap)
        name = puzzle.key(state)
        if made > best[name]:
            continue
        if explored == most or len(best) > room:
            raise not_found(limit)
        explored += 1
        if not explored & 1023:
            check()
        if trace:
            order.append(state)
        if puzzle.is_goal(state):
            solution = _retrace(name, state, came_by)
            solution.explored, solution.trace = explored, order if trace else None
            solution.cost = cost_of(puzzle, solution.states, solution.moves) if weighted else None
            return solution
        for move, following in puzzle.moves(state):
            target = puzzle.key(following)
            cost = checked_cost(puzzle, state, move, following) if weighted else 1
            far = made + cost if counts_cost else 0
            if target not in best or far < best[target]:
                best[target] = far
                came_by[target] = (move, name, state)
                entries -= 1
                left = puzzle.estimate(following) if estimates else 0
                heapq.heappush(heap, (far + left, entries, far, following))
    return None


def _retrace(name: Any, state: Any, came_by: dict[Any, tuple[Any, Any, Any]]) -> Solution[Any]:
    states, moves = [state], []
    while name in came_by:
        move, name, state = came_by[name]
        moves.append(move)
        states.append(state)
    return Solution(states[::-1], moves[::-1])
