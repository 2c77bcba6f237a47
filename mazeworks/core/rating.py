"""How hard a puzzle is for a person: measured on all its states, and told in words."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mazeworks.core.errors import LimitReached
from mazeworks.core.graph import Graph, explore
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.turns import Turns

#: Rating goes through every state; past this many it is refused rather than slow.
MOST_STATES = 200_000

#: What a difficulty is called, from 0 upward.
LEVELS = ((2, "very easy"), (4, "easy"), (6, "moderate"), (8, "hard"), (11, "very hard"))


@dataclass(frozen=True)
class Measure:
    """One thing counted: its name in `--json`, its value, the same in words, and what it adds to the difficulty.

    `part` lies between 0 and 1, and `weight` is how much that matters beside the other measures; a weight of 0
    is for what is told but makes nothing harder.
    """

    name: str
    value: float
    words: str
    part: float = 0
    weight: float = 0

    @property
    def points(self) -> float:
        """What this measure adds to the difficulty, before it is brought to 0 … 10."""
        return self.part * self.weight


def saturating(value: float, half: float) -> float:
    """A part from 0 towards 1 that is a half at `half`: each further step matters less.

    >>> saturating(20, 20)
    0.5
    """
    return value / (value + half)


@dataclass(frozen=True)
class Rating:
    """What `rate` found; without a solution there is no difficulty, and few measures."""

    solvable: bool
    states: int
    #: Exactly how many shortest solutions there are.
    ways: int
    solution: Solution[Any] | None = field(repr=False)
    measures: tuple[Measure, ...]

    @property
    def unique(self) -> bool:
        """Whether the shortest solution is the only one of its length."""
        return self.ways == 1

    @property
    def difficulty(self) -> float | None:
        """From 0 to 10, or None where there is no solution."""
        if not self.solvable:
            return None
        weight = sum(measure.weight for measure in self.measures)
        return round(10 * sum(measure.points for measure in self.measures) / weight, 1)

    @property
    def level(self) -> str:
        """The difficulty in a word or two."""
        figure = self.difficulty
        return "unsolvable" if figure is None else next(word for bound, word in LEVELS if figure < bound)

    @property
    def reasons(self) -> list[str]:
        """Why it is as hard as that, what weighs most first."""
        telling = sorted(self.measures, key=lambda measure: -measure.points)
        return [measure.words for measure in telling if measure.points > 0]

    def __getitem__(self, name: str) -> float:
        """The value of a measure."""
        return next(measure.value for measure in self.measures if measure.name == name)

    def to_data(self) -> dict[str, Any]:
        """The rating for `maze rate --json`."""
        data: dict[str, Any] = {"solved": self.solvable, "difficulty": self.difficulty, "level": self.level}
        data |= {"ways": self.ways if self.ways < 10**15 else written(self.ways), "unique": self.unique}
        return data | {measure.name: measure.value for measure in self.measures} | {"reasons": self.reasons}


def rate(puzzle: Puzzle[Any], limit: int = MOST_STATES) -> Rating:
    """How hard a finite puzzle is; raises LimitReached where more than `limit` states can be reached.

    >>> from mazeworks import make
    >>> rating = rate(make("jugs"))
    >>> rating["moves"], rating.ways, rating.level
    (6, 1, 'easy')
    """
    try:
        graph = puzzle.as_graph() or explore(puzzle, limit)
    except LimitReached:
        raise LimitReached(f"a rating goes through every state, and there are more than {limit}") from None
    solution = graph.shortest()
    if solution is None:
        count = Measure("states", len(graph), f"{_so_many(len(graph), 'state')} can be reached, and none is a goal")
        return Rating(False, len(graph), 0, None, (count,))
    ways = graph.count_shortest()
    measures = (*_measures(puzzle, graph, solution, ways), *puzzle.measures(graph, solution))
    return Rating(True, len(graph), ways, solution, measures)


def _measures(puzzle: Puzzle[Any], graph: Graph[Any], solution: Solution[Any], ways: int) -> Iterator[Measure]:
    """What can be counted on any puzzle."""
    turns = Turns(graph)
    length, states = len(solution), len(graph)
    alone = "only one way is as short" if ways == 1 else f"{written(ways)} ways are as short"
    yield Measure(
        "moves", length, f"the solution takes {_so_many(length, 'move')}, and {alone}", saturating(length, 30), 3
    )
    yield Measure("states", states, f"{_so_many(states, 'state')} can be reached", saturating(states, 300), 1)
    words = f"from {turns.dead} of the {states} states the goal can no longer be reached"
    yield Measure("dead", turns.dead, words, turns.dead / states, 1)
    words = f"{_so_many(turns.choices, 'step')} of the solution left a choice"
    yield Measure("choices", turns.choices, words, saturating(turns.choices, 12), 2)
    words = f"{_so_many(turns.loops, 'wrong turn')} lead{'s' * (turns.loops == 1)} into a loop"
    yield Measure("loops", turns.loops, words, saturating(turns.loops, 6), 1)
    yield from _by_place(puzzle, solution)


def _by_place(puzzle: Puzzle[Any], solution: Solution[Any]) -> Iterator[Measure]:
    """What can be counted where a traveller goes from place to place."""
    places = [place for place in map(puzzle.place, solution.states) if place is not None]
    if len(places) != len(solution.states):
        return
    again = len(places) - len(set(places))
    yield Measure("revisits", again, f"cells are visited again {_so_many(again, 'time')}", saturating(again, 12), 1)
    goal_x, goal_y = places[-1]
    far = [(x - goal_x) ** 2 + (y - goal_y) ** 2 for x, y in places]
    away = sum(after > before for before, after in zip(far[:-1], far[1:], strict=True))
    words = f"{_so_many(away, 'step')} of the solution lead{'s' * (away == 1)} away from the goal"
    yield Measure("away", away, words, away / max(1, len(solution)), 1)


def _so_many(count: int, noun: str) -> str:
    return f"{count} {noun}" + "s" * (count != 1)


def written(count: int) -> str:
    """A whole number of any size in few digits.

    >>> written(12), written(10**40)
    ('12', 'about 10^40')
    """
    # The digits of the largest counts are more than Python will write out.
    return str(count) if count < 10**15 else f"about 10^{round((count.bit_length() - 1) * 0.30103)}"
