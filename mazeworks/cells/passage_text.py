"""Passages of cells as text: two hexadecimal digits per cell, one string per row."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.arrangement import Arrangement, Bytes, arrange, storeys_of
from mazeworks.core.errors import BrokenWalls, FormatError, MazeError
from mazeworks.core.memory import afford

_VALUES = np.full(256, 255, np.uint8)
for _sixteen in (b"0123456789abcdef", b"0123456789ABCDEF"):
    _VALUES[list(_sixteen)] = range(16)
_ABSENT = ord(".")
#: Bytes of memory per cell to write it, and to read it.
TEXT_BYTES, READING_BYTES = 48, 200


def _rows_of(cells: Arrangement) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The row of text for each cell, counted over all storeys, and the length of each row."""
    x, y = cells.places[:, 0].astype(np.int64), cells.places[:, 1].astype(np.int64)
    if cells.places.shape[1] == 3:
        y = y + (int(cells.plan.places()[:, 1].max()) + 1) * cells.places[:, 2]  # also where no cell of a row is kept
    lengths = np.zeros(int(y.max()) + 1, np.int64)
    np.maximum.at(lengths, y, x + 1)
    return y, lengths


def write_passages(cells: Arrangement, opens: Bytes) -> list[str]:
    """Rows of digits, by z, then y, then x; `..` for a missing cell."""
    afford(TEXT_BYTES * len(cells), f"{len(cells)} cells as text")
    rows, lengths = _rows_of(cells)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    text = np.full((int(starts[-1]), 2), _ABSENT, np.uint8)
    digits = open_sides(cells, opens).tobytes().hex().encode()
    text[starts[rows] + cells.places[:, 0]] = np.frombuffer(digits, np.uint8).reshape(-1, 2)
    whole = text.tobytes().decode()
    return [whole[2 * first : 2 * last] for first, last in zip(starts[:-1], starts[1:], strict=True)]


def read_passages(data: dict[str, Any]) -> tuple[Arrangement, Bytes]:
    """The cells and open edges that plain values describe; raises FormatError for invalid values."""
    cells = _arrangement(data)
    rows = data.get("passages")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) and row.isascii() for row in rows):
        raise FormatError("'passages' should be a list of strings, two hexadecimal digits a cell")
    afford(READING_BYTES * len(cells), f"{len(cells)} cells as text")
    where, lengths = _rows_of(cells)
    if len(rows) > len(lengths) or any(len(row) > 2 * most for row, most in zip(rows, lengths.tolist(), strict=False)):
        raise FormatError(f"'passages' has more cells than the {cells.layout} layout of this size")
    bits, there = _digits(rows, lengths)
    places = np.concatenate([[0], np.cumsum(lengths)])[where] + cells.places[:, 0]
    if int(there.sum()) > int(there[places].sum()):
        raise FormatError(f"'passages' has a cell where the {cells.layout} layout has none")
    kept = cells.only(there[places])
    return kept, _opens(kept, bits[places][there[places]])


def _arrangement(data: dict[str, Any]) -> Arrangement:
    layout, width, height = data.get("layout"), data.get("width"), data.get("height")
    seed = data.get("layout_seed", 0)
    if not isinstance(layout, str):
        raise FormatError("'layout' should name an arrangement of cells, such as hexagon")
    if type(width) is not int or type(height) is not int or type(seed) is not int or not 0 <= seed < 1 << 63:
        raise FormatError("'width', 'height' and 'layout_seed' should be whole numbers")
    rows = data.get("passages")
    written = sum(len(row) for row in rows if isinstance(row, str)) if isinstance(rows, list) else 0
    try:
        if width * height * storeys_of(layout) > 64 * written + 4096:  # a small file must not allocate much memory
            raise FormatError(f"'passages' is far too short for {width}x{height} cells")
        return arrange(layout, width, height, seed)
    except MazeError as error:
        raise FormatError(str(error)) from None


def _digits(rows: list[str], lengths: NDArray[np.int64]) -> tuple[Bytes, NDArray[np.bool_]]:
    """The number written for each cell, and a mask of the cells that have one."""
    full = [row.ljust(2 * most, ".") for row, most in zip(rows, lengths.tolist(), strict=False)]
    full += ["." * (2 * most) for most in lengths.tolist()[len(rows) :]]
    text = np.frombuffer("".join(full).encode(), np.uint8).reshape(-1, 2)
    there = text[:, 0] != _ABSENT
    values = _VALUES[text]
    wrong = np.flatnonzero((values.max(axis=1) > 15) & (there | (text[:, 1] != _ABSENT)))
    if len(wrong):
        row = int(np.searchsorted(np.cumsum(lengths), wrong[0], "right"))
        pair = text[wrong[0]].tobytes().decode()
        raise FormatError(f"row {row + 1} of 'passages' has {pair!r}; expected two hexadecimal digits, or ..")
    return values[:, 0] % 16 * 16 + values[:, 1] % 16, there


def _opens(cells: Arrangement, bits: Bytes) -> Bytes:
    """The open edges, checked: each open from both sides, and none into an outer wall."""
    opens = (bits[cells.sources] >> cells.ways & 1).astype(np.uint8)
    faults = []
    for edge in np.flatnonzero(opens != opens[cells.twins])[:1].tolist():
        here, there = (tuple(cells.states[int(cells.sources[e])]) for e in (edge, cells.twins[edge]))
        faults.append(f"the cells {here} and {there} disagree about the wall between them")
    for cell in np.flatnonzero(open_sides(cells, opens) != bits)[:1].tolist():
        faults.append(f"the cell {tuple(cells.states[cell])} has a passage where it has no neighbour")
    if faults:
        raise BrokenWalls(faults)
    return opens


def open_sides(cells: Arrangement, opens: Bytes) -> Bytes:
    """For every cell, the sides with open passages: bit k for side k."""
    bits = np.zeros(len(cells), np.uint8)
    edges = np.flatnonzero(opens)
    np.bitwise_or.at(bits, cells.sources[edges], np.left_shift(1, cells.ways[edges]).astype(np.uint8))
    return bits
