"""Reading and writing: by content on the way in, by extension on the way out, never half a file."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mazeworks.core.errors import FormatError, MazeError, UnknownName
from mazeworks.core.making import from_id, looks_like_id
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Format, Renderer, formats, kinds, renderers

#: The largest file that is read, in bytes.
MOST_BYTES = 1 << 30
#: How much of a text is looked at to tell its format.
SAMPLE = 1 << 16


def load(source: str | Path, **options: str) -> Puzzle[Any]:
    """The puzzle in a file, on standard input (`-`), or named by an id; options are those of its kind."""
    text = str(source)
    if text == "-":
        if sys.stdin is None:
            raise MazeError("standard input is closed")
        return read_text(_decode(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input"), "standard input", **options)
    if looks_like_id(text) and not os.path.exists(text):
        return configure(from_id(text), options)
    return read_text(_decode(_read_bytes(Path(text)), text), text, **options)


def _read_bytes(path: Path) -> bytes:
    if path.is_dir():
        raise MazeError(f"{str(path)!r} is a folder, not a file")
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise MazeError(f"there is no file {str(path)!r}, nor is that an id such as wall:20x20#7") from None
    except (OSError, ValueError) as error:
        raise MazeError(f"{str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _decode(data: bytes, name: str) -> str:
    if len(data) > MOST_BYTES:
        raise FormatError(f"{name}: larger than {MOST_BYTES >> 30} GiB, the most that is read")
    if not data.strip():
        raise FormatError(f"{name}: the file is empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{name}: byte {error.start} is no text; a maze in UTF-8 was expected") from None
    if "\0" in text:
        raise FormatError(f"{name}: byte {text.index(chr(0))} is no text; a maze in UTF-8 was expected")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def configure(puzzle: Puzzle[Any], options: dict[str, str]) -> Puzzle[Any]:
    """The puzzle with options of its kind set, each given as text."""
    known = {parameter.name: parameter for parameter in puzzle.options}
    for name in options:
        if name not in known:
            raise UnknownName(f"option of a {puzzle.kind or 'plain'} puzzle", name, known)
    return puzzle.configured(**{name: known[name].parse(text) for name, text in options.items()}) if options else puzzle


def read_text(text: str, name: str = "the text", **options: str) -> Puzzle[Any]:
    """The puzzle that a text holds, in whichever format it is."""
    beginning = text[:SAMPLE]
    told = [form for form in formats.values() if set(form.options) & set(options)]
    for form in told or formats.values():
        if told or form.sniff(beginning):
            try:
                return configure(form.read(text, options), options)
            except FormatError as error:
                error.args = (f"{name}: {error}",)
                raise
    raise FormatError(f"{name}: this is no maze in any format known ({', '.join(formats)})")


def writer_for(puzzle: Puzzle[Any], target: str | None = None, form: str | None = None) -> Format | Renderer:
    """The format or renderer for a target file, named or told by its extension."""
    if form:
        if form in formats:
            chosen = formats[form]
            if not chosen.holds(puzzle):
                able = [f.name for f in formats.values() if f.holds(puzzle)]
                raise MazeError(f"{form} cannot hold a {puzzle.kind} puzzle; these can: {', '.join(able)}")
            return chosen
        if form in renderers:
            return renderers[form]
        raise UnknownName("format", form, [*formats, *renderers])
    extension = os.path.splitext(target or "")[1].lower() or ".txt"
    if extension == ".txt":
        return formats[kinds[puzzle.kind].format if puzzle.kind else "json"]
    for entry in formats.values():
        if extension in entry.extensions and entry.holds(puzzle):
            return entry
    for drawer in renderers.values():
        if extension in drawer.extensions:
            return drawer
    known = {e for entry in formats.values() for e in entry.extensions}
    known |= {e for drawer in renderers.values() for e in drawer.extensions}
    raise MazeError(f"no format has the extension {extension!r}; there are .txt, {', '.join(sorted(known))}")


def pieces(writer: Format | Renderer, puzzle: Puzzle[Any], solution: Solution[Any] | None) -> Iterator[str | bytes]:
    """What a format or renderer makes of a puzzle, piece by piece."""
    return writer.draw(puzzle, solution) if isinstance(writer, Renderer) else iter(writer.write(puzzle, solution))


def save(
    puzzle: Puzzle[Any], target: str | Path, solution: Solution[Any] | None = None, form: str | None = None
) -> None:
    """Write a puzzle, and its solution if given, in the format its extension or `form` names."""
    write_file(target, pieces(writer_for(puzzle, str(target), form), puzzle, solution))


def write_file(target: str | Path, parts: Iterable[str | bytes]) -> None:
    """Write beside the target and rename, so that no half-written file is ever seen there.

    A link is followed, a file keeps its mode, and what is no file (a pipe, a device) is written to as it is.
    """
    try:
        path = Path(os.path.realpath(target))
        if path.is_dir():
            raise MazeError(f"{str(target)!r} cannot be written: it is a folder")
        if path.exists() and not path.is_file():
            _write(path, "wb", parts)
            return
        beside = path.parent / f".{os.getpid()}-{os.urandom(4).hex()}.part"
        try:
            _write(beside, "xb", parts)
            if path.exists():
                shutil.copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        if isinstance(error, MazeError):
            raise
        raise MazeError(f"{str(target)!r} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _write(path: Path, mode: str, parts: Iterable[str | bytes]) -> None:
    with path.open(mode) as file:
        for part in parts:
            file.write(part.encode() if isinstance(part, str) else part)
