"""Choices along the shortest solution: wrong turns, and where they lead."""

from typing import Any

import numpy as np

from mazeworks.core.graph import Graph, Longs
from mazeworks.kernels.searching.rate import beside_path
from mazeworks.search.shortest_paths import distances_to_goal


class Turns:
    """The choices along a shortest solution of a graph, and the possible wrong turns.

    A wrong turn is a move that does not bring the goal nearer. It leads into a loop if a path from it returns to an
    earlier state of the solution, or to a cycle apart from the solution. Where every move can be taken back, taking
    it back is neither a choice nor a loop.
    """

    def __init__(self, graph: Graph[Any], path: Longs) -> None:
        self.reversible = graph.both_ways
        #: The number of states from which no goal can be reached.
        self.dead = 0
        #: The number of steps of the solution with more than one possible move.
        self.choices = 0
        #: The number of wrong turns, and of those that lead into a loop.
        self.wrong = self.loops = 0
        #: The depth of the deepest wrong turn, and of all together, in states; if every move can be taken back.
        self.deepest = self.depth = 0
        if self.reversible:
            self._count_both_ways(graph, path)
        else:
            self._count_one_way(graph, path)

    def _count_both_ways(self, graph: Graph[Any], path: Longs) -> None:
        count = len(graph)
        steps, region, depths = (np.full(count, value, np.int64) for value in (-1, -1, 0))
        steps[path] = np.arange(len(path))
        loops, queue, registers = np.zeros(count, np.uint8), np.empty(count, np.int64), np.zeros(5, np.int64)
        far = distances_to_goal(graph)
        beside_path(*graph.rows, far, path, steps, region, depths, loops, queue, registers)
        self.choices, self.wrong, self.loops, self.depth, self.deepest = registers.tolist()

    def _count_one_way(self, graph: Graph[Any], path: Longs) -> None:
        far = distances_to_goal(graph).tolist()
        self._after = _neighbours(graph.offsets.tolist(), graph.targets.tolist())
        self._before = _neighbours(*(array.tolist() for array in graph.backwards()))
        self._step = {state: step for step, state in enumerate(path.tolist())}
        steps = [(step, far[state], self._after[state]) for state, step in self._step.items()][:-1]
        wrong = [(step, state) for step, left, after in steps for state in after if not 0 <= far[state] < left]
        endless, earliest = self._endless(), self._earliest()
        self.dead, self.wrong = far.count(-1), len(wrong)
        self.choices = sum(len(after) > 1 for _, _, after in steps)
        self.loops = sum(state in endless or earliest.get(state, step + 1) <= step for step, state in wrong)

    def _endless(self) -> set[int]:
        """States from which a cycle apart from the solution can be reached."""
        ways = {s: len(after - self._step.keys()) for s, after in enumerate(self._after) if s not in self._step}
        ending = [state for state, count in ways.items() if not count]
        for state in ending:  # grows while it is read: a state that leads only to ending states ends too
            for before in self._before[state]:
                if before in ways:
                    ways[before] -= 1
                    if not ways[before]:
                        ending.append(before)
        return ways.keys() - set(ending)

    def _earliest(self) -> dict[int, int]:
        """For each state, the earliest step of the solution that can be reached from it."""
        earliest = dict(self._step)
        for end, step in self._step.items():
            arriving = [end]
            for state in arriving:  # grows while it is read
                new = [before for before in self._before[state] if before not in earliest]
                earliest.update((before, step) for before in new)
                arriving += new
        return earliest


def _neighbours(offsets: list[int], targets: list[int]) -> list[set[int]]:
    """The neighbours of each state, without itself."""
    rows = zip(offsets[:-1], offsets[1:], strict=True)
    return [set(targets[first:last]) - {state} for state, (first, last) in enumerate(rows)]
