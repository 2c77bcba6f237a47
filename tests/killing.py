"""`python -m tests.killing TARGET`: save a maze again and again, each time killed one step later, until it is saved.

Steps are calls of the system, files opened, and data written, of which at most CHUNK bytes are written at a time.
"""

import builtins
import io
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mazeworks import make, save

CALLS = ("open", "write", "sendfile", "fsync", "replace", "rename", "unlink", "chmod", "close", "listdir")
#: The most bytes that are written in one step.
CHUNK = 1000
#: The exit code of a process that was not killed.
ALIVE = 7

steps, last_step = 0, 0
open_plainly = io.open


def step() -> None:
    """Count a step, and be killed at the last."""
    global steps
    steps += 1
    if steps == last_step:
        os.kill(os.getpid(), signal.SIGKILL)


def counted(plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function with a step before each call."""

    def call(*arguments: Any, **options: Any) -> Any:
        step()
        return plain(*arguments, **options)

    return call


class Chunks(io.FileIO):
    """A file to which a part of the data is written at a time, with a step before each."""

    def write(self, data: Any, /) -> int:
        """Write as much as one step may; the buffer above comes back with the rest."""
        step()
        return super().write(memoryview(data)[:CHUNK])


def open_counted(file: Any, mode: str = "r", *rest: Any, opener: Any = None, **options: Any) -> Any:
    """Open a file as `open` does, with a step after it."""
    if mode in ("wb", "xb"):
        found: Any = io.BufferedWriter(Chunks(file, mode, opener=opener))
    else:
        found = open_plainly(file, mode, *rest, opener=opener, **options)
    step()
    return found


def count_steps() -> None:
    """Count every step from here on."""
    for name in CALLS:
        setattr(os, name, counted(getattr(os, name)))
    builtins.open = io.open = open_counted


def exit_code(work: Callable[[], object]) -> int:
    """How a process that does this work ends."""
    if os.fork() == 0:
        count_steps()
        work()
        os._exit(ALIVE)
    return os.waitstatus_to_exitcode(os.wait()[1])


def main(target: Path) -> None:
    """Print how each process ended, what the target is then, and how many part files are left."""
    global last_step
    maze, code, old, whole = make("wall", (30, 30), seed=2), 0, target.read_bytes(), target.with_name("whole.txt")
    save(maze, whole)
    states = {old: "old", whole.read_bytes(): "new"}
    whole.unlink()
    while code != ALIVE and last_step < 200:
        last_step += 1
        code = exit_code(lambda: save(maze, target))
        print(code, states.get(target.read_bytes(), "half"), len(list(target.parent.glob(".*.part"))))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
