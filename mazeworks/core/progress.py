"""Long work says how far it is; whoever listens shows it. Nobody listens unless the command line or the server does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str, float, str], None]

_listener: Listener | None = None
_here: ContextVar[Listener | None] = ContextVar("listener", default=None)


def report(title: str, fraction: float, note: str = "") -> None:
    """Say that the work of this title is done to a fraction from 0 to 1."""
    listener = _here.get() or _listener
    if listener is not None:
        listener(title, fraction, note)


@contextmanager
def step(title: str, fraction: float, note: str = "") -> Iterator[None]:
    """Say how far a long work is, and say no more than that again while a part of it tells how far it is itself."""
    listener = _here.get() or _listener
    if listener is None:
        yield
        return
    listener(title, fraction, note)
    with listening_here(lambda *_: listener(title, fraction, note)):
        yield


@contextmanager
def between(first: float, last: float) -> Iterator[None]:
    """Have what a part of a work tells from 0 to 1 told from one fraction to another.

    >>> with listening(print), between(0.5, 0.75):
    ...     report("reading", 0.5)
    reading 0.625\x20
    """
    listener = _here.get() or _listener
    if listener is None:
        yield
        return
    with listening_here(lambda title, fraction, note: listener(title, first + (last - first) * fraction, note)):
        yield


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have a function hear every report, for the length of a `with` block."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


@contextmanager
def listening_here(listener: Listener) -> Iterator[None]:
    """Have a function hear the reports of this thread only, where several works go on at once."""
    token = _here.set(listener)
    try:
        yield
    finally:
        _here.reset(token)
