"""Outlines of mazes: their size in cells, the cells they keep, and their packed form for ids."""

import base64
import math
import re
import zlib

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import Arrangement, Bools
from mazeworks.cells.lettering import lettering
from mazeworks.core.errors import MazeError, Note, counted
from mazeworks.core.registry import Layout, layouts

#: The most rows and columns of an outline; a larger image is scaled down.
LONGEST = 1000
#: Without a size, an image larger than the first is scaled so that its longer side is the second.
PRINTED, SHRUNK = 120, 60
#: How a packed outline begins, and one whose marks are pixels until its size is known.
PACKED, PIXELS = "~", "~~"

#: Marks of an outline per cell, across and down, if cells are not squares.
FINER = 2
#: What rounding may add to a length.
NEARLY = 1e-9


class IslandNote(Note):
    """The outline leaves cells that cannot be connected."""


def natural_size(mask: Bools, layout: str = "square", pixels: bool = False) -> tuple[int, int]:
    """The default width and height in cells: at least one cell per mark, fewer for a large image."""
    longer = max(mask.shape)
    return size_for(mask, layout, SHRUNK / longer if pixels and longer > PRINTED else shortest_mark(layout))


def size_for(mask: Bools, layout: str, unit: float) -> tuple[int, int]:
    """The smallest width and height in cells that draw each mark `unit` wide and high, undistorted."""
    entry = _entry(layout)
    across, down = entry.cell
    if entry.round:
        across = down = 1
        height = width = 2 * math.ceil(farthest(mask) * unit - NEARLY) / unit
    else:
        height, width = mask.shape
    return max(2, math.ceil(width * unit / across - NEARLY)), max(2, math.ceil(height * unit / down - NEARLY))


def shortest_mark(layout: str) -> float:
    """The least width and height of a mark, in units of the drawing, for which every mark has a cell."""
    return max(1, *_entry(layout).cell)


def farthest(mask: Bools) -> float:
    """How far the marks reach from the middle of the outline."""
    height, width = mask.shape
    y, x = np.nonzero(mask)
    return float(np.hypot(np.abs(x + 0.5 - width / 2) + 0.5, np.abs(y + 0.5 - height / 2) + 0.5).max(initial=0.5))


def padded_to_minimum(mask: Bools) -> Bools:
    """The outline padded to at least two rows and columns, the least size of a maze."""
    return np.pad(mask, [(0, max(0, 2 - length)) for length in mask.shape])


def coarser(mask: Bools, layout: str, size: tuple[int, int]) -> Bools:
    """The outline at the lowest resolution that cells of this size need."""
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
        raise outline_too_thin(size)
    return mask


def outline_too_thin(size: tuple[int, int]) -> MazeError:
    """The error for an outline too thin for its cells."""
    return MazeError(f"at {size[0]}x{size[1]} no cell has its centre on the outline; try a larger size")


def _entry(layout: str) -> Layout:
    return layouts[layout.partition(":")[0]]


def pack(mask: Bools) -> str:
    """An outline as letters, digits, hyphens and underlines: its size and its compressed rows.

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
        raise MazeError(f"the mask {word!r:.60} is not a mask packed into an id")
    data = _inflated(match[3], -(-width * height // 8))
    if data is None:
        raise MazeError(f"the mask {word!r:.60} is broken: it does not hold {width}x{height} marks")
    differ = np.unpackbits(np.frombuffer(data, np.uint8), count=width * height).reshape(height, width)
    return np.bitwise_xor.accumulate(differ, axis=0).astype(np.bool_)


def _inflated(text: str, length: int) -> bytes | None:
    """The bytes that a text holds compressed; None unless they are exactly this many."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), length + 1)
    except (ValueError, zlib.error):
        return None
    return data if len(data) == length and unpacking.eof and not unpacking.unused_data else None


def masked(cells: Arrangement, mask: Bools) -> Arrangement:
    """The cells whose centres lie on the outline. It is stretched to fit the drawing or storey, but not in rings."""
    if not mask.any():
        raise MazeError("the mask is empty: it marks no place for a cell")
    height, width = mask.shape
    sheet = np.array(cells.plan.storey or cells.plan.sheet)
    centres = cells.centres() if cells.plan.storey is None else cells.centres() % (sheet + 1)
    if _entry(cells.layout).round:
        places = (centres / sheet - 0.5) * 2 * farthest(mask) + (width / 2, height / 2)
    else:
        places = centres / sheet * (width, height)
    # A point on the line between two marks belongs to the second, however sines are rounded.
    spots: NDArray[np.int64] = np.floor(places + NEARLY).astype(np.int64)
    on_sheet = ((spots >= 0) & (spots < (width, height))).all(axis=1)
    spots = np.clip(spots, 0, (width - 1, height - 1))
    keep = on_sheet & mask[spots[:, 1], spots[:, 0]]
    if not keep.any():
        raise outline_too_thin(cells.size)
    return cells.only(keep)


def check_readable(cells: Arrangement, letters: str) -> None:
    """Warn if there are fewer cells than dots of the letters, with the least size that shows all."""
    least = size_for(lettering(letters), cells.layout, shortest_mark(cells.layout))
    if cells.size[0] >= least[0] and cells.size[1] >= least[1]:
        return
    note = "at {}x{} the letters {!r} cannot be read; they need at least {}x{}"
    Note(note.format(*cells.size, letters, *least)).give()


def chosen_pieces(cells: Arrangement, islands: str) -> Arrangement:
    """The cells to use where an outline is in several pieces, as `islands` asks; warns about cells left out."""
    sizes = np.bincount(cells.islands)
    if len(sizes) == 1 or islands == "make":
        return cells
    if islands == "refuse":
        raise MazeError(f"{_pieces(cells)}; one piece was asked for")
    IslandNote(f"{_pieces(cells)}; only the largest is a maze").give()
    return cells.only(cells.islands == sizes.argmax())


def check_islands(cells: Arrangement, ends: tuple[int, int] | None) -> None:
    """Warn if the cells are in several pieces; given ends must lie in the same piece."""
    if not cells.islands.any():
        return
    sizes, where = np.bincount(cells.islands), "the largest"
    if ends is not None:
        start, goal = (tuple(cells.states[end]) for end in ends)
        home, other = (int(sizes[cells.islands[end]]) for end in ends)
        if cells.islands[ends[0]] != cells.islands[ends[1]]:
            raise MazeError(
                f"no path can lead from the start {start}, in a piece of {counted(home, 'cell')} of the outline, to "
                f"the goal {goal}, in another of {other}; both must lie in the same piece"
            )
        where = f"the one of {counted(home, 'cell')} around {start}"
    note = f"{_pieces(cells)}; each is a maze of its own, with start and goal in {where}"
    IslandNote(note).give()


def _pieces(cells: Arrangement) -> str:
    """The number of pieces, and the sizes of the largest."""
    sizes: list[int] = np.sort(np.bincount(cells.islands))[::-1].tolist()
    largest = ", ".join(map(str, sizes[:5])) + (", …" if len(sizes) > 5 else "")
    return f"the outline is in {len(sizes)} pieces, of {largest} cell{'s' * (sizes[0] != 1)}"
