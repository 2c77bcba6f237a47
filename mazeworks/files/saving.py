"""Saving: puzzles written by a format or renderer, and files written whole or not at all."""

import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import puzzle_for
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.core.registry import Format
from mazeworks.files.targets import pieces, refuse_folder, renderer_for, writer_for

#: How the names of part files begin and end.
PART = (".maze-", ".part")
#: After a sweep that took a second, the folder is not swept again for this many seconds: it may hold many files.
REST = 20

_swept: tuple[Path | None, float] = None, 0.0  # the last folder, and when it may be swept again


def save(
    puzzle: Puzzle[Any] | Solved[Any],
    target: str | Path,
    solution: Solution[Any] | None = None,
    form: str | None = None,
    **parameters: Any,
) -> None:
    """Write a puzzle, with its solution if given, in the format that the extension or `form` names."""
    solved = puzzle if isinstance(puzzle, Solved) else Solved.of(puzzle, solution)
    puzzle_for(solved.puzzle)  # refuses what is not a puzzle
    if not isinstance(target, (str, os.PathLike)):
        raise MazeError(f"the name of a file was expected, not {target!r:.60}")
    writer = writer_for(solved.puzzle, str(target), form)
    if parameters and isinstance(writer, Format):
        writer = renderer_for(str(target), form) or writer  # a format writes what is there; only drawings have a look
    parts = pieces(writer, solved, **parameters)
    if isinstance(writer, Format) and writer.binary:
        from mazeworks.images.encoding import encoded

        parts = encoded(parts, target)
    write_file(target, parts)


def write_file(target: str | Path, parts: Iterable[str | bytes]) -> None:
    """Write beside the target and rename it, so that it is never half written; follows links, keeps a file's mode."""
    try:
        stream = re.fullmatch(r"/dev/(?:fd/(\d+)|std(in|out|err))|/proc/self/fd/(\d+)", str(target))
        if stream:
            number = int(stream[1] or stream[3] or {"in": 0, "out": 1, "err": 2}[stream[2]])
            _write(os.dup(number), parts)
            return
        refuse_folder(str(target))
        path = Path(os.path.realpath(target))
        if path.exists() and not path.is_file():  # a pipe or a device
            _write(path, parts)
            return
        _sweep(path.parent)
        while not _replaced(path, parts):
            pass
        _sync_folder(path.parent)
    except MazeError:
        raise
    except (OSError, ValueError) as error:
        raise MazeError(f"{str(target)!r} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _write(place: Path | int, parts: Iterable[str | bytes]) -> None:
    with open(place, "wb") as file:
        _fill(file, parts)


def _fill(file: BinaryIO, parts: Iterable[str | bytes]) -> None:
    file.writelines(part.encode() if isinstance(part, str) else part for part in checked(parts, 100))


def _replaced(path: Path, parts: Iterable[str | bytes]) -> bool:
    """Write a part file with its target's mode and rename it; False, with nothing written, if it was swept at once."""
    before = path.stat() if path.exists() else None
    # A file that runs with the rights of its owner (set-user-id) would do so with what we write.
    mode = None if before is None else before.st_mode & 0o777
    part = path.parent / os.urandom(8).hex().join(PART)
    try:
        try:
            with open(
                part, "xb", opener=lambda name, flags: os.open(name, flags, 0o666 if mode is None else mode)
            ) as file:
                if not _locked(file) or not part.exists():
                    return False
                if before is not None:
                    _give(part, before)
                    part.chmod(before.st_mode & 0o777)  # adds what the umask took away
                _fill(file, parts)
                file.flush()
                os.fsync(file.fileno())
                if os.name == "nt":
                    file.close()  # no open file can be renamed there
                part.replace(path)  # still locked, so that no other process sweeps it
        finally:
            part.unlink(missing_ok=True)
    finally:  # again, for an interrupt just before the first
        part.unlink(missing_ok=True)
    return True


def _give(part: Path, before: os.stat_result) -> None:
    """Give a part file to the owner and group of its target, as far as this user may."""
    for owner in ((before.st_uid, -1), (-1, before.st_gid)):
        with suppress(OSError, AttributeError):  # Windows has no owners
            os.chown(part, *owner)


def _locked(file: BinaryIO) -> bool:
    """Lock a part file until it is closed; False if another process holds it, which sweeps it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):  # no locks on this system or disk, so nothing is swept either
        pass
    return True


def _sweep(folder: Path) -> None:
    """Remove part files in a folder, unless that was done a moment ago."""
    global _swept
    if folder == _swept[0] and time.monotonic() < _swept[1]:
        return
    begun = time.thread_time()
    remove_parts(folder)
    _swept = folder, time.monotonic() + REST * (time.thread_time() - begun)


def remove_parts(folder: Path) -> None:
    """Remove the part files in a folder that no process has locked: those who wrote them were killed."""
    with suppress(ImportError, OSError):
        from fcntl import LOCK_EX, LOCK_NB, flock

        for name in os.listdir(folder):
            if name.startswith(PART[0]) and name.endswith(PART[1]):
                with suppress(OSError), open(folder / name, "r+b") as file:
                    flock(file, LOCK_EX | LOCK_NB)
                    os.unlink(folder / name)


def _sync_folder(folder: Path) -> None:
    """Force the new name to the disk, where a folder can be opened for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
