"""The `maze` command itself: its group, and how it is run."""

import contextlib
import importlib
import io
import os
import re
import sys
import warnings
from collections.abc import Callable
from typing import Any

import click

from mazeworks.cli.options import EXPECTED, Checked, OfferingCommand, unknown_option, word_of
from mazeworks.core.errors import LimitReached, MazeError, UnknownName
from mazeworks.core.parameters import Parameter

#: The commands in the order of the help, by file; a file is imported when one of its commands is called.
FILES = {
    "making": ("new", "change", "stream"),
    "solving": ("solve",),
    "comparing": ("compare",),
    "drawing": ("draw", "book", "convert"),
    "rating": ("rate", "check"),
    "dataset": ("dataset",),
    "listing": ("list", "demo", "completion"),
    "playing": ("play", "serve"),
    "measuring": ("bench",),
}
#: Shows the trace of an error, wherever in a line it stands.
DEBUG = "--debug"
#: What to do about a library that is not installed.
INSTALLING = "in the folder of mazeworks, type: python -m pip install ."


class Group(click.Group):
    """The group of all commands; imports each when it is needed, and suggests a name for a misspelt one."""

    command_class = OfferingCommand

    def list_commands(self, context: click.Context) -> list[str]:
        return [name for names in FILES.values() for name in names]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        for file, names in FILES.items():
            if name in names:
                importlib.import_module(f"mazeworks.cli.{file}")
        return super().get_command(context, name)

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        known = self.list_commands(context)
        if args and args[0] not in known and not args[0].startswith("-"):
            raise UnknownName("command", args[0], known)
        return super().resolve_command(context, args)


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from mazeworks.version import __version__

        click.echo(f"maze, version {__version__}")
        context.exit()


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
@click.option(DEBUG, is_flag=True, expose_value=False, help="Show the trace of an error, too; stands anywhere.")
def maze() -> None:
    """Make, solve and draw mazes of many kinds.

    Wherever a FILE is asked for, an id such as wall:20x20#7 also works, or - for standard input.
    Begin with: maze demo
    """


def run(arguments: list[str] | None) -> int:
    """Run the command; returns its exit code. Every error is one line on standard error."""

    words = list(sys.argv[1:] if arguments is None else arguments)
    given = [word for word in words if word != DEBUG]

    def command() -> None:
        try:
            if "_MAZE_COMPLETE" in os.environ:
                with contextlib.suppress(MazeError):  # what is typed so far may be wrong
                    maze.main(arguments, "maze", standalone_mode=False)
                return
            # Not `maze.main`, which handles closed pipes and interrupts itself.
            with maze.make_context("maze", list(given)) as context:
                maze.invoke(context)
        except click.exceptions.Exit as error:
            raise SystemExit(error.exit_code) from None
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
        except click.BadOptionUsage as error:
            takes = "needs a value after it" if "requires" in error.message else "takes no value"
            raise MazeError(f"the option {error.option_name:.60} {takes}") from None
        except click.NoSuchOption as error:
            raise unknown_option(error.ctx or click.Context(maze), error.option_name) from None
        except click.MissingParameter as error:
            kind, word = error.param and error.param.type, str(error.param and error.param.metavar)
            what = Parameter("", *kind.facts).expected() if isinstance(kind, Checked) else EXPECTED.get(word, word)
            raise MazeError(f"{word_of(error.param)} is missing; expected {what}") from None
        except click.UsageError as error:  # of words that are left over
            path = error.ctx.command_path if error.ctx else "maze"
            words = error.message.partition("(")[2][:-1]
            raise MazeError(f"`{path}` does not take {words!r:.60}; `{path} --help` says what it takes") from None
        except LimitReached as error:
            raise MazeError(error.sentence, way_on(error, given)) from None
        except MazeError as error:
            error.args = (as_typed(error, given),)
            raise

    return guarded(command, DEBUG in words)


def way_on(error: LimitReached, arguments: list[str]) -> str:
    """The advice of a search that stopped at its limit: to raise it, if the command has an option for that."""
    name = next((word for word in arguments if not word.startswith("-")), "")
    command = maze.get_command(click.Context(maze), name)
    if command is not None and any("--limit" in parameter.opts for parameter in command.params):
        return error.advice or "raise --limit to search on"
    return error.advice if error.advice and "limit" not in error.advice else "try a smaller puzzle"


def as_typed(error: MazeError, arguments: list[str]) -> str:
    """The sentence of an error with options as they are typed, such as --max-pixels for max_pixels."""
    sentence, needs, others = error.sentence.partition(" has no effect without ")
    sentence += needs + " or ".join(f"--{name.replace(' ', '-')}" for name in others.split(" or ") if others)
    for word in (argument.partition("=")[0] for argument in arguments if argument.startswith("--")):
        if "-" in word[2:]:
            sentence = sentence.replace(word[2:].replace("-", "_"), word)
        if error.about and f"-{word}".endswith("-" + error.about.replace("_", "-")):
            sentence = re.sub(rf"(^|: |has no |parameter )(the )?{error.about}\b", rf"\1{word}", sentence, count=1)
    return sentence


def guarded(work: Callable[[], object], debug: bool = False) -> int:
    """Do the work; returns 0 if it went well, 2 for bad input, 130 for an interrupt, 141 if the pipe is closed.

    debug: whether the trace of an error is shown, with that of its cause.
    """
    fill_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    warnings.showwarning = lambda message, *_, **__: print(f"note: {in_one_line(message)}", file=sys.stderr)
    try:
        work()
        sys.stdout.flush()
        return 0
    except MazeError as error:
        if debug:
            import traceback

            print(*map(escaped, "".join(traceback.format_exception(error)).split("\n")), sep="\n", file=sys.stderr)
        return failed(str(error))
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        # After an interrupt inside an `exec`, as while kernels are loaded, `python -m` ends by a signal and ignores
        # this exit code, unless another `exec` follows.
        exec("")
        return 130
    except MemoryError:
        return failed("out of memory; try a smaller maze")
    except ModuleNotFoundError as error:
        return failed(f"{error}; {INSTALLING}")
    except ImportError as error:  # memory or a file is missing: there are no other causes in a sound installation
        return failed(f"a library cannot be loaded ({in_one_line(error)}); is there enough memory?")
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # standard output may fail again when it is flushed at the exit
        return 141 if isinstance(error, BrokenPipeError) else failed(f"{error.strerror or error}")


class Closed(io.BufferedIOBase):
    """Standard output that is closed: a command can do without it until it writes there."""

    def writable(self) -> bool:
        return True

    def write(self, _: Any) -> int:
        raise MazeError("standard output is closed")


def fill_closed_streams() -> None:
    """Take the places of closed standard streams, so that no file gets the number of one and hears its messages."""
    while (number := os.open(os.devnull, os.O_RDONLY)) <= 2:
        pass
    os.close(number)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - it stays open as long as the program
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(Closed(), "utf-8", write_through=True)


def failed(sentence: str) -> int:
    """Print an error in one line; returns its exit code."""
    with contextlib.suppress(OSError):  # standard error may be closed too
        print("error:", in_one_line(sentence), file=sys.stderr, flush=True)
    return 2


def in_one_line(message: object) -> str:
    """A message in one line that cannot command a terminal, whatever file or name it quotes.

    >>> in_one_line("two\\nlines, and \\x1b[2J")
    'two lines, and \\\\x1b[2J'
    """
    return escaped(" ".join(str(message).split()))


def escaped(text: str) -> str:
    """The text with control characters, and others that are not printable, written as escapes."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
