"""A temporary folder to work in: inside it files may be written, elsewhere nothing; no program or connection begins."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: The folder that may be written to now; None where anything may be.
_folder: str | None = None
_hooked = False
#: What nothing inside may do.
PROGRAMS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "webbrowser.open")
FORBIDDEN = (*PROGRAMS, "socket.bind", "socket.connect")
#: What changes the file that is named first, and what changes two.
CHANGES_ONE = ("os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.truncate")
CHANGES_TWO = ("os.rename", "os.link", "os.symlink")


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what may not be done; Python calls this before it does it."""
    if _folder is None:
        return
    if event in FORBIDDEN:
        raise PermissionError(f"{event} is forbidden here")
    if (event == "open" and _writes(*arguments[1:3])) or event in CHANGES_ONE or event in CHANGES_TWO:
        for path in arguments[: 1 + (event in CHANGES_TWO)]:
            _check(path)


def _writes(mode: Any, flags: Any) -> bool:
    return bool(set(mode or "") & set("wxa+")) or bool((flags or 0) & (os.O_WRONLY | os.O_RDWR))


def _check(path: Any) -> None:
    """Refuse a path outside the folder, but for the compiled code that is kept for later runs."""
    if isinstance(path, int):
        raise PermissionError("open files are not written to here")
    place = os.path.realpath(os.fsdecode(path))
    allowed = place.startswith(f"{_folder}/") or place == _folder or "__pycache__" in place or place == os.devnull
    if not allowed and not place.startswith("/proc/self/"):
        raise PermissionError(f"{place} is not in the folder for this")


@contextmanager
def confined(folder: str) -> Iterator[None]:
    """Work in a folder, and write nowhere else."""
    global _folder, _hooked
    if not _hooked:
        sys.addaudithook(_audit)
        _hooked = True
    before, temporary = os.getcwd(), tempfile.tempdir
    os.chdir(folder)
    _folder, tempfile.tempdir = os.path.realpath(folder), folder
    try:
        yield
    finally:
        _folder, tempfile.tempdir = None, temporary
        os.chdir(before)
