"""Outlines of mazes read from files: texts of marks, and images."""

from pathlib import Path

import numpy as np

from mazeworks.cells.arrangement import Bools
from mazeworks.cells.outline import LONGEST, PACKED, pack
from mazeworks.core.errors import FormatError, MazeError, counted
from mazeworks.core.memory import afford, check_count
from mazeworks.images.decoding import decoding_bytes, opened
from mazeworks.images.signatures import foreign_file
from mazeworks.making.file_bytes import read_at_most

#: The largest file that is read as an outline, in bytes, and the largest image, in pixels.
MOST_BYTES, MOST_PIXELS = 1 << 26, 25_000_000
#: Bytes of memory per pixel to lay such an image on paper, besides those to decode it.
PAPER_BYTES = 8


def pack_file(path: Path) -> str:
    """The outline in a file as a word, which says whether its marks are pixels."""
    try:
        with path.open("rb") as file:
            data = read_at_most(file, MOST_BYTES, repr(str(path)))
    except MazeError:
        raise
    except (OSError, ValueError) as error:
        raise MazeError(f"the mask {str(path)!r} cannot be read: {getattr(error, 'strerror', error)}") from None
    return PACKED * is_image(data) + pack(mask_in(data, str(path)))


def mask_in(data: bytes, name: str) -> Bools:
    """The outline in the bytes of a text or an image, `[row, column]`, cropped to where its cells are."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"the mask {name!r} is larger than {MOST_BYTES >> 20} MiB, the most that is read")
    what = foreign_file(data)
    if what is not None:
        raise FormatError(f"the mask {name!r} is {what}; expected a text of marks, or an image such as PNG")
    mask = _from_image(data, name) if is_image(data) else _from_text(data.decode("utf-8-sig"))
    if not mask.any():
        raise FormatError(f"the mask {name!r} is empty: it marks no place for a cell")
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def is_image(data: bytes) -> bool:
    """Whether bytes are not text, so that they can only be an image."""
    try:
        return "\0" in data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return True


def _from_text(text: str) -> Bools:
    """Every mark except blanks and full stops is a cell."""
    if len(text) > LONGEST * (LONGEST + 2):  # a line ends with up to two characters
        raise FormatError(f"the mask has {len(text)} characters; at most {LONGEST} rows of {LONGEST} marks are read")
    rows = text.expandtabs().splitlines()
    width = max(map(len, rows), default=0)
    if width > LONGEST or len(rows) > LONGEST:
        size = f"{counted(len(rows), 'row')} of up to {width} marks"
        raise FormatError(f"the mask has {size}; at most {LONGEST} of either are read")
    marks = [mark not in " ." for row in rows for mark in row.ljust(width)]
    return np.array(marks, np.bool_).reshape(len(rows), width)


def _from_image(data: bytes, name: str) -> Bools:
    """Dark pixels are cells; light and transparent ones are not. The size is checked before anything is decoded."""
    from PIL import Image, UnidentifiedImageError

    try:
        with opened(data) as image:
            width, height = image.size
            check_count("pixels", width * height, f"{width}x{height} pixels")
            if width * height > MOST_PIXELS:
                raise FormatError(f"the mask {name!r} has {width}x{height} pixels; at most {MOST_PIXELS} are read")
            needed = decoding_bytes(image, data) + PAPER_BYTES * width * height
            afford(needed, f"{width}x{height} pixels", "try a smaller image")
            paper = Image.new("RGBA", image.size, "white")
            paper.alpha_composite(image.convert("RGBA"))
    except MazeError:
        raise
    except Exception as error:  # decoders of broken images raise anything
        why = "" if isinstance(error, UnidentifiedImageError) else f": {error!s:.80}"
        raise FormatError(f"the mask {name!r} is neither text nor an image that can be read{why}") from error
    grey = paper.convert("L")
    if max(width, height) > LONGEST:
        grey.thumbnail((LONGEST, LONGEST))
    dark: Bools = np.asarray(grey) < 128
    return dark
