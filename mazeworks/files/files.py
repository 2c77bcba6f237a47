"""Reading and writing: by content on the way in, by extension on the way out, never half a file."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mazeworks.core.errors import FormatError, MazeError, UnknownFormat, UnknownName, with_article
from mazeworks.core.facets import codec_of, puzzle_for
from mazeworks.core.parameters import check_parameters
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import Format, Renderer, Section, formats, generators, kinds, renderers
from mazeworks.core.solution import Solution, Solved
from mazeworks.making.request import Request, looks_like_id

#: The largest file that is read, in bytes.
MOST_BYTES = 1 << 30
#: How much of a text is looked at to tell its format.
SAMPLE = 1 << 16


def load(source: str | Path, **options: Any) -> Puzzle[Any]:
    """The puzzle in a file, on standard input (`-`), or named by an id; options are those of its kind."""
    text = str(source)
    if text == "-":
        if sys.stdin is None:
            raise MazeError("standard input is closed")
        return read_bytes(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input", **options)
    if looks_like_id(text) and not os.path.exists(text):
        return configure(Request.parse_id(text).make(), options)
    return read_bytes(_read_file(Path(text)), text, **options)


def _no_file(name: str) -> str:
    """What to say where there is no such file: perhaps a kind was meant."""
    kind = kinds[name].generator if name in kinds else None
    if kind:
        size = "x".join(map(str, generators[kind].size or ()))
        return f"{name!r} is a kind of puzzle, not a file; a puzzle of that kind has an id such as {name}:{size}#7"
    return f"there is no file {name!r}, nor is that an id such as wall:20x20#7"


def _read_file(path: Path) -> bytes:
    if path.is_dir():
        raise MazeError(f"{str(path)!r} is a folder, not a file")
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise MazeError(_no_file(str(path))) from None
    except (OSError, ValueError) as error:
        raise MazeError(f"{str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _decode(data: bytes, name: str) -> str:
    from mazeworks.images.signatures import not_text

    if not data.strip():
        raise FormatError(f"{name}: the file is empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(not_text(name, error.start)) from None
    if "\0" in text:
        raise FormatError(not_text(name, text.index(chr(0))))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def configure(puzzle: Puzzle[Any], options: dict[str, Any], others: tuple[str, ...] = ()) -> Puzzle[Any]:
    """The puzzle with options of its kind set, each given as text or as a value; its format had others besides."""
    known = {parameter.name: parameter for parameter in codec_of(puzzle).options}
    for name in options:
        if name not in known:
            kind = with_article(puzzle.kind or "plain")
            raise UnknownName(f"option of {kind} puzzle", name, [*known, *others])
    return (
        codec_of(puzzle).configured(**{name: known[name].value(v) for name, v in options.items()})
        if options
        else puzzle
    )


def read_text(text: str, name: str = "the text", **options: Any) -> Puzzle[Any]:
    """The puzzle that a text holds, in whichever format it is."""
    if not isinstance(text, str):
        raise MazeError(f"a text was expected, not {text!r:.60}")
    puzzle = _read(text, False, name, options)
    if puzzle is None:
        from mazeworks.images.signatures import named_image

        what = "no image of a format known, nor a maze in text" if named_image(name) else "no maze in any format known"
        raise UnknownFormat(f"{name}: this is {what} ({', '.join(formats)})", text)
    return puzzle


def read_bytes(data: bytes, name: str = "the bytes", **options: Any) -> Puzzle[Any]:
    """The puzzle that the bytes of a file hold: in a binary format, or in one of text."""
    from mazeworks.images.signatures import refuse_foreign_file

    if len(data) > MOST_BYTES:
        raise FormatError(f"{name}: larger than {MOST_BYTES >> 30} GiB, the most that is read")
    refuse_foreign_file(data, name)
    puzzle = _read(data, True, name, options)
    return read_text(_decode(data, name), name, **options) if puzzle is None else puzzle


def _read(content: str | bytes, binary: bool, name: str, options: dict[str, Any]) -> Puzzle[Any] | None:
    """The puzzle in the first format that knows the content, or None."""
    from mazeworks.images.signatures import STILL, is_animation

    able = [form for form in formats.values() if form.binary == binary]
    named = [form for form in able if any(option.name in options for option in form.options)]
    for form in named or able:
        if (named and not binary) or form.sniff(content[:SAMPLE]):
            try:
                return configure(form.read(content, options), options, tuple(option.name for option in form.options))
            except FormatError as error:
                moves = isinstance(content, bytes) and is_animation(content)
                said = f"{STILL}: {error.sentence}" if moves else error.sentence
                error.args = (f"{name}: {said}",)
                raise
    return None


def writer_for(puzzle: Puzzle[Any], target: str | None = None, form: str | None = None) -> Format | Renderer:
    """The format or renderer for a target file, named or known by its extension."""
    extension = extension_of(target)
    if not form and extension == ".txt":
        return _own_format(puzzle, target)
    able = writers(extension, form)
    for entry in able:
        if isinstance(entry, Renderer) or entry.holds(puzzle):
            return entry
    raise _cannot_hold(able[0].name, puzzle.kind, [f.name for f in formats.values() if f.holds(puzzle)])


def extension_of(target: str | None) -> str:
    """The extension of a target; .txt where it has none."""
    return os.path.splitext(target or "")[1].lower() or ".txt"


def writers(extension: str, form: str | None = None) -> list[Format | Renderer]:
    """The format or renderer that is named, or all that have an extension, formats first; there is at least one."""
    sections: tuple[Section[Any], ...] = (formats, renderers)
    if form:
        for section in sections:
            if section.is_own(form):
                return [section[form]]
        found = [section[form] for section in sections if form in section]
        if not found:
            raise UnknownName("format", form, [*formats, *renderers])
        return found
    own = [entry for section in sections for entry in section.with_extension(extension)]
    everything: list[Any] = [] if own else [*formats.values(), *renderers.values()]
    found = own or [entry for entry in everything if extension in entry.extensions]
    if not found:
        known = sorted({extension for entry in everything for extension in entry.extensions})
        raise MazeError(f"no format has the extension {extension!r}; there are .txt, {', '.join(known)}")
    return found


def _own_format(puzzle: Puzzle[Any], target: str | None) -> Format:
    """The first format of its kind that holds a puzzle; a file of text is never written as an image."""
    own = [formats[name] for name in kinds[puzzle.kind].formats] if puzzle.kind else [formats["json"]]
    return next((form for form in own if form.holds(puzzle) and not (form.binary and target)), own[-1])


def _cannot_hold(form: str, kind: str, able: list[str]) -> MazeError:
    return MazeError(f"{form} cannot hold {with_article(kind or 'plain')} puzzle; these can: {', '.join(able)}")


def check_target(target: str | None, form: str | None, kind: str = "") -> None:
    """Refuse what nothing, or no puzzle of a kind, could be written in, before the work of making or solving it."""
    if target is not None and not target.strip():
        raise MazeError(f"{target!r} cannot be written: a file needs a name")
    if form or extension_of(target) != ".txt":  # every kind can be written as text
        entries = writers(extension_of(target), form)
        if kind:
            _check_kind(entries, kind)
    if target and target != "-":
        check_place(target)


def _check_kind(entries: list[Format | Renderer], kind: str) -> None:
    """Refuse formats of which none can hold a kind, whatever is in a puzzle of that kind."""
    if not any(isinstance(entry, Renderer) or could_hold(entry, kind) for entry in entries):
        raise _cannot_hold(entries[0].name, kind, [entry.name for entry in formats.values() if could_hold(entry, kind)])


def could_hold(form: Format, kind: str) -> bool:
    """Whether a format may hold puzzles of a kind: asked of one with nothing in it, where that is enough to tell."""
    empty = kinds[kind].puzzle.__new__(kinds[kind].puzzle)
    try:
        return form.holds(empty)
    except AttributeError:
        return True


def check_place(target: str) -> None:
    """Refuse a folder, a file in a folder that is not there, and one where nothing may be written."""
    if "\0" in target:
        raise MazeError(f"{target!r} cannot be written: no name has a null character in it")
    path = os.path.realpath(target)
    folder = os.path.dirname(path)
    refuse_missing_folder(target)
    # Not by `Path`, which raises an error of its own for a name that is too long.
    if os.path.isdir(path):
        raise MazeError(f"{target!r} cannot be written: it is a folder")
    if not os.path.isdir(folder):
        raise MazeError(f"{target!r} cannot be written: there is no folder {folder!r}")
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except OSError as error:  # such as a name that is too long
        raise MazeError(f"{target!r} cannot be written: {error.strerror}") from None
    there = os.path.exists(path)
    if there and not os.access(path, os.W_OK):
        raise MazeError(f"{target!r} cannot be written: it is protected")
    # A file is replaced by its folder's leave; what is not a file, such as a device, is written to as it is.
    if not (there and not os.path.isfile(path)) and not os.access(folder, os.W_OK):
        raise MazeError(f"{target!r} cannot be written: its folder is protected")


def refuse_missing_folder(target: str) -> None:
    """Refuse the name of a folder that is not there: without its slash it would be taken for that of a file."""
    if os.path.basename(target) in ("", ".") and not os.path.isdir(target):
        raise MazeError(
            f"{target!r} cannot be written: there is no folder of that name, and a file has no / at its end"
        )


def renderer_for(target: str | None, form: str | None = None) -> Renderer | None:
    """The renderer that is named, or that a target's extension means, if any."""
    if not form and extension_of(target) == ".txt":
        return None
    return next((entry for entry in writers(extension_of(target), form) if isinstance(entry, Renderer)), None)


def pieces(writer: Format | Renderer, solved: Solved[Any], **parameters: Any) -> Iterator[str | bytes]:
    """What a format or renderer makes of a puzzle, piece by piece; parameters are the renderer's own."""
    if isinstance(writer, Renderer):
        return writer.draw(solved, **check_parameters(writer.name, writer.parameters, parameters))
    check_parameters(writer.name, (), parameters)
    return iter(writer.write(solved))


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
    """Write beside the target and rename, so that no half-written file is ever seen there.

    A link is followed, a file keeps its mode, and what is not a file (a pipe, a device) is written to as it is.
    """
    try:
        stream = re.fullmatch(r"/dev/(?:fd/(\d+)|std(in|out|err))|/proc/self/fd/(\d+)", str(target))
        if stream:
            number = int(stream[1] or stream[3] or {"in": 0, "out": 1, "err": 2}[stream[2]])
            _write(os.dup(number), "wb", parts)
            return
        refuse_missing_folder(str(target))
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
                from shutil import copymode

                copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        if isinstance(error, MazeError):
            raise
        raise MazeError(f"{str(target)!r} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _write(path: Path | int, mode: str, parts: Iterable[str | bytes]) -> None:
    with open(path, mode) as file:
        for part in checked(parts, 100):
            file.write(part.encode() if isinstance(part, str) else part)
