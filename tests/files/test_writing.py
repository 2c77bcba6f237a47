"""Writing: whole files on the disk, their modes, part files of processes that were killed, closed standard streams."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mazeworks import MazeError
from mazeworks.files import saving
from mazeworks.files.saving import write_file

posix = pytest.mark.skipif(os.name != "posix", reason="modes, locks and folders that can be synced are those of POSIX")
#: Writes half a file, prints a line, and waits until it is killed or its standard input ends.
HALF = (
    "import sys\n"
    "from mazeworks.files.saving import write_file\n"
    "def parts():\n"
    "    yield 'half'\n"
    "    print(flush=True)\n"
    "    sys.stdin.read()\n"
    "    yield 'whole'\n"
    "write_file(sys.argv[1], parts())\n"
)


def writer(target: Path) -> "subprocess.Popen[str]":
    """A process in the middle of writing a file."""
    command = [sys.executable, "-c", HALF, str(target)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "\n"
    return process


def parts_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix == ".part"]


def leave_a_part(target: Path) -> None:
    """A process that is killed while it writes."""
    with writer(target) as process:
        process.send_signal(signal.SIGKILL)


@posix
def test_parts_of_killed_processes_are_swept_and_those_of_living_ones_stay(tmp_path: Path) -> None:
    target = tmp_path / "maze.txt"
    target.write_text("old")
    with writer(target) as alive:
        [kept] = parts_in(tmp_path)
        leave_a_part(target)
        assert target.read_text() == "old" and len(parts_in(tmp_path)) == 2
        write_file(target, ["new"])
        assert target.read_text() == "new" and parts_in(tmp_path) == [kept]
        alive.communicate()
    assert alive.returncode == 0 and target.read_text() == "halfwhole" and parts_in(tmp_path) == []


@posix
def test_a_large_folder_is_not_swept_for_each_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed, plain = [], os.listdir
    monkeypatch.setattr(os, "listdir", lambda folder: listed.append(folder) or plain(folder))
    monkeypatch.setattr(saving, "REST", 1e9)
    for number in range(3):
        write_file(tmp_path / f"{number}.txt", ["new"])
    assert listed == [tmp_path]
    monkeypatch.setattr(saving, "_swept", (tmp_path, 0.0))
    write_file(tmp_path / "3.txt", ["new"])
    assert listed == [tmp_path, tmp_path]


@posix
def test_other_files_that_look_like_parts_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / ".maze-folder.part").mkdir()
    os.mkfifo(tmp_path / ".maze-pipe.part")
    (tmp_path / "precious").write_text("kept")
    (tmp_path / ".maze-link.part").symlink_to(tmp_path / "precious")
    (tmp_path / "video.part").write_text("kept")
    write_file(tmp_path / "maze.txt", ["new"])
    assert (tmp_path / "maze.txt").read_text() == "new"
    assert (tmp_path / "precious").read_text() == (tmp_path / "video.part").read_text() == "kept"


@posix
def test_a_part_that_is_swept_before_it_is_locked_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, calls = saving._locked, []

    def late(file: Any) -> bool:
        calls.append(file.name)
        if len(calls) == 1:
            monkeypatch.setattr(saving, "_swept", (None, 0.0))
            saving._sweep(tmp_path)
        return len(calls) != 2 and plain(file)  # the second time another process sweeps just now

    monkeypatch.setattr(saving, "_locked", late)
    write_file(tmp_path / "maze.txt", iter(["once"]))
    assert len(set(calls)) == 3 and (tmp_path / "maze.txt").read_text() == "once" and not parts_in(tmp_path)


def test_without_locks_files_are_written_and_nothing_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    (tmp_path / ".maze-0.part").write_text("whose?")
    write_file(tmp_path / "maze.txt", ["new"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [".maze-0.part", "maze.txt"]


@posix
@pytest.mark.parametrize(("before", "umask"), [(0o600, 0o022), (0o664, 0o077), (0o640, 0o022), (None, 0o027)])
def test_a_part_has_the_mode_of_its_target_from_the_start(
    before: int | None, umask: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, seen, plain = tmp_path / "maze.txt", [], os.open
    expected = 0o666 & ~umask if before is None else before
    if before is not None:
        target.write_text("old")
        target.chmod(before)

    def opened(name: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        number = plain(name, flags, mode, **more)
        if str(name).endswith(".part"):
            seen.append(os.fstat(number).st_mode & 0o777 & ~expected)
        return number

    def parts() -> Iterator[str]:
        [part] = parts_in(tmp_path)
        seen.append(part.stat().st_mode & 0o777 ^ expected)
        yield "new"

    monkeypatch.setattr(os, "open", opened)
    old = os.umask(umask)
    try:
        write_file(target, parts())
    finally:
        os.umask(old)
    assert seen == [0, 0] and target.stat().st_mode & 0o777 == expected


@posix
def test_file_and_folder_are_forced_to_the_disk_around_the_renaming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, done = tmp_path / "maze.txt", []
    plain = os.replace

    def synced(number: int) -> None:
        name = Path(os.readlink(f"/proc/self/fd/{number}")) if os.path.isdir("/proc/self/fd") else tmp_path
        size = 0 if os.fstat(number).st_mode & 0o40000 else os.fstat(number).st_size
        done.append(("sync", "part" if name.suffix == ".part" else name.name, size))

    def renamed(source: Any, place: Any, **more: Any) -> None:
        done.append(("rename", Path(place).name, 0))
        plain(source, place, **more)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    write_file(target, ["whole"])
    if os.path.isdir("/proc/self/fd"):
        assert done == [("sync", "part", 5), ("rename", "maze.txt", 0), ("sync", tmp_path.name, 0)]


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_full_disk_is_one_sentence_and_the_target_stays(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "maze.txt"
    target.write_text("old")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*((saving, "_fill", full) if call == "write" else (os, call, full)))
    with pytest.raises(MazeError, match=r"maze.txt' cannot be written: No space left on device$"):
        write_file(target, ["new"])
    monkeypatch.undo()
    assert target.read_text() == "old" and len(list(tmp_path.iterdir())) == 1
    write_file(target, ["new"])
    assert target.read_text() == "new"


def test_a_folder_that_cannot_be_synced_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = os.open

    def opened(name: Any, flags: int, *more: Any, **others: Any) -> int:
        if os.path.isdir(name):
            raise PermissionError(errno.EACCES, "Permission denied")
        return plain(name, flags, *more, **others)

    monkeypatch.setattr(os, "open", opened)
    write_file(tmp_path / "maze.txt", ["new"])
    assert (tmp_path / "maze.txt").read_text() == "new"


@posix
@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("new 10x10 -o x.json >&-", "x.json"),
        ("solve wall:9x7#3 --steps -o x.txt >&- 2>&-", "x.txt"),
        ("draw wall:9x7#3 -o x.png <&- >&-", "x.png"),
        ("book wall:9x7#3 -o x.pdf <&- >&- 2>&-", "x.pdf"),
    ],
)
def test_files_are_written_with_standard_streams_closed(words: str, target: str, tmp_path: Path) -> None:
    command = ["bash", "-c", f"{sys.executable} -m mazeworks {words}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "error" in done.stderr) == (0, False)
    assert [path.name for path in tmp_path.iterdir()] == [target] and (tmp_path / target).stat().st_size > 100


@posix
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("list kinds >&-", "standard output is closed"),
        ("new 5x5 -o /dev/stdout >&-", "'/dev/stdout' cannot be written: Bad file descriptor"),
        ("play wall:9x7#3 <&-", "maze play needs a terminal to draw on and to read keys from"),
    ],
)
def test_what_needs_a_closed_stream_says_so(words: str, sentence: str) -> None:
    command = ["bash", "-c", f"{sys.executable} -m mazeworks {words}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"error: {sentence}\n")


@posix
def test_a_file_keeps_its_owner_but_not_the_right_to_run_as_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, given = tmp_path / "maze.txt", []
    target.write_text("old")
    target.chmod(0o4755)
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.append((Path(path).suffix, user, group)))
    write_file(target, ["new"])
    owner = target.stat()
    assert given == [(".part", owner.st_uid, -1), (".part", -1, owner.st_gid)]
    assert target.read_text() == "new" and owner.st_mode & 0o7777 == 0o755
