"""Playing any puzzle: moves as short strings, undo and redo, hints, saving; front ends know this, never a kind."""

import json
import math
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, LimitReached, MazeError, UnknownName
from mazeworks.core.facets import codec_of, structure_of, variants_of, words_of
from mazeworks.core.graph import Graph, explore
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.solution import Solution
from mazeworks.drawing.board import board_of
from mazeworks.files.files import read_text
from mazeworks.search.solving import solve

#: What a saved game says of itself.
VERSION = 1
#: A hint explores at most this many states of a puzzle that has neither walls nor a graph.
MOST_STATES = 300_000
#: A key or a swipe means a move that leads less than about 57 degrees beside it: this is the cosine of that.
NEARLY = 0.55
#: The most moves one run makes, and the most a saved game may hold.
LONGEST_RUN, MOST_MOVES = 10_000, 5_000_000


class Choice(NamedTuple):
    """A move that can be made: its name, where it leads in words, and the point of the scene there, if any."""

    name: str
    words: str
    spot: tuple[float, float] | None
    state: Any
    #: The move itself in words, what it costs, and which way it leads in the scene, if any.
    move: str
    cost: int
    heading: tuple[float, float] | None


class Onward(Puzzle[Any]):
    """A puzzle begun from another state."""

    def __init__(self, puzzle: Puzzle[Any], state: Any) -> None:
        self.puzzle, self.start = puzzle, state
        self.moves, self.is_goal = puzzle.moves, puzzle.is_goal  # type: ignore[method-assign]
        self.key, self.estimate = puzzle.key, puzzle.estimate  # type: ignore[method-assign]
        self.cost = puzzle.cost  # type: ignore[method-assign]

    @property
    def weighted(self) -> bool:
        return structure_of(self.puzzle).weighted

    def as_grid(self) -> Grid | None:
        grid = structure_of(self.puzzle).as_grid()
        return None if grid is None else Grid(grid.cells, Position(*self.start[:2]), grid.goal)


@dataclass
class _Distances:
    """How far each state of a graph is from a goal, by the state's key."""

    graph: Graph[Any]
    numbers: dict[Hashable, int]
    far: list[int]

    @classmethod
    def of(cls, puzzle: Puzzle[Any]) -> "_Distances":
        graph = structure_of(puzzle).as_graph() or explore(puzzle, MOST_STATES)
        numbers = {puzzle.key(state): number for number, state in enumerate(graph.states)}
        return cls(graph, numbers, graph.goal_distances().tolist())


class Session:
    """A game: a puzzle, the moves made in it, and those taken back.

    >>> from mazeworks import make
    >>> game = Session(make("jugs"))
    >>> game.play("fill1").words
    '0/3  5/5'
    >>> game.hint(), game.undo(), game.count
    ('pour1to0', True, 0)
    """

    def __init__(self, puzzle: Puzzle[Any], variant: str = "") -> None:
        #: The puzzle as it was opened, and the one that is played: itself, or one of its variants.
        self.whole = puzzle
        variants = variants_of(puzzle)
        self.variant = variant or next(iter(variants))
        if self.variant not in variants:
            raise UnknownName("variant", variant, variants)
        self.puzzle = variants[self.variant]
        self.states: list[Any] = [self.puzzle.start]
        self.moves: list[str] = []
        #: The same moves as the puzzle has them, and what each cost.
        self.made: list[Any] = []
        self.costs: list[int] = []
        self.undone: list[str] = []
        self.hints = 0
        self.gave_up = False
        #: What help there was before a reset: it is back with the first move that is redone after it.
        self._help_before: tuple[int, bool] | None = None
        self._distances: _Distances | None = None

    # --- where the game stands

    @property
    def state(self) -> Any:
        """The state the game is in."""
        return self.states[-1]

    @property
    def count(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    @property
    def cost(self) -> int | None:
        """What the moves cost together, where they do not all cost 1."""
        return sum(self.costs) if structure_of(self.puzzle).weighted else None

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return self.puzzle.is_goal(self.state)

    @property
    def words(self) -> str:
        """The state in words."""
        return words_of(self.puzzle).describe(self.state)

    @cached_property
    def rules(self) -> str:
        """How it is played, in a sentence or two."""
        return words_of(self.puzzle).rules()

    def choices(self) -> list[Choice]:
        """Every move that can be made now."""
        return [self._choice(move, state) for move, state in self.puzzle.moves(self.state)]

    def _choice(self, move: Any, state: Any) -> Choice:
        puzzle, here = self.puzzle, self.state
        return Choice(
            codec_of(puzzle).move_name(move),
            words_of(puzzle).describe(state),
            board_of(puzzle).spot(state),
            state,
            words_of(puzzle).move_words(move),
            puzzle.cost(here, move, state),
            board_of(puzzle).heading(here, move, state),
        )

    def towards(self, x: float, y: float) -> Choice | None:
        """What a key or a swipe means: the move that leads most nearly this way in the scene, if one nearly does.

        Of two that are as near, such as north-east and south-east on hexagons for a key to the east, the upper one.

        >>> from mazeworks import make
        >>> game = Session(make("wall", (4, 4), seed=3, layout="hexagon"))
        >>> [choice.name for choice in game.choices()], game.towards(1, 0).name
        (['N', 'SE', 'SW'], 'SE')
        """
        choices = self.choices()
        able = [
            (-_along((x, y), choice.heading), choice.heading[1], number)
            for number, choice in enumerate(choices)
            if choice.heading is not None
        ]
        near, _, number = min(able, default=(0, 0, 0))
        return choices[number] if -near > NEARLY else None

    # --- playing

    def play(self, name: str) -> "Session":
        """Make the move of this name."""
        self._step(name)
        self.undone.clear()
        self._help_before = None
        return self

    def _step(self, name: str) -> None:
        for move, following in self.puzzle.moves(self.state):
            if codec_of(self.puzzle).move_name(move) == name:
                self.costs.append(self.puzzle.cost(self.state, move, following))
                self.states.append(following)
                self.made.append(move)
                self.moves.append(name)
                return
        able = ", ".join(choice.name for choice in self.choices()[:12]) or "nothing"
        raise MazeError(f"{name!r:.40} cannot be played from {self.words}; these can: {able}")

    def run(self, name: str) -> int:
        """Make a move, and go on while there is only one way on; returns how many moves that were."""
        first = self.count
        self.play(name)
        been = {self.puzzle.key(self.states[-2])}
        while not self.solved and self.count - first < LONGEST_RUN:
            been.add(self.puzzle.key(self.state))
            ways = list(self.puzzle.moves(self.state))
            onward = [move for move, state in ways if self.puzzle.key(state) not in been]
            if len(onward) != 1 or len(ways) > 2:
                break
            self._step(codec_of(self.puzzle).move_name(onward[0]))
        return self.count - first

    def undo(self) -> bool:
        """Take the last move back; False where there is none."""
        if not self.moves:
            return False
        self.undone.append(self.moves.pop())
        self.states.pop()
        self.made.pop()
        self.costs.pop()
        return True

    def redo(self) -> bool:
        """Make the move again that was taken back last; False where there is none."""
        if not self.undone:
            return False
        self._step(self.undone.pop())
        if self._help_before is not None:
            self.hints, self.gave_up = self._help_in_all
            self._help_before = None
        return True

    def reset(self) -> None:
        """Begin a new game, without any help so far; what was played can be redone, with the help it had."""
        self._help_before = self._help_in_all
        self.hints, self.gave_up = 0, False
        while self.undo():
            pass

    @property
    def _help_in_all(self) -> tuple[int, bool]:
        """Hints and whether it was given up, in this game and in the one before it that can be redone."""
        hints, gave_up = self._help_before or (0, False)
        return self.hints + hints, self.gave_up or gave_up

    # --- help

    def hint(self) -> str | None:
        """The next move of a shortest way from here; None where there is none, and `why_no_hint` says why."""
        if self.solved:
            return None
        self.hints += 1
        if structure_of(self.puzzle).as_grid() is None and not structure_of(self.puzzle).weighted:
            try:
                return self._nearer()
            except LimitReached:
                pass
        way = self.way_on()
        return None if way is None else codec_of(self.puzzle).move_name(way.moves[0])

    def why_no_hint(self) -> str:
        """A sentence for where there is no hint: it is solved, it never could be, or no longer from here.

        >>> from mazeworks import make
        >>> Session(make("jugs", sizes="2-4", target=3)).why_no_hint()
        'This has no solution.'
        """
        if self.solved:
            return "Already solved."
        try:
            solvable = self.count > 0 and Session(self.puzzle).way_on() is not None
        except LimitReached:
            solvable = True  # as far as is known
        return "The goal can no longer be reached from here." if solvable else "This has no solution."

    def _nearer(self) -> str | None:
        """The first move that brings the goal nearer, by a table made once."""
        if self._distances is None:
            self._distances = _Distances.of(self.puzzle)
        known = self._distances
        here = known.far[known.numbers[self.puzzle.key(self.state)]]
        for choice in self.choices():
            if known.far[known.numbers[self.puzzle.key(choice.state)]] == here - 1 >= 0:
                return choice.name
        return None

    def way_on(self) -> Solution[Any] | None:
        """A shortest way from here to the goal; None is a proof that there is none."""
        onward = Onward(self.puzzle, self.state)
        if structure_of(onward).as_grid() is not None:
            return solve(onward)
        return solve(onward, limit=MOST_STATES)

    def give_up(self) -> Solution[Any] | None:
        """A shortest solution from the start, shown instead of played; None is a proof that there is none."""
        if self.solved:
            raise MazeError("already solved: there is nothing to give up")
        self.gave_up = True
        if structure_of(self.puzzle).as_grid() is not None or structure_of(self.puzzle).as_graph() is not None:
            return solve(self.puzzle)
        return solve(self.puzzle, limit=MOST_STATES)

    # --- kept

    def save(self) -> str:
        """The game as a text that `load` resumes."""
        puzzle = {"mazeworks": 1, "kind": self.whole.kind, **({"id": self.whole.id} if self.whole.id else {})}
        game: dict[str, Any] = {"mazeworks_game": VERSION, "puzzle": puzzle | codec_of(self.whole).to_data()}
        game |= {"variant": self.variant, "moves": self.moves, "undone": self.undone}
        hints, gave_up = self._help_in_all
        return json.dumps(game | {"hints": hints, "gave_up": gave_up}, ensure_ascii=False) + "\n"

    @classmethod
    def load(cls, text: str) -> "Session":
        """The game that `save` wrote, every move made again by the puzzle's own rules."""
        try:
            game = json.loads(text)
        except (ValueError, RecursionError):
            raise FormatError("a saved game is JSON, and this is not") from None
        if not isinstance(game, dict) or game.get("mazeworks_game") != VERSION:
            raise FormatError(f"this is no saved game; expected an object with 'mazeworks_game': {VERSION}")
        puzzle, variant = game.get("puzzle"), game.get("variant", "")
        if not isinstance(puzzle, dict) or not isinstance(variant, str):
            raise FormatError("a saved game has a 'puzzle', which is an object, and a 'variant', which is a text")
        session = cls(read_text(json.dumps(puzzle), "the puzzle of the game"), variant)
        session.resume(_names(game, "moves"), _names(game, "undone"))
        session.hints = game["hints"] if type(game.get("hints")) is int else 0
        session.gave_up = game.get("gave_up") is True
        return session

    def resume(self, moves: list[str], undone: list[str]) -> None:
        """Make moves that were made before, and have others ready to be redone."""
        for move in moves:
            self._step(move)
        self.undone = list(undone)


def _along(wanted: tuple[float, float], heading: tuple[float, float]) -> float:
    """How nearly two directions are the same: 1 the very same, 0 across; rounded, so that as near is as near."""
    far = math.hypot(*wanted) * math.hypot(*heading)
    return round((wanted[0] * heading[0] + wanted[1] * heading[1]) / far, 6) if far else 0.0


def is_game(text: str) -> bool:
    """Whether a text is meant as a saved game rather than as a puzzle.

    >>> is_game('{"mazeworks_game": 1}'), is_game('{"mazeworks": 1}')
    (True, False)
    """
    return text.lstrip()[:1] == "{" and '"mazeworks_game"' in text[:200]


def _names(game: dict[str, Any], what: str) -> list[str]:
    names = game.get(what, [])
    if not isinstance(names, list) or len(names) > MOST_MOVES or not all(isinstance(name, str) for name in names):
        raise FormatError(f"'{what}' of a saved game should be a list of moves, each a text")
    return names
