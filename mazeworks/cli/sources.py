"""Sources of further options for commands: the entries of the registry that their words choose."""

import os
from typing import Any

from mazeworks.cli.options import Offer, Source, Typed, option_word
from mazeworks.cli.words import KIND, kind_and_size, refuse_misplaced_word
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import codec_class
from mazeworks.core.registry import SECTIONS, Generator, Renderer, Section, Solver, formats, kinds, solvers, transforms
from mazeworks.files.targets import renderer_for
from mazeworks.making.request import generator_of, looks_like_id, refuse_foreign


class FileSource(Source):
    """Options of the kind and the format of a file, which are known only once it is read."""

    owner, as_text = "reading", True

    def __init__(self, place: int = 0) -> None:
        #: Which of the words names the file.
        self._place = place

    def _name(self, typed: Typed) -> str:
        return next(iter(typed.words[self._place :]), "")

    def offers(self, typed: Typed) -> list[Offer]:
        name = self._name(typed)
        kind = name.partition(":")[0] if looks_like_id(name) and not os.path.exists(name) else ""
        return self._of_kind(kind) if kind in kinds and "many" not in typed.options else []

    def _of_kind(self, kind: str) -> list[Offer]:
        options = codec_class(kinds[kind].puzzle).options
        return [Offer(kind, f"Options of {kind} puzzles", options)] if options else []

    def further(self, typed: Typed, unknown: bool) -> list[Offer]:
        name = self._name(typed)
        if "many" in typed.options or (looks_like_id(name) and not unknown):
            return []
        # The content decides the format, but the extension is rarely wrong.
        forms = formats.with_extension(os.path.splitext(name)[1].lower() or ".txt") or formats.values()
        found = [Offer(form.name, f"Options of the format {form.name}", form.options) for form in forms if form.options]
        return [offer for kind in kinds for offer in self._of_kind(kind)] + found

    def refuse(self, name: str, typed: Typed) -> None:
        from mazeworks.files.loading import owners_of

        able = owners_of(name)
        reading = f"{self._name(typed) or 'a file':.60} has no parameter {name}; these have: {able}"
        if able:
            many = f"{name} is for reading {able}, and --many reads no file"
            raise MazeError(many if "many" in typed.options else reading, about=name)


class StepsSource(Source):
    """Options of a solution that is printed step by step."""

    owner = "printing"

    def offers(self, typed: Typed) -> list[Offer]:
        from mazeworks.animation.frames import FORM

        return [Offer("steps", "How steps are printed", FORM)]


class Choice(Source):
    """Options of the one entry of a section that the words choose."""

    section: Section[Any]
    #: The option that names an entry, and the purpose of the entry's options, for an error.
    naming = purpose = ""

    def __init__(self, words: str, needs: str = "") -> None:
        #: The words that choose an entry, for the help; and the option, if any, without which none is chosen.
        self.words, self.needs = words, needs

    def choose(self, typed: Typed) -> Any:
        """The entry, if the words choose one."""
        raise NotImplementedError

    def _chosen(self, typed: Typed) -> Any:
        return None if self.needs and self.needs not in typed.options else self.choose(typed)

    def offers(self, typed: Typed) -> list[Offer]:
        entry = self._chosen(typed)
        if entry is None or not entry.parameters:
            return []
        return [Offer(entry.name, f"Options of the {self.section.word} {entry.name}", entry.parameters)]

    def later(self, typed: Typed) -> list[Offer]:
        chosen = self._chosen(typed)
        if (self.needs and self.needs not in typed.options) or (chosen and self.named(typed)):
            return []
        able = [entry for entry in self.section.values() if entry.parameters and self.may_choose(entry, chosen)]
        return [Offer(entry.name, entry.name, entry.parameters) for entry in able]

    def may_choose(self, entry: Any, chosen: Any) -> bool:
        """Whether an option typed later may choose this entry instead of the one chosen by default."""
        return True

    def listings(self, typed: Typed, path: str) -> dict[str, dict[str, str]]:
        try:
            chosen = self._chosen(typed)
        except MazeError:
            chosen = None
        found: dict[str, dict[str, list[str]]] = {}  # names by their options, which entries may share
        for entry in [] if chosen and self.named(typed) else self.section.values():
            if entry.parameters and entry is not chosen:
                title, words = self.heading(entry, "other " if chosen else "")
                rows = found.setdefault(f"{title}; `{path} {words} --help` explains them", {})
                rows.setdefault(" ".join(map(option_word, entry.parameters)), []).append(entry.name)
        return {title: {", ".join(names): row for row, names in rows.items()} for title, rows in found.items()}

    def heading(self, entry: Any, other: str) -> tuple[str, str]:
        """The heading of an entry in the help, and the words that choose it."""
        when = f"With --{self.needs}: options" if self.needs and not other else "Options"
        return f"{when} of {other}{self.section.word}s", self.words

    def named(self, typed: Typed) -> bool:
        """Whether a word chose the entry, rather than a default."""
        return self.naming in typed.options

    def refuse(self, name: str, typed: Typed) -> None:
        chosen = self._chosen(typed)
        if self.section.with_parameter(name) and chosen is None and self.needs:
            raise MazeError(f"--{name.replace('_', '-')} {self.purpose}, and needs --{self.needs}")
        self.refuse_to(chosen, name, typed)

    def refuse_to(self, chosen: Any, name: str, typed: Typed) -> None:
        """Raise an error for a parameter that only others have."""
        self.section.refuse_foreign(chosen, [name])


class GeneratorSource(Choice):
    """Options of the generator that a kind and --with choose."""

    owner, section = "making", SECTIONS["generators"]
    naming, purpose = "generator", "says how puzzles are made"

    def choose(self, typed: Typed) -> Generator:
        kind, _ = kind_and_size(typed.words)
        generator = typed.options.get("generator")
        refuse_misplaced_word(kind, generator, self.needs)
        return generator_of(kind, generator)

    def further(self, typed: Typed, unknown: bool) -> list[Offer]:
        """Options that ask for a transform, such as --forbid."""
        if self.needs and self.needs not in typed.options:
            return []
        kind, offers = self.choose(typed).kind, []
        for step in [each for each in transforms.values() if each.asked_by and each.kind == kind]:
            asking = tuple(parameter for parameter in step.parameters if parameter.name == step.asked_by)
            offers.append(Offer(step.name, f"Options of every {kind} maze", asking))
        return offers

    def named(self, typed: Typed) -> bool:
        return super().named(typed) or kind_and_size(typed.words)[0] in typed.words

    def may_choose(self, entry: Any, chosen: Any) -> bool:
        return bool(entry.kind == chosen.kind)

    def heading(self, entry: Any, other: str) -> tuple[str, str]:
        if entry.kind == KIND:
            return super().heading(entry, other)
        return "Options of other kinds", self.words.replace("--with GENERATOR", "KIND")

    def refuse_to(self, chosen: Any, name: str, typed: Typed) -> None:
        if chosen is not None:
            refuse_foreign(chosen, [name])


class SolverSource(Choice):
    """Options of the solver that --with chooses."""

    owner, section = "solving", SECTIONS["solvers"]
    naming, purpose = "solver", "is an option of a solver"

    def __init__(self, words: str, needs: str = "", default: str = "auto") -> None:
        super().__init__(words, needs)
        self._default = default

    def choose(self, typed: Typed) -> Solver:
        return solvers[typed.options.get("solver", self._default)]


class RendererSource(Choice):
    """Options of the renderer that a target or --format chooses; none if steps are shown."""

    owner, section = "drawing", SECTIONS["renderers"]

    def __init__(self, words: str = "FILE -o OUT.png", target: str | None = None) -> None:
        super().__init__(words)
        self._always = target

    def _target(self, typed: Typed) -> str | None:
        return self._always or typed.options.get("output") or next(iter(typed.words[1:]), None)

    def choose(self, typed: Typed) -> Renderer | None:
        return None if _walked(typed) else renderer_for(self._target(typed), typed.options.get("form"))

    def later(self, typed: Typed) -> list[Offer]:
        return [] if _walked(typed) else super().later(typed)

    def named(self, typed: Typed) -> bool:
        return True

    def refuse_to(self, chosen: Any, name: str, typed: Typed) -> None:
        target = self._target(typed)
        used = f"the format of {target!r:.60}" if target and target != "-" else "a drawing in text"
        self.section.refuse_foreign(chosen, [name], used)


def _walked(typed: Typed) -> bool:
    """Whether steps are shown, which no renderer draws."""
    return bool({"steps", "animate"} & set(typed.options))
