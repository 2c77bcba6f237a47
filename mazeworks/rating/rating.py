"""The difficulty of a puzzle for a person: measured on all its states, and explained in words."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import LimitReached, UnknownName, counted
from mazeworks.core.facets import puzzle_for
from mazeworks.core.graph import NO_LIMIT, Graph, Longs, explore, ready_graph
from mazeworks.core.memory import afford
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.drawing.board import board_of
from mazeworks.rating.choices import Turns, turns_along
from mazeworks.rating.measures import Measure, measures_of, saturating
from mazeworks.rating.passages import passage_measures
from mazeworks.search.shortest_paths import count_shortest, shortest_path

#: The most states; rating explores all of them and refuses more.
MOST_STATES = 200_000
#: Bytes of memory per state to measure it, beside the graph.
BYTES = 240

#: The largest count that every reader of JSON keeps exactly.
SAFE = (1 << 53) - 1

#: How much each measure of any puzzle matters, and the value at which it counts half; `away` counts by its share.
WEIGHTS = {"moves": 3, "states": 1, "choices": 2, "loops": 1, "wrong": 1, "depth": 2, "away": 1}
HALVES = {"moves": 30, "states": 300, "choices": 12, "loops": 6, "wrong": 12, "depth": 8}

#: The names of difficulties, each below a bound.
LEVELS = ((2, "very easy"), (4, "easy"), (6, "moderate"), (8, "hard"), (11, "very hard"))


@dataclass(frozen=True)
class Rating:
    """The result of `rate`; without a solution it has no difficulty, and few measures."""

    solvable: bool
    states: int
    #: The exact number of shortest solutions.
    ways: int
    solution: Solution[Any] | None = field(repr=False)
    measures: tuple[Measure, ...]

    @property
    def unique(self) -> bool:
        """Whether the shortest solution is the only one of its length."""
        return self.ways == 1

    @property
    def difficulty(self) -> float | None:
        """From 0 to 10, or None without a solution."""
        if not self.solvable:
            return None
        weight = sum(measure.weight for measure in self.measures)
        scale = math.prod(measure.scale for measure in self.measures)
        return round(10 * scale * sum(measure.points for measure in self.measures) / weight, 1)

    @property
    def level(self) -> str:
        """The difficulty in a word or two."""
        figure = self.difficulty
        return "unsolvable" if figure is None else next(word for bound, word in LEVELS if figure < bound)

    @property
    def reasons(self) -> list[str]:
        """The reasons for the difficulty: what keeps it low in spite of all else, then the weightiest first."""
        easing = [measure.words for measure in self.measures if measure.scale < 0.5]
        telling = sorted(self.measures, key=lambda measure: -measure.points)
        return easing + [measure.words for measure in telling if measure.points > 0]

    def __getitem__(self, name: str) -> float:
        """The value of a measure, or with `ways` the number of shortest solutions."""
        values = {"ways": self.ways} | {measure.name: measure.value for measure in self.measures}
        if name not in values:
            raise UnknownName("measure", name, values)
        return values[name]

    def to_data(self) -> dict[str, Any]:
        """The rating for `maze rate --json`."""
        data: dict[str, Any] = {"solved": self.solvable, "difficulty": self.difficulty, "level": self.level}
        data |= {"ways": exact(self.ways), "unique": self.unique}
        return data | {measure.name: measure.value for measure in self.measures} | {"reasons": self.reasons}


def rate(puzzle: Puzzle[Any], limit: int | None = None) -> Rating:
    """The rating of a finite puzzle; raises LimitReached if more than `limit` states can be reached.

    >>> from mazeworks import make
    >>> rating = rate(make("jugs"))
    >>> rating["moves"], rating.ways, rating.level
    (6, 1, 'easy')
    """
    most, puzzle = limit or MOST_STATES, puzzle_for(puzzle)
    graph = ready_graph(puzzle) or _explored(puzzle, most)
    afford(BYTES * len(graph), f"the measures of {len(graph)} states")
    states = int(np.count_nonzero(graph.distances() >= 0))
    if states > (limit or NO_LIMIT):
        raise _too_many(most)
    path = shortest_path(graph)
    if path is None:
        count = Measure("states", states, f"{counted(states, 'state')} can be reached, and none is a goal")
        return Rating(False, states, 0, None, (count,))
    solution = graph.along(path, states)
    solution.solver = "breadth_first"
    ways = count_shortest(graph)
    measures = (*_measures(puzzle, graph, path, states, solution, ways), *measures_of(puzzle).measures(graph, solution))
    return Rating(True, states, ways, solution, measures)


def _explored(puzzle: Puzzle[Any], most: int) -> Graph[Any]:
    """The states that can be reached before the puzzle is solved; all states if all moves can be taken back."""
    try:
        graph = explore(puzzle, most, past_goals=False)
    except LimitReached:
        raise _too_many(most) from None
    try:
        whole = explore(puzzle, most)
    except LimitReached:
        return graph
    # Cells behind the goal of a maze are part of the maze, and a solver may walk through them.
    return whole if whole.both_ways else graph


def _too_many(limit: int) -> LimitReached:
    return LimitReached(f"a rating explores every state, and there are more than {limit}")


def _measures(
    puzzle: Puzzle[Any], graph: Graph[Any], path: Longs, states: int, solution: Solution[Any], ways: int
) -> Iterator[Measure]:
    """The measures of any puzzle."""
    turns = turns_along(graph, path)
    length = len(solution)
    alone = "it is the only shortest one" if ways == 1 else f"{written(ways)} solutions are as short"
    words = f"the solution takes {counted(length, 'move')}, and {alone}"
    yield _weighed("moves", length, words)
    yield _weighed("states", states, f"{counted(states, 'state')} can be reached")
    words = f"from {turns.dead} of the {states} states the goal can no longer be reached"
    # If every move can be taken back, no state is lost and no cell visited twice, so such measures get no weight.
    lost = 0 if graph.both_ways else 1
    yield Measure("dead", turns.dead, words, turns.dead / states, lost)
    words = f"{counted(turns.choices, 'step')} of the solution left a choice"
    yield _weighed("choices", turns.choices, words)
    words = f"{counted(turns.loops, 'wrong turn')} lead{'s' * (turns.loops == 1)} into a loop"
    yield _weighed("loops", turns.loops, words)
    if graph.both_ways:
        yield from _wrong_turns(turns)
        yield from passage_measures(puzzle, graph, length)
    yield from _by_place(puzzle, solution, lost)


def _wrong_turns(turns: Turns) -> Iterator[Measure]:
    """The number of wrong turns, and how deep they go."""
    wrong, mean = turns.wrong, turns.depth / max(1, turns.wrong)
    words = f"{counted(wrong, 'wrong turn')} can be taken off the solution"
    yield _weighed("wrong", wrong, words)
    words = f"a wrong turn is {mean:.1f} cells deep on average"
    yield replace(_weighed("depth", mean, words), value=round(mean, 2))
    yield Measure("deepest", turns.deepest, f"the deepest wrong turn is {counted(turns.deepest, 'cell')} deep")


def _by_place(puzzle: Puzzle[Any], solution: Solution[Any], weight: float) -> Iterator[Measure]:
    """The measures of a puzzle in which a traveller moves between cells."""
    places = [place for place in map(board_of(puzzle).place, solution.states) if place is not None]
    if len(places) != len(solution.states):
        return
    again = len(places) - len(set(places))
    yield Measure("revisits", again, f"cells are visited again {counted(again, 'time')}", saturating(again, 12), weight)
    goal_x, goal_y = places[-1]
    far = [(x - goal_x) ** 2 + (y - goal_y) ** 2 for x, y in places]
    away = sum(after > before for before, after in zip(far[:-1], far[1:], strict=True))
    words = f"{counted(away, 'step')} of the solution lead{'s' * (away == 1)} away from the goal"
    yield Measure("away", away, words, away / max(1, len(solution)), WEIGHTS["away"])


def _weighed(name: str, value: float, words: str) -> Measure:
    """A measure that counts the less for each further step."""
    return Measure(name, value, words, saturating(value, HALVES[name]), WEIGHTS[name])


def difficulty_of(counts: Mapping[str, NDArray[Any]]) -> NDArray[np.float64]:
    """The difficulty of many mazes whose moves can be taken back, by their measures; as a `Rating` has it.

    >>> counts = {name: np.array([value]) for name, value in zip(WEIGHTS, (9, 20, 3, 0, 3, 8, 2), strict=True)}
    >>> difficulty_of(counts)
    array([1.9])
    """
    values = {**counts, "depth": counts["depth"] / np.maximum(1, counts["wrong"])}
    parts = {name: saturating(values[name], half) for name, half in HALVES.items()}
    parts["away"] = counts["away"] / np.maximum(1, counts["moves"])
    total = sum(parts[name] * weight for name, weight in WEIGHTS.items())
    return rounded(10 * total / sum(WEIGHTS.values()), 1)


def rounded(values: NDArray[np.float64], digits: int) -> NDArray[np.float64]:
    """Numbers rounded as Python rounds them; numpy is wrong about some halves, such as 0.04375.

    >>> rounded(np.array([0.04375, 0.5]), 4).tolist(), round(0.04375, 4)
    ([0.0437, 0.5], 0.0437)
    """
    scaled = values * 10**digits
    result: NDArray[np.float64] = np.rint(scaled) / 10**digits
    [halves] = np.nonzero(np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6)
    result[halves] = [round(each, digits) for each in values[halves].tolist()]
    return result


def written(count: int) -> str:
    """A whole number of any size, shortened if it is very large.

    >>> written(12), written(10**20), written(10**40)
    ('12', '100000000000000000000 (about 10^20)', 'about 10^40')
    """
    if count < 10**15:
        return str(count)
    # Python refuses to print the digits of the largest counts.
    about = f"about 10^{round((count.bit_length() - 1) * 0.30103)}"
    return f"{count} ({about})" if count < 10**30 else about


def exact(count: int) -> int | str:
    """A count for JSON: a number, or its digits as a text if readers that use floats would round it.

    >>> exact(12), exact(2**53)
    (12, '9007199254740992')
    """
    return count if count <= SAFE else str(Decimal(count))  # str() of an integer refuses the largest ones
