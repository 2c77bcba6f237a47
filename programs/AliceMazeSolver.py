#!/usr/bin/env python3
"""Solves an Alice maze: AliceMazeSolver.py maze.txt prints its shortest path as (y, x) places, and the steps."""

import sys

from mazeworks import MazeError, load, solve

USAGE = "usage: AliceMazeSolver.py maze.txt"


def answer(name: str) -> str:
    """What to print for the maze in a file."""
    maze = load(name)
    if maze.kind != "alice":
        raise MazeError(f"{name}: this is a {maze.kind} puzzle, not an Alice maze")
    solution = solve(maze, "breadth_first")
    if solution is None:
        return "Maze has no solution"
    places = " --> ".join(f"({state[1]}, {state[0]})" for state in solution.states)
    return f"Shortest Path: {places}, Steps: {len(solution)}"


def main(arguments: list[str]) -> int:
    """Print the answer; returns the exit code: 1 for a maze without a solution, 2 for a bad one."""
    if len(arguments) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        told = answer(arguments[0])
    except MazeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(told)
    return int(told == "Maze has no solution")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
