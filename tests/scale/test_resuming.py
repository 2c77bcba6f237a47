"""Datasets that are interrupted go on where they were, and are byte for byte the same in the end."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from mazeworks import MazeError
from mazeworks.core.progress import listening
from mazeworks.files import saving
from mazeworks.scale import dataset, verify
from mazeworks.scale import shards as tasks
from mazeworks.scale.shards import DATA, WORK
from tests import ROOT

#: A set of many small shards, which takes long enough to be interrupted in the midst.
OPTIONS = ["10x10", "--count", "30_000", "--shard", "500", "--seed", "7", "--split", "train=3,test=1"]
COMMAND = [sys.executable, "-m", "mazeworks", "dataset", *OPTIONS, "--workers", "2", "-o"]
#: How many shards are done when something is killed, and how long that may take at most, in seconds.
BEGUN, PATIENCE = 4, 100
posix = pytest.mark.skipif(os.name != "posix", reason="there are no such signals here")


def bytes_in(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, also hidden ones, by its place."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def small(folder: Path, **options: Any) -> Any:
    """A set of ten shards, made in this process."""
    return dataset(folder, (5, 4), 100, **{"seed": 7, "split": "train=3,test=1", "shard": 10, "workers": 1} | options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The large set, made at one go by one worker."""
    folder = tmp_path_factory.mktemp("whole")
    large(folder, workers=1)
    return bytes_in(folder)


def large(folder: Path, **options: Any) -> None:
    """The set of OPTIONS."""
    dataset(folder, (10, 10), 30_000, shard=500, seed=7, split="train=3,test=1", **options)


@contextmanager
def making(folder: Path, command: list[str] = COMMAND) -> Iterator[subprocess.Popen[str]]:
    """A process that makes the large set, in a group of its own, once some shards are done."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*command, str(folder)], cwd=ROOT, start_new_session=True, **pipes) as process:
        try:
            wait_for(lambda: process.poll() is not None or len(list(folder.glob(f"{WORK}/shard-*"))) >= BEGUN)
            assert process.poll() is None, process.communicate()
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def wait_for(happened: Callable[[], object]) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.005)


def children(process: int) -> list[int]:
    """The workers of a process."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                command = (entry / "cmdline").read_bytes()
            except OSError:  # it has just ended
                continue
            if parent == process and b"spawn_main" in command:
                found.append(int(entry.name))
    return found


@posix
def test_a_killed_worker_is_replaced(tmp_path: Path, whole: dict[str, bytes]) -> None:
    with making(tmp_path) as process:
        workers = children(process.pid)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        out, err = process.communicate()
    assert process.returncode == 0 and out.startswith("30000 rows in ")
    assert err.count("\n") == 2 and err.strip().endswith(" s")  # how long it took, and nothing of Dask
    assert bytes_in(tmp_path) == whole


@posix
@pytest.mark.parametrize("sign", ["SIGKILL", "SIGINT"])
def test_all_killed_and_started_again(tmp_path: Path, whole: dict[str, bytes], sign: str) -> None:
    with making(tmp_path) as process:
        os.killpg(process.pid, getattr(signal, sign))
        out, err = process.communicate()
    assert (process.returncode, out, err) == {"SIGKILL": (-9, "", ""), "SIGINT": (130, "", "interrupted\n")}[sign]
    wait_for(lambda: not children(process.pid))
    assert not (tmp_path / "manifest.json").exists()
    (tmp_path / DATA / ".maze-0123.part").write_bytes(b"half")
    done = {file: file.stat().st_mtime_ns for file in (tmp_path / DATA).glob("*.parquet")}
    records = len(list((tmp_path / WORK).glob("shard-*")))
    again = subprocess.run([*COMMAND, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert bytes_in(tmp_path) == whole
    kept = [file for file, time in done.items() if file.stat().st_mtime_ns == time]
    assert len(kept) >= 2 * records >= 2 * BEGUN  # what was done is not done again


@pytest.mark.parametrize(("form", "unique"), [("parquet", False), ("parquet", True), ("npz", True), ("jsonl", True)])
def test_interrupted_after_any_file(tmp_path: Path, form: str, unique: bool) -> None:
    """Each time one file more is written, until the set is complete."""
    options = {"count": 12, "size": (3, 3), "shard": 4, "unique": unique, "format": form}
    options |= {"seed": 1, "split": "a=1,b=1", "workers": 1}
    dataset(tmp_path / "whole", **options)  # type: ignore[arg-type]
    write, left, times = saving.write_file, 0, 0

    def interrupted(target: Any, parts: Any) -> None:
        nonlocal left
        if not left:
            raise MazeError("stop")
        left -= 1
        write(target, parts)

    writers = [f"mazeworks.scale.{module}.write_file" for module in ("shards", "folder", "datasets")]
    while not (tmp_path / "cut" / "manifest.json").exists():
        left, times = 3 + times % 3, times + 1  # three files for a shard, one of them its record
        with ExitStack() as stack:
            stack.enter_context(suppress(MazeError))
            for writer in writers:
                stack.enter_context(patch(writer, interrupted))
            dataset(tmp_path / "cut", **options)  # type: ignore[arg-type]
        assert times < 30
    assert times > 3
    dataset(tmp_path / "cut", **options)  # type: ignore[arg-type]
    assert bytes_in(tmp_path / "cut") == bytes_in(tmp_path / "whole")


def test_logic_mazes_go_on(tmp_path: Path) -> None:
    options: dict[str, Any] = {"kind": "terrain", "count": 6, "size": (4, 4), "seed": 1, "unique": True, "workers": 1}
    dataset(tmp_path / "whole", **options)
    with patch.object(tasks, "_write", side_effect=MazeError("stop")), pytest.raises(MazeError, match="stop"):
        dataset(tmp_path / "cut", **options)
    with patch("mazeworks.scale.puzzles.rate", side_effect=AssertionError("made twice")):
        dataset(tmp_path / "cut", **options)
    assert bytes_in(tmp_path / "cut") == bytes_in(tmp_path / "whole")


def test_a_full_disk_is_one_sentence_and_the_set_goes_on(tmp_path: Path) -> None:
    small(tmp_path / "whole")
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    written = iter(range(9))

    def fsync(number: int, plain: Callable[[int], None] = os.fsync) -> None:
        if next(written, None) is None:
            raise full
        plain(number)

    with patch("os.fsync", fsync), pytest.raises(MazeError, match=r"cannot be written: No space left on device$"):
        small(tmp_path / "cut")
    assert not list((tmp_path / "cut").rglob("*.part"))
    small(tmp_path / "cut")
    assert bytes_in(tmp_path / "cut") == bytes_in(tmp_path / "whole")


def test_lost_and_changed_files_are_made_again(tmp_path: Path) -> None:
    small(tmp_path / "whole")
    with patch("mazeworks.scale.datasets._finish", side_effect=MazeError("stop")), pytest.raises(MazeError):
        small(tmp_path / "cut")
    files = sorted((tmp_path / "cut" / DATA).iterdir())
    files[0].unlink()
    files[1].write_bytes(b"short")
    small(tmp_path / "cut")
    assert bytes_in(tmp_path / "cut") == bytes_in(tmp_path / "whole")


def test_a_complete_set_is_left_alone(tmp_path: Path) -> None:
    first, before = small(tmp_path), bytes_in(tmp_path)
    with patch("mazeworks.scale.datasets.cluster", side_effect=AssertionError("nothing is left to do")):
        assert small(tmp_path) == first
    assert bytes_in(tmp_path) == before


OTHER: dict[str, dict[str, Any]] = {
    "seed 7, not 8": {"seed": 8},
    'split {"train": 3.0, "test": 1.0}, not {"train": 3.0}': {"split": "train=3"},
    "shard 10, not 20": {"shard": 20},
    "unique false, not true": {"unique": True},
    'format "parquet", not "npz"': {"format": "npz"},
    "parts ": {"generator": "prim"},
}


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("words", OTHER)
def test_other_options_are_refused(tmp_path: Path, words: str, complete: bool) -> None:
    if complete:
        small(tmp_path)
    else:
        with patch.object(tasks, "_write", side_effect=MazeError("stop")), pytest.raises(MazeError, match="stop"):
            small(tmp_path)
    before = bytes_in(tmp_path)
    with pytest.raises(MazeError) as caught:
        small(tmp_path, **OTHER[words])
    assert f"was begun with {words}" in str(caught.value) and bytes_in(tmp_path) == before


def test_the_order_of_the_sides_does_not_matter(tmp_path: Path) -> None:
    small(tmp_path / "whole", split="train=1,test=1,valid=3")
    with patch.object(tasks, "write_file", side_effect=MazeError("stop")), pytest.raises(MazeError, match="stop"):
        small(tmp_path / "cut", split="valid=3,test=1,train=1")
    small(tmp_path / "cut", split={"test": 1, "train": 1, "valid": 3})
    assert bytes_in(tmp_path / "cut") == bytes_in(tmp_path / "whole") and verify(tmp_path / "cut") == []


def test_other_versions_are_refused(tmp_path: Path) -> None:
    small(tmp_path)
    with patch("pyarrow.__version__", "99.0"), pytest.raises(MazeError, match=r"was begun with pyarrow .*, not .99\.0"):
        small(tmp_path)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(MazeError, match="holds other files; name a new one"):
        small(tmp_path)
    with pytest.raises(MazeError, match="is a file, and a set of mazes needs a folder"):
        small(tmp_path / "thesis.tex")
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("name", ["", " ", "a\0b", 5])
def test_what_is_no_name_of_a_folder_is_one_sentence(name: Any) -> None:
    for work in (small, verify):
        with pytest.raises(MazeError, match="the name of a folder was expected"):
            work(name)


@posix
def test_one_process_at_a_time(tmp_path: Path) -> None:
    import fcntl

    with patch.object(tasks, "_write", side_effect=MazeError("stop")), pytest.raises(MazeError, match="stop"):
        small(tmp_path)
    with open(tmp_path / WORK / "lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(MazeError, match="another process is making the set"):
            small(tmp_path)
    assert not verify_after(tmp_path)


def verify_after(folder: Path) -> list[str]:
    """The faults of a set once it is made to its end; before that there is nothing to check."""
    with pytest.raises(MazeError, match="is not complete; start the same command again"):
        verify(folder)
    small(folder)
    return verify(folder)


def test_progress_has_the_rate_and_the_time_left(tmp_path: Path) -> None:
    heard: list[tuple[str, float, str]] = []
    with listening(lambda *said: heard.append(said)):
        small(tmp_path, unique=True)
    assert {title for title, _, _ in heard} == {"comparing mazes", "comparing hashes", "making mazes"}
    assert all(0 <= fraction <= 1 for _, fraction, _ in heard)
    assert any("/s, " in note and note.endswith(" left") for _, _, note in heard)
    fractions = [fraction for title, fraction, _ in heard if title == "making mazes"]
    assert fractions == sorted(fractions) and fractions[-1] == 1


# --- clusters elsewhere


@contextmanager
def started(*command: str, cwd: Path = ROOT) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": cwd}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with subprocess.Popen([sys.executable, "-m", *command, "--no-dashboard"], env=environment, **quiet) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler at an address of its own choice."""
    file = folder / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
    with started("distributed.cli.dask_scheduler", *options) as process:
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        yield json.loads(file.read_text())["address"], process


def worker(address: str, cwd: Path = ROOT) -> Any:
    """A worker of two threads."""
    return started("distributed.cli.dask_worker", address, "--nthreads", "2", "--no-nanny", cwd=cwd)


def test_a_cluster_elsewhere(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """Workers without mazeworks are one sentence; others make the same set; a scheduler that dies is one sentence."""
    small(tmp_path / "whole")
    with scheduler(tmp_path) as (address, process):
        elsewhere = tmp_path / "elsewhere"
        (elsewhere / "mazeworks").mkdir(parents=True)
        # It is found before what is installed.
        (elsewhere / "mazeworks/__init__.py").write_text("raise ModuleNotFoundError('there is no mazeworks')")
        with (
            worker(address, elsewhere),
            pytest.raises(MazeError, match=r"lacks a package .*; install mazeworks\[scale\]"),
        ):
            small(tmp_path / "set", workers=None, cluster=address)
        with worker(address):
            small(tmp_path / "set", workers=None, cluster=address)
            assert bytes_in(tmp_path / "set") == bytes_in(tmp_path / "whole")
            with (
                patch("mazeworks.scale.cluster.__version__", "99"),
                pytest.raises(MazeError, match=r"a worker has mazeworks .* and the client mazeworks 99"),
            ):
                small(tmp_path / "other", workers=None, cluster=address)

            def kill(title: str, fraction: float, note: str) -> None:
                if fraction:
                    process.kill()

            with listening(kill), pytest.raises(MazeError, match="the connection to the scheduler was lost; start"):
                large(tmp_path / "lost", cluster=address)
    large(tmp_path / "lost", workers=1)
    assert bytes_in(tmp_path / "lost") == whole
    sentence = f"no Dask scheduler answers at '{address}' within 1 seconds"
    with patch("mazeworks.scale.cluster.PATIENCE", 1), pytest.raises(MazeError, match=sentence):
        small(tmp_path / "gone", workers=None, cluster=address)


@pytest.mark.parametrize("address", ["nonsense", "http://localhost:80", "tcp://localhost"])
def test_a_bad_address_is_one_sentence(tmp_path: Path, address: str) -> None:
    with pytest.raises(MazeError, match=r"is not the address of a scheduler .*; write tcp://HOST:PORT"):
        small(tmp_path, workers=None, cluster=address)


def test_a_program_without_a_guard_is_one_sentence(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from mazeworks.scale import dataset\n"
        f"dataset({str(tmp_path / 'set')!r}, (5, 4), 100, seed=7, shard=10, workers=2)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1 and done.stderr.count("Traceback") == 1
    assert done.stderr.strip().endswith("calls this under `if __name__ == '__main__':`")
