"""What commands show: drawings, JSON, progress."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from mazeworks.core.errors import MazeError
from mazeworks.core.progress import listening
from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Format
from mazeworks.drawing.board import board_of
from mazeworks.files.targets import pieces, writer_for

#: Seconds of work after which a progress bar appears.
FELT_AFTER = 0.5
#: Seconds to wait for a program that shows a file; one that cannot show it ends sooner.
PATIENCE = 3
#: The largest filled part of a bar: a full one would stop counting seconds, but other work may follow.
UNFINISHED = 0.999


def open_file(output: str | None, wanted: bool) -> None:
    """Open a file with the system's program for its type."""
    if wanted and output and not _opened(os.path.abspath(output)):
        raise MazeError(f"{os.path.abspath(output)!r} is written, but no program was found that shows it")


def _opened(path: str) -> bool:
    """Whether a program could be started that shows a file; its output is discarded."""
    if sys.platform in ("win32", "cygwin", "darwin"):
        return not click.launch(path)
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        return False  # xdg-open would try a browser for terminals, which shows nothing here
    import subprocess

    quiet = subprocess.DEVNULL
    try:
        viewer = subprocess.Popen(["xdg-open", path], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        return viewer.wait(PATIENCE) == 0
    except OSError:
        return False
    except subprocess.TimeoutExpired:
        viewer.returncode = 0  # it still shows the file; do not wait for it
        return True


def no_solution(name: str = "") -> None:
    """Say that a puzzle is proved to have no solution."""
    click.echo(f"error: no solution{' for ' + name if name else ''}: every way from the start was tried", err=True)


def show(solved: Solved[Any], output: str | None, form: str | None, readable: bool = False, **drawing: Any) -> None:
    """Write to a file or to standard output: a coloured drawing on a terminal, otherwise a format that `load` reads."""
    if output and output != "-":
        from mazeworks.files.saving import save

        save(solved, output, form=form, **drawing)
        return
    out = sys.stdout.buffer
    if form is None and not readable and (sys.stdout.isatty() or solved.solution is not None):
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        for band in board_of(solved.puzzle).sketches(solved.solution):
            out.writelines(row.encode() + b"\n" for row in band.rows(colour))
    else:
        writer = writer_for(solved.puzzle, None, form)
        if not (form or readable) and isinstance(writer, Format) and not writer.holds(solved.puzzle):
            writer = writer_for(solved.puzzle, None, "text")
        for piece in pieces(writer, solved, **drawing):
            out.write(piece.encode() if isinstance(piece, str) else piece)
    out.flush()


@contextmanager
def progress_bar() -> Iterator[None]:
    """Show a bar on a terminal as soon as long work reports its progress."""
    if not sys.stderr.isatty():
        yield
        return
    bars: list[Any] = []
    begun = time.monotonic()

    def hear(title: str, fraction: float, note: str) -> None:
        # Long work reports 0 at its start; of other work little may be left.
        if not bars and fraction and time.monotonic() - begun < FELT_AFTER:
            return
        if not bars:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[note]}"))
            bars.append(Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True))
            with suppress(RuntimeError):  # no thread can be started that would redraw it
                bars[0].start()
            bars[0].add_task(title, total=1.0, note=note)
        bars[0].update(bars[0].task_ids[0], description=title, completed=min(fraction, UNFINISHED), note=note)

    try:
        with listening(hear):
            yield
    finally:
        for bar in bars:
            bar.stop()


def print_json(data: Any) -> None:
    """Print one JSON object."""
    sys.stdout.buffer.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
    sys.stdout.buffer.flush()
