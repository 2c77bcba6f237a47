"""The one idea: a puzzle is a start, a way to list moves, and a test for the goal."""

from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

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
        from mazeworks.core.solution import Solved

        renderer = renderers.with_extension(".svg")[0]
        return "".join(map(str, renderer.draw(Solved.of(self), **renderer.defaults)))
