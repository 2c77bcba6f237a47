"""The `maze` command: one file for each family of its commands."""

from mazeworks.cli.command import maze, run

__all__ = ["maze", "run"]
