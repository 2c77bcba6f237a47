"""The meaning of a command's words, a puzzle to make or a file to read; and options that several commands share."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

from mazeworks.cli.options import TYPED, Typed, Values, Words, file_names, matching, names_of
from mazeworks.cli.output import progress_bar
from mazeworks.core.errors import MazeError
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import SECTIONS, generators, kinds
from mazeworks.making.request import Request, parse_size

#: The default kind, and how a word begins that is meant as a size.
KIND, SIZE = "wall", r"[-+.]*\d|[-x×]|$"


def words_argument(metavar: str, complete: Callable[..., list[Any]] = file_names) -> Callable[[Any], Any]:
    """The words of a command that are not options."""
    return click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar=metavar, shell_complete=complete)


def output_option(text: str, metavar: str = "FILE") -> Callable[[Any], Any]:
    """-o, the name of a file; `check_target` refuses one that cannot be written, with a clearer message than click."""
    return click.option("-o", "--output", metavar=metavar, help=text, shell_complete=file_names)


def with_option(word: str, text: str) -> Callable[[Any], Any]:
    """--with, the name of a generator or of a solver."""
    complete = _able_generators if word == "generator" else names_of(f"{word}s")
    return click.option("--with", word, metavar=word.upper(), help=text, shell_complete=complete)


def _able_generators(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Completes the name of a generator, in the shell, for the kind that was typed."""
    kind = kind_and_size(context.meta.get(TYPED, Typed([], {})).words)[0]
    return matching([entry.name for entry in generators.values() if entry.kind == kind], incomplete)


def read_request(words: Words, generator: str | None, making: Values, seed: int | None, then: Words) -> Request:
    """What is asked for: a kind, a size, a generator and values for it, a seed and transforms."""
    kind, size = kind_and_size(words)
    return Request.of(kind, parse_size(size) if size else None, generator, seed, "+".join(then), making)


def kind_and_size(words: Sequence[str]) -> tuple[str, str]:
    """The kind (default wall) and the text of the size (default empty) in words."""
    places = list(words)
    kind = places.pop(0) if places and not re.match(SIZE, places[0]) else KIND
    if len(places) > 1:
        raise MazeError(f"expected one size, but got {' and '.join(places):.120}")
    return kind, places[0] if places else ""


def refuse_misplaced_word(kind: str, generator: str | None, needs: str) -> None:
    """Raise an error if a word in the place of a kind or generator is something else; it names the right option."""
    if "#" in kind:
        advice = f"leave out --{needs} to use it" if needs else "`maze draw` shows it"
        raise MazeError(f"{kind!r:.200} is an id, not a kind", advice)
    others = (("layouts", "layout"), ("generators", "with"), ("transforms", "then"))
    for word, section in ((kind, kinds), (generator, generators)):
        if word is None or word in section:
            continue
        name = word.partition(":")[0]
        for title, option in others:
            if name in SECTIONS[title]:
                what = SECTIONS[title].word
                raise MazeError(f"{name} is a {what}, not a {section.word}", f"--{option} {word} asks for it")


def load_source(words: Sequence[str], options: dict[str, Any], names: str = "FILE") -> Puzzle[Any]:
    """The puzzle that the first word names; raises unless there is a word for each of `names`."""
    from mazeworks.files.loading import load

    if not all(word.strip() for word in words):
        raise MazeError(f"a name is blank; expected {names}")
    if len(words) != len(names.split()):
        raise MazeError(f"expected {names}, but got {' '.join(words) or 'nothing':.200}")
    with progress_bar():
        return load(words[0], **options)
