"""What our own drawings say of themselves: the id in PNG, GIF and JPEG, by which those are known that are not read."""

import re

from mazeworks.core.errors import FormatError
from mazeworks.images.png import SIGNATURE

#: How the comment of our own drawings begins, and how far into a file it is looked for.
COMMENT, BEGINNING = b"iTXtComment\0\0\0\0\0", 4096
#: How GIF and JPEG begin, and a comment in them, and of how many bytes its length is.
COMMENTS = ((b"GIF89a", b"!\xfe", 1), (b"\xff\xd8\xff", b"\xff\xfe", 2))
#: An id, as far as it matters here.
ID = re.compile(r"[a-z_]{1,30}:[\w=,.:/+~;-]{1,300}#\d{1,30}", re.ASCII)


def own_id(data: bytes) -> str | None:
    """The id of the puzzle that was drawn as this image, if it tells.

    >>> own_id(SIGNATURE + b"\\0\\0\\0\\x16" + COMMENT + b"wall:8x6#3" + b"and so on")
    'wall:8x6#3'
    """
    start = data[:BEGINNING]
    for signature, comment, size in COMMENTS:
        place = start.find(comment) if start.startswith(signature) else -1
        if place >= 0:
            return _told(start, place + len(comment), size)
    place = start.find(COMMENT)
    if not start.startswith(SIGNATURE) or place < 0:
        return None
    length = int.from_bytes(start[place - 4 : place], "big") + 4 - len(COMMENT)
    return _id_in(start[place + len(COMMENT) :][: max(0, length)])


def _told(start: bytes, place: int, size: int) -> str | None:
    """The id in a comment whose length stands before it, in so many bytes; two of them count themselves."""
    length = int.from_bytes(start[place : place + size], "big") - (size if size == 2 else 0)
    return _id_in(start[place + size :][: max(0, length)])


def _id_in(told: bytes) -> str | None:
    text = told.decode("ascii", "replace")
    return text if ID.fullmatch(text) else None


def refuse_own_drawing(data: bytes) -> None:
    """Say what a drawing of ours is, if walls alone do not tell its maze."""
    from mazeworks.core.registry import layouts

    id = own_id(data)
    if id is None:
        return
    name = re.search(r"[:,]layout=([a-z_]+)", id)
    if not id.startswith("wall:"):
        raise FormatError(f"this is a drawing of {id}, which is no maze of walls and ways; its id makes it again")
    if name is not None and name[1] in layouts and not layouts[name[1]].flat:
        why = f"which does not lie flat (layout {name[1]}), so that its walls do not tell all its ways"
        raise FormatError(f"this is a drawing of {id}, {why}; its id makes it again")
