"""Limits of lazy searches, which list moves as they need them."""

from mazeworks.core.errors import LimitReached
from mazeworks.core.workers import NO_LIMIT

#: States that a lazy search reaches where the caller sets no limit: each is kept, with the move that led to it, in up
#: to about 400 bytes.
MOST_LAZILY = 2_000_000


def lazy_limits(limit: int | None) -> tuple[int, int]:
    """How many states a search that lists moves as it needs them may explore, and how many it may come to."""
    return (limit, NO_LIMIT) if limit else (NO_LIMIT, MOST_LAZILY)


def not_found(limit: int | None) -> LimitReached:
    """The error of a search that lists moves as it needs them, and came to its limit."""
    if limit:
        return LimitReached(f"no solution among the first {limit} states explored")
    return LimitReached(f"no solution among the first {MOST_LAZILY} states reached", "a larger limit may be given")
