"""Mazes in image files: reads PNG, JPEG, GIF, BMP, TIFF, WebP and PNM; writes PNG."""

from collections.abc import Iterator
from typing import Any

from mazeworks.core.errors import blaming_file
from mazeworks.core.parameters import parse_values
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Format, formats
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
    given = {option.name: options.pop(option.name, None) for option in OPTIONS}
    given = {name: value for name, value in given.items() if value is not None}
    values = parse_values("an image", OPTIONS, given, typed=True)
    with blaming_file():
        puzzle = read_image(data, **values)
    ImageNote(board_of(puzzle).backdrop().reading.words).give()
    return puzzle


def write(solved: Solved[Any]) -> Iterator[bytes]:
    yield from board_of(solved.puzzle).backdrop().drawn_over(solved.solution)


def holds(puzzle: Puzzle[Any]) -> bool:
    return board_of(puzzle).backdrop() is not None


IMAGE = "An image file as it is; a solution is drawn over it."
formats.add(Format("image", IMAGE, (".png", ".jpg", ".jpeg", ".webp"), sniff, read, write, holds, OPTIONS, binary=True))
