"""How large jobs are done: at which speed, by how many threads, and in slices between which they report progress."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from numbers import Integral
from typing import TYPE_CHECKING, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import LimitReached, MazeError
from mazeworks.core.progress import checked, in_context, report
from mazeworks.kernels import speed as speed_of_kernels
from mazeworks.kernels.kernel import Speed, address_limit

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

#: The length of a job that a single worker does between two checks.
ALONE = 1 << 24
#: More threads than this only slow each other down.
MOST_WORKERS = 256
#: Where a process may have fewer bytes of addresses, it works with one thread.
FEW_ADDRESSES = 1 << 32

#: States or cells that a kernel takes up at a time.
SLICE = 1 << 20
NO_LIMIT = 1 << 62
#: What a search kernel returns at its limit of states.
LIMIT = -2
AMONG_STATES, AMONG_CELLS = (f"no solution among the first {{}} {what} explored" for what in ("states", "cells"))

_count: int | None = None


def speed(which: Speed) -> AbstractContextManager[None]:
    """Force every kernel to one speed for the length of a `with` block.

    >>> with speed("interpreted"):
    ...     pass
    """
    if which not in get_args(Speed):
        raise MazeError(f"the speed is auto, interpreted or compiled, not {which!r:.40}")
    return speed_of_kernels(which)


def workers(count: int) -> AbstractContextManager[None]:
    """Use this many threads for large jobs, for the length of a `with` block."""
    if not isinstance(count, Integral) or isinstance(count, bool) or not 1 <= count <= MOST_WORKERS:
        raise MazeError(f"the number of workers is a whole number from 1 to {MOST_WORKERS}, not {count!r:.40}")
    return _using(int(count))


@contextmanager
def _using(count: int) -> Iterator[None]:
    global _count
    before, _count = _count, count
    try:
        yield
    finally:
        _count = before


def how_many() -> int:
    """The number of threads: that of the cores, unless `workers` sets another."""
    if _count is not None:
        return _count
    if address_limit() < FEW_ADDRESSES:  # each thread takes more than a hundred megabytes of them
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def share_out(job: Callable[[int, int], object], length: int, alone_below: int = 1 << 20, parts: int = 8) -> None:
    """Call `job(first, last)` over bands that cover 0 to `length`, `parts` for each worker where more than one pays."""
    if length < alone_below or (count := how_many()) == 1:
        for first in checked(range(0, length, ALONE)):
            job(first, min(first + ALONE, length))
        return
    bands = parts * count  # several for each, so that all end at about the same time
    bounds = [length * band // bands for band in range(bands + 1)]
    with closing(in_order(lambda band: job(*band), zip(bounds[:-1], bounds[1:], strict=True))) as done:
        for _ in done:
            pass


def in_order(job: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
    """The results of a job on each item, in order; the next few are worked on while one is used."""
    count = how_many()
    with _helpers(count, in_context(job)) if count > 1 else nullcontext() as begin:
        if begin is None:
            yield from map(job, checked(items))
            return
        from collections import deque

        waiting: deque[Future[R]] = deque()
        try:
            for item in items:
                waiting.append(begin(item))
                if len(waiting) > count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()  # after an interrupt, drops jobs that have not begun


@contextmanager
def _helpers(count: int, job: Callable[[T], R]) -> "Iterator[Callable[[T], Future[R]] | None]":
    """A function that gives an item to threads, of which as many are started as can be; None if none can.

    Not a `ThreadPoolExecutor`, which loses track of an item if it fails to start a thread for it.
    """
    from concurrent.futures import Future
    from queue import SimpleQueue
    from threading import Thread

    items: SimpleQueue[tuple[Future[R], T] | None] = SimpleQueue()

    def begin(item: T) -> Future[R]:
        future: Future[R] = Future()
        items.put((future, item))
        return future

    def work() -> None:
        while (given := items.get()) is not None:
            _fulfil(given[0], job, given[1])
        items.put(None)  # for the next thread

    threads = [Thread(target=work, daemon=True) for _ in range(count)]  # an iterator left half-way keeps no process
    try:
        with suppress(RuntimeError):  # no further thread can be started
            for thread in threads:
                thread.start()
        yield begin if threads[0].ident is not None else None
    finally:
        try:
            items.put(None)
        finally:  # again, for an interrupt just before the first
            items.put(None)
        for thread in threads:
            if thread.ident is not None:
                thread.join()


def _fulfil(future: "Future[R]", job: Callable[[T], R], item: T) -> None:
    """Do a job, unless it was cancelled; its caller raises its errors."""
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(job(item))
        except SystemExit:
            future.set_exception(MazeError("a thread ended before its work was done; the work can be tried again"))
        except BaseException as error:
            future.set_exception(error)


def in_slices(
    search: Callable[[int], int],
    registers: NDArray[np.int64],
    limit: int | None,
    count: int,
    failure: str = AMONG_STATES,
) -> int:
    """The status with which a search ends; raises LimitReached past `limit` of the `count` states.

    search: continues until register 0 counts a number of states, and returns LIMIT if it has not ended by then.
    """
    most = limit or NO_LIMIT
    while (status := int(search(min(most, int(registers[0]) + SLICE)))) == LIMIT:
        if registers[0] >= most:
            raise LimitReached(failure.format(limit))
        report("searching", int(registers[0]) / max(1, count))
    return status


def bands(count: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of at most SLICE that cover range(count)."""
    for first in range(0, count, SLICE):
        if first:
            report("going through", first / count)
        yield first, min(first + SLICE, count)
