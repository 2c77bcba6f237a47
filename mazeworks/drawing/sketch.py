"""A drawing in characters, each with a role, which a terminal shows as a colour."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import FormatError
from mazeworks.core.memory import afford
from mazeworks.core.progress import SHORT, slices

#: The colour of each role on a terminal (SGR codes).
ROLES = {"plain": "", "wall": "", "path": "1;31", "start": "1;32", "goal": "1;33", "faint": "2"}
ROLES |= {"red": "31", "green": "32", "yellow": "33", "blue": "34", "purple": "35", "cyan": "36", "bold": "1"}
ROLES |= {"orange": "38;5;208", "white": "97", "black": "90"}
#: Grounds for the cells of different walkers, with white letters, which stand out from all of them.
GROUNDS = tuple(f"ground {number}" for number in range(8))
ROLES |= dict(zip(GROUNDS, (f"48;5;{code};97" for code in (24, 94, 29, 54, 30, 242, 88, 126)), strict=True))
#: Bytes of memory for each character of a text that is read, short lines filled up.
CHARACTER_BYTES = 20
_NUMBERS = {role: number for number, role in enumerate(ROLES)}
_CODES = list(ROLES.values())


class Sketch:
    """Characters in rows: `chars[row, column]` are code points, `roles` numbers of the same shape."""

    def __init__(self, chars: NDArray[np.uint32], roles: NDArray[np.uint8] | None = None) -> None:
        self.chars = chars
        self.roles = np.zeros(chars.shape, np.uint8) if roles is None else roles

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> "Sketch":
        """Lines of text, filled up with blanks to one width."""
        return cls(code_points(lines))

    def put(self, column: int, row: int, text: str, role: str = "plain") -> None:
        """Write over what is there."""
        codes = [ord(char) for char in text]
        self.chars[row, column : column + len(codes)] = codes
        self.roles[row, column : column + len(codes)] = _NUMBERS[role]

    def colour(self, where: NDArray[np.bool_], role: str) -> None:
        """Give a role to all characters that a mask marks."""
        self.roles[where] = _NUMBERS[role]

    def ground(self, numbers: NDArray[np.int64]) -> None:
        """Give blanks grounds by numbers of the same shape, none for negative numbers."""
        blank = (self.chars == ord(" ")) & (numbers >= 0)
        self.roles[blank] = _NUMBERS[GROUNDS[0]] + numbers[blank] % len(GROUNDS)

    def row(self, number: int, least: int = 0) -> str:
        """A row as text without trailing blanks, but of at least this length."""
        text: str = self.chars[number].tobytes().decode("utf-32-le")
        return text[:least] + text[least:].rstrip(" ")

    def rows(self, colour: bool = False) -> Iterator[str]:
        """Each row as text without trailing blanks, with escape codes if `colour` is set."""
        for number, roles in enumerate(self.roles):
            yield _coloured(self.row(number, len(roles)), roles) if colour and roles.any() else self.row(number)

    def text(self, colour: bool = False) -> str:
        """The whole drawing, with a newline after every row."""
        return "".join(row + "\n" for row in self.rows(colour))


def _coloured(text: str, roles: NDArray[np.uint8]) -> str:
    edges = [0, *(np.flatnonzero(np.diff(roles)) + 1).tolist(), len(text)]
    parts = []
    for first, last in zip(edges[:-1], edges[1:], strict=True):
        code = _CODES[roles[first]]
        parts.append(f"\033[{code}m{text[first:last]}\033[0m" if code else text[first:last])
    return "".join(parts).rstrip(" ")


def among(chars: NDArray[np.uint32], characters: str) -> NDArray[np.bool_]:
    """Where the code points are those of some few characters."""
    found = np.zeros(chars.shape, np.bool_)
    for char in characters:
        found |= chars == ord(char)
    return found


def lines_in(text: str) -> list[str]:
    """The lines of `text.split("\\n")`, split in slices.

    >>> lines_in("ab\\n\\nc")
    ['ab', '', 'c']
    """
    lines, last = [], ""
    for some in slices(text):
        last += some
        if "\n" in some:
            *whole, last = last.split("\n")
            lines += whole
    lines.append(last)
    return lines


def code_points(lines: Iterable[str]) -> NDArray[np.uint32]:
    """Lines as an array of code points, `[row, column]`, filled up with blanks."""
    rows = lines if isinstance(lines, list) else list(lines)
    width = max((max(map(len, some)) for some in slices(rows)), default=0)
    afford(CHARACTER_BYTES * width * len(rows), f"{width}x{len(rows)} characters")
    if width * len(rows) > 1_000_000 + 50 * sum(sum(map(len, some)) for some in slices(rows)):
        raise FormatError(f"one line has {width} characters and there are {len(rows)} lines, most of them far shorter")
    text = bytearray()
    try:
        for some in slices(rows, SHORT // (width + 1) + 1):
            text += "".join([row.ljust(width) for row in some]).encode("utf-32-le")
    except UnicodeEncodeError as error:
        raise FormatError(f"{error.object[error.start]!r} is not a character") from None
    return np.frombuffer(text, np.uint32).reshape(len(rows), width)
