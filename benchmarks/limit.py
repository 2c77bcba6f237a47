"""Against plain C on one core: the same work on the same byte grids by `limit.c`, compiled and timed in this run."""

import ctypes
import functools
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.table import Row, seconds
from mazeworks import Maze, make, solve, warm_up, workers
from mazeworks.benchmark import readable_seconds
from mazeworks.core.grid import Grid
from mazeworks.core.randomness import Random
from mazeworks.core.workers import how_many

SOURCE = Path(__file__).parent / "limit.c"
SIDE = 4000


def rows() -> Iterator[Row]:
    """Yield every row; without a working C compiler, one row that says why."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            library = compiled(Path(folder) / "limit.so")
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            yield Row("mazeworks against plain C", f"not measured: {error}")
            return
        warm_up()
        yield from carving(library)
        for generator, with_two, alone in (("backtracker", 0.5, 0.8), ("wilson", 0.3, None), ("prim", 0.3, None)):
            yield from solving(library, generator, with_two, alone)
        for side in (1000, SIDE):
            yield from trees(library, side)


def compiled(target: Path) -> ctypes.CDLL:
    """The yardsticks as a library, by the compiler that `CC` names, or by `cc`."""
    compiler = shlex.split(os.environ.get("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        raise OSError(f"the C compiler {compiler[0]!r} was not found")
    words = [*compiler, "-O3", "-march=native", "-shared", "-fPIC", str(SOURCE), "-o", str(target)]
    subprocess.run(words, check=True)
    return ctypes.CDLL(str(target))


def called(function: Any, *arguments: Any) -> int:
    """Call a function of the library; all its arguments are arrays or whole numbers, and so is what it returns."""
    function.restype = ctypes.c_int64
    return int(function(*(a.ctypes if isinstance(a, np.ndarray) else ctypes.c_int64(a) for a in arguments)))


def against(work: str, ours: float, theirs: float, cells: int, at_most: float | None = None) -> Row:
    """A row that compares the time per cell with that of plain C."""
    names = (f"{readable_seconds(taken / cells)} per cell" for taken in (ours, theirs))
    target = f"at most {at_most:g} of it" if at_most else ""
    return Row(
        work,
        next(names),
        "plain C",
        next(names),
        f"{ours / theirs:.2f} of it",
        target,
        at_most and ours <= at_most * theirs,
    )


def in_turn(first: Callable[[], Any], second: Callable[[], Any], times: int = 5) -> tuple[float, float]:
    """The least time of each, run in turn, so that what else the computer does meets both."""
    pairs = [(seconds(first), seconds(second)) for _ in range(times)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def carving(library: ctypes.CDLL) -> Iterator[Row]:
    grid, state = Grid.closed(SIDE, SIDE), Random(1).fork()
    first = grid.index((SIDE // 2, SIDE // 2))
    theirs, ours = in_turn(
        lambda: called(library.carve, grid.flat, SIDE, SIDE, first, 1 << 15, state),
        lambda: Maze.create(SIDE, SIDE, seed=1),
    )
    assert Maze(grid).is_perfect()
    yield against(f"carve {SIDE}x{SIDE} depth-first", ours, theirs, SIDE**2, 1.05)


def solving(library: ctypes.CDLL, generator: str, with_two: float, alone: float | None) -> Iterator[Row]:
    """The same maze, solved by both: from corner to corner."""
    maze: Any = make("wall", (SIDE, SIDE), generator, 1, ends="corners")
    grid, moves = maze.grid, np.empty(SIDE**2, np.uint8)
    ends = grid.index(grid.start), grid.index(grid.goal)

    def theirs() -> None:
        count = called(library.solve, grid.flat, SIDE, SIDE, *ends, moves)
        assert count == len(solution.moves)

    solution: Any = solve(maze)
    for count, at_most in ((1, alone), (2, with_two)):
        if at_most is not None and count <= how_many():
            with workers(count):
                ours, c = in_turn(lambda: solve(maze), theirs)
            work = f"`auto`, {SIDE}x{SIDE} of {generator}, {('one core', 'two cores')[count - 1]}"
            yield against(work, ours, c, SIDE**2, at_most)


def trees(library: ctypes.CDLL, side: int) -> Iterator[Row]:
    """Wilson's walks, and Kruskal's walls in random order."""
    grid, state = Grid.closed(side, side), Random(1).fork()
    root = grid.index((side // 2, side // 2))
    for name, arguments in (("wilson", (root, state)), ("kruskal", (state,))):
        function = getattr(library, name)
        ours, theirs = in_turn(
            functools.partial(make, "wall", (side, side), name, 1),
            functools.partial(called, function, grid.flat, side, side, *arguments),
            3,
        )
        assert Maze(grid).is_perfect()
        yield against(f"{name}, {side}x{side}", ours, theirs, side**2)
