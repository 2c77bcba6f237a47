#!/usr/bin/env python3
"""Solves an Alice maze: `AliceMazeSolver.py maze.txt` prints its shortest path as (y, x) positions, and the steps."""

import sys
from typing import Any

from mazeworks import MazeError, Puzzle, load, solve
from mazeworks.cli.command import guarded
from mazeworks.core.errors import FormatError, UnknownFormat
from mazeworks.core.registry import formats


def main() -> None:
    """Print the shortest path of the maze in the named file; exit code 1 if it has none."""
    if len(sys.argv) != 2:
        raise MazeError("expected the name of one file, as in AliceMazeSolver.py maze.txt")
    maze = alice_maze(sys.argv[1])
    solution = solve(maze, "breadth_first")
    if solution is None:
        print("Maze has no solution")
        sys.exit(1)
    places = " --> ".join(f"({state[1]}, {state[0]})" for state in solution.states)
    print(f"Shortest Path: {places}, Steps: {len(solution)}")


def alice_maze(name: str) -> Puzzle[Any]:
    """The Alice maze in a file; for a file in no known format, the error says what the Alice format expects."""
    try:
        maze = load(name)
    except UnknownFormat as error:
        try:
            maze = formats["alice"].read(error.text, {})
        except FormatError as fault:
            raise FormatError(f"{name}: {fault}") from None
    if maze.kind != "alice":
        raise MazeError(f"{name}: this is a puzzle of the kind {maze.kind}, not an Alice maze")
    return maze


if __name__ == "__main__":
    sys.exit(guarded(main))
