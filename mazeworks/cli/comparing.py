"""`maze compare`: a printed walk and the true one."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, BinaryIO, TextIO, cast

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Values, Words, json_option
from mazeworks.cli.output import print_json
from mazeworks.cli.solving import solve_all
from mazeworks.cli.sources import FileSource, SolverSource, StepsSource
from mazeworks.cli.words import load_source, with_option, words_argument
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.puzzle import Puzzle

#: The solver whose walk is the true one by default.
RULE = "left_hand"


@maze.command(sources=(SolverSource("OUT FILE --with SOLVER", default=RULE), FileSource(1), StepsSource()))
@words_argument("OUT FILE")
@with_option("solver", f"Whose walk is the true one ({RULE}).")
@json_option
def compare(
    words: Words, solver: str | None, as_json: bool, solving: Values, reading: Values, printing: Values
) -> None:
    """Compare OUT, what a program printed step by step, with the true walk through the maze in FILE.

    It names the first frame and place that differ; frame 0 is the start. The exit code is 0 if they are identical and 1
    if they are not.

    \b
    maze compare mine.out map.txt
    maze compare mine.out map.txt --mark v --stop before --pad
    python maze_solver.py map.txt | maze compare - map.txt
    """
    from mazeworks.animation.comparison import compare as compared

    if len(words) != 2 or words == ("-", "-"):
        raise MazeError(f"expected OUT and FILE, one of which may be -, but got {' '.join(words) or 'nothing':.200}")
    puzzle = puzzle_in(words, reading)
    answers = solve_all(puzzle, solver or RULE, **solving)
    if len(answers) > 1:
        raise MazeError(
            f"the steps of one are compared, but there are {len(answers)} travellers", "choose a --traveller"
        )
    [answer] = answers
    if answer.solution is None:
        raise MazeError(f"{words[1]} has no solution, and so no walk to compare with")
    with printed(words[0]) as text:
        found = compared(text, answer.puzzle, answer.solution, **printing)
    if as_json:
        print_json({"identical": found is None} | ({} if found is None else found._asdict()))
    else:
        click.echo("identical" if found is None else "; ".join(filter(None, (found.sentence, found.advice))))
    if found is not None:
        raise SystemExit(1)


def puzzle_in(words: Words, reading: Values) -> Puzzle[Any]:
    """The puzzle in FILE, the second word; an error says if the first holds one instead."""
    try:
        return load_source(words[1:], reading)
    except FormatError as error:
        if words[0] != "-":
            with suppress(MazeError):
                load_source(words[:1], reading)
                error.advice = "the output comes first, then the maze: maze compare OUT FILE"
        raise


@contextmanager
def printed(name: str) -> Iterator[TextIO]:
    """What a program printed into a file, or into standard input, as text; a shell may have written it as UTF-16."""
    if name == "-" and sys.stdin is None:
        raise MazeError("standard input is closed")
    with nullcontext(sys.stdin.buffer) if name == "-" else opened(name) as file:
        data = io.BufferedReader(cast("io.RawIOBase", file))
        wide = data.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff")
        text = io.TextIOWrapper(data, "utf-16" if wide else "utf-8-sig", errors="replace")
        try:
            yield text
        finally:  # or they would close standard input
            text.detach()
            data.detach()


def opened(name: str) -> BinaryIO:
    """A file to read; an error says why it cannot be opened."""
    if os.path.isdir(name):
        raise MazeError(f"{name!r} is a folder, not a file")
    try:
        return open(name, "rb")
    except FileNotFoundError:
        raise MazeError(f"there is no file {name!r}") from None
    except (OSError, ValueError) as error:
        raise MazeError(f"{name!r} cannot be read: {getattr(error, 'strerror', None) or error}") from None
