"""Mazes in image files: reads PNG, JPEG, GIF, BMP, TIFF, WebP and PNM; writes PNG."""

import warnings
from collections.abc import Iterator
from typing import Any

from mazeworks.core.errors import UnknownName, blaming_file
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import Format, formats
from mazeworks.core.solution import Solved
from mazeworks.drawing.board import board_of
from mazeworks.images.decoding import ImageNote
from mazeworks.puzzles.picture import OPTIONS, read_image

#: How image files begin.
BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")


def sniff(data: bytes) -> bool:
    """Whether data begins like an image file."""
    bitmap = data[:2] == b"BM" and data[6:10] == bytes(4)
    netpbm = data[:1] == b"P" and data[1:2] in b"123456" and data[2:3].isspace()
    return data.startswith(BEGINNINGS) or bitmap or netpbm or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def read(data: bytes, options: dict[str, Any]) -> Puzzle[Any]:
    known = {option.name: option for option in OPTIONS}
    for name in options:
        if name not in known:
            raise UnknownName("option", name, known, of="an image")
    given = {name: options.pop(name) for name in list(options)}
    values = {name: known[name].value(value) for name, value in given.items() if value is not None}
    with blaming_file():
        puzzle = read_image(data, **values)
    warnings.warn(board_of(puzzle).backdrop().reading.words, ImageNote, stacklevel=2)
    return puzzle


def write(solved: Solved[Any]) -> Iterator[bytes]:
    yield from board_of(solved.puzzle).backdrop().drawn_over(solved.solution)


formats.add(
    Format(
        "image",
        "An image file as it is; a solution is drawn over it.",
        (".png", ".jpg", ".jpeg", ".webp"),
        sniff,
        read,
        write,
        lambda puzzle: board_of(puzzle).backdrop() is not None,
        options=OPTIONS,
        binary=True,
    )
)
