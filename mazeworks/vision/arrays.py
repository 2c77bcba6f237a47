"""Types of the arrays and boxes in this room, and percentiles of small arrays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
Reals = NDArray[np.floating[Any]]
#: Left, top, right and bottom (exclusive).
Box = tuple[int, int, int, int]


def percentile(ordered: NDArray[Any], share: float) -> float:
    """The value at a share of increasing values, interpolated as by `np.percentile`, which takes ten times as long."""
    place = share * (len(ordered) - 1)
    first, part = int(place), place % 1
    return float(ordered[first]) * (1 - part) + float(ordered[min(first + 1, len(ordered) - 1)]) * part
