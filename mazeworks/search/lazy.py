"""Lazy searches, which list moves as they need them: their limits, and the path they find."""

from typing import Any

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import cost_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.workers import NO_LIMIT

#: States that a lazy search reaches where the caller sets no limit; each takes up to about 400 bytes.
MOST_LAZILY = 2_000_000


def lazy_limits(limit: int | None) -> tuple[int, int]:
    """How many states a lazy search may explore, and how many it may reach."""
    return (limit, NO_LIMIT) if limit else (NO_LIMIT, MOST_LAZILY)


def not_found(limit: int | None) -> LimitReached:
    """The error of a lazy search that reaches its limit."""
    if limit:
        return LimitReached(f"no solution among the first {limit} states explored")
    return LimitReached(f"no solution among the first {MOST_LAZILY} states reached", "a larger limit may be given")


def retrace(
    puzzle: Puzzle[Any], state: Any, came_by: dict[Any, tuple[Any, Any] | None], explored: int, order: list[Any] | None
) -> Solution[Any]:
    """The solution that ends in a state; `came_by` has the move to each state and the state before, by its key."""
    states, moves = [state], []
    while (step := came_by[puzzle.key(states[-1])]) is not None:
        moves.append(step[0])
        states.append(step[1])
    states, moves = states[::-1], moves[::-1]
    return Solution(states, moves, explored=explored, trace=order, cost=cost_of(puzzle, states, moves))
