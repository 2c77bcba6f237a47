"""The `maze` command itself: its group, and how it is run."""

import os
import sys
from typing import Any

import click

from mazeworks.core.errors import LimitReached, MazeError, UnknownName
from mazeworks.ending import guarded
from mazeworks.version import __version__

#: Commands that pass options they do not know on to the maker or the kind of puzzle.
OPEN = {"ignore_unknown_options": True, "allow_extra_args": True}


class Group(click.Group):
    """Commands in the order they stand in this file, and a hint for one that is misspelt."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise UnknownName("command", args[0], self.commands)
        return super().resolve_command(context, args)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="maze")
def maze() -> None:
    """Make, solve and draw mazes of many kinds.

    Wherever a FILE is asked for, an id such as wall:20x20#7 will do, or - for standard input.
    Begin with: maze demo
    """


def run(arguments: list[str] | None) -> int:
    """Run the command; returns its exit code. Every error is one line on standard error."""

    def command() -> None:
        try:
            if "_MAZE_COMPLETE" in os.environ:
                maze.main(arguments, "maze", standalone_mode=False)
                return
            # Not `maze.main`, which has its own ideas about closed pipes and interrupts.
            with maze.make_context("maze", list(sys.argv[1:] if arguments is None else arguments)) as context:
                maze.invoke(context)
        except click.exceptions.Exit as error:
            raise SystemExit(error.exit_code) from None
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
        except click.ClickException as error:
            raise MazeError(error.format_message()) from None
        except LimitReached as error:
            raise MazeError(error.sentence, error.advice or "raise --limit to search on") from None

    return guarded(command)
