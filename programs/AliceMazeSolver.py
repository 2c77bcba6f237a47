#!/usr/bin/env python3
"""Solves an Alice maze: AliceMazeSolver.py maze.txt prints its shortest path as (y, x) places, and the steps."""

import sys

from mazeworks import MazeError, load, solve
from mazeworks.ending import guarded


def main() -> None:
    """Print the shortest path of the maze that is named; exit code 1 if it has none."""
    if len(sys.argv) != 2:
        raise MazeError("expected the name of one file, as in AliceMazeSolver.py maze.txt")
    maze = load(sys.argv[1])
    if maze.kind != "alice":
        raise MazeError(f"{sys.argv[1]}: this is a {maze.kind} puzzle, not an Alice maze")
    solution = solve(maze, "breadth_first")
    if solution is None:
        print("Maze has no solution")
        sys.exit(1)
    places = " --> ".join(f"({state[1]}, {state[0]})" for state in solution.states)
    print(f"Shortest Path: {places}, Steps: {len(solution)}")


if __name__ == "__main__":
    sys.exit(guarded(main))
