"""Work of requests: in threads, with a time limit and progress, cancelled when its client disconnects.

Three sorts of work have threads of their own, so that a long search never delays a move in a game or a picture.
What waits for a thread waits on the event loop, and only the event loop decides who is next: there are no locks.
"""

import asyncio
import gc
import secrets
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal

from mazeworks.core.errors import Note, collecting_notes
from mazeworks.core.memory import Budget
from mazeworks.core.progress import Cancelled, cancelled_by, check, listening_here
from mazeworks.web.limits import Limits, Refused

Sort = Literal["search", "play", "picture"]
#: The threads for each sort of work. One client holds at most all but one of them.
PLACES: dict[Sort, int] = {"search": 4, "play": 3, "picture": 3}
#: Seconds after which all garbage is collected again: while nothing runs, and at the latest.
WHEN_IDLE, AT_LATEST = 10.0, 120.0


class Work:
    """One piece of work in a thread."""

    def __init__(self, function: Callable[[], Any], sort: Sort = "search", client: str = "", game: str = "") -> None:
        self.token = secrets.token_urlsafe(12)
        self.function, self.sort, self.client = function, sort, client
        #: The token of the game that it plays: work on a game waits until earlier work on it has ended.
        self.game = game
        self.progress: tuple[str, float, str] | None = None  # a title, the fraction that is done, a note
        self.notes: list[Note] = []
        self.begun = False
        self._cancelled = threading.Event()

    def run(self, budget: Budget) -> Any:
        """Do it, in the thread of the caller; raises Cancelled where the work checks after `stop`."""
        with (
            budget.begin(),
            cancelled_by(self._cancelled),
            listening_here(self._listen),
            collecting_notes() as self.notes,
        ):
            check()
            try:
                return self.function()
            except Cancelled:
                raise
            except BaseException as error:
                if isinstance(error, Exception) and not isinstance(error, StopIteration):
                    raise
                # Such errors would end the server or a loop in it, and no handler of exceptions answers them.
                raise RuntimeError(f"work ended by {type(error).__name__}") from error

    def stop(self) -> None:
        """Cancel it: it ends at its next check."""
        self._cancelled.set()

    @property
    def stopped(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled.is_set()

    @property
    def said(self) -> list[str]:
        """The sentences of its notes, each once."""
        return list(dict.fromkeys(note.sentence for note in self.notes))

    def _listen(self, title: str, fraction: float, note: str) -> None:
        self.progress = (title, fraction, note)


class Works:
    """All work in progress; its methods belong to the event loop, except `stop_all`."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.budget = Budget(limits.memory, limits.cells, limits.pixels, limits.values, limits.memory_in_all)
        self.threads = {sort: ThreadPoolExecutor(count, sort) for sort, count in PLACES.items()}
        #: Work by token until it is answered, and what is answered where its thread has not ended.
        self.going: dict[str, Work] = {}
        self.running: list[Work] = []
        self.waiting: dict[Work, asyncio.Future[Any]] = {}
        self.collected = time.monotonic()

    def stop_all(self) -> None:
        """Cancel all work; its clients get an answer that says so."""
        for work in list(self.going.values()):
            work.stop()

    def close(self) -> None:
        """Cancel all work, and wait until it has ended."""
        self.stop_all()
        for threads in self.threads.values():
            threads.shutdown(wait=True, cancel_futures=True)

    async def do(self, work: Work, gone: Callable[[], Awaitable[bool]] | None = None) -> Any:
        """What work returns; it is cancelled when its time is over or its client has disconnected."""
        return [step async for step in self.watch(work, gone)][-1]

    async def watch(
        self, work: Work, gone: Callable[[], Awaitable[bool]] | None = None, every: float = 0.5
    ) -> AsyncIterator[Any]:
        """Yield the work every `every` seconds while it lasts, and at last what it returned."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._admit(work)
        self.going[work.token], self.waiting[work] = work, done
        self._begin()
        since, begun = loop.time(), work.begun
        try:
            while not (await asyncio.wait({done}, timeout=every))[0]:
                if work.begun != begun:
                    since, begun = loop.time(), True
                if loop.time() - since > self.limits.seconds:
                    raise self._too_long(begun)
                if gone is not None and await gone():
                    raise Refused(499, "the client disconnected, so the work was stopped")
                if work.stopped and not begun:
                    raise Cancelled
                yield work
            yield done.result()
        except Cancelled:
            raise Refused(503, "this was stopped before it was done") from None
        finally:
            del self.going[work.token]
            self.waiting.pop(work, None)
            work.stop()
            if not done.cancel() and not done.cancelled():
                done.exception()  # retrieves an error that no one waits for, which asyncio would log otherwise

    def _admit(self, work: Work) -> None:
        """Refuse work where there is too much of its sort, unless a client with more of it can give up some.

        That client loses what it asked for last, and is answered at once.
        """
        same = [other for other in self.going.values() if other.sort == work.sort]
        shares = Counter(other.client for other in same)
        if shares[work.client] >= self.limits.per_client:
            raise Refused(429, f"more than {self.limits.per_client} requests at once from one address")
        if len(same) < self.limits.at_once:
            return
        full = Refused(503, f"more than {self.limits.at_once} requests at once; try again in a moment")
        waiting = [other for other in reversed(same) if other in self.waiting]
        last = max(waiting, key=lambda other: shares[other.client], default=work)
        if shares[last.client] <= shares[work.client] + 1:
            raise full
        self.waiting.pop(last).set_exception(full)

    def _too_long(self, begun: bool) -> Refused:
        seconds = f"longer than {self.limits.seconds:g} seconds"
        if begun:
            return Refused(503, f"this took {seconds}, and was stopped")
        return Refused(503, f"this waited {seconds} for other work to end; try again in a moment")

    def _begin(self) -> None:
        """Begin all work that may: of several, that of the client with the least work running, then the oldest."""
        while able := self._able():
            shares = Counter(work.client for work in self.running)
            work = min(able, key=lambda work: shares[work.client])
            done = self.waiting.pop(work)
            self.running.append(work)
            work.begun = True
            try:
                self.threads[work.sort].submit(work.run, self.budget).add_done_callback(partial(self._tell, work, done))
            except RuntimeError:  # no thread could be started, or the server stops
                work.stop()
                self.running.remove(work)
                done.set_exception(Refused(503, "the server cannot start more work now; try again in a moment"))

    def _able(self) -> list[Work]:
        """The waiting work for which a thread is free, not the last one for its client, and whose game is at rest."""
        sorts = Counter(work.sort for work in self.running)
        shares = Counter((work.sort, work.client) for work in self.running)
        games = {work.game for work in self.running if work.game}
        return [
            work
            for work in self.waiting
            if sorts[work.sort] < PLACES[work.sort]
            and shares[work.sort, work.client] < PLACES[work.sort] - 1
            and work.game not in games
        ]

    def _tell(self, work: Work, done: asyncio.Future[Any], future: Future[Any]) -> None:
        """Tell the event loop that a thread has ended its work."""
        try:
            done.get_loop().call_soon_threadsafe(self._ended, work, done, future)
        except RuntimeError:  # the loop is closed: the server has stopped
            self.running.remove(work)

    def _ended(self, work: Work, done: asyncio.Future[Any], future: Future[Any]) -> None:
        self.running.remove(work)
        if not done.done():  # its client still waits for it
            error = Cancelled() if future.cancelled() else future.exception()
            done.set_result(future.result()) if error is None else done.set_exception(error)
        self._begin()
        self._collect()

    def _collect(self) -> None:
        """Collect all garbage now and then, because `collecting_young` leaves the old objects alone."""
        now = time.monotonic()
        if now - self.collected > (AT_LATEST if self.running or self.waiting else WHEN_IDLE):
            gc.collect()
            self.collected = time.monotonic()


@contextmanager
def collecting_young() -> Iterator[None]:
    """Let Python collect only young objects by itself: all threads wait while it looks through millions of states."""
    gc.freeze()  # what is loaded now stays
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], 1 << 30)
    try:
        yield
    finally:
        gc.set_threshold(*before)
