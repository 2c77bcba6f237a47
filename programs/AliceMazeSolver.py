#!/usr/bin/env python3
"""Solves an Alice maze: `AliceMazeSolver.py maze.txt` prints its shortest path as (y, x) positions, and the steps."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # finds mazeworks beside this folder if it is not installed
try:
    import click

    from mazeworks import FormatError, MazeError, Puzzle, load, solve
    from mazeworks.cli.program import run_program
    from mazeworks.core.errors import UnknownFormat
    from mazeworks.core.registry import formats
except ImportError as error:
    print(f"error: {error}; in the folder of mazeworks, type: python -m pip install .", file=sys.stderr)
    sys.exit(2)


@click.command()
@click.argument("file")
def alice_maze_solver(file: str) -> None:
    """Print the shortest path of the Alice maze in FILE; the exit code is 1 if it has none."""
    maze = alice_maze(file)
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
    sys.exit(run_program(alice_maze_solver))
