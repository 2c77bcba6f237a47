"""Outlines as parameters of generators: a file on the command line, letters, or a word in an id."""

from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.core.parameters import Parameter

#: Width and height, where they are given.
Size = tuple[int, int] | None
#: Units per dot of a letter, and the most letters.
DOT, MOST_LETTERS = 3, 60


class MaskParameter(Parameter):
    """An outline: a file on the command line, a `Path` in Python, and packed into a word in an id.

    Files are read only for typed text and for a `Path`, never for an id from elsewhere.
    """

    def typed(self, text: str) -> str:
        if not text.strip():
            raise MazeError("mask is blank; expected the name of a text file or an image")
        from mazeworks.cells.outline import PACKED

        return text if text.startswith(PACKED) else self.check(Path(text))

    def parse(self, text: str) -> str:
        if text:
            from mazeworks.cells.outline import unpack

            unpack(text)
        return text

    def check(self, value: Any) -> str:
        from mazeworks.cells.outline import PACKED

        if isinstance(value, Path):
            from mazeworks.making.outline_file import pack_file

            return pack_file(value)
        if value == "" or (isinstance(value, str) and value.startswith(PACKED)):
            return self.parse(value)
        raise MazeError(f"mask is a pathlib.Path of a text or an image, or one packed into an id, not {value!r:.60}")

    def fit_to_size(self, value: str, size: Size, values: dict[str, Any]) -> tuple[str, Size]:
        """The outline with only as many marks as the maze can show, so that its id stays short, and its size."""
        if not value:
            return value, size
        from mazeworks.cells.outline import PIXELS, coarser, natural_size, pack, padded_to_minimum, unpack

        mask, layout = unpack(value), values["layout"]
        if size is None:
            mask = padded_to_minimum(mask)
            size = natural_size(mask, layout, value.startswith(PIXELS))
        fitted = coarser(mask, layout, size)
        same = value.startswith(f"~{fitted.shape[1]}x{fitted.shape[0]}~")
        return value if same else pack(fitted), size

    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"kind": "outline"}


class LetteringParameter(Parameter):
    """Letters that form the outline."""

    def parse(self, text: str) -> str:
        if not text.strip():
            raise MazeError(f"{self.name} is blank; expected letters such as HELLO")
        return self.check(text)

    def check(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > MOST_LETTERS:
            raise MazeError(f"{self.name} is at most {MOST_LETTERS} letters, not {value!r:.80}")
        from mazeworks.cells.lettering import LETTERS

        for letter in value:
            if letter.upper() not in LETTERS:
                known = "".join(LETTERS).strip()
                raise MazeError(f"{self.name} has no letter {letter!r}; there are {known} and blanks")
        if value and not value.strip():
            raise MazeError(f"{self.name} is blank")
        return value

    def fit_to_size(self, value: str, size: Size, values: dict[str, Any]) -> tuple[str, Size]:
        if not value or size is not None:
            return value, size
        from mazeworks.cells.lettering import lettering
        from mazeworks.cells.outline import size_for

        return value, size_for(lettering(value), values["layout"], DOT)


OUTLINE = (
    MaskParameter("mask", "text", "", "an outline: a text file or an image; marks or dark parts are where cells are"),
    LetteringParameter("mask_text", "text", "", "letters to be the outline, such as HELLO"),
    Parameter(
        "islands",
        "choice",
        "make",
        "where an outline is in several pieces: make each a maze, only the largest, or refuse",
        choices=("make", "largest", "refuse"),
        needs=("mask", "mask_text"),
    ),
)
