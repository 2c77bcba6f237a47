"""The graph representation: every state a number, moves in compressed rows."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import LimitReached
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.kernels import graph as loops

State = TypeVar("State")
Longs = NDArray[np.int64]


@dataclass
class Graph(Generic[State]):
    """States numbered from 0, the start; the moves of state k lead to `targets[offsets[k]:offsets[k + 1]]`."""

    offsets: Longs
    targets: Longs
    goals: NDArray[np.uint8]
    states: list[State]
    moves: list[Any]

    def __len__(self) -> int:
        return len(self.goals)

    def distances(self) -> Longs:
        """The least number of moves from the start to each state."""
        return self.search()[0]

    def search(self) -> tuple[Longs, Longs, Longs]:
        """Breadth-first from the start: distances, the edge each state was reached by, states in order."""
        distances = np.full(len(self), -1, np.int64)
        edges = np.full(len(self), -1, np.int64)
        order = np.empty(len(self), np.int64)
        count = loops.breadth_first(self.offsets, self.targets, 0, distances, edges, order)
        return distances, edges, order[:count]

    def backwards(self) -> tuple[Longs, Longs]:
        """Offsets and targets of the same moves made backwards."""
        offsets = np.zeros(len(self) + 1, np.int64)
        offsets[1:] = np.cumsum(np.bincount(self.targets, minlength=len(self)))
        return offsets, self.sources()[np.argsort(self.targets, kind="stable")]

    def sources(self) -> Longs:
        """The state each move starts from."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def goal_distances(self) -> Longs:
        """The least number of moves from each state to a goal; -1 where no goal can be reached."""
        offsets, targets = self.backwards()
        distances = np.full(len(self), -1, np.int64)
        loops.distances_to(offsets, targets, self.goals, distances, np.empty(len(self), np.int64))
        return distances

    def count_shortest(self) -> int:
        """Exactly how many shortest solutions there are: sequences of states from the start to a goal."""
        distances, _, order = self.search()
        reached = distances[(self.goals == 1) & (distances >= 0)]
        if not len(reached):
            return 0
        nearest = int(reached.min())
        ways = [0] * len(self)  # whole numbers of any size: there may be astronomically many
        ways[0] = 1
        far = distances.tolist()
        for state in order.tolist():
            if far[state] == nearest:
                break
            for target in set(self.targets[self.offsets[state] : self.offsets[state + 1]].tolist()):
                if far[target] == far[state] + 1:
                    ways[target] += ways[state]
        return sum(ways[state] for state in np.flatnonzero(self.goals).tolist() if far[state] == nearest)

    def shortest(self) -> Solution[State] | None:
        """A shortest way from the start to the nearest goal."""
        _, edges, order = self.search()
        found = [state for state in order.tolist() if self.goals[state]][:1]
        if not found:
            return None
        sources = self.sources()
        path = [found[0]]
        taken = []
        while path[-1]:
            taken.append(int(edges[path[-1]]))
            path.append(int(sources[taken[-1]]))
        states = [self.states[state] for state in reversed(path)]
        return Solution(states, [self.moves[edge] for edge in reversed(taken)], "breadth_first", len(order))


def shortest_routes(puzzle: Puzzle[Any]) -> tuple[int, int] | None:
    """The length of the shortest solutions and exactly how many there are, or None where there is none."""
    graph = explore(puzzle, None)
    solution = graph.shortest()
    return None if solution is None else (len(solution), graph.count_shortest())


def explore(puzzle: Puzzle[State], limit: int | None = 1_000_000) -> Graph[State]:
    """Every state that can be reached, and every move; raises LimitReached past `limit` states.

    >>> from mazeworks import make
    >>> len(explore(make("jugs")))
    16
    """
    numbers = {puzzle.key(puzzle.start): 0}
    states = [puzzle.start]
    offsets = [0]
    targets: list[int] = []
    moves: list[Any] = []
    for state in states:  # grows while it is read
        for move, following in puzzle.moves(state):
            number = numbers.setdefault(puzzle.key(following), len(states))
            if number == len(states):
                if limit is not None and number >= limit:
                    raise LimitReached(f"more than {limit} states can be reached")
                states.append(following)
            targets.append(number)
            moves.append(move)
        offsets.append(len(targets))
    goals = np.fromiter((puzzle.is_goal(state) for state in states), np.uint8, len(states))
    return Graph(np.array(offsets, np.int64), np.array(targets, np.int64), goals, states, moves)
