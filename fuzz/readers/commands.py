"""Command lines: every command with its own options and those of the registry, run in this process."""

import io
import json
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

import click

from fuzz.confined import confined
from fuzz.fuzzer import Differs, fuzzer
from fuzz.mutation import PIECES, mutated_text
from fuzz.readers.ids import make_chain, make_id
from fuzz.samples import data, ids, layout_word, texts, value_for, without_searches
from mazeworks.cli import run
from mazeworks.cli.command import maze
from mazeworks.core.errors import MazeError
from mazeworks.core.parameters import Parameter
from mazeworks.core.registry import SECTIONS, formats, renderers

#: Commands that wait for a person, draw or measure more than there is time for, or start processes.
LEFT_OUT = ("serve", "book", "bench", "dataset")
#: Files that are there, by what makes their text, and names of others.
FILES: dict[str, Callable[[], str]] = {
    "maze.txt": lambda: texts()[0],
    "maze.json": lambda: json.dumps(data()[0]),
    "empty": lambda: "",
}
TARGETS = ("out.txt", "out.json", "out.svg", "out.asc", "out.map", "out", "none/out.txt", ".", "-", "", "out.xyz")
#: Options with which drawings take little time.
DRAWN = ("--cell", "8")
#: Options that open a window, or have no end.
NEVER = ("--show", "--animate")
LONG_NUMBER = re.compile(r"\d{3,}")


@cache
def _folder() -> str:
    """A folder of files to read, removed when the process ends."""
    import atexit

    folder = tempfile.mkdtemp(prefix="mazeworks-fuzz-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, text in FILES.items():
        (Path(folder) / name).write_text(text())
    return folder


@cache
def _parameters() -> list[Parameter]:
    found = [each for section in SECTIONS.values() for entry in section.values() for each in entry.parameters]
    return found + [each for form in formats.values() for each in form.options]


@cache
def _names() -> list[str]:
    return [name for section in SECTIONS.values() for name in section]


def make_command(random: Random) -> list[str]:
    """A command with words and options, mutated now and then; all numbers are small, so that it is quick."""
    with click.Context(maze) as context:
        name = random.choice([each for each in maze.list_commands(context) if each not in LEFT_OUT])
        command = maze.get_command(context, name)
    words = [name, *(_sensible(random, name) or [_word(random, name) for _ in range(random.choice((0, 1, 1, 2, 3)))])]
    own = [each for each in (command.params if command else []) if isinstance(each, click.Option)]
    for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
        words += _own(random, random.choice(own)) if own and random.random() < 0.5 else _of_registry(random)
    if random.random() < 0.25:
        place = random.randrange(len(words))
        words[place] = random.choice((mutated_text(random, words[place]), random.choice(PIECES)))
    few = "--candidates" in words
    return [quick(word) if few else without_searches(quick(word)) for word in words if word not in NEVER]


def _sensible(random: Random, command: str) -> list[str]:
    """Words and options that belong together, for commands that the registry gives options to."""
    source = random.choice(("maze.txt", "maze.json", random.choice(ids())))
    size = f"{random.randrange(1, 9)}x{random.randrange(1, 9)}"
    title = {"new": "generators", "solve": "solvers", "draw": "renderers", "change": "transforms"}.get(command, "")
    if not title or random.random() < 0.3:
        return []
    entry = random.choice(SECTIONS[title].values())
    chosen = {
        "new": [getattr(entry, "kind", ""), *([size] if getattr(entry, "size", None) else []), "--with", entry.name],
        "solve": [source, "--with", entry.name],
        "draw": [source, "-o", f"out{random.choice(getattr(entry, 'extensions', ('.txt',)))}", *DRAWN],
        "change": [source, "--then", make_chain(random)],
    }[command]
    given = (
        []
        if title == "transforms"
        else random.sample(entry.parameters, min(len(entry.parameters), random.randrange(3)))
    )
    few = [("--candidates", "9") for each in entry.parameters if each.name == "candidates"]
    return chosen + [word for pair in [*few, *(_option(random, each) for each in given)] for word in pair]


def _word(random: Random, command: str) -> str:
    if command in ("new", "rate") and random.random() < 0.6:
        return random.choice((f"{random.randrange(1, 9)}x{random.randrange(1, 9)}", random.choice(_names())))
    return random.choice(
        (*FILES, random.choice(ids()), make_id(random), "-", "missing.txt", random.choice(_names()), "5")
    )


def _own(random: Random, option: click.Option) -> list[str]:
    word = random.choice([*option.opts, *option.secondary_opts])
    if option.is_flag:
        return [word]
    values = (*TARGETS, *formats, *renderers, random.choice(_names()), "1", "0", "7", "-1", "x", make_chain(random))
    return [word, random.choice(values)] if random.random() < 0.9 else [f"{word}={random.choice(values)}"]


def _of_registry(random: Random) -> list[str]:
    return _option(random, random.choice(_parameters()))


def _option(random: Random, parameter: Parameter) -> list[str]:
    word = "--" + parameter.name.replace("_", "-")
    if parameter.kind == "flag":
        return [word] if random.random() < 0.5 else [word.replace("--", "--no-")]
    return [word, layout_word(random) if parameter.name == "layout" else value_for(random, parameter)]


def quick(word: str) -> str:
    """A word without large numbers: a person may ask for much work, and that is not a fault."""
    return LONG_NUMBER.sub(lambda found: found[0][:2], word)


@fuzzer("commands", make_command)
def try_command(words: list[str]) -> None:
    rows = ["--rows", "3"] if "stream" in words else []
    with confined(_folder()), _streams() as errors:
        code = run([str(word) for word in words] + rows)
    said = errors.getvalue().decode()
    if code not in (0, 1, 2) or (code == 2 and not re.search(r"^error: .+$", said, re.MULTILINE)):
        raise Differs(f"exit code {code}: {said!r:.300}")
    if code == 2:
        raise MazeError(said)


@contextmanager
def _streams() -> Iterator[io.BytesIO]:
    """Empty standard input, and buffers for what is written, of which that of errors is returned."""
    before, shown = (sys.stdin, sys.stdout, sys.stderr), warnings.showwarning
    out, errors = io.BytesIO(), io.BytesIO()
    streams = [io.TextIOWrapper(each) for each in (io.BytesIO(), out, errors)]
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        yield errors
    finally:
        for stream in streams:
            stream.detach()
        (sys.stdin, sys.stdout, sys.stderr), warnings.showwarning = before, shown
