"""Pictures in and out, timed as whole processes on images made here; every kernel is compiled and cached before.

A row is (work, peer, the peer's seconds, our seconds, target). Alone: `python -m benchmarks.pictures`.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

Row = tuple[str, str, float | None, float, str]

#: What the best-known Python program for mazes in images takes; published, not run here.
PEER, PEER_SECONDS = "best-known Python program (31 s and 1.09 GB, published)", 31.0


def process(*words: str) -> tuple[float, float]:
    """Seconds and megabytes that a `maze` command takes as a process of its own."""
    begun = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-m", "mazeworks", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert child.stderr is not None
    told = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(told.decode())
    return time.perf_counter() - begun, usage.ru_maxrss * 1024 / 1e6


def best(repeats: int, *words: str) -> tuple[float, float]:
    """The quickest of some runs, after one that compiles what has to be compiled."""
    process(*words)
    return min(process(*words) for _ in range(repeats))


def image_of(cells: int, path: Path) -> None:
    """A perfect maze, one pixel per square, open at the upper left and at the lower right, in 1 bit a pixel."""
    from mazeworks import make
    from mazeworks.core.lattice import squares
    from mazeworks.core.png import png

    grid, _ = make("wall", (cells, cells), seed=cells).as_walls()
    image = squares(grid)
    image[0, 1] = image[-1, -2] = True
    bands = (image[first : first + 512].view("uint8") for first in range(0, len(image), 512))
    with path.open("wb") as file:
        file.writelines(png(image.shape[1], image.shape[0], bands, [(0, 0, 0), (255, 255, 255)]))


def solving_images(folder: Path) -> list[Row]:
    """Images read, solved for the shortest way, and written with it."""
    rows: list[Row] = []
    for cells, repeats, target, peer in ((2000, 3, "under 1.8 s, under 250 MB", True), (7500, 1, "under 2 GB", False)):
        source, solved = folder / f"{cells}.png", folder / "solved.png"
        image_of(cells, source)
        seconds, megabytes = best(repeats, "solve", str(source), "-o", str(solved))
        work = f"{2 * cells + 1}x{2 * cells + 1} pixels read, solved, written: {megabytes:.0f} MB"
        rows.append((work, PEER if peer else "", PEER_SECONDS if peer else None, seconds, target))
    return rows


def drawing(folder: Path) -> list[Row]:
    """A large maze drawn, its making not counted, and a moving picture as a whole process."""
    from mazeworks import make, save

    maze = make("wall", (2000, 2000), seed=1)
    rows: list[Row] = []
    for extension, target in (("png", "under 1 s"), ("svg", "under 5 s")):
        save(maze, folder / f"maze.{extension}")
        times = []
        for _ in range(3):
            begun = time.perf_counter()
            save(maze, folder / f"maze.{extension}")
            times.append(time.perf_counter() - begun)
        rows.append((f"2000x2000 cells to {extension.upper()}", "", None, min(times), target))
    seconds, _ = best(3, "solve", "wall:50x50#1", "-o", str(folder / "solving.gif"))
    rows.append(("50x50 cells, solving, to GIF, whole process", "", None, seconds, "under 3 s"))
    return rows


def rows() -> list[Row]:
    """All rows of this file."""
    with tempfile.TemporaryDirectory() as folder:
        return [*solving_images(Path(folder)), *drawing(Path(folder))]


if __name__ == "__main__":
    for work, peer, theirs, ours, target in rows():
        beside = f"; {peer}: {theirs} s" if theirs else ""
        print(f"{work}: {ours:.2f} s ({target}){beside}")
