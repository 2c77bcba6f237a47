#!/usr/bin/env python3
"""A turtle digs a maze, marks its goal, solves it, and waits for a click."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # finds mazeworks beside this folder if it is not installed
try:
    import click

    from mazeworks import MazeError
    from mazeworks.cli.program import run_program
    from mazeworks.files.targets import check_place
    from mazeworks.turtle import Maze
    from mazeworks.turtle.picture import picture_format
except ImportError as error:
    print(f"error: {error}; in the folder of mazeworks, type: python -m pip install .", file=sys.stderr)
    sys.exit(2)


@click.command()
@click.option("--size", default="20x20", metavar="WIDTHxHEIGHT", help="Squares of the matrix (20x20).")
@click.option("--seed", type=int, metavar="N", help="The same number digs the same maze.")
@click.option("--speed", type=int, default=6, metavar="N", help="1 is slow, 10 fast, 0 draws at once (6).")
@click.option("--save", "picture", metavar="FILE", help="Write the solved maze as a picture, such as maze.png.")
@click.option(
    "--click/--no-click", "waits", default=True, help="Whether to wait for a click before closing the window."
)
def turtle_maze(size: str, seed: int | None, speed: int, picture: str | None, waits: bool) -> None:
    """Dig a maze in a window, solve it, and wait for a click."""
    if picture is not None:
        picture_format(picture)  # a bad name or folder raises before the work
        check_place(picture)
    maze = Maze(size, None, speed, seed)
    saved = False
    with maze.screen.until_closed():
        maze.makeMaze()
        maze.markEnd()
        path = maze.solve() or []
        click.echo(f"seed {maze.seed}: {len(path) - 1} steps to the yellow square")
        if picture:
            maze.save(picture)
            saved = True
        if waits:
            maze.screen.wait()
        maze.screen.close()
    if picture and not saved:
        raise MazeError(f"the window was closed before {picture!r} could be saved")


def main() -> int:
    """Run the program; its exit code."""
    return run_program(turtle_maze)


if __name__ == "__main__":
    sys.exit(main())
