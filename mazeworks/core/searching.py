"""Searches of a graph by kernels, in slices, so that long ones can be watched and stopped."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import LimitReached
from mazeworks.core.progress import report
from mazeworks.kernels.searching import graph as loops

Longs = NDArray[np.int64]

#: States that a kernel takes up at a time.
SLICE = 1 << 20
NO_LIMIT = 1 << 62
#: States that a search which lists moves as it needs them comes to where nobody says how many it may explore: each
#: is kept, with how it was come to, in up to some 400 bytes.
MOST_LAZILY = 2_000_000


def lazy_limits(limit: int | None) -> tuple[int, int]:
    """How many states a search that lists moves as it needs them may explore, and how many it may come to."""
    return (limit, NO_LIMIT) if limit else (NO_LIMIT, MOST_LAZILY)


def not_found(limit: int | None) -> LimitReached:
    """The error of a search that lists moves as it needs them, and came to its limit."""
    if limit:
        return LimitReached(f"no solution among the first {limit} states explored")
    return LimitReached(f"no solution among the first {MOST_LAZILY} states reached", "a larger limit may be given")


def in_slices(search: Callable[[int], bool], registers: Longs, limit: int | None, count: int) -> None:
    """Call a search with a limit that grows, until it says that it is over or has come to the limit given.

    Register 0 counts the states taken up, of `count` in all.
    """
    most = limit or NO_LIMIT
    while not search(min(most, int(registers[0]) + SLICE)) and registers[0] < most:
        report("searching", int(registers[0]) / max(1, count))


def bands(count: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of at most SLICE that cover range(count)."""
    for first in range(0, count, SLICE):
        if first:
            report("going through", first / count)
        yield first, min(first + SLICE, count)


def breadth_first(
    rows: tuple[Longs, Longs],
    goals: NDArray[np.uint8] | None,
    limit: int | None,
    distances: Longs,
    parents: Longs,
    order: Longs,
    begin: int = 1,
) -> tuple[int, int, int]:
    """Search from the first `begin` states of `order`; states taken up, the goal found or -1, and states reached.

    rows: offsets and targets. goals: where to stop; None to go everywhere.
    """
    stops = np.empty(0, np.uint8) if goals is None else goals
    registers = np.array([0, begin, -1], np.int64)
    parents[order[:begin]] = order[:begin]
    if len(distances):
        distances[order[:begin]] = 0

    def search(most: int) -> bool:
        loops.breadth_first(*rows, stops, int(goals is not None), most, distances, parents, order, registers)
        return bool(registers[2] >= 0 or registers[0] == registers[1])

    in_slices(search, registers, limit, len(parents))
    taken, reached, goal = registers.tolist()
    return taken, goal, reached


def way_back(parents: Longs, state: int) -> Longs:
    """The states from where a search began to one of its states."""
    pieces = []
    room = 1 << 10
    while True:
        piece = np.empty(room, np.int64)
        pieces.append(piece[: loops.trace_back(parents, state, piece)])
        last = int(pieces[-1][-1])
        if parents[last] == last:
            return np.concatenate(pieces)[::-1].copy()
        state, room = int(parents[last]), min(2 * room, SLICE)


def edges_along(rows: tuple[Longs, Longs], costs: Longs, path: Longs) -> Longs:
    """The move from each state of a path to the next: the cheapest, where there are several."""
    edges = np.empty(len(path) - 1, np.int64)
    for first, last in bands(len(edges)):
        loops.edges_along(*rows, costs, path[first : last + 1], edges[first:last])
    return edges
