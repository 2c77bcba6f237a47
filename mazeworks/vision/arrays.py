"""Types of the arrays and boxes in this room."""

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
