"""Asks for a maze file, solves it by the left-hand rule, and draws every step."""

import sys

from mazeworks import MazeError, load, solve
from mazeworks.animation.frames import frame_pieces
from mazeworks.cli.command import guarded


def main() -> None:
    """Ask for a file, solve it, draw every step."""
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
