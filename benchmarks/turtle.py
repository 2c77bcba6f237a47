"""The turtle's window: a maze dug and solved at once, and mazes shown, the window included; needs a display."""

import subprocess
import sys
import time
from pathlib import Path

Row = tuple[str, str, float | None, float, str]

PROGRAM = Path(__file__).parents[1] / "programs" / "turtle_maze.py"


def rows() -> list[Row]:
    """Work, peer, the peer's seconds, ours, and the target."""
    return [
        program("20x20", "under 3 s"),
        program("100x100", ""),
        shown(100, ""),
        shown(300, ""),
    ]


def program(size: str, target: str) -> Row:
    """The whole program, from the start of Python to the end of its window."""
    begun = time.perf_counter()
    words = ["--size", size, "--seed", "1", "--speed", "0", "--no-click"]
    subprocess.run([sys.executable, str(PROGRAM), *words], check=True, stdout=subprocess.DEVNULL)
    return f"turtle: {size} dug and solved at once, window included", "", None, time.perf_counter() - begun, target


def shown(side: int, target: str) -> Row:
    """A wall maze and its solution drawn in the window."""
    from mazeworks import make, solve
    from mazeworks.turtle import show

    puzzle = make("wall", (side, side), seed=1)
    solution = solve(puzzle)
    begun = time.perf_counter()
    screen = show(puzzle, solution)
    seconds = time.perf_counter() - begun
    screen.close()
    return f"turtle: {side}x{side} cells shown with their solution", "", None, seconds, target
