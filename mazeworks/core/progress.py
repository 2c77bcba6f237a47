"""Long work says how far it is; whoever listens shows it. Nobody listens unless the command line does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, float, str], None]

_listener: Listener | None = None


def report(title: str, fraction: float, note: str = "") -> None:
    """Say that the work of this title is done to a fraction from 0 to 1."""
    if _listener is not None:
        _listener(title, fraction, note)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have a function hear every report, for the length of a `with` block."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before
