"""What a file is, by its first bytes: a file that has no maze, an animation, or our own drawing."""

import re

from mazeworks.core.errors import FormatError

#: How PNG files begin.
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: How files without a maze begin, and what they are.
BEGINNINGS = {
    rb"%PDF-": "a PDF document",
    rb"(<\?xml[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE[^>]*>|\s)*<svg\b": "an SVG drawing",
    rb"\s*<(!doctype )?html\b": "a web page",
    rb"PK\x03\x04": "an archive or an office document",
    rb"....ftyp(heic|heix|mif1|avif)": "a HEIC or AVIF image",
    rb"....ftyp|\x1a\x45\xdf\xa3": "a film",
}
#: What an animation contains, by the beginning of the file.
MOVING = {b"GIF8": b"NETSCAPE2.0", b"\x89PNG": b"acTL"}
#: How much of a file is examined.
BEGINNING = 2048
CAN_BE = "a maze is read from text, from JSON, or from an image that is PNG, JPEG, GIF, BMP, TIFF, WebP or PNM"

STILL = "this is an animation, of which only the first picture is read, and that does not show a whole maze"
#: How the comment in our own PNG drawings begins, and how much of a file is searched for it.
COMMENT, COMMENT_BEGINS = b"iTXtComment\0\0\0\0\0", 4096
#: How images begin, and a comment in them; where from there its length stands, in how many bytes, and how many bytes
#: before the text that length includes.
COMMENTS = (
    (b"GIF89a", b"!\xfe", 2, 1, 0),
    (b"\xff\xd8\xff", b"\xff\xfe", 2, 2, 2),
    (PNG_SIGNATURE, COMMENT, -4, 4, len(COMMENT) - 4),
)
#: An id, as far as needed here.
ID = re.compile(r"[a-z_]{1,30}:[\w=,.:/+~;-]{1,300}#\d{1,30}", re.ASCII)


def foreign_file(data: bytes) -> str | None:
    """What a file is, if it is of a type that never holds a maze."""
    start = data[:BEGINNING].removeprefix(b"\xef\xbb\xbf")
    found = (what for sign, what in BEGINNINGS.items() if re.match(sign, start, re.DOTALL | re.IGNORECASE))
    return next(found, None)


#: The extensions of images that can be read.
IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".pbm", ".pgm", ".ppm", ".pnm")


def named_image(name: str) -> bool:
    """Whether a file has the name of an image.

    >>> named_image("scans/Maze.PNG"), named_image("maze.txt")
    (True, False)
    """
    return name.lower().endswith(IMAGES)


def not_text(name: str, byte: int) -> str:
    """The error for a file that is neither a known image nor text."""
    if named_image(name):
        return f"{name}: this is not an image of a known format; {CAN_BE}"
    return f"{name}: byte {byte} is not text, and this is not an image of a known format; {CAN_BE}"


def refuse_foreign_file(data: bytes, name: str) -> None:
    """Raise an error that says what a file is, if it is of a type that never holds a maze."""
    what = foreign_file(data)
    if what is not None:
        raise FormatError(f"{name}: this is {what}, which cannot be opened; {CAN_BE}")


def is_animation(data: bytes) -> bool:
    """Whether an image file has several pictures.

    >>> is_animation(b"GIF89a, and so on"), is_animation(b"\\x89PNG and so on acTL")
    (False, True)
    """
    return any(data.startswith(start) and mark in data[:BEGINNING] for start, mark in MOVING.items())


# --- our own drawings


def own_id(data: bytes) -> str | None:
    """The id of the puzzle that was drawn as this image, if the image has it.

    >>> own_id(PNG_SIGNATURE + b"\\0\\0\\0\\x16" + COMMENT + b"wall:8x6#3" + b"and so on")
    'wall:8x6#3'
    """
    start = data[:COMMENT_BEGINS]
    for signature, comment, at, size, besides in COMMENTS:
        place = start.find(comment) if start.startswith(signature) else -1
        if place >= 0:
            length = int.from_bytes(start[place + at : place + at + size], "big") - besides
            begin = place + max(len(comment), at + size)
            text = start[begin : begin + max(0, length)].decode("ascii", "replace")
            return text if ID.fullmatch(text) else None
    return None


def refuse_own_drawing(data: bytes) -> None:
    """Raise an error that names a drawing of ours, if its walls do not show the whole maze."""
    from mazeworks.core.facets import facet_class
    from mazeworks.core.registry import kinds, layouts
    from mazeworks.drawing.board import Board

    id = own_id(data)
    name = re.search(r"[:,]layout=([a-z_]+)", id or "")
    kind = (id or "").partition(":")[0]
    walls = kind in kinds and facet_class(kinds[kind].puzzle, Board).drawn_walls is not Board.drawn_walls
    if id is not None and not walls:
        why = "which is not a maze of walls and passages"
    elif name is not None and name[1] in layouts and not layouts[name[1]].flat:
        why = f"which does not lie flat (layout {name[1]}), so the drawing lacks some passages"
    else:
        return
    raise FormatError(f"this is a drawing of {id}, {why}; its id makes it again")
