"""The turtle's window: mazes dug and solved, and mazes shown, including opening the window; needs a display."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row, best, seconds, within
from mazeworks.benchmark import readable_seconds

PROGRAM = Path(__file__).parents[1] / "programs" / "turtle_maze.py"


def rows() -> Iterator[Row]:
    """The turtle's rows; without a display, one row that says so."""
    if not os.environ.get("DISPLAY"):
        yield Row("the turtle's window", "not measured: DISPLAY is not set; try xvfb-run")
        return
    yield within("turtle: 20x20 dug and solved at once, whole process", best(lambda: run_program("20x20")), 3)
    yield Row(
        "turtle: 100x100 dug and solved at once, whole process", readable_seconds(best(lambda: run_program("100x100")))
    )
    for side in (100, 300):
        yield Row(f"turtle: {side}x{side} cells shown with their solution", readable_seconds(shown(side)))


def run_program(size: str) -> None:
    """The whole program, from the start of Python to the end of its window."""
    words = ["--size", size, "--seed", "1", "--speed", "0", "--no-click"]
    subprocess.run([sys.executable, str(PROGRAM), *words], check=True, stdout=subprocess.DEVNULL)


def shown(side: int) -> float:
    """Seconds to draw a wall maze and its solution in the window."""
    from mazeworks import make, solve
    from mazeworks.turtle import show

    puzzle = make("wall", (side, side), seed=1)
    solution = solve(puzzle)
    taken = seconds(lambda: show(puzzle, solution))
    show(puzzle).close()
    return taken
