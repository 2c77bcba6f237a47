"""A book of puzzles of many kinds, rated and sorted from easy to hard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mazeworks.core.errors import LimitReached, MazeError, nearest
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.core.progress import step
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.randomness import Random
from mazeworks.core.registry import Generator, generators, kinds, layouts, transforms
from mazeworks.making.making import make
from mazeworks.making.many import one_of_many
from mazeworks.rating.rating import LEVELS, Rating, rate
from mazeworks.rating.rating import MOST_STATES as RATED

#: The least and the most cells across; on A4 that is at least three millimetres per cell.
LEAST, MOST = 3, 60
#: The difficulties from which ends lie far apart, and from which dead ends are opened into loops.
FAR_APART, LOOPS = 5.5, 7.2
#: Cells down a sheet for one across, where there is no layout; and the transform that opens dead ends into loops.
SHAPE, LOOSENED = 1.25, "braid:0.3"
#: The hardest target: the scale goes to 10, but puzzles that fit on a sheet do not.
TOP = 8.8
#: The allowed distance from the target difficulty, and the number of puzzles tried for it.
NEAR, TRIES = 0.25, 6
#: The distance from which another generator is tried too, and the number of those tries.
FAR_OFF, RECIPES = 0.8, 6
#: The most states a puzzle of a book may have.
MOST_STATES = 20_000
#: Candidates per cell for a generator that searches, and how many times its default size its puzzles may have.
CANDIDATES, LARGER = 700, 1.4


@dataclass
class Page:
    """A puzzle with its solutions, and how hard it is."""

    solved: Solved[Any]
    rating: Rating

    @property
    def puzzle(self) -> Puzzle[Any]:
        return self.solved.puzzle

    @property
    def difficulty(self) -> float:
        return self.rating.difficulty or 0.0


def bounds(easiest: str, hardest: str) -> tuple[float, float]:
    """The difficulties from the least of one level to the most of another.

    >>> bounds("easy", "hard")
    (2, 8)
    """
    first, last = (_level(name) for name in (easiest, hardest))
    if first > last:
        raise MazeError(f"a book goes from easy to hard, not from {easiest} to {hardest}")
    return (LEVELS[first - 1][0] if first else 0), LEVELS[last][0]


def _level(name: str) -> int:
    """The number of a level in `LEVELS`."""
    names, word = [name for _, name in LEVELS], name.replace("-", " ").replace("_", " ").lower()
    if word not in names:
        near = nearest(word, names)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}"
        raise MazeError(f"no level is called {name!r}; {hint}")
    return names.index(word)


def sized_generators(names: Sequence[str]) -> dict[str, list[Generator]]:
    """By kind, the generators of puzzles of any size; of the kinds with these names or aliases, if there are any."""
    found: dict[str, list[Generator]] = {}
    for entry in generators.values():
        if entry.size is not None:
            found.setdefault(entry.kind, []).append(entry)
    chosen = [kinds[name].name for name in names] or sorted(found)
    for kind in (kind for kind in chosen if kind not in found):
        *others, last = sorted(found)
        raise MazeError(f"books cannot contain {kind!r:.60}; choose {', '.join(others)} or {last}")
    return {kind: entries for kind, entries in found.items() if kind in chosen}


def choose(count: int, easiest: str, hardest: str, seed: int, kinds: Sequence[str] = ()) -> list[Page]:
    """`count` puzzles, kinds in turn, spread evenly from the easiest level to the hardest."""
    least, most = bounds(easiest, hardest)
    search = Search(sized_generators(kinds), least, most, Random(seed))
    most = max(least, min(most, TOP))
    pages = []
    for number in range(count):
        with step("making puzzles", number / count, f"{number} of {count}"):
            pages.append(search.page(number, least + (most - least) * (number + 0.5) / count))
    return sorted(pages, key=lambda page: page.difficulty)


def rated(puzzle: Puzzle[Any], limit: int = RATED) -> Page | None:
    """A puzzle with its rating, the hardest of those of its variants; None if one of them has no solution."""
    ratings = {name: rate(variant, limit) for name, variant in variants_of(puzzle).items()}
    if not all(rating.solvable for rating in ratings.values()):
        return None
    hardest = max(ratings.values(), key=lambda rating: rating.difficulty or 0)
    return Page(Solved(puzzle, {name: rating.solution for name, rating in ratings.items()}), hardest)


@dataclass(frozen=True)
class Recipe:
    """A generator and its parameters, except the size."""

    generator: Generator
    layout: str = ""
    ends: str = ""
    then: str = ""

    @property
    def largest(self) -> int:
        """The most cells across to ask for."""
        own = min(self.generator.size or (LEAST, LEAST))
        return max(LEAST, round(LARGER * own)) if self.generator.searches else MOST

    def make(self, size: int, seed: int) -> Puzzle[Any]:
        """A puzzle of this many cells across."""
        shape = layouts[self.layout].shape if self.layout else SHAPE
        high = size if self.generator.searches else max(2, round(size * shape))
        if self.layout and layouts[self.layout].round:
            size = high = size // 2 * 2  # whole rings
        wanted = {"layout": self.layout, "ends": self.ends, "candidates": CANDIDATES * size * high}
        known = {parameter.name for parameter in self.generator.parameters}
        given: dict[str, Any] = {name: value for name, value in wanted.items() if value and name in known}
        return make(self.generator.kind, (size, high), self.generator.name, seed, then=self.then, **given)


class Search:
    """The search for puzzles of given difficulties; it records the difficulty of the sizes tried."""

    def __init__(self, generators: dict[str, list[Generator]], least: float, most: float, random: Random) -> None:
        self.generators, self.least, self.most, self.random = generators, least, most, random
        self.kinds = sorted(generators)
        #: By recipe, the sizes tried and their difficulties.
        self.known: dict[Recipe, list[tuple[int, float]]] = {}
        self.made: set[str] = set()

    def page(self, number: int, aim: float) -> Page:
        """The puzzle nearest to a difficulty, of the next kind if possible, otherwise of another."""
        found: list[Page] = []
        for shift in range(max(RECIPES, len(self.kinds))):
            kind = self.kinds[(number + shift) % len(self.kinds)]
            recipe = self._recipe(self.random.choice(self._suitable(kind, aim)), aim)
            if not (found and self._too_easy(recipe, aim - FAR_OFF)):
                found += self._candidates(recipe, aim)
            if any(abs(page.difficulty - aim) < FAR_OFF for page in found):
                break  # otherwise another recipe may come nearer
        if not found:
            raise MazeError(f"no puzzle of a difficulty from {self.least:g} to {self.most:g} was found")
        page = min(found, key=lambda page: abs(page.difficulty - aim))
        self.made.add(str(codec_of(page.puzzle).to_data()))
        return page

    def _suitable(self, kind: str, aim: float) -> list[Generator]:
        """The generators for a difficulty; hard puzzles need junctions."""
        every = self.generators[kind]
        # Cells that cannot be reached would look like a misprint.
        found = [entry for entry in every if "perfect" in entry.promises] or every
        if aim < FAR_APART:
            return found
        return [g for g in found if not any("no junction" in p for p in g.promises)] or found

    def _recipe(self, generator: Generator, aim: float) -> Recipe:
        """Random parameters with which a generator makes puzzles of about this difficulty."""
        known = {parameter.name for parameter in generator.parameters}
        printed = sorted((place, entry.name) for entry in layouts.values() for place in entry.in_books)
        layout = self.random.choice(printed)[1] if "layout" in known else ""
        ends = "farthest" if "ends" in known and aim >= FAR_APART else ""
        loosened = aim >= LOOPS and transforms[LOOSENED.partition(":")[0]].kind == generator.kind
        return Recipe(generator, layout, ends, LOOSENED if loosened else "")

    def _candidates(self, recipe: Recipe, aim: float) -> Iterator[Page]:
        for _ in range(TRIES // 2 if recipe.generator.searches else TRIES):
            page = self._try(recipe, self._size(recipe, aim))
            if page is None or not self.least <= page.difficulty < self.most:
                continue
            yield page
            if abs(page.difficulty - aim) < NEAR or self._too_easy(recipe, aim):
                return

    def _too_easy(self, recipe: Recipe, aim: float) -> bool:
        """Whether the largest puzzles of a recipe are known to be easier than this."""
        return any(size == recipe.largest and figure < aim for size, figure in self.known.get(recipe, ()))

    def _size(self, recipe: Recipe, aim: float) -> int:
        """A random size between the largest that was too easy and the smallest that was too hard."""
        known = self.known.get(recipe, [])
        easy = max((size for size, figure in known if figure < aim), default=LEAST)
        hard = min((size for size, figure in known if figure > aim), default=recipe.largest)
        return min(easy, hard) + self.random.below(abs(hard - easy) + 1)

    def _try(self, recipe: Recipe, size: int) -> Page | None:
        """A puzzle of a size; None if it is too large to rate, or already in the book."""
        try:
            with one_of_many():
                puzzle = recipe.make(size, self.random.below(1 << 32))
            page = rated(puzzle, MOST_STATES)
        except LimitReached:
            self.known.setdefault(recipe, []).append((size, 10.0))
            return None
        except MazeError:  # none of this size and seed
            return None
        if page is None or str(codec_of(puzzle).to_data()) in self.made or len(page.rating.solution or ()) < size // 2:
            return None  # unsolvable, already in the book, or its ends are neighbours
        self.known.setdefault(recipe, []).append((size, page.difficulty))
        return page
