"""What the words of a command mean: a puzzle to be made, a file to be read, and whose options may follow them."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from mazeworks.cli.options import TYPED, Listing, Offer, Source, Typed, file_names, matching, names_of, offer
from mazeworks.cli.output import progress_bar
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import codec_class
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import SECTIONS, Generator, Renderer, Section, Solver, generators, kinds
from mazeworks.making.request import Request, generator_of, looks_like_id, parse_seed, parse_size, refuse_foreign

#: The kind that is made where none is named.
KIND = "wall"

# --- options that several commands have


def words_argument(metavar: str, complete: Callable[..., list[Any]] = file_names) -> Callable[[Any], Any]:
    """The words of a command that are not options."""
    return click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar=metavar, shell_complete=complete)


def output_option(text: str, metavar: str = "FILE") -> Callable[[Any], Any]:
    """-o, the name of a file; `check_target` refuses one that cannot be written to, in better words than click's."""
    return click.option("-o", "--output", metavar=metavar, help=text, shell_complete=file_names)


def format_option(function: Any) -> Any:
    """--format, the name of a format or renderer."""
    help = "How to write it; see `maze list formats` and `maze list renderers`."
    complete = names_of("formats", "renderers")
    return click.option("--format", "form", metavar="FORMAT", help=help, shell_complete=complete)(function)


def then_option(function: Any) -> Any:
    """--then, a transform; it may be given again."""
    help = "Change it, as in braid:0.5; may be given again. The id names all of them, and makes the same again."
    complete = names_of("transforms", after="+")
    return click.option("--then", multiple=True, metavar="TRANSFORM", help=help, shell_complete=complete)(function)


def generator_option(help: str) -> Callable[[Any], Any]:
    """--with, the name of a generator."""
    return click.option("--with", "maker", metavar="GENERATOR", help=help, shell_complete=_able_generators)


def solver_option(help: str) -> Callable[[Any], Any]:
    """--with, the name of a solver."""
    return click.option("--with", "solver", metavar="SOLVER", help=help, shell_complete=names_of("solvers"))


def _able_generators(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Has the shell complete the name of a generator for the kind that was typed."""
    kind = kind_and_size(context.meta[TYPED].words)[0]
    return matching([entry.name for entry in generators.values() if entry.kind == kind], incomplete)


# --- puzzles to be made


def read_request(
    words: Sequence[str], maker: str | None, values: dict[str, Any], seed: str | None, then: Sequence[str]
) -> Request:
    """What is asked for: a kind, a size, a generator and values for it, a seed and transforms."""
    kind, size = kind_and_size(words)
    number = None if seed is None else parse_seed(seed)
    return Request.of(generator_of(kind, maker), parse_size(size) if size else None, values, number, "+".join(then))


def kind_and_size(words: Sequence[str]) -> tuple[str, str]:
    """The kind that words name, wall if none, and the size as it is written, empty if there is none."""
    places = list(words)
    kind = places.pop(0) if places and not is_size(places[0]) else KIND
    if len(places) > 1:
        raise MazeError(f"one size is enough, but {' and '.join(places):.120} were given")
    return kind, places[0] if places else ""


def is_size(word: str) -> bool:
    """Whether a word is meant as a size: it begins with a digit, or with a minus and a digit."""
    return word.lstrip("-+.")[:1].isdigit() or word[:1] in "-x×"


def check_meant(kind: str, maker: str | None) -> None:
    """Say which option takes a word that was given as a kind or as a generator, but is something else."""
    if "#" in kind:
        raise MazeError(f"{kind!r:.200} names one puzzle, and is no kind to make others of", "`maze draw` shows it")
    others = (("layouts", "layout"), ("generators", "with"), ("transforms", "then"))
    for word, section in ((kind, kinds), (maker, generators)):
        if word is None or word in section:
            continue
        name = word.partition(":")[0]
        for title, option in others:
            if name in SECTIONS[title]:
                what = SECTIONS[title].word
                raise MazeError(f"{name} is a {what}, not a {section.word}", f"--{option} {word} asks for it")


# --- puzzles to be read


def load_source(words: Sequence[str], options: dict[str, Any], names: str = "FILE") -> Puzzle[Any]:
    """The puzzle that the first word names, of as many words as are expected; options are those of its kind."""
    from mazeworks.files.loading import load

    if not all(word.strip() for word in words):
        raise MazeError(f"a name is blank; expected {names}")
    if len(words) != len(names.split()):
        raise MazeError(f"expected {names}, but got {' '.join(words) or 'nothing':.200}")
    with progress_bar():
        return load(words[0], **options)


# --- whose options may follow


class FileSource(Source):
    """Options of the kind of puzzle in a file, and of its format; which those are is known once it is read."""

    owner = "reading"

    def offers(self, typed: Typed) -> list[Offer]:
        name = typed.words[0] if typed.words else ""
        kind = name.partition(":")[0] if looks_like_id(name) and not os.path.exists(name) else ""
        return self._of_kind(kind) if kind in kinds else []

    def _of_kind(self, kind: str) -> list[Offer]:
        options = codec_class(kinds[kind].puzzle).options
        return [offer(self.owner, f"Options of {kind} puzzles", options, as_text=True)] if options else []

    def further(self, typed: Typed, unknown: bool) -> list[Offer]:
        if typed.words and looks_like_id(typed.words[0]) and not unknown:
            return []
        found = [each for kind in kinds for each in self._of_kind(kind)]
        for form in SECTIONS["formats"].values():
            if form.options:
                found.append(offer(self.owner, f"Options of the format {form.name}", form.options, as_text=True))
        return found


class Choice(Source):
    """Options of the one entry of a section that the words choose."""

    section: Section[Any]
    #: The words that choose an entry, for the help.
    words = ""
    #: The option without which none is chosen.
    needs = ""

    def choose(self, typed: Typed) -> Generator | Solver | Renderer | None:
        """The entry, if the words choose one."""
        raise NotImplementedError

    def offers(self, typed: Typed) -> list[Offer]:
        entry = self.choose(typed)
        if entry is None or not entry.parameters:
            return []
        return [offer(self.owner, f"Options of the {self.section.word} {entry.name}", entry.parameters)]

    def listings(self, typed: Typed) -> list[Listing]:
        try:
            chosen = self.choose(typed)
        except MazeError:
            chosen = None
        if chosen and self.named(typed):
            return []
        found: dict[tuple[str, str], list[Any]] = {}
        for entry in self.section.values():
            if entry.parameters and entry is not chosen:
                found.setdefault(self.heading(entry, "other " if chosen else ""), []).append(entry)
        return [Listing(title, words, rows_of(entries)) for (title, words), entries in found.items()]

    def heading(self, entry: Any, other: str) -> tuple[str, str]:
        """What the help lists an entry under, and the words that choose it."""
        when = f"With --{self.needs}: options" if self.needs and not other else "Options"
        return f"{when} of {other}{self.section.word}s", self.words

    def named(self, typed: Typed) -> bool:
        """Whether a word chose the entry, rather than a default."""
        return True

    def able(self, name: str) -> str:
        """The entries that have a parameter, in words."""
        able = [entry.name for entry in self.section.values() if has(entry.parameters, name)]
        return ", ".join(able)

    def refuse(self, name: str, typed: Typed) -> None:
        if able := self.able(name):
            chosen = self.choose(typed)
            who = chosen.name if chosen else "what is printed here"
            raise MazeError(f"{who} has no parameter {name}; these {self.section.word}s have: {able}")


def rows_of(entries: list[Any]) -> dict[str, list[str]]:
    """The options of entries, by their names; those with the same options share a row."""
    names: dict[tuple[str, ...], list[str]] = {}
    for entry in entries:
        options = tuple(f"--{parameter.name.replace('_', '-')}" for parameter in entry.parameters)
        names.setdefault(options, []).append(entry.name)
    return {", ".join(some): list(options) for options, some in names.items()}


def has(parameters: Sequence[Parameter], name: str) -> bool:
    """Whether a parameter of this name is among some."""
    return any(parameter.name == name for parameter in parameters)


class GeneratorSource(Choice):
    """Options of the generator that a kind and --with choose; for some commands only where --many is given."""

    owner, section = "making", generators

    def __init__(self, needs: str = "") -> None:
        self.needs = needs
        self.words = f"--{needs} N --with GENERATOR" if needs else "--with GENERATOR"

    def choose(self, typed: Typed) -> Generator | None:
        if self.needs and self.needs not in typed.options:
            return None
        kind, _ = kind_and_size(typed.words)
        maker = typed.options.get("maker")
        check_meant(kind, maker)
        return generator_of(kind, maker)

    def named(self, typed: Typed) -> bool:
        return "maker" in typed.options or kind_and_size(typed.words)[0] in typed.words

    def heading(self, entry: Any, other: str) -> tuple[str, str]:
        if entry.kind == KIND:
            return super().heading(entry, other)
        return "Options of other kinds", self.words.replace("--with GENERATOR", "KIND")

    def refuse(self, name: str, typed: Typed) -> None:
        chosen = self.choose(typed)
        if chosen is not None:
            refuse_foreign(chosen, [name])
        elif self.able(name):
            option = name.replace("_", "-")
            raise MazeError(f"--{option} says how puzzles are made, and goes with --{self.needs}")


class SolverSource(Choice):
    """Options of the solver that --with chooses; for some commands only where --solution is given."""

    owner, section = "solving", SECTIONS["solvers"]

    def __init__(self, needs: str = "") -> None:
        self.needs = needs
        self.words = f"FILE --{needs} --with SOLVER" if needs else "FILE --with SOLVER"

    def choose(self, typed: Typed) -> Solver | None:
        if self.needs and self.needs not in typed.options:
            return None
        solver: Solver = SECTIONS["solvers"][typed.options.get("solver", "auto")]
        return solver

    def named(self, typed: Typed) -> bool:
        return "solver" in typed.options

    def refuse(self, name: str, typed: Typed) -> None:
        if self.needs and self.needs not in typed.options and self.able(name):
            raise MazeError(f"--{name} is an option of a solver, and goes with --{self.needs}")
        super().refuse(name, typed)


class RendererSource(Choice):
    """Options of the renderer that a target or --format chooses."""

    owner, section = "drawing", SECTIONS["renderers"]

    def __init__(
        self,
        words: str = "FILE -o OUT.png",
        target: Callable[[Typed], str | None] = lambda typed: typed.options.get("output"),
    ) -> None:
        self.words, self.target = words, target

    def choose(self, typed: Typed) -> Renderer | None:
        from mazeworks.files.targets import renderer_for

        return renderer_for(self.target(typed), typed.options.get("form"))
