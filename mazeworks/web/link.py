"""Puzzles packed into their links, for puzzles that take long to make again."""

import base64
import json
import zlib
from typing import Any

from mazeworks.core.errors import FormatError
from mazeworks.core.facets import codec_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.files.loading import read_text

#: The longest packed puzzle that goes into a link: some programs cut longer links off.
MOST = 2_000
#: The most characters of JSON that a packed puzzle may hold.
MOST_UNPACKED = 200_000


def packed(puzzle: Puzzle[Any]) -> str | None:
    """The packed puzzle for its link; None where that would be too long."""
    word = pack(puzzle)
    return word if len(word) <= MOST else None


def pack(puzzle: Puzzle[Any]) -> str:
    """A puzzle as letters, digits, hyphens and underscores."""
    text = json.dumps({"mazeworks": 1, "kind": puzzle.kind} | codec_of(puzzle).to_data(), separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9, wbits=-15)).decode().rstrip("=")


def unpack(word: str) -> Puzzle[Any]:
    """The puzzle that `pack` packed; raises FormatError for any other text."""
    try:
        stream = zlib.decompressobj(wbits=-15)
        text = stream.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)), MOST_UNPACKED).decode()
    except (ValueError, zlib.error):
        raise FormatError("the puzzle in this link is broken; was the link cut off?") from None
    if not stream.eof:
        raise FormatError("the puzzle in this link is cut off, or larger than a link may carry")
    return read_text(text, "the puzzle in this link")
