"""Alice mazes: candidates examined per second on one core, and how long a solution 20 seconds of searching find.

Run alone it prints both: python -m benchmarks.alice
"""

import time
from typing import Any

from mazeworks import Random, make, rate, speed
from mazeworks.generators import alice as maker

#: What was done, beside what, how long that took, how long ours took, and what was aimed at.
Row = tuple[str, str, float | None, float, str]

CANDIDATES = 4_000_000
SECONDS = 20


def rate_of_search(seed: int = 1) -> float:
    """Candidate 7x7 mazes examined per second, compiled, over four whole rounds."""
    search = maker.Search(7, 7, (1, 3), maker.ENDLESS)
    random = Random(seed)
    with speed("compiled"):
        search.begin(random)
        search.climb(maker.SLICE, maker.chances(0))  # compiles
        before = time.perf_counter()
        for done in range(0, CANDIDATES, maker.SLICE):
            if done % maker.ROUND == 0:
                search.begin(random)
            search.climb(maker.SLICE, maker.chances(done % maker.ROUND))
        return CANDIDATES / (time.perf_counter() - before)


def found_in(seconds: float, seed: int) -> tuple[int, int]:
    """The moves of the best 7x7 maze of a seed within so many seconds, and the candidates examined by then."""
    from mazeworks.core import progress

    examined: list[int] = []
    ends = time.perf_counter() + seconds

    def watch(title: str, fraction: float, note: str) -> None:
        examined.append(round(fraction * 10**12))
        if time.perf_counter() > ends:
            raise KeyboardInterrupt  # the search keeps the best so far

    with speed("compiled"), progress.listening(watch):
        maze: Any = make("alice", (7, 7), seed=seed, candidates=10**12)
    rating = rate(maze)
    assert rating.unique
    return int(rating["moves"]), examined[-1]


def rows() -> list[Row]:
    """One row for the speed, and one for each of three seeds."""
    per_second = rate_of_search()
    work = f"{CANDIDATES} candidate 7x7 Alice mazes ({per_second:,.0f} a second)"
    table: list[Row] = [(work, "", None, CANDIDATES / per_second, "400,000 a second on one core")]
    for seed in (1, 2, 3):
        moves, _ = found_in(SECONDS, seed)
        table.append(
            (f"7x7 Alice maze of seed {seed}: {moves} moves", "by hand: 73", None, SECONDS, "120 moves or more")
        )
    return table


if __name__ == "__main__":
    print(f"{rate_of_search():,.0f} candidates a second")
    for seed in range(1, 9):
        moves, candidates = found_in(SECONDS, seed)
        print(f"seed {seed}: {moves} moves, the only shortest solution, after {candidates:,} candidates", flush=True)
