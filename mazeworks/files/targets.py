"""Targets: the format or renderer for a file's extension, and whether the file can be written."""

import os
from collections.abc import Callable, Iterator
from typing import Any

from mazeworks.core.errors import MazeError, UnknownName, with_article
from mazeworks.core.facets import words_of
from mazeworks.core.parameters import check_parameters
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Format, Renderer, Section, formats, kinds, renderers


def writer_for(puzzle: Puzzle[Any], target: str | None = None, form: str | None = None) -> Format | Renderer:
    """The format or renderer for a target file: the one that is named, or the one of its extension."""
    able = writers(target, form)
    if not able:  # the first format of its kind that holds it; a file of text is never written as an image
        own = [formats[name] for name in kinds[puzzle.kind].formats] if puzzle.kind else [formats["json"]]
        return next((each for each in own if each.holds(puzzle) and not (each.binary and target)), own[-1])
    for entry in able:
        if isinstance(entry, Renderer) or entry.holds(puzzle):
            return entry
    raise _cannot_hold(able[0].name, words_of(puzzle).name(), lambda form: form.holds(puzzle))


def writers(target: str | None, form: str | None) -> list[Format | Renderer]:
    """The format or renderer that is named, or all for the extension, formats first; none for text of any sort."""
    extension = os.path.splitext(target or "")[1].lower() or ".txt"
    sections: tuple[Section[Any], ...] = (formats, renderers)
    if form:
        own = next(([section[form]] for section in sections if section.is_own(form)), [])
        found = own or [section[form] for section in sections if form in section]
        if not found:
            raise UnknownName("format", form, [*formats, *renderers])
        return found
    if extension == ".txt":
        return []
    own = [entry for section in sections for entry in section.with_extension(extension)]
    everything: list[Any] = [] if own else [*formats.values(), *renderers.values()]
    found = own or [entry for entry in everything if extension in entry.extensions]
    if not found:
        known = sorted({extension for entry in everything for extension in entry.extensions})
        raise MazeError(f"no format has the extension {extension!r}; there are .txt, {', '.join(known)}")
    return found


def _cannot_hold(form: str, what: str, holds: Callable[[Format], bool]) -> MazeError:
    able = ", ".join(entry.name for entry in formats.values() if holds(entry))
    return MazeError(f"{form} cannot hold {what}; these can: {able}" if able else f"{what} cannot be saved")


def check_target(target: str | None, form: str | None, kind: str = "") -> None:
    """Refuse a target that cannot be written, or whose format cannot hold a kind, before any work is done."""
    if target is not None and not target.strip():
        raise MazeError(f"{target!r} cannot be written: a file needs a name")
    entries = writers(target, form)
    if kind and entries and not any(isinstance(entry, Renderer) or could_hold(entry, kind) for entry in entries):
        what = f"{with_article(kind)} puzzle"
        raise _cannot_hold(entries[0].name, what, lambda form: could_hold(form, kind))
    if target and target != "-":
        check_place(target)


def could_hold(form: Format, kind: str) -> bool:
    """Whether a format may hold puzzles of a kind: tested on an empty puzzle; True if that raises."""
    empty = kinds[kind].puzzle.__new__(kinds[kind].puzzle)
    try:
        return form.holds(empty)
    except AttributeError:
        return True


def check_place(target: str) -> None:
    """Refuse a folder, a file in a folder that is not there, and one where nothing may be written."""
    if "\0" in target:
        raise MazeError(f"{target!r} cannot be written: no name has a null character in it")
    try:
        path = os.path.realpath(target)
    except ValueError:  # half of a surrogate pair
        raise MazeError(f"{target!r} cannot be written: it cannot be the name of a file") from None
    folder = os.path.dirname(path)
    refuse_folder(target)
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
    # Replacing a file needs a writable folder; a device is written to as it is.
    if (os.path.isfile(path) or not there) and not os.access(folder, os.W_OK):
        raise MazeError(f"{target!r} cannot be written: its folder is protected")


def refuse_folder(target: str) -> None:
    """Refuse the name of a folder, and a name that ends in a slash."""
    # Not by `Path`, which raises an error of its own for a name that is too long.
    if os.path.isdir(os.path.realpath(target)):
        raise MazeError(f"{target!r} cannot be written: it is a folder")
    if os.path.basename(target) in ("", "."):
        why = "there is no folder of that name, and a file has no / at its end"
        raise MazeError(f"{target!r} cannot be written: {why}")


def renderer_for(target: str | None, form: str | None = None) -> Renderer | None:
    """The renderer that is named, or that a target's extension selects; None for a format."""
    return next((entry for entry in writers(target, form) if isinstance(entry, Renderer)), None)


def pieces(writer: Format | Renderer, solved: Solved[Any], **parameters: Any) -> Iterator[str | bytes]:
    """What a format or renderer makes of a puzzle, piece by piece; parameters are the renderer's own."""
    renderers.refuse_foreign(writer, parameters)
    values = check_parameters(writer.name, writer.parameters, parameters)
    return writer.draw(solved, **values) if isinstance(writer, Renderer) else iter(writer.write(solved))
