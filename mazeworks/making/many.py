"""Puzzles made one after the other, as for a book: an interrupt ends all, and keeps nothing of the current one."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_many: ContextVar[bool] = ContextVar("many", default=False)


@contextmanager
def one_of_many() -> Iterator[None]:
    """A puzzle that is made inside this block is one of many."""
    token = _many.set(True)
    try:
        yield
    finally:
        _many.reset(token)


def is_one_of_many() -> bool:
    """Whether the puzzle that is being made is one of many."""
    return _many.get()
