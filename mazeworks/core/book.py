"""A book of puzzles of many kinds, from easy to hard, in the order that rating them finds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mazeworks.core.errors import LimitReached, MazeError, UnknownName
from mazeworks.core.making import make
from mazeworks.core.progress import report
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.rating import LEVELS, Rating, rate
from mazeworks.core.rating import MOST_STATES as RATED
from mazeworks.core.registry import Generator, generators

#: Cells across that puzzles have at least and at most, and how high they are beside that.
LEAST, MOST, SHAPE = 3, 60, 1.25
#: How near to the difficulty aimed at is near enough, and how many puzzles are made in search of it.
NEAR, TRIES = 0.25, 6
#: The most states a puzzle of a book may have.
MOST_STATES = 20_000
#: How many candidates a maker looks through for one page.
CANDIDATES = 2000


@dataclass
class Page:
    """A puzzle and how hard it is."""

    puzzle: Puzzle[Any]
    rating: Rating
    #: The puzzle with the solutions of all its variants drawn, where it has several.
    solved: Puzzle[Any] | None = None

    @property
    def difficulty(self) -> float:
        return self.rating.difficulty or 0.0


def bounds(easiest: str, hardest: str) -> tuple[float, float]:
    """The difficulties from the least of one level to the most of another.

    >>> bounds("easy", "hard")
    (2, 8)
    """
    names = [name for _, name in LEVELS]
    numbers = []
    for name in (easiest, hardest):
        word = name.replace("-", " ").replace("_", " ").lower()
        if word not in names:
            raise UnknownName("level", name, names)
        numbers.append(names.index(word))
    if numbers[0] > numbers[1]:
        raise MazeError(f"a book goes from easy to hard, not from {easiest} to {hardest}")
    return (LEVELS[numbers[0] - 1][0] if numbers[0] else 0), LEVELS[numbers[1]][0]


def makers(kinds: Sequence[str]) -> dict[str, list[Generator]]:
    """By kind, who can make puzzles of any size."""
    found: dict[str, list[Generator]] = {}
    for maker in generators.values():
        if maker.size is not None and (not kinds or maker.kind in kinds):
            found.setdefault(maker.kind, []).append(maker)
    for kind in kinds:
        if kind not in found:
            raise UnknownName("kind that makes puzzles of any size", kind, makers(()))
    return found


def choose(count: int, easiest: str, hardest: str, seed: int, kinds: Sequence[str] = ()) -> list[Page]:
    """So many puzzles, kinds in turn, spread evenly from the easiest level to the hardest."""
    least, most = bounds(easiest, hardest)
    search = Search(makers(kinds), least, most, Random(seed))
    pages: list[Page] = []
    for number in range(count):
        report("making puzzles", number / count, f"{number} of {count}")
        aim = least + (most - least) * (number + 0.5) / count
        pages.append(search.page(number, aim))
    return sorted(pages, key=lambda page: page.difficulty)


def rated(puzzle: Puzzle[Any], limit: int = RATED) -> Page | None:
    """A puzzle with its rating, the hardest of those of its variants; None if one of them has no solution."""
    ratings = {name: rate(variant, limit) for name, variant in puzzle.variants().items()}
    if not all(rating.solvable for rating in ratings.values()):
        return None
    hardest = max(ratings.values(), key=lambda rating: rating.difficulty or 0)
    if len(ratings) == 1:
        return Page(puzzle, hardest)
    return Page(puzzle, hardest, puzzle.drawn_with({name: rating.solution for name, rating in ratings.items()}))


def _effort(maker: Generator) -> dict[str, Any]:
    """Makers that look through many candidates for the best look through fewer for one page of many."""
    many = [p for p in maker.parameters if p.name == "candidates" and p.default > CANDIDATES]
    return {"candidates": CANDIDATES} if many else {}


def _largest(maker: Generator) -> int:
    """The most cells across to ask a maker for: what it makes unasked, unless all it does is carve."""
    return MOST if "perfect" in maker.promises else max(LEAST, min(maker.size or (LEAST, LEAST)))


class Search:
    """The search for puzzles of wanted difficulties; it learns which sizes are how hard."""

    def __init__(self, makers: dict[str, list[Generator]], least: float, most: float, random: Random) -> None:
        self.makers, self.least, self.most, self.random = makers, least, most, random
        self.kinds = sorted(makers)
        #: By maker, sizes tried and the difficulties they had.
        self.known: dict[str, list[tuple[int, float]]] = {}
        self.made: set[str] = set()

    def page(self, number: int, aim: float) -> Page:
        """The puzzle nearest to a difficulty, of the kind whose turn it is, or else of another."""
        for shift in range(len(self.kinds)):
            kind = self.kinds[(number + shift) % len(self.kinds)]
            found = list(self._candidates(self.random.choice(self.makers[kind]), aim))
            if found:
                page = min(found, key=lambda page: abs(page.difficulty - aim))
                self.made.add(str(page.puzzle.to_data()))
                return page
        raise MazeError(f"no puzzle of a difficulty from {self.least:g} to {self.most:g} was found")

    def _candidates(self, maker: Generator, aim: float) -> Iterator[Page]:
        for _ in range(TRIES if "perfect" in maker.promises else TRIES // 3):  # others take long
            page = self._try(maker, self._size(maker, aim))
            if page is None or not self.least <= page.difficulty < self.most:
                continue
            yield page
            if abs(page.difficulty - aim) < NEAR:
                return

    def _size(self, maker: Generator, aim: float) -> int:
        """Between the largest size known to be too easy and the smallest known to be too hard, by chance."""
        known = self.known.get(maker.name, [])
        low = max((size for size, figure in known if figure < aim), default=LEAST)
        high = min((size for size, figure in known if figure > aim), default=_largest(maker))
        low, high = min(low, high), max(low, high)
        return low + self.random.below(high - low + 1)

    def _try(self, maker: Generator, size: int) -> Page | None:
        """A puzzle of a size, unless it is too large to rate, or there already."""
        try:
            high = round(size * SHAPE) if "perfect" in maker.promises else size
            puzzle = make(maker.kind, (size, high), maker.name, self.random.below(1 << 32), **_effort(maker))
            page = rated(puzzle, MOST_STATES)
        except (LimitReached, MazeError):
            self.known.setdefault(maker.name, []).append((size, 10.0))
            return None
        if page is None or str(puzzle.to_data()) in self.made:
            return None
        self.known.setdefault(maker.name, []).append((size, page.difficulty))
        return page
