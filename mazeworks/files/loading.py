"""Loading puzzles: from files, standard input, texts, bytes and ids; the content decides the format."""

import io
import os
import sys
from pathlib import Path
from typing import Any

from mazeworks.core.errors import FormatError, MazeError, UnknownFormat
from mazeworks.core.facets import codec_class, codec_of, words_of
from mazeworks.core.parameters import Parameter, parse_values
from mazeworks.core.progress import slices
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import formats, generators, kinds
from mazeworks.images.signatures import STILL, is_animation, named_image, not_text, refuse_foreign_file
from mazeworks.making.file_bytes import read_at_most
from mazeworks.making.request import Request, looks_like_id

#: The largest file that is read, in bytes.
MOST_BYTES = 1 << 30
#: How much of a text is examined to recognise its format.
SAMPLE = 1 << 16


class NoSuchFile(MazeError):
    """A name that is neither of a file nor an id."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


def load(source: str | Path, **options: Any) -> Puzzle[Any]:
    """The puzzle in a file, on standard input (`-`), or named by an id; options are those of its kind."""
    text = str(source)
    if not text.strip():
        raise MazeError("no maze file was named")
    if text == "-":
        if sys.stdin is None:
            raise MazeError("standard input is closed")
        return read_bytes(read_at_most(sys.stdin.buffer, MOST_BYTES, "standard input"), "standard input", **options)
    if looks_like_id(text) and not os.path.exists(text):
        return configure(Request.parse_id(text).make(), options)
    return read_bytes(_read_file(str(Path(text))), text, **options)


def _read_file(name: str) -> bytes:
    if os.path.isdir(name):
        raise MazeError(f"{name!r} is a folder, not a file")
    try:
        with open(name, "rb") as file:
            return read_at_most(file, MOST_BYTES, repr(name))
    except FileNotFoundError:
        if name in kinds and kinds[name].generator:
            size = "x".join(map(str, generators[kinds[name].generator].size or ()))
            why = f"{name!r} is a kind of puzzle, not a file; a puzzle of that kind has an id such as {name}:{size}#7"
            raise NoSuchFile(name, why) from None
        raise NoSuchFile(name, f"there is no file {name!r}, nor is that an id such as wall:20x20#7") from None
    except MazeError:
        raise
    except (OSError, ValueError) as error:
        raise MazeError(f"{name!r} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _decode(data: bytes, name: str) -> str:
    if not data.strip():
        raise FormatError(f"{name}: the file is empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(not_text(name, error.start)) from None
    if "\0" in text:
        raise FormatError(not_text(name, text.index(chr(0))))
    newlines = io.IncrementalNewlineDecoder(None, translate=True)  # CR LF and CR become LF
    return "".join(map(newlines.decode, slices(text))) + newlines.decode("", final=True)


def configure(puzzle: Puzzle[Any], options: dict[str, Any], others: tuple[Parameter, ...] = ()) -> Puzzle[Any]:
    """The puzzle with options of its kind set, each a text or a value; `others` are options of its format."""
    codec, what = codec_of(puzzle), words_of(puzzle).name()
    for name in options:
        if name not in {option.name for option in codec.options} and (able := owners_of(name)):
            raise MazeError(f"{what} has no parameter {name}; these have: {able}", about=name)
    values = parse_values(what, (*codec.options, *others), options, typed=True)
    return codec.configured(**values) if options else puzzle


def owners_of(name: str) -> str:
    """The kinds and formats that have an option of this name, in words; empty if there are none."""
    able = {f"{each.name} puzzles": codec_class(each.puzzle).options for each in kinds.values()}
    able |= {f"the format {each.name}": each.options for each in formats.values()}
    return ", ".join(title for title, options in able.items() if name in (option.name for option in options))


def read_text(text: str, name: str = "the text", **options: Any) -> Puzzle[Any]:
    """The puzzle that a text holds, in whichever format it is."""
    if not isinstance(text, str):
        raise MazeError(f"a text was expected, not {text!r:.60}")
    puzzle = _read(text, False, name, options)
    if puzzle is None:
        what = "an image of a known format, nor a maze in text" if named_image(name) else "a maze in any known format"
        raise UnknownFormat(f"{name}: this is not {what} ({', '.join(formats)})", text)
    return puzzle


def read_bytes(data: bytes, name: str = "the bytes", **options: Any) -> Puzzle[Any]:
    """The puzzle that the bytes of a file hold: in a binary format, or in one of text."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"{name}: larger than {MOST_BYTES >> 30} GiB, the most that is read")
    refuse_foreign_file(data, name)
    puzzle = _read(data, True, name, options)
    return read_text(_decode(data, name), name, **options) if puzzle is None else puzzle


def _read(content: str | bytes, binary: bool, name: str, options: dict[str, Any]) -> Puzzle[Any] | None:
    """The puzzle in the first format that knows the content, or None."""
    able = [form for form in formats.values() if form.binary == binary]
    sample = content[:SAMPLE]
    chosen = [form for form in able if any(option.name in options for option in form.options)]
    if isinstance(sample, str) and not chosen:
        chosen = [form for form in able if form.header and sample.lstrip().startswith(form.header)]
    form = next((f for f in chosen or able if (chosen and not binary) or f.sniff(sample)), None)
    if form is None:
        return None
    try:
        return configure(form.read(content, options), options, form.options)
    except FormatError as error:
        still = f"{STILL}: " if isinstance(content, bytes) and is_animation(content) else ""
        error.args = (f"{name}: {still}{error.sentence}",)
        raise
