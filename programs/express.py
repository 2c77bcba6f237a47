"""Prints the coloured maze of the train network solved three times: travelling as blue, as yellow and as red."""

import os
import sys
from pathlib import Path

from mazeworks import MazeError, load, solve

MAZE = Path(__file__).resolve().parent.parent / "examples" / "coloured" / "express.txt"


def main() -> int:
    """Print every traveller's way through the maze, or through one that is named; 1 if someone has none."""
    source = sys.argv[1] if len(sys.argv) > 1 else MAZE
    found = True
    try:
        for name, maze in load(source).variants().items():
            solution = solve(maze)
            found &= solution is not None
            print(f"{name.capitalize()}: {'no way' if solution is None else f'{len(solution)} moves'}")
            print(maze.sketch(solution).text(), flush=True)
    except MazeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads on, so nothing is said at the exit either
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
