"""How large jobs are done: at which speed, by how many threads, and in slices between which they report progress."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from numbers import Integral
from typing import TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import LimitReached, MazeError
from mazeworks.core.progress import checked, in_context, report
from mazeworks.kernels import speed as speed_of_kernels
from mazeworks.kernels.kernel import Speed

T = TypeVar("T")
R = TypeVar("R")

#: The length of a job that a single worker does between two checks.
ALONE = 1 << 24
#: More threads than this only slow each other down.
MOST_WORKERS = 256

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
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def share_out(job: Callable[[int, int], object], length: int, alone_below: int = 1 << 20) -> None:
    """Call `job(first, last)` over bands that cover 0 to `length`, on all workers where that pays."""
    count = how_many()
    if count == 1 or length < alone_below:
        for first in checked(range(0, length, ALONE)):
            job(first, min(first + ALONE, length))
        return
    from concurrent.futures import ThreadPoolExecutor

    bands = 8 * count  # more bands than workers, so that all end at about the same time
    bounds = [length * band // bands for band in range(bands + 1)]
    pool = ThreadPoolExecutor(count)
    try:
        for _ in pool.map(in_context(job), bounds[:-1], bounds[1:]):
            pass
    finally:
        pool.shutdown(cancel_futures=True)  # after an interrupt, drops jobs that have not begun


def in_order(job: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """The results of a job on each item, in order; the next few are worked on while one is used."""
    count = how_many()
    if count == 1:
        yield from map(job, checked(items))
        return
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(count) as pool:
        waiting: deque[Future[R]] = deque()
        job_in_context = in_context(job)
        for item in items:
            waiting.append(pool.submit(job_in_context, item))
            if len(waiting) > count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


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
