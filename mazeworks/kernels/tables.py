"""Small tables over the sixteen combinations of direction flags (North 1, South 2, East 4, West 8)."""

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]

#: A uniform choice among the flags of a combination: `PICK[sides * 12 + r]`, r below 12.
PICK: Bytes = np.zeros(16 * 12, np.uint8)
#: The only exit of a cell with exactly three walls, by its walls; 0 for any other, and for a cell marked 16.
ONLY_WAY: Bytes = np.zeros(32, np.uint8)

for _flags in range(16):
    _sides = [_bit for _bit in (1, 2, 4, 8) if _flags & _bit]
    if _sides:
        PICK[_flags * 12 : _flags * 12 + 12] = _sides * (12 // len(_sides))
    if len(_sides) == 3:
        ONLY_WAY[_flags] = 15 - _flags


def steps(stride: int) -> Longs:
    """The index offset of a step in each direction, in a flat array whose rows are `stride` apart."""
    return np.array((0, -stride, stride, 0, 1, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0), np.int64)
