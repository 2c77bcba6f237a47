"""Work of requests: in threads, with a time limit and progress, cancelled when its client disconnects."""

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from mazeworks.core.progress import Cancelled, cancelled_by, check, listening_here
from mazeworks.web.limits import Limits, Refused

T = TypeVar("T")


class Work:
    """One piece of work in a thread."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.token = secrets.token_urlsafe(12)
        self.function = function
        self.progress: tuple[str, float, str] | None = None  # a title, the fraction that is done, a note
        self._cancelled = threading.Event()

    def run(self) -> Any:
        """Do it, in the thread of the caller; raises Cancelled where the work checks after `stop`."""
        with cancelled_by(self._cancelled), listening_here(self._listen):
            check()
            return self.function()

    def stop(self) -> None:
        """Cancel it: it ends at its next check."""
        self._cancelled.set()

    def _listen(self, title: str, fraction: float, note: str) -> None:
        self.progress = (title, fraction, note)


@contextmanager
def held(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock that other work may hold for long; waiting for it can be cancelled."""
    while not lock.acquire(timeout=0.1):
        check()
    try:
        yield
    finally:
        lock.release()


class Works:
    """All work in progress."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.threads = ThreadPoolExecutor(4, "work")
        self.going: dict[str, Work] = {}

    def stop_all(self) -> None:
        """Cancel all work; its clients get an answer that says so."""
        for work in list(self.going.values()):
            work.stop()

    def close(self) -> None:
        """Cancel all work, and wait until it has ended."""
        self.stop_all()
        self.threads.shutdown(wait=True, cancel_futures=True)

    async def do(self, function: Callable[[], T], gone: Callable[[], Awaitable[bool]] | None = None) -> T:
        """What a function returns; it is cancelled when its time is over or its client has disconnected."""
        result: T = [step async for step in self.watch(Work(function), gone)][-1]
        return result

    async def watch(
        self, work: Work, gone: Callable[[], Awaitable[bool]] | None = None, every: float = 0.5
    ) -> AsyncIterator[Any]:
        """Yield the work every `every` seconds while it lasts, and at last what it returned."""
        future = asyncio.get_running_loop().run_in_executor(self.threads, work.run)
        self.going[work.token] = work
        deadline = asyncio.get_running_loop().time() + self.limits.seconds
        try:
            while not (await asyncio.wait({future}, timeout=every))[0]:
                if asyncio.get_running_loop().time() > deadline:
                    raise Refused(503, f"this took longer than {self.limits.seconds:g} seconds, and was stopped")
                if gone is not None and await gone():
                    raise Refused(499, "the client disconnected, so the work was stopped")
                yield work
            yield future.result()
        except Cancelled:
            raise Refused(503, "this was stopped before it was done") from None
        finally:
            del self.going[work.token]
            if not future.done():
                work.stop()
                # Retrieves the error of cancelled work, which asyncio would log otherwise.
                future.add_done_callback(lambda done: done.cancelled() or done.exception())
