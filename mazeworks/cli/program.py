"""How the small programs in `programs/` run: with options, and with errors in the words of their own readers."""

import re
import sys
import warnings
from pathlib import Path
from typing import Any

import click

from mazeworks.cli.command import as_typed, guarded
from mazeworks.cli.options import word_of
from mazeworks.core.errors import MazeError, Message
from mazeworks.files.loading import NoSuchFile


def run_program(command: click.Command) -> int:
    """Run a program that is a single command; returns its exit code. Every error is one line on standard error."""

    def work() -> None:
        name, show = Path(sys.argv[0]).name, warnings.showwarning
        warnings.showwarning = lambda note, *where, **more: show(fitting(note, command), *where, **more)
        try:
            # Not `command.main`, which handles closed pipes and interrupts itself.
            with command.make_context(name, sys.argv[1:], help_option_names=["-h", "--help"]) as context:
                command.invoke(context)
        except click.exceptions.Exit as error:
            raise SystemExit(error.exit_code) from None
        except click.MissingParameter as error:
            raise MazeError(f"{word_of(error.param)} is missing; `{name} --help` says what it takes") from None
        except click.ClickException as error:
            raise MazeError(error.format_message()) from None
        except NoSuchFile as error:
            raise MazeError(f"cannot find {error.name!r}") from None
        except MazeError as error:
            error.args = (as_typed(error, sys.argv[1:]),)
            raise fitting(error, command) from None

    return guarded(work)


def fitting(message: Any, command: click.Command) -> Any:
    """An error or a note, without advice that names options which the program does not have."""
    own = {option for parameter in command.params for option in parameter.opts}
    if isinstance(message, Message) and set(re.findall(r"--\w[\w-]*", message.advice)) - own:
        message.advice = ""
    return message
