"""The `maze` command itself: its group, and how it is run."""

import os
import sys
from typing import Any

import click

from mazeworks.cli.ending import guarded
from mazeworks.core.errors import LimitReached, MazeError, UnknownName
from mazeworks.version import __version__

#: Commands that pass options they do not know on to the maker or the kind of puzzle.
OPEN = {"ignore_unknown_options": True, "allow_extra_args": True}


DEFAULT = click.core.ParameterSource.DEFAULT
#: What is expected after an option, by the word that stands for it in the help.
EXPECTED = {
    "MAKER": "a maker such as prim, see `maze list generators`",
    "SOLVER": "a solver such as dijkstra, see `maze list solvers`",
    "FORMAT": "a format such as json, see `maze list formats`",
    "TRANSFORM": "a transform such as braid:0.5, see `maze list transforms`",
    "KIND,KIND": "kinds such as wall,alice, see `maze list kinds`",
    "LEVEL": "a level such as easy",
    "N": "a whole number",
    "FILE": "the name of a file",
    "OUT": "the name of a file",
    "GAME": "the name of a file",
}


class Command(click.Command):
    """A command whose options are not blank: who writes one means something by it."""

    def invoke(self, context: click.Context) -> Any:
        for option in self.params:
            name = option.name or ""
            given = context.params.get(name)
            values = given if isinstance(given, tuple) else (given,)
            typed = isinstance(option, click.Option) and context.get_parameter_source(name) is not DEFAULT
            if typed and any(isinstance(value, str) and not value.strip() for value in values):
                word = str(option.metavar)
                raise MazeError(f"{max(option.opts, key=len)} is blank; expected {EXPECTED.get(word, word)}")
        return super().invoke(context)


class Group(click.Group):
    """Commands in the order they stand in this file, and a hint for one that is misspelt."""

    command_class = Command

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
