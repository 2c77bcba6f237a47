"""Plans of datasets: which mazes, how many, which of them are kept, and how they are split and written."""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError, TooLarge
from mazeworks.core.parameters import plain_number
from mazeworks.core.randomness import check_seed
from mazeworks.making.request import Request
from mazeworks.scale.mazes import Recipe
from mazeworks.scale.seeds import mixed

#: What stands for the seed in a template of ids.
SEED = "{seed}"
#: How many mazes a shard has by default at most, and how many cells; written as texts a part of that.
SHARD, CELLS, TEXTS = 100_000, 20_000_000, 10
#: How many puzzles that are made one by one, which may take seconds each; and among how many shards all are shared.
SLOW_SHARD, SLOW_PARTS = 100, 16
#: The most shards of a set, each with a file for each side of the split; and the most cells of a shard.
MOST_SHARDS, MOST_CELLS = 100_000, 1 << 31
#: The most mazes of a set.
MOST = 1 << 62
#: The most sides of a split, and the longest name of one.
MOST_SIDES, LONGEST = 100, 40
#: What no side can be called: Hugging Face's `datasets` has its own meaning for it.
ALL = "all"
#: The sides of a split are chosen by other bits of the canonical hash than those that find duplicates.
SIDES = np.uint64(0x73706C6974)
#: The least and the most of what is kept, and the columns that can be bounded so.
Span = tuple[float, float]
SPANS = ("length", "difficulty")
#: The highest value of those that have one.
HIGHEST = {"difficulty": 10}
#: How shards are written, by the extensions of their files.
FORMS = ("parquet", "npz", "jsonl")


@dataclass(frozen=True)
class Part:
    """Mazes made alike: the request for each but for its seed, how many, and which of them are kept."""

    request: Request
    count: int
    #: The least and the most moves, and the same of the difficulty; None keeps all.
    length: Span | None = None
    difficulty: Span | None = None

    @property
    def template(self) -> str:
        """The id of each maze, with SEED in the place of its seed."""
        return self.request.id.rpartition("#")[0] + f"#{SEED}"

    @functools.cached_property
    def recipe(self) -> Recipe | None:
        """The recipe of a part of plain rectangles; None for puzzles that are made one by one."""
        if self.request.then:
            return None
        with suppress(MazeError):  # of another kind, or on another layout
            return Recipe.of(self.request.generator.name, self.request.size, **self.request.values)
        return None

    def to_data(self) -> dict[str, Any]:
        """This part as plain values."""
        data: dict[str, Any] = {"id": self.template, "count": self.count}
        return data | {name: list(span) for name, span in self.spans.items()}

    @property
    def spans(self) -> dict[str, Span]:
        """The bounds of what is kept, by the columns that they are of."""
        return {name: span for name in SPANS if (span := getattr(self, name)) is not None}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Part:
        """The part that `to_data` wrote."""
        request = Request.parse_id(data["id"].removesuffix(SEED) + "0")
        return cls(request, whole("count", data["count"]), *(read_span(name, data.get(name)) for name in SPANS))


class Shard(NamedTuple):
    """A range of the mazes of one part, by their numbers in the set."""

    number: int
    part: Part
    first: int
    last: int

    @property
    def name(self) -> str:
        """A name by the range alone."""
        return f"{self.first:012d}-{self.last:012d}"


@dataclass(frozen=True)
class Plan:
    """All that decides what is in a set: maze number i depends on its part, the seed and i alone."""

    parts: tuple[Part, ...]
    seed: int
    #: The names of the sides and their shares, which need not add up to 1.
    split: tuple[tuple[str, float], ...]
    unique: bool
    form: str
    #: How many mazes a shard has at most.
    shard: int

    @classmethod
    def of(
        cls,
        parts: Sequence[Part],
        seed: int,
        split: str | Mapping[str, float] = "train=1",
        unique: bool = False,
        form: str = FORMS[0],
        shard: int | None = None,
    ) -> Plan:
        """The plan of a set, checked."""
        if form not in FORMS:
            raise MazeError(f"the format is one of {', '.join(FORMS)}, not {form!r:.40}", about="format")
        if not isinstance(unique, bool):
            raise MazeError(f"unique is true or false, not {unique!r:.40}", about="unique")
        plan = cls(tuple(parts), check_seed(seed), tuple(read_split(split).items()), unique, form, 1)
        plan = replace(plan, shard=plan.usual_shard if shard is None else whole("shard", shard))
        plan._check()
        return plan

    def _check(self) -> None:
        """Refuse what cannot be made or written."""
        if whole("count", self.count) and self._shard_count > MOST_SHARDS:
            why = f"{self.count} mazes in shards of {self.shard} are more than {MOST_SHARDS} shards"
            raise MazeError(f"{why}; make the shards larger", about="shard")
        for width, height in self.sizes if self.plain else []:
            if (cells := min(self.shard, self.count) * width * height) >= MOST_CELLS:
                shard = f"a shard of {self.shard} mazes of {width}x{height} has {cells} cells"
                raise TooLarge(f"{shard}, and {MOST_CELLS - 1} are the most; make the shards smaller", about="shard")
        if self.form == "npz" and not (self.plain and len(self.sizes) == 1):
            raise MazeError("npz holds plain rectangles of one size; parquet and jsonl hold all others", about="format")

    @property
    def usual_shard(self) -> int:
        """How many mazes a shard has where it is not said: by the kind and the number of the mazes."""
        if not self.plain:
            return max(1, min(SLOW_SHARD, -(-self.count // SLOW_PARTS)))
        largest = max(width * height for width, height in self.sizes)
        return max(1, min(SHARD, CELLS // largest) // (TEXTS if self.form == "jsonl" else 1))

    @property
    def _shard_count(self) -> int:
        return sum(-(-part.count // self.shard) for part in self.parts)

    @property
    def plain(self) -> bool:
        """Whether all mazes are plain rectangles, which are made and kept as arrays."""
        return all(part.recipe is not None for part in self.parts)

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The sizes of all parts that have one."""
        return list(dict.fromkeys(part.request.size for part in self.parts if part.request.size is not None))

    @property
    def count(self) -> int:
        """How many mazes are made, before any is left out."""
        return sum(part.count for part in self.parts)

    @functools.cached_property
    def shards(self) -> list[Shard]:
        """The shards; none has mazes of two parts."""
        found: list[Shard] = []
        begin = 0
        for part in self.parts:
            for first in range(begin, begin + part.count, self.shard):
                found.append(Shard(len(found), part, first, min(first + self.shard, begin + part.count)))
            begin += part.count
        return found

    def sides(self, hashes: NDArray[Any]) -> NDArray[np.intp]:
        """The side of the split of each canonical hash: by the hash alone, so that it is the same in every set."""
        return np.searchsorted(self._bounds, mixed(hashes.astype(np.uint64) ^ SIDES), side="right")

    @functools.cached_property
    def _bounds(self) -> NDArray[np.uint64]:
        """Where each side but the last ends, of all words of 64 bits."""
        shares = [Fraction(str(share)) for _, share in self.split]
        ends = [sum(shares[: number + 1]) / sum(shares) for number in range(len(shares) - 1)]
        return np.array([min(int(end * (1 << 64)), (1 << 64) - 1) for end in ends], np.uint64)

    def to_data(self) -> dict[str, Any]:
        """This plan as plain values."""
        data: dict[str, Any] = {"parts": [part.to_data() for part in self.parts], "seed": self.seed}
        data |= {"split": dict(self.split), "unique": self.unique}
        return data | {"format": self.form, "shard": self.shard}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that `to_data` wrote."""
        parts = list(map(Part.from_data, data["parts"]))
        return cls.of(parts, data["seed"], data["split"], data["unique"], data["format"], data["shard"])

    def write(self) -> str:
        """This plan as a text, for tasks and files."""
        return json.dumps(self.to_data())


@functools.lru_cache(maxsize=8)
def read_plan(text: str) -> Plan:
    """The plan in a text that `Plan.write` wrote."""
    return Plan.from_data(json.loads(text))


def whole(name: str, given: Any, most: int = MOST) -> int:
    """A whole number of at least 1."""
    number = plain_number(given)
    if type(number) is not int or not 1 <= number <= most:
        raise MazeError(f"{name} is a whole number from 1 to {most}, not {given!r:.40}", about=name)
    return number


def read_split(given: str | Mapping[str, float]) -> dict[str, float]:
    """The shares of the sides of a split by their names, written `train=0.95,test=0.05` or as a dictionary.

    The largest comes first: the order in which they are given must not matter.

    >>> read_split("test=0.05,train=0.95")
    {'train': 0.95, 'test': 0.05}
    """
    pairs = list(given.items()) if isinstance(given, Mapping) else _pairs(given)
    if not 1 <= len(pairs) <= MOST_SIDES:
        raise MazeError(f"a split has 1 to {MOST_SIDES} sides, not {len(pairs)}", about="split")
    found: dict[str, float] = {}
    for name, share in pairs:
        if not isinstance(name, str) or not re.fullmatch(rf"[A-Za-z]\w{{0,{LONGEST - 1}}}", name, re.ASCII):
            raise MazeError(f"the name of a side of the split is a word such as train, not {name!r:.60}", about="split")
        if name.lower() == ALL:
            raise MazeError(f"{name} means all sides to programs that read sets; choose another name", about="split")
        if name.lower() in map(str.lower, found):
            raise MazeError(f"the split names {name} twice", about="split")
        found[name] = _share(name, share)
    return dict(sorted(found.items(), key=lambda side: (-side[1], side[0])))


def _pairs(given: str) -> list[tuple[str, str]]:
    if not isinstance(given, str) or not given.strip():
        raise MazeError(f"a split is written as train=0.95,test=0.05, not {given!r:.60}", about="split")
    pairs = (part.partition("=") for part in given.split(","))
    return [(name.strip(), share.strip()) for name, _, share in pairs]


def _share(name: str, given: Any) -> float:
    """The share of a side: a positive number."""
    number = plain_number(given)
    if isinstance(number, str):
        with suppress(ValueError):
            number = float(number)
    if isinstance(number, (str, bool)) or not isinstance(number, (int, float)) or not 0 < number < math.inf:
        raise MazeError(f"the share of {name} in the split is a positive number, not {given!r:.40}", about="split")
    return float(number)


def read_span(name: str, given: Any) -> Span | None:
    """The least and the most of a column, written `20..80`, or as a pair; or one number.

    >>> read_span("length", "20..80"), read_span("difficulty", 3.5)
    ((20.0, 80.0), (3.5, 3.5))
    """
    if given is None:
        return None
    ends = given.split("..") if isinstance(given, str) else given if isinstance(given, (tuple, list)) else [given]
    try:
        numbers = [float(plain_number(end)) for end in ends if not isinstance(end, bool)]
        least, most = numbers[0], numbers[-1]
        if len(numbers) == len(ends) <= 2 and 0 <= least <= most < math.inf:
            if least > HIGHEST.get(name, math.inf):
                raise MazeError(f"{name} is at most {HIGHEST[name]}, so none has {least:g}", about=name)
            return least, most
    except MazeError:
        raise
    except (ValueError, TypeError, IndexError, OverflowError):
        pass
    raise MazeError(f"{name} is a number or two, as in 3..7, not {given!r:.60}", about=name)
