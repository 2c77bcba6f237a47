"""What is counted in many mazes at once: dead ends, junctions, the share of the solution, the difficulty."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.workers import share_out
from mazeworks.kernels.batches.measuring import COUNT, COUNTS, TURNS, measure
from mazeworks.rating.rating import difficulty_of, rounded
from mazeworks.scale.mazes import Mazes

#: The cells below which one thread measures all.
ALONE = 1 << 18
#: The statistics of a maze, in their order; each has the value that `rate` gives it.
STATISTICS = ("dead_ends", "junctions", "crossings", "solution_share", "difficulty")


def statistics_of(mazes: Mazes) -> dict[str, NDArray[Any]]:
    """For each maze what STATISTICS names, as `rate` has it; without a solution the last two are not a number.

    >>> from mazeworks import rate
    >>> from mazeworks.scale.batch import batch
    >>> some = batch("kruskal", (9, 7), seed=1, count=4)
    >>> some.statistics["difficulty"].tolist() == [rate(maze).difficulty for maze in some]
    True
    """
    found = counted(mazes)
    solved = mazes.lengths >= 0
    share = np.where(solved, rounded((mazes.lengths + 1) / found["states"], 4), np.nan)
    difficulty = np.where(solved, difficulty_of(found | {"moves": mazes.lengths}), np.nan)
    return {name: found[name] for name in STATISTICS[:3]} | {"solution_share": share, "difficulty": difficulty}


def counted(mazes: Mazes) -> dict[str, NDArray[np.int32]]:
    """For each maze what COUNTS names, by as many threads as there are workers."""
    count, cells = len(mazes.lengths), mazes.walls[0].size
    counts = np.empty((count, COUNT), np.int32)
    ends = np.concatenate([[0], np.cumsum(np.maximum(mazes.lengths, 0), dtype=np.int64)])

    def part(first: int, last: int) -> None:
        some, moves = slice(first, last), mazes.moves[ends[first] : ends[last]]
        rooms = (np.empty(room, np.int64) for room in (cells + 1, 4 * cells + 4, *[cells] * 5, cells + 1))
        measure(
            *(mazes.walls[some].reshape(-1), mazes.starts[some], mazes.goals[some], moves, mazes.lengths[some]),
            *(mazes.walls.shape[2], *rooms, np.empty(cells, np.uint8), np.empty(TURNS, np.int64)),
            counts[some].reshape(-1),
        )

    share_out(part, count, alone_below=ALONE // cells)
    return {name: np.ascontiguousarray(counts[:, number]) for number, name in enumerate(COUNTS)}
