"""Outlines for mazes: drawn as a text file or an image, spelt in letters, and packed so that an id can carry one."""

import base64
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.arrangement import Arrangement, Bools, arrange
from mazeworks.core.errors import FormatError, MazeError, Note
from mazeworks.core.parameters import Parameter

#: The largest file that is read as an outline, in bytes, and the largest image, in pixels.
MOST_BYTES, MOST_PIXELS = 1 << 26, 25_000_000
#: An outline has at most so many rows and columns; a larger image is made smaller.
LONGEST = 1000
#: Where no size is given, an outline larger than the first has its longer side made as long as the second.
PRINTED, SHRUNK = 120, 60

#: Five columns of seven dots each, the topmost dot the lowest bit.
_COLUMNS = """
7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090901 3e41415132 7f0808087f 00417f4100 2040413f01
7f08142241 7f40404040 7f0204027f 7f0408107f 3e4141413e 7f09090906 3e4151215e 7f09192946 4649494931 01017f0101
3f4040403f 1f2040201f 3f4038403f 6314081463 0304780403 6151494543 3e5149453e 00427f4000 4261514946 2141454b31
1814127f10 2745454539 3c4a494930 0171090503 3649494936 064949291e 00005f0000 0201510906 0808080808 0060600000
3649552250 08083e0808 0000000000
"""
LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?-.&+ ", map(bytes.fromhex, _COLUMNS.split()), strict=True))
#: Cells per dot of a letter, and how many letters there are at most.
DOT, MOST_LETTERS = 3, 60


class IslandNote(Note):
    """Told where an outline leaves cells that cannot be joined."""


class MaskParameter(Parameter):
    """An outline: a file on the command line, a `Path` in Python, and packed into a word in an id.

    Only what is typed or given as a `Path` is looked for among files, so an id from elsewhere reads none.
    """

    def typed(self, text: str) -> str:
        if not text.strip():
            raise MazeError("mask is blank; expected the name of a text file or an image")
        return text if text.startswith("~") else pack(read_mask(Path(text)))

    def parse(self, text: str) -> str:
        if text:
            unpack(text)
        return text

    def check(self, value: Any) -> str:
        if isinstance(value, Path):
            return pack(read_mask(value))
        if value == "":
            return ""
        if not (isinstance(value, str) and value.startswith("~")):
            raise MazeError(
                f"mask is a pathlib.Path of a text or an image, or one packed into an id, not {value!r:.60}"
            )
        unpack(value)
        return value

    def size_of(self, value: str) -> tuple[int, int] | None:
        return natural_size(unpack(value)) if value else None

    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"kind": "outline"}


class LetteringParameter(Parameter):
    """Letters to be the outline."""

    def parse(self, text: str) -> str:
        if not text.strip():
            raise MazeError(f"{self.name} is blank; expected letters such as HELLO")
        return self.check(text)

    def check(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > MOST_LETTERS:
            raise MazeError(f"{self.name} is at most {MOST_LETTERS} letters, not {value!r:.80}")
        for letter in value:
            if letter.upper() not in LETTERS:
                raise MazeError(
                    f"{self.name} has no letter {letter!r}; there are {''.join(LETTERS).strip()} and blanks"
                )
        if value and not value.strip():
            raise MazeError(f"{self.name} is blank")
        return value

    def size_of(self, value: str) -> tuple[int, int] | None:
        height, width = lettering(value).shape if value else (0, 0)
        return (width * DOT, height * DOT) if value else None


MASK = MaskParameter("mask", "text", "", "an outline: a text file or an image; marks or dark parts are where cells are")
MASK_TEXT = LetteringParameter("mask_text", "text", "", "letters to be the outline, such as HELLO")
ISLANDS = Parameter(
    "islands",
    "choice",
    "make",
    "where an outline is in several pieces: make each a maze, only the largest, or refuse",
    choices=("make", "largest", "refuse"),
)


def read_mask(path: Path) -> Bools:
    """The outline in a file, `[row, column]`, cropped to where its cells are."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise MazeError(f"the mask {str(path)!r} cannot be read: {getattr(error, 'strerror', error)}") from None
    return mask_in(data, str(path))


def mask_in(data: bytes, name: str) -> Bools:
    """The outline in the bytes of a text or an image, `[row, column]`, cropped to where its cells are."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"the mask {name!r} is larger than {MOST_BYTES >> 20} MiB, the most that is read")
    try:
        mask = _from_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        mask = _from_image(data, name)
    if not mask.any():
        raise FormatError(f"the mask {name!r} is empty: it marks no place for a cell")
    return _cropped(mask)


def _from_text(text: str) -> Bools:
    """Any mark is a cell; blanks and full stops are none."""
    rows = text.expandtabs().splitlines()
    width = max(map(len, rows), default=0)
    if width > LONGEST or len(rows) > LONGEST:
        raise FormatError(f"the mask has {len(rows)} rows of up to {width} marks; at most {LONGEST} of either are read")
    marks = [mark not in " ." for row in rows for mark in row.ljust(width)]
    return np.array(marks, np.bool_).reshape(len(rows), width)


def _from_image(data: bytes, name: str) -> Bools:
    """Dark pixels are cells; light and transparent ones are none. The size is looked at before anything is decoded."""
    import io

    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF", "PPM")) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise FormatError(f"the mask {name!r} has {width}x{height} pixels; at most {MOST_PIXELS} are read")
            paper = Image.new("RGBA", image.size, "white")
            paper.alpha_composite(image.convert("RGBA"))
    except MazeError:
        raise
    except Exception as error:  # decoders of broken images raise anything
        raise FormatError(f"the mask {name!r} is neither text nor an image that can be read: {error!s:.80}") from None
    grey = paper.convert("L")
    if max(width, height) > LONGEST:
        grey.thumbnail((LONGEST, LONGEST))
    dark: Bools = np.asarray(grey) < 128
    return dark


def _cropped(mask: Bools) -> Bools:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def natural_size(mask: Bools) -> tuple[int, int]:
    """Width and height in cells where none are given: one cell per mark, but fewer for a large image."""
    height, width = mask.shape
    part = SHRUNK / max(width, height) if max(width, height) > PRINTED else 1
    return max(2, round(width * part)), max(2, round(height * part))


def lettering(text: str) -> Bools:
    """Letters in dots, standing on a bar that makes them one piece.

    >>> for row in lettering("H1"): print("".join(".#"[int(dot)] for dot in row))
    #...#...#..
    #...#..##..
    #...#...#..
    #####...#..
    #...#...#..
    #...#...#..
    #...#..###.
    ###########
    """
    columns = b"\0".join(LETTERS[letter.upper()] for letter in text)
    dots = np.unpackbits(np.frombuffer(columns, np.uint8)[None], axis=0, count=7, bitorder="little").astype(np.bool_)
    return np.concatenate([_without_corners(dots), np.ones((1, dots.shape[1]), np.bool_)])


def _without_corners(dots: Bools) -> Bools:
    """Dots that touch at a corner alone are joined by one more, for nobody walks through a corner."""
    dots = dots.copy()
    for y, x in np.argwhere(dots[:-1, :-1] & dots[1:, 1:] & ~dots[:-1, 1:] & ~dots[1:, :-1]).tolist():
        dots[y + 1, x] = True
    for y, x in np.argwhere(dots[:-1, 1:] & dots[1:, :-1] & ~dots[:-1, :-1] & ~dots[1:, 1:]).tolist():
        dots[y + 1, x + 1] = True
    return dots


# --- packed into a word


def pack(mask: Bools) -> str:
    """An outline as a word of letters, digits, hyphens and underlines: the lengths of its runs, row after row.

    >>> pack(np.array([[False, True, True], [True, True, False]]))
    '~3x2~AQQB'
    """
    height, width = mask.shape
    flat = np.concatenate([[False], mask.ravel()])  # the first run is one without cells, be it of none
    ends = np.append(np.flatnonzero(np.diff(flat)), mask.size)
    data = bytearray()
    for run in np.diff(ends, prepend=0).tolist():
        while run > 127:  # seven bits at a time, the lowest first
            data.append(run & 127 | 128)
            run >>= 7
        data.append(run)
    return f"~{width}x{height}~{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def unpack(word: str) -> Bools:
    """The outline that a word holds; raises MazeError for a word that `pack` does not write."""
    match = re.fullmatch(r"~([1-9]\d{0,3})x([1-9]\d{0,3})~([\w-]+)", word, re.ASCII)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not match or max(width, height) > LONGEST:
        raise MazeError(f"the mask {word!r:.60} is none that was packed into an id")
    try:
        data = base64.urlsafe_b64decode(match[3] + "=" * (-len(match[3]) % 4))
    except ValueError:
        data = b""
    runs = _runs(data, width * height)
    if sum(runs) != width * height:
        raise MazeError(f"the mask {word!r:.60} is broken: it does not hold {width}x{height} marks")
    return np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(height, width)


def _runs(data: bytes, most: int) -> list[int]:
    """The numbers that bytes hold, seven bits at a time; none where one is longer than could be."""
    runs, run, shift = [], 0, 0
    for byte in data:
        run |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            runs.append(run)
            run = shift = 0
        if run > most or shift > 28:
            return []
    return runs if shift == 0 else []


# --- laid over cells


def masked(cells: Arrangement, mask: Bools) -> Arrangement:
    """The cells whose centres lie on the outline, when it is stretched over the sheet."""
    height, width = mask.shape
    spots: NDArray[np.int64] = (cells.centres() / cells.plan.sheet * (width, height)).astype(np.int64)
    return cells.only(mask[np.minimum(spots[:, 1], height - 1), np.minimum(spots[:, 0], width - 1)])


def check_readable(cells: Arrangement, letters: str) -> None:
    """Tell where there are fewer cells than dots of the letters, and from which size on all can be seen."""
    height, width = lettering(letters).shape
    if cells.plan.sheet[0] >= width and cells.plan.sheet[1] >= height:
        return
    across, down = (_least_side(cells.layout, axis, dots) for axis, dots in enumerate((width, height)))
    sheet = arrange(cells.layout, across, down, 1).plan.sheet
    if sheet[0] < width or sheet[1] < height:  # as on rings, whose width and height are one
        across = down = max(across, down)
    import warnings

    size = "{}x{}".format(*cells.size)
    told = f"at {size} the letters {letters!r} cannot be read; they need {across}x{down} at least"
    warnings.warn(Note(told), stacklevel=2)


def _least_side(layout: str, axis: int, dots: int) -> int:
    """The least side of a sheet of cells, as wide as high, that has room for so many dots across or down."""
    low, high = 2, 4 * dots + 4
    while low < high:
        middle = (low + high) // 2
        if arrange(layout, middle, middle, 1).plan.sheet[axis] < dots:
            low = middle + 1
        else:
            high = middle
    return low


def settled(cells: Arrangement, islands: str) -> Arrangement:
    """The cells once more, if they are in several pieces and that is as asked; tells what is left out."""
    sizes = np.bincount(cells.islands)
    if len(sizes) == 1 or islands == "make":
        return cells
    if islands == "refuse":
        raise MazeError(f"{_pieces(cells)}; one piece was asked for")
    import warnings

    warnings.warn(IslandNote(f"{_pieces(cells)}; only the largest is a maze"), stacklevel=2)
    return cells.only(cells.islands == sizes.argmax())


def check_islands(cells: Arrangement, ends: tuple[int, int] | None) -> None:
    """Tell where cells are in several pieces; ends that are given have to lie in the same."""
    sizes = np.bincount(cells.islands)
    if len(sizes) == 1:
        return
    where = "the largest"
    if ends is not None:
        start, goal = (tuple(cells.states[end]) for end in ends)
        home, other = (int(sizes[cells.islands[end]]) for end in ends)
        if cells.islands[ends[0]] != cells.islands[ends[1]]:
            raise MazeError(
                f"no way can lead from the start {start}, in a piece of {home} cells of the outline, to the goal "
                f"{goal}, in another of {other}; both have to lie in the same piece"
            )
        where = f"the one of {home} cells around {start}"
    import warnings

    told = f"{_pieces(cells)}; each is a maze of its own, with start and goal in {where}"
    warnings.warn(IslandNote(told), stacklevel=2)


def _pieces(cells: Arrangement) -> str:
    """How many pieces there are, and how large the largest of them."""
    sizes = np.sort(np.bincount(cells.islands))[::-1]
    told = ", ".join(map(str, sizes[:5].tolist())) + (", …" if len(sizes) > 5 else "")
    return f"the outline is in {len(sizes)} pieces, of {told} cells"
