"""Faults on purpose: no memory, no threads, a full disk, interrupts at any line, kills while writing, workers that die.

Whatever happens, an error is one sentence, a target is old or new but never half, and the next call works.
"""

import _thread
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import pytest

import mazeworks
from mazeworks import LimitReached, MazeError, SolveTimeout, make, save, solve, speed, workers
from mazeworks.cli import run
from mazeworks.core import progress
from mazeworks.core import workers as shared
from mazeworks.core.workers import in_order, share_out
from mazeworks.files.saving import write_file
from mazeworks.kernels import Kernel, kernel
from tests import ROOT

pytestmark = pytest.mark.filterwarnings("ignore::mazeworks.images.decoding.ImageNote")
kernels = sys.modules[Kernel.__module__]
HOME = os.path.dirname(mazeworks.__file__)
#: Commands that do the long work, and the file that each writes.
COMMANDS = {
    "new": ("new 12x9 --seed 3 -o {}", "x.json"),
    "change": ("change wall:12x9#3 --then braid -o {}", "x.txt"),
    "solve": ("solve wall:12x9#3 --steps -o {}", "x.txt"),
    "svg": ("draw wall:6x5,layout=hexagon#3 --solution -o {}", "x.svg"),
    "png": ("draw wall:12x9#3 --solution -o {}", "x.png"),
    "gif": ("draw wall:2x2#3 -o {}", "x.gif"),
    "book": ("book wall:3x2#3 -o {}", "x.pdf"),
    "convert": ("convert {folder}/maze.json {}", "x.txt"),
    "image": ("convert {folder}/maze.png {}", "x.txt"),
}
#: Files that commands read, with the parameters of their drawing: a small image is read as fast as it is tested often.
FILES_READ: dict[str, dict[str, Any]] = {"maze.json": {}, "maze.png": {"cell": 4}}
#: Of all lines that a command executes, one in so many is interrupted.
STEP = 10
every_command = pytest.mark.parametrize("name", COMMANDS)


def command(name: str, folder: Path) -> tuple[list[str], Path]:
    """The words of a command that writes into a folder, and the file that it writes."""
    words, file = COMMANDS[name]
    for file_read, parameters in FILES_READ.items():
        if file_read in words:
            save(make("wall", (5, 4), seed=3), folder / file_read, **parameters)
    return [word.format(folder / file, folder=folder) for word in words.split()], folder / file


def assert_as_before(folder: Path, target: Path, whole: tuple[bytes, ...]) -> None:
    """No part file is left, the target is one of the whole files, and no setting of the process has changed."""
    assert not [path for path in folder.iterdir() if path.suffix == ".part"]
    assert target.read_bytes() in whole
    assert (shared._count, progress._listener, kernels._speed) == (None, None, "auto")
    assert progress._here.get() is None and progress._cancel.get() is None


# --- interrupts


class Lines:
    """Every line of ours that is executed, in the order of the first time."""

    def __init__(self) -> None:
        self.seen: dict[tuple[CodeType, int], None] = {}

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(HOME):
            return None
        if event == "line":
            self.seen.setdefault((frame.f_code, frame.f_lineno))
        return self


class Interrupt:
    """An interrupt when a line is first executed."""

    def __init__(self, code: CodeType, line: int) -> None:
        self.code, self.line, self.raised = code, line, False

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code is not self.code or self.raised:
            return None
        if event == "line" and frame.f_lineno == self.line:
            self.raised = True
            raise KeyboardInterrupt
        return self


@contextmanager
def tracing(trace: Any) -> Iterator[None]:
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


@every_command
def test_an_interrupt_at_every_tenth_line_leaves_everything_whole(name: str, tmp_path: Path) -> None:
    words, target = command(name, tmp_path)
    assert run(words) == 0
    new, lines = target.read_bytes(), Lines()
    with tracing(lines):
        assert run(words) == 0
    places = list(lines.seen)[::STEP]
    assert len(lines.seen) > 200
    for number, (code, line) in enumerate(places):
        target.write_bytes(b"old")
        interrupt = Interrupt(code, line)
        with tracing(interrupt), suppress(KeyboardInterrupt):  # before the command guards against it
            assert run(words) == (130 if interrupt.raised else 0)
        assert_as_before(tmp_path, target, (b"old", new))
        if number % 8 == 0 or number == len(places) - 1:
            assert run(words) == 0 and target.read_bytes() == new, (code, line)


def test_a_second_interrupt_while_a_file_is_given_up_leaves_no_part_file(tmp_path: Path) -> None:
    def interrupted() -> Iterator[str]:
        yield "half"
        raise KeyboardInterrupt

    target, lines = tmp_path / "x.txt", Lines()
    target.write_bytes(b"old")
    with tracing(lines), suppress(KeyboardInterrupt):
        write_file(target, interrupted())
    places = [(code, line) for code, line in lines.seen if code.co_name == "_replaced"]
    assert len(places) > 8
    for code, line in places:
        with tracing(Interrupt(code, line)), pytest.raises(KeyboardInterrupt):
            write_file(target, interrupted())
        assert_as_before(tmp_path, target, (b"old",))


# --- no memory

ALLOCATORS = ("empty", "zeros", "full", "ones", "concatenate", "arange", "array", "pad", "empty_like", "zeros_like")


def failing_at(count: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let numpy run out of memory at one of its allocations; the list has one entry for each."""
    calls: list[int] = []

    def failing(plain: Callable[..., Any]) -> Callable[..., Any]:
        def allocate(*arguments: Any, **options: Any) -> Any:
            calls.append(len(calls))
            if len(calls) == count:
                raise MemoryError
            return plain(*arguments, **options)

        return allocate

    for name in ALLOCATORS:
        monkeypatch.setattr(np, name, failing(getattr(np, name)))
    return calls


@every_command
def test_without_memory_there_is_one_sentence_and_the_next_call_works(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words, target = command(name, tmp_path)
    assert run(words) == 0
    new = target.read_bytes()
    for count in (1, 2, 3, 5, 8, 13, 21, 34):
        target.write_bytes(b"old")
        capsys.readouterr()
        with monkeypatch.context() as patch:
            calls = failing_at(count, patch)
            code = run(words)
        if len(calls) < count:
            break
        assert (code, capsys.readouterr().err) == (2, "error: out of memory; try a smaller maze\n")
        assert_as_before(tmp_path, target, (b"old",))
    assert run(words) == 0 and target.read_bytes() == new


# --- no threads


def starting_only(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only so many threads be started."""
    left = [count]

    def limited(plain: Callable[..., Any]) -> Callable[..., Any]:
        def start(*arguments: Any) -> Any:
            if left[0] == 0:
                raise RuntimeError("can't start new thread")
            left[0] -= 1
            return plain(*arguments)

        return start

    monkeypatch.setattr(threading.Thread, "start", limited(threading.Thread.start))
    monkeypatch.setattr(_thread, "start_new_thread", limited(_thread.start_new_thread))


@pytest.mark.parametrize("threads", [0, 1, 2, 9])
def test_work_is_shared_by_as_many_threads_as_can_be_started(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    items, bands, names = [], [], set[int]()

    def double(item: int) -> int:
        items.append(item)
        names.add(threading.get_ident())
        time.sleep(0.001)
        return 2 * item

    starting_only(threads, monkeypatch)
    with workers(4):
        assert list(in_order(double, iter(range(40)))) == list(range(0, 80, 2))
        monkeypatch.undo()
        starting_only(threads, monkeypatch)
        share_out(lambda first, last: bands.append((first, last)), 1 << 21)
    assert sorted(items) == list(range(40)) and len(names) <= max(1, min(4, threads))
    bands.sort()
    assert [bands[0][0], *(last for _, last in bands)] == [*(first for first, _ in bands), 1 << 21]


@pytest.mark.parametrize("threads", [0, 1])
def test_results_are_the_same_with_few_threads(threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with speed("compiled"):
        maze = make("wall", (300, 300), seed=5)
        ways = [solve(maze, name) for name in ("tasks", "dead_end_filling")]
        save(maze, tmp_path / "before.png")
        starting_only(threads, monkeypatch)
        with workers(3):
            for name, way in zip(("tasks", "dead_end_filling"), ways, strict=True):
                again = solve(maze, name)
                assert again is not None and way is not None and list(again.moves) == list(way.moves)
                monkeypatch.undo()
                starting_only(threads, monkeypatch)
            save(maze, tmp_path / "after.png")
    assert (tmp_path / "after.png").read_bytes() == (tmp_path / "before.png").read_bytes()


def test_without_threads_the_limits_of_tasks_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = make("wall", (300, 300), seed=5, ends="corners")
    with speed("compiled"):
        solve(maze, "tasks")
        starting_only(0, monkeypatch)
        with pytest.raises(SolveTimeout, match="not solved within 0 seconds"):
            solve(maze, "tasks", seconds=0)
        with pytest.raises(LimitReached, match="among the first 10 cells"):
            solve(maze, "tasks", limit=10)


def test_without_threads_kernels_compile_and_a_bar_is_no_hindrance(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from mazeworks.cli.output import progress_bar

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    starting_only(0, monkeypatch)

    @kernel("i8(i8)")
    def double(number: int) -> int:
        return 2 * number

    assert double.compile()(3) == 6
    with progress_bar():
        progress.report("working", 0.0)
        progress.report("working", 0.5)


# --- workers that die


@pytest.mark.parametrize(
    "fault", [SystemExit(3), MemoryError(), MazeError("broken"), KeyboardInterrupt(), OSError(5, "")]
)
def test_a_worker_that_dies_ends_the_work_and_no_thread_is_left(fault: BaseException) -> None:
    def dying(first: int, last: int = 0) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise fault

    threads = threading.active_count()
    expected = MazeError if isinstance(fault, SystemExit) else type(fault)
    with workers(3):
        with pytest.raises(expected):
            share_out(dying, 1 << 21)
        with pytest.raises(expected):
            list(in_order(dying, iter(range(50))))
        assert list(in_order(abs, iter([-1, 2, -3]))) == [1, 2, 3]
    assert threading.active_count() == threads


def test_work_left_half_way_leaves_no_thread() -> None:
    threads = threading.active_count()
    with workers(3):
        begun = in_order(abs, iter(range(50)))
        assert next(begun) == 0
        begun.close()
    assert threading.active_count() == threads


# --- a full disk, and kills while writing


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device here")
def test_a_full_device_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "5x5", "-o", "/dev/full", "--format", "json"]) == 2
    assert capsys.readouterr().err == "error: '/dev/full' cannot be written: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="there is no such signal here")
def test_a_kill_at_any_moment_of_writing_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    target = tmp_path / "maze.txt"
    target.write_text("old\n" * 1000)
    command = [sys.executable, "-m", "tests.killing", str(target)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    codes, states, parts = zip(*(line.split() for line in done.stdout.splitlines()), strict=True)
    assert codes == ("-9",) * (len(codes) - 1) + ("7",) and len(codes) > 12
    assert set(states) == {"old", "new"} and list(states) == sorted(states, reverse=True)
    assert set(parts) == {"0", "1"} and parts[-1] == "0"
    assert [path.name for path in tmp_path.iterdir()] == ["maze.txt"]
