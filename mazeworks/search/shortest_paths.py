"""All shortest paths: their exact number, and each of them in turn."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazeworks.core.facets import structure_of
from mazeworks.core.graph import NOTHING, Graph, Longs, explore, graph_of, path_back
from mazeworks.core.progress import check, checked
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.search.best_first import BestFirst
from mazeworks.search.lazy import MOST_LAZILY


class ShortestWays:
    """The moves on shortest paths from the start to a goal; they form no cycle, so paths are counted by adding up."""

    def __init__(self, graph: Graph[Any]) -> None:
        self.graph = graph
        self.from_start = _costs_from_start(graph)
        self.to_goal = costs_to_goal(graph)
        #: The cost of a shortest path; -1 if no goal can be reached.
        self.length = int(self.to_goal[graph.start])
        check()
        #: The moves on shortest paths: their numbers, sorted by the states they lead from and to.
        self._moves = self._edges() if self.length >= 0 else NOTHING
        self._sources, self._targets = graph.sources()[self._moves], graph.targets[self._moves]
        check()
        order = np.lexsort((self._targets, self._sources))
        self._moves, self._sources, self._targets = (x[order] for x in (self._moves, self._sources, self._targets))

    def _edges(self) -> Longs:
        """The numbers of the moves on shortest paths; of parallel moves, all of the least cost."""
        graph = self.graph
        sources = graph.sources()
        costs = 1 if graph.costs is None else graph.costs
        check()
        before, after = self.from_start[sources], self.to_goal[graph.targets]
        return np.flatnonzero((before >= 0) & (after >= 0) & (before + costs + after == self.length))

    def count(self) -> int:
        """The exact number of shortest paths, as sequences of moves; 0 if no goal can be reached."""
        if self.length <= 0:
            return int(self.length == 0)
        # In order of distance, the count of a state is complete before it is passed on. Only counts of states that
        # wait are kept, as integers of any size: there may be astronomically many paths.
        rising = np.argsort(self.from_start[self._sources], kind="stable")
        counts = {self.graph.start: 1}
        left = -1
        pairs = zip(self._sources[rising].tolist(), self._targets[rising].tolist(), strict=True)
        for source, target in checked(pairs, 1000):
            if source != left:
                counts.pop(left, None)
                left = source
            counts[target] = counts.get(target, 0) + counts[source]
        counts.pop(left, None)
        return sum(counts.values())

    def rising(self) -> Longs:
        """Every state that can be reached, nearest first."""
        reached = np.flatnonzero(self.from_start >= 0)
        return reached[np.argsort(self.from_start[reached], kind="stable")]

    def paths(self) -> Iterator[Longs]:
        """Yield each shortest path as the numbers of its moves."""
        if self.length < 0:
            return
        targets = self._targets.tolist()
        names, begins = np.unique(self._sources, return_index=True)
        ends = [*begins[1:].tolist(), len(targets)]
        rows = dict(zip(names.tolist(), map(range, begins.tolist(), ends), strict=True))
        path: list[int] = []
        waiting = [iter(rows.get(self.graph.start, ()))]
        while waiting:
            if (targets[path[-1]] if path else self.graph.start) not in rows:
                yield self._moves[path]
            move = next(waiting[-1], None)
            if move is not None:
                path.append(move)
                waiting.append(iter(rows.get(targets[move], ())))
            else:
                waiting.pop()
                del path[-1:]

    def solutions(self) -> Iterator[Solution[Any]]:
        """Yield each shortest path as a solution."""
        graph = self.graph
        for moves in self.paths():
            yield graph.solution(np.append(graph.start, graph.targets[moves]), moves, len(graph))


def shortest_ways(puzzle: Puzzle[Any], limit: int | None = None) -> ShortestWays:
    """All shortest solutions of a finite puzzle; two differ if their moves differ.

    >>> from mazeworks import Direction, Maze
    >>> maze = Maze.closed(3, 3)
    >>> for cell in maze:
    ...     cell.remove_wall(Direction.SOUTH)
    ...     cell.remove_wall(Direction.EAST)
    >>> ways = shortest_ways(maze)
    >>> ways.count(), len(next(ways.solutions()))
    (6, 4)
    """
    return ShortestWays(graph_of(puzzle, limit))


def shortest_path(graph: Graph[Any]) -> Longs | None:
    """The numbers of the states along one shortest path; None if no goal can be reached."""
    if graph.costs is None:
        _, parents, order = graph.search()
        goals = order[graph.goals[order] == 1]
        goal = int(goals[0]) if len(goals) else -1
    else:
        search = BestFirst(graph)
        search.run()
        goal, parents = int(search.registers[1]), search.parents
    return path_back(parents, goal) if goal >= 0 else None


def _costs_from_start(graph: Graph[Any]) -> Longs:
    """The least cost from the start to each state; -1 if it cannot be reached."""
    if graph.costs is None:
        return graph.distances()
    search = BestFirst(graph)
    search.run(stop=False)
    return search.distances


def costs_to_goal(graph: Graph[Any]) -> Longs:
    """The least cost from each state to a goal; -1 if none can be reached."""
    if graph.costs is None:
        return graph.goal_distances()
    # Search the reversed graph from one extra state that leads to every goal.
    count, sources = len(graph), graph.sources()
    goals = np.flatnonzero(graph.goals)
    turned = np.argsort(graph.targets, kind="stable")
    offsets = np.zeros(count + 2, np.int64)
    offsets[1:-1] = np.cumsum(np.bincount(graph.targets, minlength=count))
    offsets[-1] = offsets[-2] + len(goals)
    beyond: Graph[Any] = Graph(
        offsets, np.concatenate([sources[turned], goals]), np.zeros(count + 1, np.uint8), range(count + 1), (),
        start=count, costs=np.concatenate([graph.costs[turned], np.ones(len(goals), np.int64)]),
    )  # fmt: skip
    search = BestFirst(beyond)
    search.run(stop=False)
    return np.where(search.distances[:-1] >= 0, search.distances[:-1] - 1, -1)


def count_shortest(graph: Graph[Any]) -> int:
    """The exact number of shortest solutions: sequences of moves from the start to a goal."""
    return ShortestWays(graph).count()


def shortest_routes(puzzle: Puzzle[Any]) -> tuple[int, int] | None:
    """The length of the shortest solutions and their exact number, or None if there is no solution."""
    compact = structure_of(puzzle).compact()
    ways = ShortestWays(explore(puzzle, MOST_LAZILY) if compact is None else compact.nearest())
    return None if ways.length < 0 else (ways.length, ways.count())
