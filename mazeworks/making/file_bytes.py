"""The bytes of a file and the values of JSON, priced before they are read."""

import os
from typing import BinaryIO

from mazeworks.core.memory import afford, check_count

#: The bytes that are read at a time from a file that does not state its size.
PIECE = 1 << 20
#: Bytes of memory per byte of a file that is read as text: its bytes, the text, its lines.
FILE_BYTES = 4
#: Bytes of memory for a value of JSON by the mark before it: in a list or a table, a list, a table.
VALUE_BYTES = {",": 64, "[": 88, "{": 232}


def read_at_most(file: BinaryIO, most: int, name: str) -> bytes:
    """The bytes of an open file, or one more than `most` of them; refused if they do not fit into memory."""
    size = os.fstat(file.fileno()).st_size
    afford(FILE_BYTES * min(most, size), f"the contents of {name}")
    pieces, left = [], most + 1
    while left and (piece := file.read(min(left, max(size + 1, PIECE)))):  # a pipe has no size
        pieces.append(piece)
        left -= len(piece)
        if most - left >= size:  # what is read now is taken already
            afford((FILE_BYTES - 1) * (most - left), f"the contents of {name}")
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def check_values(text: str) -> None:
    """Raise TooLarge for JSON with more values than the budget allows or memory holds; reading it stops all threads."""
    counts = {mark: text.count(mark) for mark in VALUE_BYTES}
    check_count("values", sum(counts.values()), "the values of this JSON")
    afford(sum(VALUE_BYTES[mark] * count for mark, count in counts.items()), "the values of this JSON")
