"""Solutions: the path that a solver found, and a puzzle together with its solutions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mazeworks.core.directions import Direction
from mazeworks.core.progress import check

if TYPE_CHECKING:
    from mazeworks.core.puzzle import Puzzle

State = TypeVar("State")


@dataclass
class Solution(Generic[State]):
    """A path from the start to the goal, and what finding it took."""

    states: Sequence[State]
    moves: Sequence[Any]
    solver: str = ""
    explored: int = 0
    #: With `trace`, the states in the order they were explored.
    trace: Sequence[State] | None = field(default=None, repr=False)
    #: The heading of a walker at the end, if the solver records it.
    facing: Direction | None = None
    #: What the moves cost together; None where every move costs 1.
    cost: int | None = None
    #: The exact number of paths as short as this one, if the solver counts them.
    ways: int | None = field(default=None, repr=False)

    def __len__(self) -> int:
        """The number of moves."""
        return len(self.moves)

    def __bool__(self) -> bool:
        """True also for a solution of no moves."""
        return True

    def further(self) -> dict[str, Any]:
        """What the solver reports beside the path, as plain values."""
        return {}

    def without_detours(self) -> "Solution[State]":
        """The same path with every loop and every step back cut out."""
        from mazeworks.core.walk import Walk

        if isinstance(self.states, Walk):
            walk: Any = self.states.without_detours()
            return replace(self, states=walk, moves=walk.moves, facing=None, cost=None)
        last: dict[Any, int] = {state: number for number, state in enumerate(self.states)}
        states: list[State] = []
        moves: list[Any] = []
        number = 0
        while True:
            if not len(states) & 1023:
                check()
            number = last[self.states[number]]
            states.append(self.states[number])
            if number == len(self.moves):
                return replace(self, states=states, moves=moves, facing=None, cost=None, ways=None)
            moves.append(self.moves[number])
            number += 1


@dataclass(frozen=True)
class Solved(Generic[State]):
    """A puzzle with the solutions of its variants, None for one without a path; empty if it was not solved.

    >>> from mazeworks import Maze, solve
    >>> maze = Maze.create(6, 4, seed=1)
    >>> Solved.of(maze, solve(maze)).solution.solver
    'auto'
    """

    puzzle: "Puzzle[State]"
    solutions: Mapping[str, Solution[State] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, puzzle: "Puzzle[State]", solution: Solution[State] | None = None) -> "Solved[State]":
        """A puzzle with one solution, or with none."""
        return cls(puzzle, {} if solution is None else {"": solution})

    @property
    def together(self) -> bool:
        """Whether it shows the solutions of several variants at once."""
        return len(self.solutions) > 1

    @property
    def solution(self) -> Solution[State] | None:
        """The only solution; None where there is none, or where there are several."""
        return None if self.together else next(iter(self.solutions.values()), None)
