"""One input tried: whether it was read or refused, and what makes it a finding.

A finding is an exception other than a MazeError, a MazeError raised from one, a warning that is not ours, a difference
after a round trip, or too much time or memory. Time is that of the processor, so a busy machine finds nothing new.
"""

import signal
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from fuzz import ROOT
from fuzz.fuzzer import Differs, Fuzzer
from mazeworks.core.errors import MazeError, Note

#: The most seconds of the processor for one input, those after which it is broken off, and those between two looks.
MOST_SECONDS, BROKEN_OFF, TICK = 4.0, 20.0, 1.0
#: Seconds in which no memory worth mention can be filled.
NO_TIME = 0.02
#: The most bytes that the memory of the process may grow by during one input.
MOST_BYTES = 300 << 20
#: Growth from which on the greatest memory is measured anew, so that it cannot hide that of later inputs.
NOTICED = 32 << 20


@dataclass(frozen=True)
class Finding:
    """What went wrong: a short sign, equal for equal causes, and the whole story."""

    sign: str
    story: str


class TooSlow(BaseException):
    """Breaks off an input; not an Exception, which readers may catch."""


class Watch:
    """Measures what each input takes: processor time by the ticks of a timer, and memory.

    Asking the system takes longer than reading a small text, so it is not asked about inputs that take no time.
    """

    def __init__(self) -> None:
        forget_peak()
        self.memory = peak_memory()
        self.begin()

    def begin(self) -> None:
        """An input begins."""
        self.where, self.ticks, self.begun = "", 0, time.perf_counter()

    def tick(self, _: int, frame: FrameType | None) -> None:
        """Note where a slow input is; break it off if it is far too slow."""
        self.ticks += 1
        if self.ticks * TICK > BROKEN_OFF:
            raise TooSlow
        if self.ticks * TICK > MOST_SECONDS and not self.where:
            self.where = place_of(list(traceback.extract_stack(frame)))

    def finding(self) -> Finding | None:
        """What the input took too much of."""
        if time.perf_counter() - self.begun < NO_TIME:
            return None
        before, self.memory = self.memory, peak_memory()
        grown = self.memory - before
        if grown > NOTICED:
            forget_peak()
            self.memory = peak_memory()
        if self.where:
            return Finding(f"slow in {self.where}", f"more than {MOST_SECONDS:g} s of the processor")
        return Finding("memory", f"the process grew by {grown >> 20} MiB") if grown > MOST_BYTES else None


def peak_memory() -> int:
    """The greatest memory of this process so far, in bytes."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def forget_peak() -> None:
    """Measure the greatest memory anew from here on, where the system can."""
    with suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")


@contextmanager
def watching() -> Iterator[Watch]:
    """Watch over inputs, and raise every warning that is not a note of ours."""
    watch = Watch()
    before = signal.signal(signal.SIGPROF, watch.tick)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", Note)
            yield watch
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def outcome(fuzzer: Fuzzer, value: Any, watch: Watch) -> Finding | bool:
    """Whether an input is read (True) or refused (False); a Finding if something went wrong.

    What takes too much is tried again: the first time may have compiled kernels.
    """
    result, wasteful = _tried(fuzzer, value, watch)
    if wasteful is not None:
        result, wasteful = _tried(fuzzer, value, watch)
    return wasteful or result


def _tried(fuzzer: Fuzzer, value: Any, watch: Watch) -> tuple[Finding | bool, Finding | None]:
    """What became of an input, and what it took too much of."""
    result: Finding | bool = True
    watch.begin()
    try:
        fuzzer.attempt(value)
    except MazeError as error:
        fault = fault_behind(error) if str(error).strip() else error
        result = False if fault is None else finding_of(fault)
    except TooSlow:
        result = False
    except Exception as error:
        result = finding_of(error)
    return result, watch.finding()


def fault_behind(error: MazeError) -> Exception | None:
    """The exception of our own code that a refusal was raised from; None if the refusal was foreseen.

    What is raised `from None` was foreseen where it is caught; only a reader that catches everything names the cause.
    """
    cause = error.__cause__
    if isinstance(cause, Exception) and not isinstance(cause, MazeError):
        return None if raised_by_pillow(cause) else cause
    before = cause or error.__context__
    return fault_behind(before) if isinstance(before, MazeError) else None


def raised_by_pillow(error: Exception) -> bool:
    """Whether Pillow was at work, which raises anything on a broken file."""
    return any("PIL" in Path(line.filename).parts for line in traceback.extract_tb(error.__traceback__))


def in_mazeworks(error: Exception) -> bool:
    """Whether the innermost function of this project that failed is one of mazeworks, not of a fuzzer."""
    files = [line.filename for line in traceback.extract_tb(error.__traceback__)]
    ours = [file for file in files if file.startswith(f"{ROOT}/")]
    return bool(ours) and ours[-1].startswith(f"{ROOT}/mazeworks/")


def finding_of(error: Exception) -> Finding:
    """An exception as a finding."""
    lines = list(traceback.extract_tb(error.__traceback__))
    where = str(error).partition(":")[0] if isinstance(error, Differs) else f"in {place_of(lines)}"
    sign = f"{type(error).__name__} {where}"
    return Finding(sign, "".join(traceback.format_exception(error)))


def place_of(lines: list[traceback.FrameSummary]) -> str:
    """The innermost function of ours, as `file function`; that of a reader before that of a fuzzer."""
    inside = [(line.filename.removeprefix(f"{ROOT}/"), line.name) for line in lines]
    for folder in ("mazeworks/", "fuzz/readers/", ""):
        for file, name in reversed(inside):
            if file.startswith(folder):
                return f"{file.removeprefix(folder).removesuffix('.py')} {name}"
    return ""
