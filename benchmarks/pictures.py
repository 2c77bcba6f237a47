"""Pictures in and out, on images made here; whole processes are timed after one that compiles and caches kernels."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import SETTINGS, Row, best, within
from mazeworks.benchmark import readable_seconds

#: A `maze` command that prints its peak memory in kB at its end; needs /proc.
COMMAND = """
import sys
from mazeworks.cli import run
code = run(sys.argv[1:])
try:
    status = open("/proc/self/status").read()
    print("peak", status.split("VmHWM:")[1].split()[0], file=sys.stderr)
except (OSError, IndexError):
    print("peak 0", file=sys.stderr)
sys.exit(code)
"""
#: Published time of the best-known Python program for mazes in images, at 4001x4001 pixels; not run here.
PEER, PEER_SECONDS, PEER_MEMORY = "best-known Python program, as published", 31.0, 1090
#: The most that an image of 4001x4001 pixels may take as a whole process, in seconds and in megabytes.
SECONDS, MEMORY = 0.9, 180


def process(*words: str) -> tuple[float, float]:
    """Seconds and megabytes that a `maze` command takes as its own process."""
    begun = time.perf_counter()
    command = [sys.executable, "-c", COMMAND, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=SETTINGS)
    return time.perf_counter() - begun, int(done.stderr.rpartition("peak")[2]) * 1024 / 1e6


def image_of(cells: int, path: Path) -> None:
    """A perfect maze, one pixel per square, open at the upper left and at the lower right, in 1 bit a pixel."""
    from mazeworks import make
    from mazeworks.core.facets import structure_of
    from mazeworks.drawing.lattice import squares
    from mazeworks.images.png import png

    grid, _ = structure_of(make("wall", (cells, cells), seed=cells)).as_walls()
    image = squares(grid)
    image[0, 1] = image[-1, -2] = True
    bands = (image[first : first + 512].view("uint8") for first in range(0, len(image), 512))
    with path.open("wb") as file:
        file.writelines(png(image.shape[1], image.shape[0], bands, [(0, 0, 0), (255, 255, 255)]))


def image_in_colour(path: Path) -> None:
    """The same image with red, green and blue for each pixel."""
    from PIL import Image

    with Image.open(path) as image:
        coloured = image.convert("RGB")
    coloured.save(path)


def solved_images(folder: Path, thorough: bool) -> Iterator[Row]:
    """Images read, solved, and written with the shortest path drawn over them."""
    source, solved = folder / "maze.png", folder / "solved.png"
    image_of(2000, source)
    words = ("solve", str(source), "-o", str(solved))
    process(*words)
    seconds, megabytes = min(process(*words) for _ in range(5))
    work = "4001x4001 pixels read, solved, written, whole process"
    ratio, most = f"{PEER_SECONDS / seconds:.3g} times", f"at most {readable_seconds(SECONDS)}"
    yield Row(work, readable_seconds(seconds), PEER, readable_seconds(PEER_SECONDS), ratio, most, seconds <= SECONDS)
    most = f"at most {MEMORY} MB"
    yield Row(f"{work}: memory", f"{megabytes:.0f} MB", PEER, f"{PEER_MEMORY} MB", "", most, megabytes <= MEMORY)
    image_in_colour(source)
    seconds, megabytes = min(process(*words) for _ in range(5))
    yield within(f"{work}, in colour", seconds, SECONDS)
    yield within(f"{work}, in colour: memory", megabytes, MEMORY, "MB")
    if thorough:
        image_of(7500, source)
        seconds, megabytes = process(*words)
        work = "15001x15001 pixels read, solved, written, whole process"
        yield Row(work, readable_seconds(seconds))
        yield within(f"{work}: memory", megabytes, 2000, "MB")


def drawings(folder: Path) -> Iterator[Row]:
    """A large maze drawn, without the time to make it, and an animation as a whole process."""
    from mazeworks import make, save

    maze = make("wall", (2000, 2000), seed=1)
    for extension, most in (("png", 1), ("svg", 5)):
        target = folder / f"maze.{extension}"
        save(maze, target)
        yield within(f"2000x2000 cells to {extension.upper()}", best(lambda to=target: save(maze, to)), most)  # type: ignore[misc]
    words = ("solve", "wall:50x50#1", "-o", str(folder / "solving.gif"))
    seconds = min(process(*words)[0] for _ in range(3))
    yield within("50x50 cells, solving, to GIF, whole process", seconds, 3)


def rows(thorough: bool = False) -> Iterator[Row]:
    """All rows of this file; with `thorough`, the largest image too."""
    with tempfile.TemporaryDirectory() as folder:
        yield from solved_images(Path(folder), thorough)
        yield from drawings(Path(folder))
