"""Small puzzles of all that the registry holds, as texts, plain values, ids and images: what mutation begins with."""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from fuzz import ROOT
from fuzz.corpus import kept
from mazeworks.core.errors import MazeError, Note
from mazeworks.core.facets import codec_of
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Generator, formats, generators, kinds, layouts
from mazeworks.files.loading import load
from mazeworks.files.targets import pieces
from mazeworks.making.request import Request

T = TypeVar("T")
#: Sizes that all samples have, where their generators can make them.
SIZES = ((3, 2), (4, 4))
#: The most characters of a sample.
LONGEST = 1000
#: How many candidates a generator that searches may try; more if it finds no puzzle.
CANDIDATES = (40, 20_000)


@cache
def puzzles() -> list[Puzzle[Any]]:
    """Two puzzles of each generator, one on each layout, and all examples."""
    anywhere = next(entry for entry in generators.values() if any(each.name == "layout" for each in entry.parameters))
    examples = [path for kind in kinds for path in sorted((ROOT / "examples" / kind).glob("*.*"))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        found = [made(entry, size, seed) for seed, size in enumerate(SIZES) for entry in generators.values()]
        found += [made(anywhere, (3, 3), 2, layout=name) for name in layouts]
        return found + [loaded(path) for path in examples]


@contextmanager
def naming(sample: str) -> Iterator[None]:
    """Name the sample in any error inside this block."""
    try:
        yield
    except Exception as error:
        error.add_note(f"This is the sample {sample}.")
        raise


def loaded(path: Path) -> Puzzle[Any]:
    """An example."""
    with naming(str(path)):
        return load(path)


def made(entry: Generator, size: tuple[int, int], seed: int, **values: Any) -> Puzzle[Any]:
    """A small puzzle of a generator; larger if it cannot make this size."""
    names = [each.name for each in entry.parameters if each.name == "candidates"]
    for given in (size, (5, 4), entry.size) if entry.size else (None,):
        for few in CANDIDATES:
            with suppress(MazeError), naming(f"{entry.name} {given} of the seed {seed} {values}"):
                return Request.of(entry.kind, given, entry.name, seed, "", dict.fromkeys(names, few) | values).make()
    raise LookupError(f"{entry.name} makes no small puzzle")


@cache
def texts() -> list[str]:
    """Every sample in every text format that holds it, without a solution."""
    found: list[str] = []
    for form in formats.values():
        for puzzle in puzzles():
            if not form.binary and form.holds(puzzle):
                text = written(form.name, puzzle)
                found += [] if text is None or len(text) > LONGEST else [text]
    return list(dict.fromkeys(found))


def written(form: str, puzzle: Puzzle[Any]) -> str | None:
    """A puzzle as text; None where the format refuses it after all."""
    try:
        with naming(f"{puzzle.id or puzzle!r} as {form}"):
            return "".join(map(str, pieces(formats[form], Solved(puzzle))))
    except MazeError:
        return None


@cache
def data() -> list[dict[str, Any]]:
    """Every sample as plain values, as JSON files hold them."""
    able = [puzzle for puzzle in puzzles() if codec_of(puzzle).saves]
    found = [{"mazeworks": 1, "kind": each.kind} | codec_of(each).to_data() for each in able]
    return [values for values in found if len(str(values)) <= LONGEST]


@cache
def ids() -> list[str]:
    """The ids of all samples."""
    return [puzzle.id for puzzle in puzzles() if puzzle.id]


def seeds(name: str, samples: Callable[[], Iterable[T]]) -> Callable[[], list[T]]:
    """Samples and the corpus of a fuzzer, put together when first asked for."""
    return cache(lambda: [*samples(), *kept(name)])


def value_for(random: Random, parameter: Parameter) -> str:
    """A text for a parameter: mostly one that it takes."""
    if parameter.choices and random.random() < 0.8:
        return random.choice(parameter.choices)
    least, most = parameter.least, parameter.most
    number = random.choice([each for each in (least, most, 0, 1, 2, 3, 0.5) if each is not None])
    match parameter.kind:
        case "whole":
            return str(int(min(number, 99)))
        case "number":
            return f"{min(number, 99):g}"
        case "span":
            return f"{int(min(number, 99))}..{random.randrange(12)}"
        case "place":
            return f"{random.randrange(5)}/{random.randrange(5)}"
        case "flag":
            return random.choice(("yes", "no"))
    return parameter.format(parameter.default)


def layout_word(random: Random) -> str:
    """A layout, with its parameter now and then."""
    entry = random.choice(layouts.values())
    if entry.parameter is None or random.random() < 0.5:
        return entry.name
    return f"{entry.name}:{value_for(random, entry.parameter)}"


def without_searches(text: str) -> str:
    """A text in which no kind stands that is searched for seconds, unless it names how many candidates there are."""
    for kind in _searched():
        # Not where a kind begins with the letter of an escape of JSON, as in "\turn".
        text = text if "candidates" in text else re.sub(rf"(?<!\\){kind}", next(iter(layouts)), text)
    return text


@cache
def _searched() -> list[str]:
    return sorted({entry.kind for entry in generators.values() if entry.searches})
