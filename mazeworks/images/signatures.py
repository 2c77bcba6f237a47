"""Files that hold no maze to be read: what they are, told by how they begin, so that nobody has to guess."""

import re

from mazeworks.core.errors import FormatError

#: How such files begin, and what they are.
BEGINNINGS = {
    rb"%PDF-": "a PDF document",
    rb"(<\?xml[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE[^>]*>|\s)*<svg\b": "an SVG drawing",
    rb"\s*<(!doctype )?html\b": "a web page",
    rb"PK\x03\x04": "an archive or an office document",
    rb"....ftyp(heic|heix|mif1|avif)": "a HEIC or AVIF image",
    rb"....ftyp|\x1a\x45\xdf\xa3": "a film",
}
#: What an animation has in it, by the beginning of the file.
MOVING = {b"GIF8": (b"NETSCAPE2.0",), b"\x89PNG": (b"acTL",)}
#: Where such marks stand, at the latest, and how much of a text is looked at.
BEGINNING = 2048
CAN_BE = "a maze is read from text, from JSON, or from an image that is PNG, JPEG, GIF, BMP, TIFF, WebP or PNM"

STILL = "this is an animation, of which only the first picture is read, and that shows no whole maze"


def foreign_file(data: bytes) -> str | None:
    """What a file is, if it is of a sort in which no maze is looked for."""
    start = data[:BEGINNING].removeprefix(b"\xef\xbb\xbf")
    found = (what for sign, what in BEGINNINGS.items() if re.match(sign, start, re.DOTALL | re.IGNORECASE))
    return next(found, None)


#: The endings of the names of images that can be read.
IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".pbm", ".pgm", ".ppm", ".pnm")


def named_image(name: str) -> bool:
    """Whether a name says that a file is an image.

    >>> named_image("scans/Maze.PNG"), named_image("maze.txt")
    (True, False)
    """
    return name.lower().endswith(IMAGES)


def not_text(name: str, byte: int) -> str:
    """What to say of a file that is neither an image known by its first bytes nor a text."""
    if named_image(name):
        return f"{name}: this is no image of a format known by its first bytes; {CAN_BE}"
    return f"{name}: byte {byte} is no text, nor is this an image of a format known; {CAN_BE}"


def refuse_foreign_file(data: bytes, name: str) -> None:
    """Say what a file is, if it is of a sort in which no maze is looked for."""
    what = foreign_file(data)
    if what is not None:
        raise FormatError(f"{name}: this is {what}, which cannot be opened; {CAN_BE}")


def is_animation(data: bytes) -> bool:
    """Whether an image file has several pictures.

    >>> is_animation(b"GIF89a, and so on"), is_animation(b"\\x89PNG and so on acTL")
    (False, True)
    """
    return any(data.startswith(start) and any(m in data[:BEGINNING] for m in marks) for start, marks in MOVING.items())
