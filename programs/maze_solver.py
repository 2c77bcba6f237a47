"""Ask for a maze file, and walk through it with the left hand on the wall, drawing every step."""

import sys

from mazeworks import MazeError, load, solve
from mazeworks.animation.frames import frame_pieces
from mazeworks.cli.ending import guarded


def main() -> None:
    """Ask, walk, draw."""
    print("Please give the maze file:", flush=True)
    name = sys.stdin.readline().strip() if sys.stdin else ""
    if not name:
        raise MazeError("no maze file was named")
    puzzle = load(name)
    solution = solve(puzzle, using="left_hand")
    if solution is None:
        raise MazeError("no path leads from S to E")
    for piece in frame_pieces(puzzle, solution):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(guarded(main))
