"""Prints the coloured maze of the train network solved three times: travelling as blue, as yellow and as red."""

import sys
from pathlib import Path

from mazeworks import load, solve
from mazeworks.cli.ending import guarded
from mazeworks.rating.rating import counted

MAZE = Path(__file__).resolve().parent.parent / "examples" / "coloured" / "express.txt"


def main() -> None:
    """Print every traveller's way through the maze, or through one that is named; exit code 1 if someone has none."""
    found = True
    for name, maze in load(sys.argv[1] if len(sys.argv) > 1 else MAZE).variants().items():
        solution = solve(maze)
        found &= solution is not None
        told = "no way" if solution is None else counted(len(solution), "move")
        print(f"{name.capitalize()}: {told}" if name else told)
        print(maze.sketch(solution).text(), flush=True)
    if not found:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(guarded(main))
