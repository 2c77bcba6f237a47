"""Ids, and chains of transforms."""

import zlib
from functools import cache
from random import Random
from typing import Any

from fuzz.fuzzer import Differs, fuzzer
from fuzz.mutation import HUGE, NUMBERS, mutated_text
from fuzz.readers.texts import check_round_trip
from fuzz.samples import ids, layout_word, puzzles, seeds, value_for
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import generators, layouts, transforms
from mazeworks.making.making import change
from mazeworks.making.request import Request
from mazeworks.making.steps import Chain, grown, parse_steps, write_steps

#: The most cells, candidates and other counts with which a puzzle is made rather than only parsed: time is for many.
MOST_CELLS, MOST_COUNT = 150, 50
#: One input of this many is made; all others are parsed and written again.
MADE = 4


def make_id(random: Random) -> str:
    """An id by the grammar, mutated now and then."""
    if random.random() < 0.3:
        return mutated_text(random, random.choice(_ids()), ids())
    entry = random.choice(generators.values())
    parts = [make_size(random)] if entry.size and random.random() < 0.95 else []
    parts += [f"with={entry.name}"] if random.random() < 0.9 else []
    given = random.sample(entry.parameters, random.randrange(min(4, len(entry.parameters) + 1)))
    parts += [
        f"{each.name}={layout_word(random) if each.name == 'layout' else value_for(random, each)}" for each in given
    ]
    parts += [f"then={make_chain(random)}"] if random.random() < 0.15 else []
    id = f"{entry.kind}:{','.join(parts)}#{random.choice(('0', '1', '7', random.choice(HUGE)))}"
    return id if random.random() < 0.8 else mutated_text(random, id, ids())


_ids = seeds("ids", ids)


def make_size(random: Random) -> str:
    """A size, small in most ids."""
    if random.random() < 0.05:
        return f"{random.choice((*HUGE, *NUMBERS))}x{random.choice((*HUGE, *NUMBERS))}"
    return f"{random.randrange(1, 9)}x{random.randrange(1, 7)}"


@fuzzer("ids", make_id)
def try_id(text: str) -> None:
    request = Request.parse_id(text)
    if (again := Request.parse_id(request.id)) != request:
        raise Differs(f"{request.kind} id: {text!r} is written as {request.id!r}, which is {again.id!r}")
    if is_quick(request) and one_in(MADE, text):
        puzzle = request.make()
        if puzzle.id is None:
            raise Differs(f"{request.kind} without id: {text!r} makes one")
        check_round_trip(puzzle)


def is_quick(request: Request) -> bool:
    """Whether a request makes little work, by what it asks for."""
    width, height = grown(request.size or (1, 1), request.then)
    name, _, storeys = str(request.values.get("layout", "")).partition(":")
    floors = int(storeys) if name in layouts and layouts[name].storeys and storeys.isdigit() else 1
    counts = [value for value in (*request.values.values(), *_counts(request.then)) if type(value) is int]
    searches = request.generator.searches and not request.values.get("candidates")  # many, where none are named
    return not searches and 0 < width * height * floors <= MOST_CELLS and max(counts, default=0) <= MOST_COUNT


def _counts(chain: Chain) -> list[Any]:
    return [value for _, values in chain for value in values.values() if type(value) is int]


def one_in(count: int, text: str) -> bool:
    """Whether this text is one of those that are made: always the same ones."""
    return zlib.crc32(text.encode("utf-8", "replace")) % count == 0


# --- chains


def make_chain(random: Random) -> str:
    """Transforms with values, one after the other."""
    steps = []
    for _ in range(random.choice((1, 1, 2, 3))):
        entry = random.choice(transforms.values())
        given = entry.parameters[: random.randrange(len(entry.parameters) + 1)]
        steps.append(":".join([entry.name, *(value_for(random, each) for each in given)]))
    chain = "+".join(steps)
    return chain if random.random() < 0.6 else mutated_text(random, chain, list(transforms))


@cache
def _mazes() -> list[Puzzle[Any]]:
    return [puzzle for puzzle in puzzles() if puzzle.id and len(puzzle.id) < 60]


@fuzzer("chains", make_chain)
def try_chain(text: str) -> None:
    chain = parse_steps(text)
    if parse_steps(write_steps(chain)) != chain:
        raise Differs(f"chain: {text!r} is written as {write_steps(chain)!r}")
    little = grown((5, 5), chain)[0] <= 20 and max(_counts(chain), default=0) <= MOST_COUNT
    if little and one_in(MADE, text):
        number = zlib.crc32(text.encode("utf-8", "replace")) // MADE
        check_round_trip(change(_mazes()[number % len(_mazes())], text, seed=number))
