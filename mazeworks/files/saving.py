"""Saving: puzzles written by a format or renderer, and files written whole or not at all."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import puzzle_for
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import Format
from mazeworks.core.solution import Solution, Solved
from mazeworks.files.targets import pieces, refuse_folder, renderer_for, writer_for


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
            _write(os.dup(number), "wb", parts)
            return
        refuse_folder(str(target))
        path = Path(os.path.realpath(target))
        if path.exists() and not path.is_file():  # a pipe or a device
            _write(path, "wb", parts)
            return
        beside = path.parent / f".{os.getpid()}-{os.urandom(4).hex()}.part"
        try:
            _write(beside, "xb", parts)
            if path.exists():
                from shutil import copymode

                copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except MazeError:
        raise
    except (OSError, ValueError) as error:
        raise MazeError(f"{str(target)!r} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _write(path: Path | int, mode: str, parts: Iterable[str | bytes]) -> None:
    with open(path, mode) as file:
        file.writelines(part.encode() if isinstance(part, str) else part for part in checked(parts, 100))
