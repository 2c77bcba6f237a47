"""`maze play` and `maze serve`."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Checked, Values, Words
from mazeworks.cli.sources import FileSource
from mazeworks.cli.words import load_source, words_argument
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.facets import variants_of
from mazeworks.files.saving import write_file

if TYPE_CHECKING:
    from mazeworks.play.session import Session


@maze.command(sources=(FileSource(),))
@words_argument("FILE")
@click.option("--save", "saved", metavar="GAME", help="Keep the game there when it is left; play that file to go on.")
def play(words: Words, saved: str | None, reading: Values) -> None:
    """Play a puzzle in the terminal with arrow keys or WASD, or by numbers where there are no directions.

    \b
    maze play wall:20x10#7
    maze play maze.txt --save game.json    and later    maze play game.json
    """
    from mazeworks.play.terminal import Game, Keyboard, Terminal

    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise MazeError("maze play needs a terminal to draw on and to read keys from")
    for session in sessions(words, reading):
        solved = Game(session, Terminal(sys.stdout, Keyboard()), "NO_COLOR" not in os.environ).play()
        click.echo(outcome(session, solved))
        if saved:
            write_file(saved, [session.save()])
        if not solved:
            break


def sessions(words: Words, reading: Values) -> Iterator["Session"]:
    """The saved game that a file holds, or a game for each variant of its puzzle."""
    from mazeworks.play.session import Session, is_game

    if len(words) == 1 and os.path.isfile(words[0]):
        with open(words[0], encoding="utf-8", errors="replace") as file:
            beginning = file.read(1000)
            if is_game(beginning):
                for name in reading:
                    saved = f"{words[0]!r} is a saved game, which already contains its puzzle"
                    raise MazeError(f"{saved}; --{name} cannot change it")
                yield Session.load(beginning + file.read(1 << 28))
                return
    puzzle = load_source(words, reading)
    for name in variants_of(puzzle):
        yield Session(puzzle, name)


def outcome(session: "Session", solved: bool) -> str:
    """How a game ended, and what help was taken, in words."""
    who = f"{session.variant}: " if session.variant else ""
    cost = "" if session.cost is None else f", cost {session.cost}"
    hints = f", with {counted(session.hints, 'hint')}" if session.hints else ""
    given_up = ", after giving up" if session.gave_up else ""
    return f"{who}{'solved in' if solved else 'left after'} {counted(session.count, 'move')}{cost}{hints}{given_up}"


@maze.command()
@click.option("--host", default="127.0.0.1", metavar="HOST", help="Where to listen (127.0.0.1: this computer alone).")
@click.option("--port", type=Checked(0, 65535), default=8642, metavar="N", help="The port (8642); 0 for any free.")
@click.option(
    "--allow-host", "names", multiple=True, metavar="NAME", help="A name that the server answers to (repeat)."
)
@click.option(
    "--behind-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy whose X-Forwarded-For is believed (repeat).",
)
@click.option("--open/--no-open", "opening", default=True, help="Open the page in a browser, or do not.")
def serve(host: str, port: int, names: tuple[str, ...], proxies: tuple[str, ...], opening: bool) -> None:
    """Serve the page on which mazes are made, solved, watched, raced and played, until Ctrl-C.

    \b
    maze serve
    maze serve --port 9000 --no-open
    maze serve --host 0.0.0.0 --allow-host 192.168.1.20
    """
    from mazeworks.web.startup import serve as serve_page

    def ready(address: str) -> None:
        with suppress(MazeError):  # it serves with standard output closed too
            click.echo(f"mazes are at {address} (Ctrl-C stops)")
        if opening:
            import webbrowser

            webbrowser.open(address)

    serve_page(host, port, ready=ready, names=names, proxies=proxies)
