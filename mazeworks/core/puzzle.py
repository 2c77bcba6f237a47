"""The one idea: a puzzle is a start, a way to list moves, and a test for the goal; and the solutions it has."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar

from mazeworks.core.directions import Direction
from mazeworks.core.progress import check

State = TypeVar("State")


class Puzzle(Generic[State]):
    """A start, moves, and a goal; everything else has a default.

    What else a kind can offer, such as its looks or how it is saved, comes in facets; see `mazeworks.core.facets`.

    >>> class Count(Puzzle[int]):
    ...     start = 1
    ...     def moves(self, state): return [("double", state * 2), ("add", state + 3)]
    ...     def is_goal(self, state): return state == 14
    >>> from mazeworks import solve
    >>> solve(Count()).moves
    ['add', 'add', 'double']
    """

    #: The name of its kind in the registry; empty for a puzzle that is not registered.
    kind: ClassVar[str] = ""
    #: The id that makes the same puzzle again, `kind:parameters#seed`, if an id made it.
    id: str | None = None

    #: The facets of its kind.
    _facets: ClassVar[tuple[Any, ...]] = ()

    start: State

    def moves(self, state: State) -> Iterable[tuple[Any, State]]:
        """Each legal move in a state, with the state it leads to."""
        raise NotImplementedError

    def is_goal(self, state: State) -> bool:
        """Whether the puzzle is solved in this state."""
        raise NotImplementedError

    def key(self, state: State) -> Hashable:
        """States with equal keys count as one."""
        return state

    def estimate(self, state: State) -> float:
        """A lower bound on the cost left, for A*."""
        return 0

    def cost(self, state: State, move: Any, following: State) -> int:
        """The cost of a move: a whole number, at least 1."""
        return 1

    def __eq__(self, other: object) -> bool:
        """Whether both are saved as the same plain values; a puzzle that cannot be saved equals itself alone."""
        if self is other or type(self) is not type(other):
            return self is other
        own = (facet for owner in type(self).__mro__ for facet in owner.__dict__.get("_facets", ()))
        codec = next((facet.of for facet in own if hasattr(facet, "to_data")), None)
        return codec is not None and codec(self).saves and bool(codec(self).to_data() == codec(other).to_data())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<{name} {self.id}>" if self.id else f"<{name}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from mazeworks.core.registry import renderers

        renderer = renderers.with_extension(".svg")[0]
        return "".join(map(str, renderer.draw(Solved.of(self), **renderer.defaults)))


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
