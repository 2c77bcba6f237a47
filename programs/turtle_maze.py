#!/usr/bin/env python3
"""A turtle digs a maze, marks its goal, solves it, and waits for a click."""

import sys

import click

from mazeworks import MazeError
from mazeworks.cli.command import guarded
from mazeworks.files.targets import check_place
from mazeworks.turtle import Maze
from mazeworks.turtle.picture import picture_format


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
    if picture:
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


def run() -> None:
    """Run the program; errors of click become ours."""
    try:
        turtle_maze.main(standalone_mode=False)
    except click.ClickException as error:
        raise MazeError(error.format_message()) from None
    except click.Abort:
        raise KeyboardInterrupt from None


def main() -> int:
    """Run the program; its exit code."""
    return guarded(run)


if __name__ == "__main__":
    sys.exit(main())
