"""Texts and files: every text format, text maps among them, and the options of formats and kinds."""

import zlib
from functools import cache
from random import Random
from typing import Any

from fuzz.fuzzer import Differs, fuzzer
from fuzz.mutation import MARKS, mutated_bytes, mutated_text
from fuzz.samples import seeds, texts, value_for, written
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import codec_class, codec_of, structure_of
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import formats, kinds
from mazeworks.files.loading import read_bytes, read_text
from mazeworks.files.targets import writer_for

#: The characters of each small alphabet that random maps are made of.
ALPHABETS = (
    "S# E",
    "SE .#",
    "S#E*•",
    "+-| SE",
    "█ ·SE",
    "│─┌┐└┘├┤┬┴┼╷╵╴╶ SE",
    ".+*rgbk",
    "SEox",
    "0123;, NSEWtruefalse",
)


def check_round_trip(puzzle: Puzzle[Any], number: int = 0) -> None:
    """Write a puzzle as plain values and as text; both have to read as the same.

    The format is one of those that hold it, chosen by the number; 0 is that of its kind.
    """
    check_data(puzzle)
    able = [form.name for form in formats.values() if not form.binary and form.holds(puzzle)]
    form = [writer_for(puzzle).name, *able][number % (1 + len(able))]
    text = written(form, puzzle)
    if text is not None and not same(again := _again(text, form), puzzle):
        raise Differs(f"{puzzle.kind} written as {form}: {puzzle!r} as {text!r:.200} is read as {again!r}")


def check_data(puzzle: Puzzle[Any]) -> None:
    """Write a puzzle as plain values, and read them."""
    codec = codec_of(puzzle)
    if codec.saves and type(codec).from_data(codec.to_data()) != puzzle:
        raise Differs(f"{puzzle.kind} as plain values: {puzzle!r} is another puzzle then")


def same(one: Puzzle[Any], other: Puzzle[Any]) -> bool:
    """Whether two puzzles are the same to a player; those of two kinds, whether they show the same walls."""
    if one.kind == other.kind:
        first, second = structure_of(one).as_grid(), structure_of(other).as_grid()
        if first is None or second is None:
            return one == other
    else:
        first, second = structure_of(one).as_walls()[0], structure_of(other).as_walls()[0]
    ends = (first.start, first.goal) == (second.start, second.goal)
    return ends and first.cells.shape == second.cells.shape and bool((first.cells == second.cells).all())


def _again(text: str, form: str) -> Puzzle[Any]:
    try:
        return read_text(text)
    except MazeError as error:
        raise Differs(f"written as {form} but refused: {text!r:.200}: {error}") from None


def make_text(random: Random) -> str:
    """A mutated sample, or a small map of random characters."""
    if random.random() < 0.8:
        return mutated_text(random, random.choice(_texts()), texts())
    alphabet = random.choice(ALPHABETS) + random.choice(("", "", random.choice(MARKS)))
    width, height = random.choice((1, 2, 3, 5, 9)), random.choice((1, 2, 3, 5))
    rows = ("".join(random.choices(alphabet, k=random.choice((width, width, width + 1)))) for _ in range(height))
    return "\n".join(rows) + random.choice(("", "\n"))


_texts = seeds("texts", texts)


@fuzzer("texts", make_text)
def try_text(text: str) -> None:
    check_round_trip(read_text(text), zlib.crc32(text.encode("utf-8", "replace")))


@cache
def _files() -> list[bytes]:
    encoded = [text.encode(form) for text in texts()[::7] for form in ("utf-8", "utf-8-sig", "utf-16")]
    return [*encoded, b"%PDF-1.4", b"<svg>", b"<html>", b"PK\x03\x04", b"\0\0\0\x18ftypheic", b"BM    \0\0\0\0", b"P1 "]


def make_file(random: Random) -> bytes:
    """A mutated text in some encoding, or the beginning of another type of file."""
    return mutated_bytes(random, random.choice(_kept_files()), _files())


_kept_files = seeds("files", _files)


@fuzzer("files", make_file)
def try_file(data: bytes) -> None:
    check_round_trip(read_bytes(data, "a file"), zlib.crc32(data))


def make_options(random: Random) -> dict[str, Any]:
    """A sample, mutated now and then, and values for options of formats and kinds."""
    text = random.choice(texts())
    options = random.choices(_options(), k=random.choice((1, 1, 2, 3)))
    values = {each.name: value_for(random, each) for each in options}
    values |= {name: random.choice(MARKS) for name in values if random.random() < 0.4}
    return {"text": text if random.random() < 0.5 else mutated_text(random, text), "options": values}


@cache
def _options() -> list[Parameter]:
    found = [each for form in formats.values() if not form.binary for each in form.options]
    return found + [each for kind in kinds.values() for each in codec_class(kind.puzzle).options]


@fuzzer("options", make_options)
def try_options(value: dict[str, Any]) -> None:
    check_round_trip(read_text(str(value.get("text")), **value.get("options", {})))
