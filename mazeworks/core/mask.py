"""Outlines for mazes: drawn as a text file or an image, spelt in letters, and packed so that an id can carry one."""

import base64
import math
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.arrangement import Arrangement, Bools
from mazeworks.core.errors import FormatError, MazeError, Note, so_many
from mazeworks.core.foreign import foreign_file
from mazeworks.core.lettering import LETTERS, lettering
from mazeworks.core.parameters import Parameter
from mazeworks.core.registry import Layout, layouts

#: The largest file that is read as an outline, in bytes, and the largest image, in pixels.
MOST_BYTES, MOST_PIXELS = 1 << 26, 25_000_000
#: An outline has at most so many rows and columns; a larger image is made smaller.
LONGEST = 1000
#: Where no size is given, an image larger than the first has its longer side made as long as the second.
PRINTED, SHRUNK = 120, 60
#: What a packed outline begins with, and one in which marks are pixels, until its size is settled.
PACKED, PIXELS = "~", "~~"

#: Units per dot of a letter, and how many letters there are at most.
DOT, MOST_LETTERS = 3, 60
#: Marks of an outline per cell, across and down, where cells are no squares.
FINER = 2
#: What rounding may add to a length.
NEARLY = 1e-9


class IslandNote(Note):
    """Told where an outline leaves cells that cannot be joined."""


class MaskParameter(Parameter):
    """An outline: a file on the command line, a `Path` in Python, and packed into a word in an id.

    Only what is typed or given as a `Path` is looked for among files, so an id from elsewhere reads none.
    """

    def typed(self, text: str) -> str:
        if not text.strip():
            raise MazeError("mask is blank; expected the name of a text file or an image")
        return text if text.startswith(PACKED) else pack_file(Path(text))

    def parse(self, text: str) -> str:
        if text:
            unpack(text)
        return text

    def check(self, value: Any) -> str:
        if isinstance(value, Path):
            return pack_file(value)
        if value == "":
            return ""
        if not (isinstance(value, str) and value.startswith(PACKED)):
            raise MazeError(
                f"mask is a pathlib.Path of a text or an image, or one packed into an id, not {value!r:.60}"
            )
        unpack(value)
        return value

    def settled(
        self, value: str, size: tuple[int, int] | None, values: dict[str, Any]
    ) -> tuple[str, tuple[int, int] | None]:
        """The outline in no more marks than the maze can show, so that its id stays short, and its own size."""
        if not value:
            return value, size
        mask, layout = unpack(value), values["layout"]
        if size is None:
            mask = roomy(mask)
            size = natural_size(mask, layout, value.startswith(PIXELS))
        fitted = coarser(mask, layout, size)
        same = value.startswith(f"~{fitted.shape[1]}x{fitted.shape[0]}~")
        return value if same else pack(fitted), size

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

    def settled(
        self, value: str, size: tuple[int, int] | None, values: dict[str, Any]
    ) -> tuple[str, tuple[int, int] | None]:
        return value, size_for(lettering(value), values["layout"], DOT) if value and size is None else size


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
    return mask_in(_bytes_of(path), str(path))


def pack_file(path: Path) -> str:
    """The outline in a file as a word, which tells whether its marks are pixels."""
    data = _bytes_of(path)
    return PACKED * is_image(data) + pack(mask_in(data, str(path)))


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise MazeError(f"the mask {str(path)!r} cannot be read: {getattr(error, 'strerror', error)}") from None


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
    return _cropped(mask)


def is_image(data: bytes) -> bool:
    """Whether bytes are no text, and so an image if they are an outline at all."""
    try:
        return "\0" in data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return True


def _from_text(text: str) -> Bools:
    """Any mark is a cell; blanks and full stops are none."""
    rows = text.expandtabs().splitlines()
    width = max(map(len, rows), default=0)
    if width > LONGEST or len(rows) > LONGEST:
        raise FormatError(
            f"the mask has {so_many(len(rows), 'row')} of up to {width} marks; at most {LONGEST} of either are read"
        )
    marks = [mark not in " ." for row in rows for mark in row.ljust(width)]
    return np.array(marks, np.bool_).reshape(len(rows), width)


def _from_image(data: bytes, name: str) -> Bools:
    """Dark pixels are cells; light and transparent ones are none. The size is looked at before anything is decoded."""
    import io

    from PIL import Image, UnidentifiedImageError

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
        why = "" if isinstance(error, UnidentifiedImageError) else f": {error!s:.80}"
        raise FormatError(f"the mask {name!r} is neither text nor an image that can be read{why}") from None
    grey = paper.convert("L")
    if max(width, height) > LONGEST:
        grey.thumbnail((LONGEST, LONGEST))
    dark: Bools = np.asarray(grey) < 128
    return dark


def _cropped(mask: Bools) -> Bools:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


# --- how many cells it takes


def natural_size(mask: Bools, layout: str = "square", pixels: bool = False) -> tuple[int, int]:
    """Width and height in cells where none are given: one cell per mark at least, but fewer for a large image."""
    longer = max(mask.shape)
    return size_for(mask, layout, SHRUNK / longer if pixels and longer > PRINTED else shortest_mark(layout))


def size_for(mask: Bools, layout: str, unit: float) -> tuple[int, int]:
    """The least width and height in cells that show each mark so many units wide and high, in the mask's own shape."""
    entry = _entry(layout)
    across, down = entry.cell
    if entry.round:
        across = down = 1
        height = width = 2 * math.ceil(farthest(mask) * unit - NEARLY) / unit
    else:
        height, width = mask.shape
    return max(2, math.ceil(width * unit / across - NEARLY)), max(2, math.ceil(height * unit / down - NEARLY))


def shortest_mark(layout: str) -> float:
    """The least width and height of a mark in units of the sheet for which every mark has a cell."""
    return max(1, *_entry(layout).cell)


def farthest(mask: Bools) -> float:
    """How far the marks reach from the middle of the outline."""
    height, width = mask.shape
    y, x = np.nonzero(mask)
    return float(np.hypot(np.abs(x + 0.5 - width / 2) + 0.5, np.abs(y + 0.5 - height / 2) + 0.5).max(initial=0.5))


def roomy(mask: Bools) -> Bools:
    """An outline of two rows and columns at least, as a maze has: what is one wide has an empty place beside it."""
    return np.pad(mask, [(0, max(0, 2 - length)) for length in mask.shape])


def coarser(mask: Bools, layout: str, size: tuple[int, int]) -> Bools:
    """An outline in no more marks than tell which cells of a size lie on it."""
    entry = _entry(layout)
    finer = 1 if entry.cell == (1, 1) else FINER
    enough = [length * finer for length in (size[1], size[0])]
    if entry.round:  # where it is not stretched
        part = min(1, min(enough) / max(mask.shape))
        enough = [math.ceil(length * part - NEARLY) for length in mask.shape]
    for axis, length in enumerate(enough):
        if 0 < length < mask.shape[axis]:
            middles = (np.arange(length) + 0.5) * mask.shape[axis] / length
            mask = mask.take(middles.astype(np.int64), axis)
    if not mask.any():
        raise nothing_seen(size)
    return mask


def nothing_seen(size: tuple[int, int]) -> MazeError:
    """The error of an outline too thin for cells so large."""
    return MazeError("at {}x{} no cell has its centre on the outline; a larger size may do".format(*size))


def _entry(layout: str) -> Layout:
    return layouts[layout.partition(":")[0]]


# --- packed into a word


def pack(mask: Bools) -> str:
    """An outline as a word of letters, digits, hyphens and underlines: its size, and where rows differ, compressed.

    >>> arrow = np.array([[False, True, True], [True, True, False]])
    >>> pack(arrow)[:5], np.array_equal(unpack(pack(arrow)), arrow)
    ('~3x2~', True)
    """
    height, width = mask.shape
    above = np.concatenate([np.zeros((1, width), np.bool_), mask[:-1]])
    data = zlib.compress(np.packbits(mask ^ above).tobytes(), 9)
    return f"~{width}x{height}~{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def unpack(word: str) -> Bools:
    """The outline that a word holds; raises MazeError for a word that `pack` does not write."""
    match = re.fullmatch(r"~?~([1-9]\d{0,3})x([1-9]\d{0,3})~([\w-]+)", word, re.ASCII)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not match or max(width, height) > LONGEST:
        raise MazeError(f"the mask {word!r:.60} is none that was packed into an id")
    data = _inflated(match[3], -(-width * height // 8))
    if data is None:
        raise MazeError(f"the mask {word!r:.60} is broken: it does not hold {width}x{height} marks")
    differ = np.unpackbits(np.frombuffer(data, np.uint8), count=width * height).reshape(height, width)
    return np.bitwise_xor.accumulate(differ, axis=0).astype(np.bool_)


def _inflated(text: str, length: int) -> bytes | None:
    """So many bytes that a text holds compressed; None where it does not, and never more than asked for."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), length + 1)
    except (ValueError, zlib.error):
        return None
    return data if len(data) == length and unpacking.eof and not unpacking.unused_data else None


# --- laid over cells


def masked(cells: Arrangement, mask: Bools) -> Arrangement:
    """The cells whose centres lie on the outline, when it is stretched over the sheet, or over each storey.

    Rings have no corners to stretch it into: there it keeps its shape, and is as large as the outermost ring allows.
    """
    if not mask.any():
        raise MazeError("the mask is empty: it marks no place for a cell")
    height, width = mask.shape
    sheet = np.array(cells.plan.storey or cells.plan.sheet)
    centres = cells.centres() if cells.plan.storey is None else cells.centres() % (sheet + 1)
    if _entry(cells.layout).round:
        places = (centres / sheet - 0.5) * 2 * farthest(mask) + (width / 2, height / 2)
    else:
        places = centres / sheet * (width, height)
    # What lies on the line between two marks belongs to the second, whichever way sines are rounded.
    spots: NDArray[np.int64] = np.floor(places + NEARLY).astype(np.int64)
    on_sheet = ((spots >= 0) & (spots < (width, height))).all(axis=1)
    spots = np.clip(spots, 0, (width - 1, height - 1))
    keep = on_sheet & mask[spots[:, 1], spots[:, 0]]
    if not keep.any():
        raise nothing_seen(cells.size)
    return cells.only(keep)


def check_readable(cells: Arrangement, letters: str) -> None:
    """Tell where there are fewer cells than dots of the letters, and from which size on all can be seen."""
    least = size_for(lettering(letters), cells.layout, shortest_mark(cells.layout))
    if cells.size[0] >= least[0] and cells.size[1] >= least[1]:
        return
    import warnings

    told = "at {}x{} the letters {!r} cannot be read; they need {}x{} at least"
    warnings.warn(Note(told.format(*cells.size, letters, *least)), stacklevel=2)


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
                f"no way can lead from the start {start}, in a piece of {so_many(home, 'cell')} of the outline, to "
                f"the goal {goal}, in another of {other}; both have to lie in the same piece"
            )
        where = f"the one of {so_many(home, 'cell')} around {start}"
    import warnings

    told = f"{_pieces(cells)}; each is a maze of its own, with start and goal in {where}"
    warnings.warn(IslandNote(told), stacklevel=2)


def _pieces(cells: Arrangement) -> str:
    """How many pieces there are, and how large the largest of them."""
    sizes: list[int] = np.sort(np.bincount(cells.islands))[::-1].tolist()
    told = ", ".join(map(str, sizes[:5])) + (", …" if len(sizes) > 5 else "")
    return f"the outline is in {len(sizes)} pieces, of {told} cell{'s' * (sizes[0] != 1)}"
