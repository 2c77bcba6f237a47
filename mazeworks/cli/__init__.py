"""The `maze` command: one file for each family of its commands, in the order they are listed."""

from mazeworks.cli import making, solving, drawing, rating, listing, playing  # noqa: F401, I001 - each registers its commands
from mazeworks.cli.command import maze, run

__all__ = ["maze", "run"]
