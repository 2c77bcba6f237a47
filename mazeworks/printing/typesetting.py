"""Text on the pages of a PDF: fonts that have its characters, and line breaks."""

import functools
from typing import Any

from mazeworks.core.errors import Note
from mazeworks.drawing.fonts import MAIN, files, in_order, is_joined, plain, runs, shows
from mazeworks.drawing.scene import Point

#: Replaces a character that no font has.
BOX = "□"
#: The font that every printer has, if the system has none with more characters.
BUILT_IN = "Helvetica"
#: The distance of lines, in heights of letters.
LEADING = 1.25
#: The sizes of a heading, in points, and the most lines at each but the last size.
HEADINGS, LINES, MOST_LINES = (16.0, 14.0, 12.0, 10.0, 8.0), 2, 6
#: The sizes of a caption, which is never cut, and the most lines at each but the last size.
CAPTIONS, CAPTION_LINES = (8.0, 7.0, 6.0, 5.0, 4.0, 3.0), 3
#: Separates the parts of a caption; where they do not fit on one line, each begins a new one.
BETWEEN = "   "


@functools.cache
def face(character: str) -> str:
    """The name of a font that has a character; empty if there is none."""
    from reportlab.pdfbase.pdfmetrics import getFont

    if not shows(MAIN, "a") and character.encode("latin-1", "ignore"):
        return BUILT_IN
    for path in files(character):
        name = _embedded(path)
        if name and (character.isspace() or ord(character) in getFont(name).face.charToGlyph):
            return name
    return ""


@functools.cache
def _embedded(path: str) -> str:
    """The name of a font file in a PDF; empty if it cannot be embedded, for example without TrueType outlines."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        pdfmetrics.registerFont(TTFont(path, path))
    except (TTFError, OSError, ValueError, KeyError):
        return ""
    return path


def settable(line: str) -> str:
    """A line in visual order, with a box for every character that no font has."""
    box = BOX if face(BOX) not in ("", BUILT_IN) else "?"
    return "".join(character if face(character) else box for character in in_order(line))


def warn_of_unsettable(text: str) -> None:
    """Warn if a text cannot be set as it is written."""
    missing = "".join(dict.fromkeys(c for c in plain(text) if c != "\n" and not face(c)))
    if missing:
        note = f"no font was found that has {missing[:20]!r} of the title; a box stands for each such character"
        Note(note).give()
    elif is_joined(text):
        Note("the letters of the title are set one by one, not joined to one another").give()


def width(line: str, size: float) -> float:
    """The width of a line."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return sum(float(stringWidth(part, name, size)) for name, part in runs(settable(line), face))


def draw(canvas: Any, at: Point, line: str, size: float, around: bool = True) -> None:
    """Set a line centred on a point, or beginning there."""
    x, y = at
    if around:
        x -= width(line, size) / 2
    for name, part in runs(settable(line), face):
        canvas.setFont(name, size)
        canvas.drawString(x, y, part)
        x += canvas.stringWidth(part, name, size)


def wrapped(text: str, size: float, room: float) -> list[str]:
    """A text in lines that fit, broken between words, or inside a word that is too long."""
    lines: list[str] = []
    for paragraph in plain(text).split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and width(longer, size) > room:
                lines.append(line)
                longer = word
            while len(longer) > 1 and width(longer, size) > room:
                fits = _fitting(longer, size, room)
                lines.append(longer[:fits])
                longer = longer[fits:]
            line = longer
        lines += [line] if line else []
    return lines


def _fitting(word: str, size: float, room: float) -> int:
    """The number of characters of a word that fit, at least one, up to a comma if there is one; by bisection."""
    least, most = 1, len(word)
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if width(word[:middle], size) <= room else (least, middle - 1)
    return word.rfind(",", 0, least) + 1 or least


@functools.cache
def heading(text: str, room: float) -> tuple[float, list[str]]:
    """The size and the lines of a heading, as large as fits; cut if it is far too long."""
    for size in HEADINGS:
        lines = wrapped(text, size, room)
        if len(lines) <= LINES:
            return size, lines
    if len(lines) > MOST_LINES:
        Note("the title is too long for a page, and is cut short").give()
        lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1][:-1] + "…"]
    return size, lines


def caption(text: str, room: float) -> tuple[float, list[str]]:
    """The size and the lines of a whole caption."""
    for size in CAPTIONS:
        whole = width(text, size) <= room
        lines = [text] if whole else [line for part in text.split(BETWEEN) for line in wrapped(part, size, room)]
        if len(lines) <= CAPTION_LINES:
            break
    return size, lines
