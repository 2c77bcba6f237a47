"""Prints the coloured maze of the train network with three solutions: for blue, yellow and red."""

import sys
from pathlib import Path

from mazeworks import board_of, load, solve, variants_of
from mazeworks.cli.command import guarded
from mazeworks.core.errors import counted

MAZE = Path(__file__).resolve().parent.parent / "examples" / "coloured" / "express.txt"


def main() -> None:
    """Print every traveller's route through the maze, or through a named one; exit code 1 if a traveller has none."""
    found = True
    for name, maze in variants_of(load(sys.argv[1] if len(sys.argv) > 1 else MAZE)).items():
        solution = solve(maze)
        found &= solution is not None
        length = "no way" if solution is None else counted(len(solution), "move")
        print(f"{name.capitalize()}: {length}" if name else length)
        print(board_of(maze).sketch(solution).text(), flush=True)
    if not found:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(guarded(main))
