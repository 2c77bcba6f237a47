"""Alice mazes: candidates examined per second on one core, and the longest solution found in 20 seconds.

To print both: python -m benchmarks.alice
"""

import time
from collections.abc import Iterator
from typing import Any

from benchmarks.table import Row
from mazeworks import Random, make, rate, solve, speed
from mazeworks.core import progress
from mazeworks.generators import alice as generator
from mazeworks.logic.invention import ENDLESS, Lane
from mazeworks.puzzles.alice import COMPASS, AliceMaze, Square
from mazeworks.solvers.breadth_first import lazily

CANDIDATES = 4_000_000
SECONDS = 20
#: The longest solution of a hand-made 7x7 maze on logicmazes.com.
BY_HAND = 73


def candidates_per_second(seed: int = 1) -> float:
    """Candidate 7x7 mazes examined per second on one core, compiled, over whole rounds."""
    lane = Lane(generator.plan(7, 7, arrows=(1, 3)), Random(seed), ENDLESS)
    with speed("compiled"):
        lane.climb(generator.SLICE)  # compiles
        before = time.process_time()  # of this process only
        for _ in range(0, CANDIDATES, generator.SLICE):
            lane.climb(generator.SLICE)
        return CANDIDATES / (time.process_time() - before)


def search_for(seconds: float, seed: int, side: int = 7) -> Any:
    """The best maze of a seed found in this time; its id makes it again without a clock."""
    ends = time.perf_counter() + seconds

    def watch(title: str, fraction: float, note: str) -> None:
        if time.perf_counter() > ends:
            raise KeyboardInterrupt  # the search keeps the best so far

    with speed("compiled"), progress.listening(watch):
        return make("alice", (side, side), seed=seed, candidates=10**12)


def made_up(side: int, seed: int) -> AliceMaze:
    """A random board with one goal, far from its start."""
    chance = Random(seed)

    def square() -> Square:
        ways = list(COMPASS)
        chance.shuffle(ways)
        return Square(chance.choice(("red", "yellow", "black")), tuple(ways[: 2 + chance.below(2)]))

    rows = [[square() for _ in range(side)] for _ in range(side)]
    return AliceMaze(rows, (side // 2, side // 2), [(side // 9, side // 9)])


def solving(side: int) -> tuple[float, float, int]:
    """Seconds per state of the search by the kernel and of the search state by state, and how many states."""
    maze, times = made_up(side, 1), []
    with speed("compiled"):
        solve(maze)  # compiles
        for search in (lambda: solve(maze), lambda: lazily(maze, None, False)):
            before = time.process_time()
            found = search()
            times.append((time.process_time() - before) / found.explored)
    return times[0], times[1], found.explored


def rows(thorough: bool = False) -> Iterator[Row]:
    """One row for the speed, and one for the mazes found in 20 seconds for several seeds."""
    reached = candidates_per_second()
    yield Row(
        "Alice mazes of 7x7 examined, one core",
        f"{reached:,.0f} a second",
        target="at least 400,000 a second",
        reached=reached >= 400_000,
    )
    ours, plain, states = solving(300)
    yield Row(
        "an Alice maze of 300x300 squares solved, one core",
        f"{1e9 * ours:.3g} ns per state ({states} states)",
        "the same search in Python",
        f"{1e9 * plain:.3g} ns per state",
        f"{plain / ours:.3g} times",
        "at least 10 times",
        plain / ours >= 10,
    )
    ratings = [rate(search_for(SECONDS, seed)) for seed in range(1, 9 if thorough else 4)]
    lengths = sorted(int(rating["moves"]) for rating in ratings if rating.unique)
    yield Row(
        f"moves of the only shortest solution, 7x7, {SECONDS} s of searching, {len(ratings)} seeds",
        ", ".join(map(str, lengths)),
        "longest known by hand",
        str(BY_HAND),
        target="at least 120 for most seeds",
        reached=2 * sum(length >= 120 for length in lengths) > len(ratings),
    )


if __name__ == "__main__":
    for row in rows(thorough=True):
        print(row.work, row.ours, sep=": ")
