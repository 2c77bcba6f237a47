"""Ask for a maze file, and walk through it with the left hand on the wall, drawing every step."""

import os
import sys

from mazeworks import MazeError, load, solve
from mazeworks.core.frames import frame_pieces


def main() -> int:
    """Ask, walk, draw; the exit code is 0 when the end was reached."""
    print("Please give the maze file:", flush=True)
    try:
        puzzle = load(sys.stdin.readline().strip())
        solution = solve(puzzle, using="left_hand")
        if solution is None:
            raise MazeError("no path leads from S to E")
        for piece in frame_pieces(puzzle, solution):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    except MazeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads on, so nothing is said at the exit either
    return 0


if __name__ == "__main__":
    sys.exit(main())
