"""How a command or program ends: whatever goes wrong becomes one line on standard error and an exit code."""

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Callable

from mazeworks.core.errors import MazeError


def guarded(work: Callable[[], object]) -> int:
    """Do the work; 0 if it went well, 2 for bad input, 130 for an interrupt, 141 if the pipe is closed."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - it stays open as long as the program
    if sys.stdout is None:
        return failed("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    warnings.showwarning = lambda message, *_, **__: print(f"note: {message}", file=sys.stderr)
    try:
        work()
        sys.stdout.flush()
        return 0
    except MazeError as error:
        return failed(str(error))
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that nothing is said about it at the exit either
        return 141
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        # An interrupt that passed through an `exec`, as while kernels are loaded, is remembered by `python -m`, which
        # then dies of a signal whatever it returns; another `exec` makes it forget.
        exec("")
        return 130
    except MemoryError:
        return failed("memory ran out; a smaller maze may do")
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it may be standard output that cannot be written to
        return failed(f"{error.strerror or error}")


def failed(sentence: str) -> int:
    """Say what was wrong, in one line."""
    line = "error: " + " ".join(sentence.split())
    with contextlib.suppress(OSError):  # standard error may be closed too
        print(line.encode("utf-8", "replace").decode(), file=sys.stderr, flush=True)
    return 2
