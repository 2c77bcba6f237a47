"""Invents logic mazes whose only shortest solution is long, by annealing (Kirkpatrick, Gelatt, Vecchi, 1983).

The search changes a random board a little at a time. It keeps a change that does not shorten the solution; one that
does is kept with a chance that falls during the round. Each round begins with a new board and is twice as long as the
last; the best board of all is the puzzle. Several lanes search side by side, on as many cores as there are, each with
random numbers of its own; they wait for one another after every slice. Of their equally long finds, the hardest counts,
as rated by its states, choices and dead ends. A round does not depend on the number of
candidates, so an interrupted search finds the same puzzle as one with that many candidates, on any number of cores.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError, Note, counted
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, generators
from mazeworks.core.workers import in_order
from mazeworks.kernels.kernel import Kernel
from mazeworks.kernels.logic.inventing import BEST, GOAL, LEFT, MOST, OWN, RANDOM, REGISTERS, START
from mazeworks.making.many import is_one_of_many
from mazeworks.making.request import Request
from mazeworks.rating.rating import LEVELS, rate

Longs = NDArray[np.int64]
Board = NDArray[np.uint16]

#: Means that the moves have no upper bound.
ENDLESS = 9999
#: Every state needs a number below that which means never.
MOST_STATES = 65_535
#: How many lanes search side by side.
LANES = 4
#: The most candidates by default, and those candidates times states.
MOST_USUAL, USUAL_WORK = 3_000_000, 1_000_000_000
#: The states that candidates of one call of the kernel may have together; after it, the work can be cancelled.
CALL_WORK = 4_000_000

MOVES = Parameter(
    "moves", "span", (1, ENDLESS), "how many moves the only shortest solution has, as in 60..80", 1, ENDLESS
)
CANDIDATES = Parameter("candidates", "whole", 0, "how many mazes to examine, at most; 0: by the size", 0, 10**12)
#: How hard a puzzle can be, from easy to hard, as one word each.
DEGREES = tuple(word.replace(" ", "-") for _, word in LEVELS)
DIFFICULTY = Parameter("difficulty", "choice", "any", "how hard it is to solve", choices=("any", *DEGREES))
#: The moves aimed at first, where a difficulty is wanted.
FIRST_AIM = 12

SENTENCE = "Changes the board a little at a time and keeps what makes the only shortest solution longer."


class Find(NamedTuple):
    """A board with a goal, and the moves of its only shortest solution."""

    moves: int
    start: int
    goal: int
    board: Board


@dataclass(frozen=True)
class Plan:
    """How puzzles of a kind are invented."""

    kernels: dict[str, Kernel]
    #: What no change alters, and how many states and places a board has.
    facts: Longs
    states: int
    places: int
    #: The most moves of a state.
    most: int
    #: Draws a board to begin a round with, its start, and the first registers that are the kind's own.
    fresh: Callable[[Random], tuple[Board, int, list[int]]]
    #: The puzzle of a find.
    build: Callable[[Find], Puzzle[Any]]
    #: The candidates of a lane in the first round.
    round: int
    #: The chance, of 65536, to keep a candidate one move shorter, at the beginning and at the end of a round.
    hot: int
    cold: int
    lanes: int = LANES
    #: After as many candidates of each lane progress is reported.
    slice: int = 1000
    #: Whether each round is twice as long as the last, or all are equal.
    doubling: bool = True
    #: How many numbers a record has in `totals`.
    figures: int = 6

    def into_round(self, done: int) -> tuple[int, int]:
        """How many candidates of the current round are done, and how many it has."""
        length = self.round << ((done // self.round + 1).bit_length() - 1 if self.doubling else 0)
        return (done - length + self.round if self.doubling else done % length), length

    @property
    def usual(self) -> int:
        """The default number of candidates: it keeps the time about the same on all larger boards."""
        return min(MOST_USUAL, max(self.lanes * self.slice, USUAL_WORK // self.states))


@dataclass
class Lane:
    """A board that the search changes, and the arrays its kernels need."""

    plan: Plan
    random: Random
    #: The most moves wanted.
    longest: int
    done: int = 0
    best: Find | None = None
    #: The find that was rated last, and how hard it is.
    rated: Find | None = None
    hard: float = 0
    registers: Longs = field(default_factory=lambda: np.zeros(REGISTERS, np.int64))

    def __post_init__(self) -> None:
        self.steps = np.zeros(12 * self.plan.states, np.uint16)
        self.marks = np.zeros(8 * self.plan.places, np.uint16)
        self.totals, self.out = np.zeros(self.plan.figures, np.int64), np.zeros(self.plan.most, np.int64)

    def begin(self) -> None:
        """Begin a round: a random board, and nothing found yet."""
        self.board, start, own = self.plan.fresh(self.random)
        self.found = self.board.copy()
        board = self.plan.facts, self.board, self.steps, self.marks, self.totals
        self.registers[:] = 0
        self.registers[[RANDOM, MOST]] = self.random.fork(), self.longest
        self.registers[OWN : OWN + len(own)] = own
        self.plan.kernels["judge"](*board, self.out, self.registers, 0, ~start)

    def difficulty(self) -> float:
        """How hard the best of this lane is."""
        if self.rated is not self.best and self.best is not None:
            self.rated, self.hard = self.best, rate(self.plan.build(self.best)).difficulty or 0.0
        return self.hard

    def aim(self, longest: int) -> None:
        """Go on with more moves wanted."""
        self.longest = self.registers[MOST] = longest

    def climb(self, count: int) -> Find:
        """Examine as many candidates; returns the best of this lane so far."""
        plan, (part, length) = self.plan, self.plan.into_round(self.done)
        if part == 0:
            self.begin()
        board = plan.facts, self.board, self.steps, self.marks, self.totals, self.out
        chance = chances(part / length, plan.hot, plan.cold)
        call = max(1, CALL_WORK // plan.states)
        for first in range(0, count, call):
            self.registers[LEFT] = min(call, count - first)
            plan.kernels["climb"](*board, chance, self.registers, self.found)
        moves, start, goal = self.registers[[BEST, START, GOAL]].tolist()
        if self.best is None or moves > self.best.moves:
            self.best = Find(moves, start, goal, self.found.copy())
        self.done += count
        return self.best


def chances(part: float, hot: int, cold: int) -> Longs:
    """The chances, of 65536, to keep a candidate 0, 1, 2 … moves shorter, at this fraction of a round."""
    first = round(hot + (cold - hot) * part)
    row = [65536, first]
    while row[-1]:
        row.append(row[-1] * first >> 16)
    return np.array(row, np.int64)


def check_side(using: str, width: int, height: int) -> None:
    """Refuse a size that a generator cannot search."""
    check_size(width, height)
    most = generators[using].most_side
    if most is not None and max(width, height) > most:
        why = f"the largest {using} maze that can be generated is {most}x{most}, not {width}x{height}"
        raise MazeError(why, about="size")


def invent(
    plan: Plan,
    using: str,
    size: tuple[int, int],
    random: Random,
    moves: tuple[int, int],
    candidates: int,
    difficulty: str = "any",
    **own: Any,
) -> Puzzle[Any]:
    """The best puzzle of as many candidates; `using` is the generator, and `own` are its further parameters."""
    wide, high = size
    candidates = candidates or plan.usual
    plan.kernels["climb"].expect(candidates * plan.states)
    aimed = improving(plan, random, moves[1], candidates)
    if difficulty != "any":
        aimed = _as_hard(plan, random, moves, candidates, difficulty)
    best, done, degree = Find(0, 0, 0, np.zeros(0, np.uint16)), 0, ""
    try:
        for done, best, degree in aimed:
            report("searching", min(1.0, done / candidates), f"{counted(best.moves, 'move')} {degree}".rstrip())
    except KeyboardInterrupt:
        if not best.moves or is_one_of_many():
            raise
        return _interrupted(plan, using, size, random, moves, done, best, degree, **own)
    if best.moves < moves[0] or not best.moves or degree not in ("", difficulty):
        wanted = f"takes {MOVES.format(moves)} moves" if moves != MOVES.default else f"is {difficulty}"
        wanted += f" and is {difficulty}" if difficulty != "any" and moves != MOVES.default else ""
        found = f"the longest solution found took {counted(best.moves, 'move')}"
        found = f"the nearest found takes {counted(best.moves, 'move')} and is {degree}" if degree else found
        found = found if best.moves else "none had a single shortest solution"
        easier = "fewer moves, a larger maze" if best.moves < moves[0] else "another difficulty"
        raise MazeError(
            f"none of the {candidates} {wide}x{high} mazes examined {wanted}; {found}; "
            f"ask for {easier} or more candidates"
        )
    return plan.build(best)


def improving(plan: Plan, random: Random, longest: int, candidates: int) -> Iterator[tuple[int, Find, str]]:
    """The candidates examined and the best so far, after every slice of all lanes."""
    own = [random] if plan.lanes == 1 else [Random(random.fork()) for _ in range(plan.lanes)]
    lanes, done, most = [Lane(plan, each, longest) for each in own], 0, 0
    while done < candidates and most < longest:
        part, length = plan.into_round(lanes[0].done)
        count = min(plan.slice, length - part, -(-(candidates - done) // len(lanes)))
        with closing(in_order(lambda lane, count=count: lane.climb(count), lanes)) as finds:  # type: ignore[misc]
            found = list(finds)
        done, most = done + count * len(lanes), max(find.moves for find in found)
        equal = [number for number, find in enumerate(found) if find.moves == most]
        hardest = max(equal, key=lambda number: lanes[number].difficulty()) if most and len(equal) > 1 else equal[0]
        yield done, found[hardest], ""


def _as_hard(
    plan: Plan, random: Random, moves: tuple[int, int], candidates: int, difficulty: str
) -> Iterator[tuple[int, Find, str]]:
    """The same for puzzles of a difficulty: the moves aimed at rise after one too easy, and fall after one too hard."""
    aim, done, wanted = min(max(FIRST_AIM, moves[0]), moves[1]), 0, DEGREES.index(difficulty)
    nearest, off = Find(0, 0, 0, np.zeros(0, np.uint16)), (moves[1], len(DEGREES), 0)  # moves too few, degrees too far
    degree, lane, before = "", Lane(plan, Random(random.fork()), aim), 0
    while done < candidates and off[:2] > (0, 0):
        find = lane.climb(plan.slice)
        done += plan.slice
        if find.moves > before:
            hard, before = DEGREES.index(rate(plan.build(find)).level.replace(" ", "-")), find.moves
            tie = -find.moves if hard < wanted else find.moves
            if (how := (max(0, moves[0] - find.moves), abs(hard - wanted), tie)) < off:
                nearest, off, degree = find, how, DEGREES[hard]
            too_hard = hard > wanted or (find.moves == moves[1] and off[:2] > (0, 0))
            if too_hard:  # or as long as may be: begin anew, with fewer moves if possible
                lane, before = Lane(plan, Random(random.fork()), min(max(find.moves * 4 // 5, moves[0]), moves[1])), 0
            elif find.moves == lane.longest:
                lane.aim(min(find.moves * 5 // 4 + 1, moves[1]))
        yield done, nearest, degree


def _interrupted(
    plan: Plan,
    using: str,
    size: tuple[int, int],
    random: Random,
    moves: tuple[int, int],
    done: int,
    best: Find,
    degree: str,
    **own: Any,
) -> Puzzle[Any]:
    """The best puzzle so far, with an id that states where the search stopped, and asks for no more than it has."""
    puzzle, few = plan.build(best), best.moves < moves[0]
    fewer = f", fewer than the {moves[0]} asked for" if few else ""
    length = f"takes {counted(best.moves, 'move')}{fewer}"
    if degree:
        Note(f"interrupted: the nearest of {done} candidates {length}, and is {degree}").give()
        return puzzle
    puzzle.id = id_of(using, size, random, moves=(min(moves[0], best.moves), moves[1]), candidates=done, **own)
    Note(f"interrupted: the best of {done} candidates {length}; its id is {puzzle.id}").give()
    return puzzle


def id_of(using: str, size: tuple[int, int], random: Random, **given: Any) -> str:
    """The id that makes what a generator makes with these parameters."""
    entry = generators[using]
    values = {each.name: each.default for each in entry.parameters} | given
    return Request(entry, size, values, random.seed).id


def logic_generator(
    name: str, size: tuple[int, int], most_side: int, *parameters: Parameter
) -> Callable[[Callable[..., Plan]], Callable[..., Plan]]:
    """Register the generator of a kind that is called like it: `plan(width, height, **parameters)`."""

    def register(plan: Callable[..., Plan]) -> Callable[..., Plan]:
        own = tuple(parameter.name for parameter in parameters)
        known = (MOVES, *parameters, DIFFICULTY, CANDIDATES)
        facts: Any = {"size": size, "searches": True, "most_side": most_side}

        @generator(name, SENTENCE, name, known, ("one shortest solution",), **facts)
        def function(width: int, height: int, random: Random, **given: Any) -> Puzzle[Any]:
            check_side(name, width, height)
            values = {each: given[each] for each in own}
            return invent(plan(width, height, **values), name, (width, height), random, **given)

        return plan

    return register
