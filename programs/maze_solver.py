#!/usr/bin/env python3
"""Asks for a maze file, solves it by the left-hand rule, and draws every step."""

import shlex
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # finds mazeworks beside this folder if it is not installed
try:
    import click

    from mazeworks import CannotSolve, MazeError, load, solve
    from mazeworks.animation.frames import frame_pieces
    from mazeworks.cli.program import run_program
except ImportError as error:
    print(f"error: {error}; in the folder of mazeworks, type: python -m pip install .", file=sys.stderr)
    sys.exit(2)


@click.command()
@click.argument("file", required=False)
@click.option("--mark", default="V", metavar="CHARACTER", help="The walker when it faces South, such as v (V).")
@click.option(
    "--stop", default="end", metavar="[end|before]", help="The last map: the walker on E, or before it (end)."
)
@click.option("--pad", is_flag=True, help="Fill every row with blanks up to the width of the map.")
def maze_solver(file: str | None, **form: Any) -> None:
    """Solve the maze in FILE by the left-hand rule, and draw every step; without FILE, ask for it."""
    if file is None:
        print("Please give the maze file:", flush=True)
        file = sys.stdin.readline().strip() if sys.stdin else ""
    puzzle = load(file)
    try:
        solution = solve(puzzle, using="left_hand")
    except CannotSolve as error:
        why = str(error).partition("; these can: ")[0]
        raise MazeError(f"{why}; `maze solve {shlex.quote(file)} --with breadth_first` can") from None
    if solution is None:
        raise MazeError("no path leads from S to E")
    for piece in frame_pieces(puzzle, solution, **form):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(run_program(maze_solver))
