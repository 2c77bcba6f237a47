"""Jugs of known sizes, water without end, and an amount to be measured: the smallest kind, as a template."""

import re
from collections.abc import Iterator
from typing import Any

from mazeworks.core.errors import FormatError, MazeError, counted
from mazeworks.core.facets import Codec, Words
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, kind

Amounts = tuple[int, ...]
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class Jugs(Puzzle[Amounts]):
    """All jugs begin empty; the goal is `target` litres in any one of them."""

    def __init__(self, sizes: Amounts, target: int) -> None:
        if not sizes or any(type(size) is not int or size < 1 for size in sizes):
            raise MazeError(f"jugs have whole sizes of at least 1, not {sizes!r:.60}")
        if len(sizes) > len(ORDINALS) or max(sizes) > 10_000:
            raise MazeError(f"there are at most {len(ORDINALS)} jugs, of at most 10000 litres each")
        if not 1 <= target <= 10_000:
            raise MazeError(f"the amount to measure is 1 to 10000 litres, not {target!r:.60}", about="target")
        self.sizes = sizes
        self.target = target
        self.start = (0,) * len(sizes)

    def moves(self, state: Amounts) -> Iterator[tuple[str, Amounts]]:
        for i, (amount, size) in enumerate(zip(state, self.sizes, strict=True)):
            if amount < size:
                yield f"fill{i}", _with(state, {i: size})
            if amount:
                yield f"empty{i}", _with(state, {i: 0})
            for j, other in enumerate(self.sizes):
                poured = min(amount, other - state[j])
                if i != j and poured:
                    yield f"pour{i}to{j}", _with(state, {i: amount - poured, j: state[j] + poured})

    def is_goal(self, state: Amounts) -> bool:
        return self.target in state


def _with(state: Amounts, changes: dict[int, int]) -> Amounts:
    return tuple(changes.get(i, amount) for i, amount in enumerate(state))


class JugsWords(Words[Jugs]):
    """Jugs in words."""

    def rules(self) -> str:
        return "Fill a jug to the brim, empty it, or pour it into another until that is full or this one is empty."

    def aim(self) -> str:
        return f"measure {counted(self.puzzle.target, 'litre')} in any jug"

    def describe(self, state: Amounts) -> str:
        return "  ".join(f"{amount}/{size}" for amount, size in zip(state, self.puzzle.sizes, strict=True))

    def move_words(self, move: str) -> str:
        verb, first, *second = re.findall(r"^[a-z]+|\d", move)
        into = f" into the {ORDINALS[int(second[0])]}" if second else ""
        return f"{verb} the {ORDINALS[int(first)]} jug{into}"


class JugsCodec(Codec[Jugs]):
    """Jugs as plain values."""

    def to_data(self) -> dict[str, Any]:
        return {"sizes": list(self.puzzle.sizes), "target": self.puzzle.target}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Jugs:
        sizes, target = data.get("sizes"), data.get("target")
        if not isinstance(sizes, list) or type(target) is not int:
            raise FormatError("'sizes' should be a list of whole numbers, and 'target' a whole number")
        return Jugs(tuple(sizes), target)


kind(
    "jugs",
    "Measure an amount of water by filling, emptying and pouring jugs.",
    generator="jugs",
    facets=(JugsWords, JugsCodec),
)(Jugs)


@generator(
    "jugs",
    "The sizes given, such as 3-5, and an amount to measure.",
    kind="jugs",
    parameters=(
        Parameter("sizes", "text", "3-5", "the sizes of the jugs, joined by hyphens"),
        Parameter("target", "whole", 4, "the amount to measure", least=1),
    ),
)
def jugs(random: Random, sizes: str, target: int) -> Jugs:
    try:
        return Jugs(tuple(int(size) for size in sizes.split("-")), target)
    except ValueError as error:
        why = f"sizes are like 3-5, not {sizes!r}"
        raise error if isinstance(error, MazeError) else MazeError(why, about="sizes") from None
