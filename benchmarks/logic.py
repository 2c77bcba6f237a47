"""Logic mazes: exploring, examining candidates, and the longest solutions that a minute of searching finds.

To print all: python -m benchmarks logic
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.table import Row
from mazeworks import Random, make, solve, speed, workers
from mazeworks.core import progress
from mazeworks.core.facets import structure_of
from mazeworks.kernels.logic.inventing import LEFT
from mazeworks.logic import walls
from mazeworks.logic.invention import Lane, Plan, chances
from mazeworks.puzzles.number import NumberMaze, number
from mazeworks.puzzles.theseus import Theseus, theseus
from mazeworks.puzzles.tilt import tilt
from mazeworks.puzzles.turn import TurnMaze
from mazeworks.search.shortest_paths import shortest_routes
from mazeworks.solvers.breadth_first import lazily

SECONDS = 60
#: The candidates that are examined, and the least a second, by what is examined.
CANDIDATES: dict[str, tuple[Callable[[], Plan], int, int]] = {
    "number boards of 8x8": (lambda: number(8, 8, diagonal=False), 5_000_000, 1_000_000),
    "tilt boards of 9x9": (lambda: tilt(9, 9, balls=1), 2_000_000, 200_000),
    "Theseus boards of 9x8": (lambda: theseus(9, 8, steps=2, order="horizontal"), 300_000, 25_000),
}
#: Kind, size, the moves wanted, and the most that were published.
RECORDS = (
    ("number", (6, 6), 31, 13),
    ("number", (8, 8), 58, None),
    ("tilt", (5, 5), 20, 9),
    ("tilt", (9, 9), 68, 20),
    ("theseus", (6, 6), 108, 63),
    ("theseus", (9, 8), 330, 187),
)


def examined(plan: Plan, count: int) -> float:
    """Candidates examined per second on one core, in the middle of a round."""
    lane, chance = Lane(plan, Random(1), 9999), chances(0.5, plan.hot, plan.cold)
    lane.begin()
    board = plan.facts, lane.board, lane.steps, lane.marks, lane.totals, lane.out
    with speed("compiled"):
        for part in (count // 4, count):  # the first compiles, and leaves the random board behind
            before = time.process_time()
            lane.registers[LEFT] = part
            plan.kernels["climb"](*board, chance, lane.registers, lane.found)
            took = time.process_time() - before
    return count / took


def large_boards() -> dict[str, Any]:
    """Mazes of many states."""
    random, side = Random(1), 1000
    numbers = [[1 + random.below(40) for _ in range(side)] for _ in range(side)]
    grid = walls.grid_of(walls.random_board(32, 32, random), 32)
    large = walls.grid_of(walls.random_board(300, 300, random), 300)
    return {
        "a number maze of 1000x1000": NumberMaze(numbers, [0, 0], [[999, 999]]),
        "Theseus on 32x32 squares": Theseus(grid, [3, 3], [28, 28], [31, 0]),
        "a maze of 300x300 without left turns": TurnMaze(large, [0, 0], [299, 299], None, ["left"]),
    }


def exploring() -> Iterator[Row]:
    """Successors a second, and the same search in plain Python."""
    for name, maze in large_boards().items():
        compact = structure_of(maze).compact()
        with speed("compiled"):
            compact.reach()  # compiles
            successors = len(compact.explore(None, True).targets)
            took = min(timed(compact.reach) for _ in range(3))
            states = len(compact.reach()[0])
            plain = timed(lambda maze=maze: lazily_everywhere(maze))
        yield Row(
            f"{name} explored, one core: {states:,} states",
            f"{successors / took / 1e6:,.0f} million successors a second",
            "breadth-first search in Python",
            f"{successors / plain / 1e6:,.2f} million",
            f"{plain / took:,.0f} times",
            "at least 30 million, and 50 times",
            successors / took >= 30e6 and plain / took >= 50,
        )


def lazily_everywhere(maze: Any) -> None:
    """Every state that can be reached, by the search that lists moves one by one."""
    maze.is_goal = lambda state: False
    try:
        assert lazily(maze, None, False) is None
    finally:
        del maze.is_goal


def timed(work: Callable[[], Any]) -> float:
    """Processor seconds of some work."""
    before = time.process_time()
    work()
    return time.process_time() - before


def search_for(seconds: float, kind: str, size: tuple[int, int], seed: int, enough: int) -> Any:
    """The best maze of a seed found in this time on one core, or with as many moves as are enough."""
    ends = time.perf_counter() + seconds

    def watch(title: str, fraction: float, note: str) -> None:
        if time.perf_counter() > ends or int(note.split()[0]) >= enough:
            raise KeyboardInterrupt  # the search keeps the best so far

    with speed("compiled"), progress.listening(watch), workers(1):
        return make(kind, size, seed=seed, candidates=10**12)


def rows(thorough: bool = False) -> Iterator[Row]:
    """Rows for exploring, for candidates, and for what is found in a minute for several seeds."""
    yield from exploring()
    for name, (plan, count, least) in CANDIDATES.items():
        rate = examined(plan(), count)
        yield Row(
            f"{name} examined, one core", f"{rate:,.0f} a second", target=f"at least {least:,}", reached=rate >= least
        )
    for kind, size, wanted, published in RECORDS:
        found = [search_for(SECONDS, kind, size, seed, wanted) for seed in range(1, 8 if thorough else 4)]
        routes = [shortest_routes(maze) or (0, 0) for maze in found]
        lengths = sorted(moves for moves, ways in routes if ways == 1)
        yield Row(
            f"moves of the only shortest solution, {kind} {size[0]}x{size[1]}, up to {SECONDS} s, {len(found)} seeds",
            ", ".join(map(str, lengths)),
            "longest published" if published else "",
            str(published or ""),
            target=f"at least {wanted} for most seeds",
            reached=2 * sum(length >= wanted for length in lengths) > len(found),
        )
    yield turning()


def turning() -> Row:
    """How much longer the way is in an invented maze without left turns than without that rule."""
    times = []
    for seed in (1, 2, 3):
        maze: Any = make("turn", (10, 10), seed=seed)
        free = TurnMaze(maze.grid, maze.values["start"], maze.values["goal"], None, [])
        ways = [solve(each) for each in (maze, free)]
        times.append(len(ways[0] or ()) / len(ways[1] or ()))
    return Row(
        "turn 10x10: moves, relative to the shortest way without the rule, 3 seeds",
        ", ".join(f"{each:.1f} times" for each in times),
        target="at least 2 times",
        reached=min(times) >= 2,
    )
