"""Fonts of the system: which have a character, and texts set in as many fonts as they need."""

import functools
import re
import subprocess
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

#: The font of all drawings, which has arrows, and fonts with many characters for systems that list no fonts.
MAIN = "DejaVuSans.ttf"
BROAD = (
    *("NotoSans-Regular.ttf", "DroidSansFallbackFull.ttf", "wqy-zenhei.ttc", "wqy-microhei.ttc", "arialuni.ttf"),
    *("Arial Unicode.ttf", "msyh.ttc", "simsun.ttc", "msgothic.ttc", "meiryo.ttc", "malgun.ttf", "Nirmala.ttf"),
)
#: The beginnings of the names of letters that change their shape beside others.
JOINED = (
    *("ARABIC LETTER", "SYRIAC LETTER", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU"),
    *("KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN"),
)
#: A character that no font has; a font draws every character it lacks like this one.
NOTHING = chr(0x10FFFF)
#: The timeout of the program that lists fonts, in seconds.
PATIENCE = 30


@functools.cache
def opened(name: str, size: float) -> Any:
    """A font of the system by its name or path, or None."""
    from PIL import ImageFont

    with suppress(OSError):
        font = ImageFont.truetype(name, size)
        font.getmask2 = functools.lru_cache(512)(font.getmask2)  # type: ignore  # pictures of an animation share texts
        return font
    return None


@functools.cache
def shows(name: str, character: str) -> bool:
    """Whether the system has a font, and the font a character."""
    font = opened(name, 20)
    return font is not None and (character.isspace() or bytes(font.getmask(character)) != bytes(font.getmask(NOTHING)))


@functools.cache
def files(character: str) -> tuple[str, ...]:
    """The fonts of the system that have a character, the font of all drawings first."""
    if shows(MAIN, character):
        return (str(opened(MAIN, 20).path),)
    found = [name for name in (*_listed(character), *BROAD) if shows(name, character)]
    return tuple(str(opened(name, 20).path) for name in found)


def _listed(character: str) -> list[str]:
    """The fonts that the system lists for a character, upright ones first; none without `fc-list`."""
    try:
        command = ["fc-list", f":charset={ord(character):x}", "file"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return []
    names = [line.strip().removesuffix(":") for line in done.stdout.splitlines()]
    return sorted(names, key=lambda name: (bool(re.search(r"Bold|Oblique|Italic|Mono|Light", name)), name))


def runs(text: str, chosen: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """A text cut into parts of one font each: the font that `chosen` gives for their characters, and the part.

    >>> list(runs("ab12c", lambda character: "digits" if character.isdigit() else "letters"))
    [('letters', 'ab'), ('digits', '12'), ('letters', 'c')]
    """
    begun = 0
    for number in range(1, len(text) + 1):
        if number == len(text) or chosen(text[number]) != chosen(text[begun]):
            yield chosen(text[begun]), text[begun:number]
            begun = number


def plain(text: str) -> str:
    """A text without invisible characters; tabs become blanks, and lines stay.

    >>> plain("a\\tb\\x00\\r\\nc")
    'a b\\nc'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").split("\n")
    return "\n".join("".join(c for c in line if unicodedata.category(c) not in ("Cc", "Cs", "Cf")) for line in lines)


def in_order(line: str) -> str:
    """A line in visual order: parts written from right to left are reversed.

    >>> in_order("abc"), in_order("\u05d0\u05d1 12")
    ('abc', '12 \u05d1\u05d0')
    """
    strong = [unicodedata.bidirectional(c) for c in line if unicodedata.bidirectional(c) in ("L", "R", "AL")]
    if not set(strong) & {"R", "AL"}:
        return line
    if strong[0] == "L":  # words from right to left within a line from left to right
        turned = r"[\u0590-\u08ff\ufb1d-\ufefc]+(?:[^\w]+[\u0590-\u08ff\ufb1d-\ufefc]+)*"
        return re.sub(turned, lambda match: match[0][::-1], line)
    kept = r"[A-Za-z\u00c0-\u024f0-9]+(?:[^\w]*[A-Za-z\u00c0-\u024f0-9]+)*"
    return re.sub(kept, lambda match: match[0][::-1], line[::-1])


def is_joined(text: str) -> bool:
    """Whether a text has letters that should be joined to one another, which are set one by one here."""
    return any(unicodedata.name(character, "").startswith(JOINED) for character in text)
