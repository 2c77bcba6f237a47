"""Wall mazes on the byte grid: start-up, carving, solving, memory, and growth with size."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.table import SETTINGS, Row, best, seconds, versus, within
from mazeworks import Maze, Solved, read_text, solve, warm_up, workers
from mazeworks.animation.frames import frame_pieces
from mazeworks.core.registry import formats
from mazeworks.files.saving import write_file

SIDE = 4000
CELLS = SIDE * SIDE
#: Loads every compiled kernel from disk, and prints the seconds for the first and the most for another.
LOADING = """
import time
from mazeworks.kernels import kernels
times = []
for each in kernels().values():
    begun = time.perf_counter()
    each.compile()
    times.append(time.perf_counter() - begun)
print(times[0], max(times[1:]))
"""


def rows(thorough: bool = False) -> Iterator[Row]:
    """Every row in turn; the thorough run also makes a thousand million cells."""
    yield start_up()
    warm_up()
    yield from loading()
    maze = Maze.create(SIDE, SIDE, seed=1)
    yield from carving()
    yield from solving(maze)
    yield walking(maze)
    yield frames_written()
    yield from tasks()
    yield from peers()
    del maze
    yield from memory(thorough)
    yield from growth()


def start_up() -> Row:
    def process(*arguments: str) -> float:
        command = [sys.executable, *arguments]
        return best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=SETTINGS), 9)

    numpy_alone, ours = process("-c", "import numpy"), process("-m", "mazeworks", "new", "20x20")
    return Row(
        "`maze new 20x20`, whole process",
        f"{ours * 1000:.0f} ms",
        "`import numpy`",
        f"{numpy_alone * 1000:.0f} ms",
        f"{ours / numpy_alone:.2f} of it",
        "at most 1.5 of it",
        ours <= 1.5 * numpy_alone,
    )


def loading() -> Iterator[Row]:
    """Compiled kernels loaded from disk, each in a new process; the first one loads LLVM too."""
    command = [sys.executable, "-c", LOADING]
    runs = [subprocess.run(command, check=True, capture_output=True, env=SETTINGS).stdout for _ in range(5)]
    first, further = (min(times) for times in zip(*(map(float, run.split()) for run in runs), strict=True))
    yield within("the first compiled kernel that a process loads", first, 0.06)
    yield within("the slowest of all further ones", further, 0.06)


def carving() -> Iterator[Row]:
    ours = best(lambda: Maze.create(SIDE, SIDE, seed=2)) / CELLS
    yield within(f"carve {SIDE}x{SIDE}, depth-first", ours, 30e-9, per="cell")
    from mazelib.generate.BacktrackingGenerator import BacktrackingGenerator

    theirs = best(lambda: BacktrackingGenerator(100, 100).generate()) / 10_000
    yield versus("the same", ours, "mazelib, 100x100", theirs, 300, "cell")


def solving(maze: Maze) -> Iterator[Row]:
    with workers(2):
        both = best(lambda: solve(maze), 7)
    with workers(1):
        alone = best(lambda: solve(maze), 7)
    yield within(f"solve {SIDE}x{SIDE}, auto, two workers", both / CELLS, 15e-9, per="cell")
    yield versus("the same", both, "itself with one worker", alone, 1.5)
    yield versus("the same", both, "scipy breadth_first_order, with its matrix", best(lambda: with_scipy(maze)), 4)


def with_scipy(maze: Maze) -> Any:
    """The search order from the start, including building the matrix it needs."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import breadth_first_order

    walls = maze.walls
    cells = np.arange(walls.size, dtype=np.int32).reshape(walls.shape)
    east, south = walls[:, :-1] & 4 == 0, walls[:-1] & 2 == 0
    first = np.concatenate([cells[:, :-1][east], cells[:-1][south]])
    second = np.concatenate([cells[:, 1:][east], cells[1:][south]])
    matrix = csr_matrix((np.ones(len(first), np.int8), (first, second)), shape=(walls.size, walls.size))
    return breadth_first_order(matrix, int(cells[maze.start.y, maze.start.x]), directed=False)


def walking(maze: Maze) -> Row:
    steps = len(solve(maze, "right_hand") or ())
    return within(
        f"right-hand walk through {SIDE}x{SIDE}", best(lambda: solve(maze, "right_hand")) / steps, 20e-9, per="step"
    )


def frames_written() -> Row:
    """Every step of a walk over a map of 200x200 squares, written to a file as `--steps` does."""
    puzzle = read_text("".join(formats["textmap"].write(Solved(Maze.create(100, 100, ends="farthest", seed=1)))))
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "frames.txt"
        taken = best(lambda: write_file(target, frame_pieces(puzzle, solution)))
        speed = target.stat().st_size / taken / 1e6
    return Row(
        "`--steps` on a 199x199 map, to a file", f"{speed:.0f} MB/s", target="at least 200 MB/s", reached=speed >= 200
    )


def tasks() -> Iterator[Row]:
    mazes = [Maze.create(2000, 2000, seed=seed) for seed in range(5)]
    ours = sum(best(lambda maze=maze: solve(maze, "tasks")) for maze in mazes)  # type: ignore[misc]
    auto = sum(best(lambda maze=maze: solve(maze)) for maze in mazes)  # type: ignore[misc]
    yield Row(
        "`tasks` on five mazes of 2000x2000",
        f"{ours * 200:.0f} ms each",
        "`auto`",
        f"{auto * 200:.0f} ms each",
        f"{ours / auto:.2f} of it",
        "at most 3 of it",
        ours <= 3 * auto,
    )
    small = Maze.create(50, 50, seed=1)
    yield within("`tasks` on 50x50", best(lambda: solve(small, "tasks")), 20e-3)


def peers() -> Iterator[Row]:
    """A shortest path in a 1000x1000 perfect maze; each peer's graph is built beforehand."""
    import igraph
    import networkx

    maze = Maze.create(1000, 1000, ends="corners", seed=3)
    ours = best(lambda: solve(maze))
    edges = [(y * 1000 + x, y * 1000 + x + 1) for y, x in np.argwhere(maze.walls[:, :-1] & 4 == 0).tolist()]
    edges += [(y * 1000 + x, y * 1000 + x + 1000) for y, x in np.argwhere(maze.walls[:-1] & 2 == 0).tolist()]
    theirs = igraph.Graph(n=10**6, edges=edges)
    taken = best(lambda: theirs.get_shortest_paths(0, 10**6 - 1))
    yield versus("shortest path in 1000x1000", ours, "igraph, its graph given", taken, 1)
    graph = networkx.Graph(edges)
    taken = seconds(lambda: networkx.shortest_path(graph, 0, 10**6 - 1))
    yield versus("the same", ours, "networkx, its graph given", taken, 1)


MEASURE = """
import sys, time
from mazeworks import Maze, solve, warm_up
warm_up()
def peak():
    lines = dict(line.split(":") for line in open("/proc/self/status"))
    return int(lines["VmHWM"].split()[0]) * 1024
side = int(sys.argv[1])
open("/proc/self/clear_refs", "w").write("5")  # do not count the peak before this point
before = peak()
begun = time.perf_counter()
maze = Maze.create(side, side, seed=1)
made = peak()
solution = solve(maze)
print(before, made, peak(), len(solution), time.perf_counter() - begun)
"""


def memory(thorough: bool) -> Iterator[Row]:
    before, made, solved, *_ = measure(SIDE)
    yield within(f"memory to make {SIDE}x{SIDE}", (made - before) / CELLS, 3, "bytes", "cell")
    yield within("more to solve it", (solved - made) / CELLS, 2, "bytes", "cell")
    if thorough:
        *_, solved, moves, seconds = measure(31_623)
        work = f"31623x31623 made and solved in one process ({moves:.0f} moves)"
        yield within(work, seconds, 22)
        yield within(f"{work}: memory", solved / 1e9, 2.5, "GB")


def measure(side: int) -> list[float]:
    command = [sys.executable, "-c", MEASURE, str(side)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(number) for number in run.stdout.split()]


def growth() -> Iterator[Row]:
    for side in (32, 100, 316, 1000, 3162, 10_000):
        times = 1 if side > 3000 else 5
        made = best(lambda side=side: Maze.create(side, side, seed=4), times)  # type: ignore[misc]
        maze = Maze.create(side, side, seed=4)
        solved = best(lambda maze=maze: solve(maze), times)  # type: ignore[misc]
        yield Row(
            f"{side * side:.0e} cells, per cell",
            f"{made / side**2 * 1e9:.1f} ns made, {solved / side**2 * 1e9:.1f} ns solved",
        )
