"""Search kernels run in slices, up to a limit of states."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import LimitReached
from mazeworks.core.workers import in_slices
from mazeworks.kernels.searching.graph import LIMIT


def run_in_slices(
    search: Callable[[int], int], registers: NDArray[np.int64], limit: int | None, count: int, what: str = "states"
) -> int:
    """The status with which a search ends; raises LimitReached past `limit` of the `count` states.

    search: continues until register 0 counts a number of states, and returns LIMIT if it has not ended by then.
    """
    status = LIMIT

    def go_on(most: int) -> bool:
        nonlocal status
        status = int(search(most))
        return status != LIMIT

    in_slices(go_on, registers, limit, count)
    if status == LIMIT:
        raise LimitReached(f"no solution among the first {limit} {what} explored")
    return status
