"""Work that takes a while: in threads, with a time limit and progress, stopped when nobody waits any more."""

import asyncio
import ctypes
import secrets
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from mazeworks.core.progress import listening_here
from mazeworks.web.limits import Limits, Refused

T = TypeVar("T")

#: What is told about work under way: a title, how far it is, a note.
Progress = tuple[str, float, str]


class Stopped(BaseException):
    """Raised inside work that is to end; no `except Exception` on its way holds it up."""


class Work:
    """One piece of work in a thread."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.token = secrets.token_urlsafe(12)
        self.function = function
        self.progress: Progress | None = None
        self.stopped = False
        self._thread = 0
        self._lock = threading.Lock()
        self._ended = threading.Event()

    def run(self) -> Any:
        """Do it, in the thread of the caller."""
        try:
            with self._lock:
                self._thread = threading.get_ident()
            with listening_here(self._hear):
                if self.stopped:
                    raise Stopped
                return self.function()
        finally:
            while not self._ended.is_set():
                self._end()

    def _end(self) -> None:
        """Let the thread go on to other work; to be tried again if it is stopped in the midst of this."""
        try:
            with self._lock:
                self._thread = 0
                _raise_in(threading.get_ident(), None)
            self._ended.set()
        except Stopped:
            pass

    def stop(self) -> None:
        """End it at its next line of Python; loops that run compiled are short, or run in slices."""
        with self._lock:
            again, self.stopped = self.stopped, True
            begun = self._thread != 0
        if begun and not again:
            threading.Thread(target=self._insist, name="stopping", daemon=True).start()

    def _insist(self) -> None:
        """Raise in the work's thread until it has ended: what is raised inside a finaliser is lost there."""
        while not self._ended.is_set():
            with self._lock:
                if self._thread:
                    _raise_in(self._thread, Stopped)
            self._ended.wait(0.5)

    def _hear(self, title: str, fraction: float, note: str) -> None:
        if self.stopped:
            raise Stopped
        self.progress = (title, fraction, note)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if error is None else ctypes.py_object(error)
    )


class Works:
    """Everything under way."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.threads = ThreadPoolExecutor(4, "work")
        self.going: dict[str, Work] = {}

    def stop_all(self) -> None:
        """Stop all work; whoever waits for it is told."""
        for work in list(self.going.values()):
            work.stop()

    def close(self) -> None:
        """Stop all work, and wait until it has ended."""
        self.stop_all()
        self.threads.shutdown(wait=True, cancel_futures=True)

    def stop(self, token: str) -> bool:
        """Stop one work; False where none has this token."""
        work = self.going.get(token)
        if work is not None:
            work.stop()
        return work is not None

    async def do(self, function: Callable[[], T], gone: Callable[[], Awaitable[bool]] | None = None) -> T:
        """What a function returns; it is stopped when its time is over, or when nobody is there any more."""
        result: list[T] = []
        async for step in self.watch(Work(function), gone):
            if not isinstance(step, Work):
                result.append(step)
        return result[0]

    async def watch(
        self, work: Work, gone: Callable[[], Awaitable[bool]] | None = None, every: float = 0.5
    ) -> AsyncIterator[Any]:
        """The work itself from time to time, as long as it goes on, and at last what it returned."""
        future = asyncio.get_running_loop().run_in_executor(self.threads, work.run)
        self.going[work.token] = work
        deadline = asyncio.get_running_loop().time() + self.limits.seconds
        try:
            while True:
                done, _ = await asyncio.wait({future}, timeout=every)
                if done:
                    break
                if asyncio.get_running_loop().time() > deadline:
                    raise Refused(503, f"this took longer than {self.limits.seconds:g} seconds, and was stopped")
                if gone is not None and await gone():
                    raise Refused(499, "nobody waited for this any more, so it was stopped")
                yield work
            yield self._result(future)
        finally:
            del self.going[work.token]
            if not future.done():
                work.stop()
                future.add_done_callback(_forget)

    def _result(self, future: "asyncio.Future[Any]") -> Any:
        try:
            return future.result()
        except Stopped:
            raise Refused(503, "this was stopped before it was done") from None


def _forget(future: "asyncio.Future[Any]") -> None:
    """Take note of how stopped work ended, so that nobody complains that nobody did."""
    if not future.cancelled():
        future.exception()
