"""What our own drawings say of themselves: the id in a PNG, by which those are known that cannot be read back."""

import re

from mazeworks.core.errors import FormatError
from mazeworks.core.png import SIGNATURE

#: How the comment of our own drawings begins, and how far into a file it is looked for.
COMMENT, BEGINNING = b"iTXtComment\0\0\0\0\0", 4096
#: An id, as far as it matters here.
ID = re.compile(r"[a-z_]{1,30}:[\w=,.:/+~;-]{1,300}#\d{1,30}", re.ASCII)


def own_id(data: bytes) -> str | None:
    """The id of the puzzle that was drawn as this PNG, if it tells.

    >>> own_id(SIGNATURE + b"\\0\\0\\0\\x16" + COMMENT + b"wall:8x6#3" + b"and so on")
    'wall:8x6#3'
    """
    start = data[:BEGINNING]
    place = start.find(COMMENT)
    if not start.startswith(SIGNATURE) or place < 0:
        return None
    length = int.from_bytes(start[place - 4 : place], "big") + 4 - len(COMMENT)
    text = start[place + len(COMMENT) :][: max(0, length)].decode("ascii", "replace")
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
