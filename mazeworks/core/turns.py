"""What happens beside the shortest solution: choices on it, turns off it, and where those lead."""

from typing import Any

from mazeworks.core.graph import Graph


class Turns:
    """The choices along a shortest solution of a graph, and the wrong turns that could be taken there.

    A wrong turn is a move that brings the goal no nearer. It leads into a loop if one can come round from it to
    a state of the solution that was passed before, or can go in a circle without meeting the solution again.
    Where every move can be taken back, going to and fro is neither a choice nor a loop.
    """

    def __init__(self, graph: Graph[Any]) -> None:
        self._start = graph.start
        self._far = graph.goal_distances().tolist()
        self._after = _neighbours(graph.offsets.tolist(), graph.targets.tolist())
        self._before = _neighbours(*(array.tolist() for array in graph.backwards()))
        self._path = self._solution()
        self._step = {state: step for step, state in enumerate(self._path)}
        self.reversible = self._after == self._before
        #: From how many states no goal can be reached.
        self.dead: int = self._far.count(-1)
        #: At how many steps of the solution more than one move was possible.
        self.choices = sum(len(self._open(step)) > 1 for step in range(len(self._path) - 1))
        wrong = [(step, state) for step in range(len(self._path) - 1) for state in self._wrong(step)]
        #: How many wrong turns there are, and how many of them lead into a loop.
        self.wrong = len(wrong)
        self.loops = self._loops_both_ways(wrong) if self.reversible else self._loops_one_way(wrong)

    def _solution(self) -> list[int]:
        """States each one nearer to the goal than the last."""
        path = [self._start]
        while self._far[path[-1]] > 0:
            path.append(min(s for s in self._after[path[-1]] if self._far[s] == self._far[path[-1]] - 1))
        return path

    def _open(self, step: int) -> set[int]:
        """Where one could go from a step of the solution."""
        back = {self._path[step - 1]} if self.reversible and step else set()
        return self._after[self._path[step]] - back

    def _wrong(self, step: int) -> list[int]:
        """Where one could go wrong at a step of the solution."""
        right = self._far[self._path[step]] - 1
        return sorted(state for state in self._open(step) if self._far[state] != right)

    def _loops_one_way(self, wrong: list[tuple[int, int]]) -> int:
        endless, earliest = self._endless(), self._earliest()
        return sum(state in endless or earliest.get(state, step + 1) <= step for step, state in wrong)

    def _endless(self) -> set[int]:
        """States from which one can go in a circle that keeps off the solution."""
        ways = {s: len(after - self._step.keys()) for s, after in enumerate(self._after) if s not in self._step}
        ending = [state for state, count in ways.items() if not count]
        for state in ending:  # grows while it is read: what only leads to states that end, ends
            for before in self._before[state]:
                if before in ways:
                    ways[before] -= 1
                    if not ways[before]:
                        ending.append(before)
        return ways.keys() - set(ending)

    def _earliest(self) -> dict[int, int]:
        """For each state, the earliest step of the solution at which one can come back to it."""
        earliest = dict(self._step)
        for step, end in enumerate(self._path):
            arriving = [end]
            for state in arriving:  # grows while it is read
                new = [before for before in self._before[state] if before not in earliest]
                earliest.update((before, step) for before in new)
                arriving += new
        return earliest

    def _loops_both_ways(self, wrong: list[tuple[int, int]]) -> int:
        """A region beside the solution loops if it has two doors to it, or a circle inside."""
        region: dict[int, int] = {}
        loops: dict[int, bool] = {}
        for _, first in wrong:
            if first not in region and first not in self._step:
                loops[first] = self._explore_region(first, region)
        return sum(loops[region[s]] if s in region else self._step[s] < step for step, s in wrong)

    def _explore_region(self, first: int, region: dict[int, int]) -> bool:
        """Mark all states joined to one beside the solution; returns whether there is a loop."""
        members, inner, doors = [first], 0, 0
        region[first] = first
        for state in members:  # grows while it is read
            for other in self._after[state]:
                doors += other in self._step
                inner += other not in self._step
                if other not in self._step and other not in region:
                    region[other] = first
                    members.append(other)
        return doors > 1 or inner // 2 >= len(members)


def _neighbours(offsets: list[int], targets: list[int]) -> list[set[int]]:
    """The states next to each, moves from a state to itself left out."""
    rows = zip(offsets[:-1], offsets[1:], strict=True)
    return [set(targets[first:last]) - {state} for state, (first, last) in enumerate(rows)]
