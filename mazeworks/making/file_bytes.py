"""The bytes of a file, priced before and while they are read."""

import os
from typing import BinaryIO

from mazeworks.core.memory import afford

#: The bytes that are read at a time from a file that does not state its size.
PIECE = 1 << 20
#: Bytes of memory per byte of a file that is read as text: its bytes, the text, its lines.
FILE_BYTES = 4


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
