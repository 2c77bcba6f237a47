"""Where commands get options from besides their own: what their words choose in the registry."""

import os
from collections.abc import Callable
from typing import Any

from mazeworks.cli.options import Listing, Offer, Source, Typed, offer
from mazeworks.cli.words import KIND, check_meant, kind_and_size
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import codec_class
from mazeworks.core.registry import SECTIONS, Generator, Renderer, Section, Solver, generators, kinds
from mazeworks.making.request import generator_of, looks_like_id, refuse_foreign


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
        entries = self.section.values()
        return ", ".join(e.name for e in entries if any(parameter.name == name for parameter in e.parameters))

    def refuse(self, name: str, typed: Typed) -> None:
        if able := self.able(name):
            chosen = self.choose(typed)
            who = chosen.name if chosen else self.instead(typed)
            raise MazeError(f"{who} has no parameter {name}; these {self.section.word}s have: {able}")

    def instead(self, typed: Typed) -> str:
        """What is used where no entry is chosen."""
        return "what is asked for"


def rows_of(entries: list[Any]) -> dict[str, list[str]]:
    """The options of entries, by their names; those with the same options share a row."""
    names: dict[tuple[str, ...], list[str]] = {}
    for entry in entries:
        options = tuple(f"--{parameter.name.replace('_', '-')}" for parameter in entry.parameters)
        names.setdefault(options, []).append(entry.name)
    return {", ".join(some): list(options) for options, some in names.items()}


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
        generator = typed.options.get("generator")
        check_meant(kind, generator)
        return generator_of(kind, generator)

    def named(self, typed: Typed) -> bool:
        return "generator" in typed.options or kind_and_size(typed.words)[0] in typed.words

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

    def instead(self, typed: Typed) -> str:
        target = self.target(typed)
        return f"the format of {target!r:.60}" if target and target != "-" else "a drawing in text"
