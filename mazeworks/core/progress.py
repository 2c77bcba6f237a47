"""Progress of long work, and its cancelling: work reports how far it is, and checks whether it is still wanted.

The command line and the server listen. Cancelled work ends at its next `report`, `check` or compiled kernel;
work that has none of these has to `check` every few tenths of a second.
"""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar, copy_context
from threading import Event
from typing import Any, TypeVar

from mazeworks.kernels import before_each

T = TypeVar("T")
S = TypeVar("S", bound=Sized)
Listener = Callable[[str, float, str], None]
#: The length of a slice of a text or a list on which one call takes some milliseconds.
SHORT = 1 << 17

_listener: Listener | None = None
_here: ContextVar[Listener | None] = ContextVar("listener", default=None)
_cancel: ContextVar[Event | None] = ContextVar("cancel", default=None)


class Cancelled(BaseException):
    """The caller of this work no longer wants it. No `except Exception` on the way up catches it."""


def check() -> None:
    """Raise Cancelled if this work was cancelled. A call costs about 50 ns: hot loops make one in a thousand steps."""
    event = _cancel.get()
    if event is not None and event.is_set():
        raise Cancelled


before_each(check)


def checked(items: Iterable[T], every: int = 1) -> Iterator[T]:
    """The items, with a `check` before one in `every`: as many as a loop goes through in some milliseconds."""
    for number, item in enumerate(items):
        if number % every == 0:
            check()
        yield item


def slices(items: S, length: int = SHORT) -> Iterator[S]:
    """The items in slices of at most this length: no other thread runs during one call on a long text or list.

    >>> list(slices("abcde", 2))
    ['ab', 'cd', 'e']
    """
    for first in checked(range(0, len(items), length)):
        yield items[first : first + length]  # type: ignore[index]


@contextmanager
def _holding(variable: ContextVar[T | None], value: T) -> Iterator[None]:
    before = variable.get()
    try:
        variable.set(value)
        yield
    finally:
        variable.set(before)  # also if an interrupt came before the block


def cancelled_by(event: Event) -> AbstractContextManager[None]:
    """Cancel the work inside this block once the event is set; threads it starts hear it through `in_context`."""
    return _holding(_cancel, event)


def in_context(job: Callable[..., T]) -> Callable[..., T]:
    """The job for another thread: it reports to this thread's listener, and is cancelled with this thread's work."""
    context = copy_context()

    def checked_job(*arguments: Any) -> T:
        check()
        return job(*arguments)

    return lambda *arguments: context.copy().run(checked_job, *arguments)  # no two threads may enter one context


def report(title: str, fraction: float, note: str = "") -> None:
    """Report that the work of this title is done to a fraction from 0 to 1; raises Cancelled as `check` does."""
    check()
    listener = _here.get() or _listener
    if listener is not None:
        listener(title, fraction, note)


@contextmanager
def step(title: str, fraction: float, note: str = "") -> Iterator[None]:
    """Report a fraction now, and again at each report inside this block."""
    report(title, fraction, note)
    listener = _here.get() or _listener
    with listening_here(lambda *_: listener(title, fraction, note)) if listener else nullcontext():
        yield


@contextmanager
def between(first: float, last: float) -> Iterator[None]:
    """Rescale progress reported inside this block to first…last.

    >>> with listening(print), between(0.5, 0.75):
    ...     report("reading", 0.5)
    reading 0.625\x20
    """
    listener = _here.get() or _listener

    def rescaled(title: str, fraction: float, note: str) -> None:
        if listener is not None:
            listener(title, first + (last - first) * fraction, note)

    with listening_here(rescaled):
        yield


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Pass every report of the process to a function, inside this block."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


def listening_here(listener: Listener) -> AbstractContextManager[None]:
    """Pass the reports of this thread alone to a function, inside this block."""
    return _holding(_here, listener)
