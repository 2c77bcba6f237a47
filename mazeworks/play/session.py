"""A game of any puzzle: moves as short strings, undo, redo, hints, saving; front ends use it and ask for no kind."""

import json
import math
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, LimitReached, MazeError, UnknownName
from mazeworks.core.facets import Structure, codec_of, facets, structure_of, variants_of, words_of
from mazeworks.core.graph import explore
from mazeworks.core.grid import Grid
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.drawing.board import board_of
from mazeworks.files.loading import read_text
from mazeworks.making.file_bytes import check_values
from mazeworks.search.solving import solve

#: The version of the format of saved games.
VERSION = 1
#: A hint explores at most this many states of a puzzle that has neither walls nor a graph.
MOST_STATES = 300_000
#: A key or a swipe selects a move less than about 57 degrees beside it: the cosine of that angle.
NEARLY = 0.55
#: The most moves of one run, and of a game.
LONGEST_RUN, MOST_MOVES = 10_000, 200_000
#: The most characters of the name of a move in a saved game.
LONGEST_NAME = 100


class Choice(NamedTuple):
    """A possible move: its name, the state it leads to in words, and the point of that state in the scene, if any."""

    name: str
    words: str
    spot: tuple[float, float] | None
    state: Any
    #: The move in words, its cost, and its direction in the scene, if any.
    move: str
    cost: int
    heading: tuple[float, float] | None


class OnwardStructure(Structure["Onward"]):
    """The walls and costs of the whole puzzle, with the other start."""

    def as_grid(self) -> Grid | None:
        grid = structure_of(self.puzzle.whole).as_grid()
        return None if grid is None else Grid(grid.cells, Position(*self.puzzle.start[:2]), grid.goal)

    def compact(self) -> Any:
        compact = structure_of(self.puzzle.whole).compact()
        return None if compact is None else compact.begun_at(self.puzzle.start)

    @property
    def weighted(self) -> bool:
        return structure_of(self.puzzle.whole).weighted


@facets(OnwardStructure)
class Onward(Puzzle[Any]):
    """A puzzle that starts from another state."""

    def __init__(self, puzzle: Puzzle[Any], state: Any) -> None:
        self.whole, self.start = puzzle, state
        for name in ("moves", "is_goal", "key", "estimate", "cost"):
            setattr(self, name, getattr(puzzle, name))


def limit_for(puzzle: Puzzle[Any], most: int) -> int | None:
    """The most states a solver may explore: no limit where a puzzle has walls or a graph."""
    structure = structure_of(puzzle)
    return most if structure.as_grid() is None and structure.as_graph() is None else None


class Session:
    """A game: a puzzle, the moves made, and the moves undone.

    >>> from mazeworks import make
    >>> game = Session(make("jugs"))
    >>> game.play("fill1").words
    '0/3  5/5'
    >>> game.hint(), game.undo(), game.count
    ('pour1to0', True, 0)
    """

    def __init__(self, puzzle: Puzzle[Any], variant: str = "") -> None:
        #: The puzzle as it was opened; `puzzle` is the one to play, itself or one of its variants.
        self.whole = puzzle
        variants = variants_of(puzzle)
        self.variant = variant or next(iter(variants))
        if self.variant not in variants:
            raise UnknownName("variant", variant, filter(None, variants))
        self.puzzle = variants[self.variant]
        self.states: list[Any] = [self.puzzle.start]
        self.moves: list[str] = []
        #: The same moves as values of the puzzle, and the cost of each.
        self.made: list[Any] = []
        self.costs: list[int] = []
        self.undone: list[str] = []
        self.hints = 0
        self.gave_up = False
        #: Hints and giving up before a reset; the first redo after it restores them.
        self._help_before: tuple[int, bool] | None = None

    # --- the state of the game

    @property
    def state(self) -> Any:
        """The current state."""
        return self.states[-1]

    @property
    def count(self) -> int:
        """The number of moves made."""
        return len(self.moves)

    @property
    def cost(self) -> int | None:
        """The total cost of the moves, where they do not all cost 1."""
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
        """The rules and the aim, in a few sentences."""
        words = words_of(self.puzzle)
        aim = words.aim()
        return f"{words.rules()} {aim[:1].upper()}{aim[1:]}.".strip() if aim else words.rules()

    def choices(self) -> list[Choice]:
        """Every possible move."""
        puzzle, here = self.puzzle, self.state
        name, words, board = codec_of(puzzle).move_name, words_of(puzzle), board_of(puzzle)
        found = []
        for move, state in puzzle.moves(here):
            looks = name(move), words.describe(state), board.target(here, state), state, words.move_words(move)
            found.append(Choice(*looks, puzzle.cost(here, move, state), board.heading(here, move, state)))
        return found

    def towards(self, x: float, y: float) -> Choice | None:
        """The move that a key or a swipe selects: the one nearest to this direction in the scene, if one is near.

        Of two equally near, such as north-east and south-east on hexagons for a key to the east, the upper one.

        >>> from mazeworks import make
        >>> game = Session(make("wall", (4, 4), seed=3, layout="hexagon"))
        >>> [choice.name for choice in game.choices()], game.towards(1, 0).name
        (['N', 'SE', 'SW'], 'SE')
        """
        able = [(_along((x, y), each.heading), -each.heading[1], each) for each in self.choices() if each.heading]
        near, _, choice = max(able, key=lambda entry: entry[:2], default=(0.0, 0.0, None))
        return choice if near > NEARLY else None

    # --- playing

    def play(self, name: str) -> "Session":
        """Make the move of this name."""
        self._step(name)
        self.undone.clear()
        self._help_before = None
        return self

    def _step(self, name: str) -> None:
        if self.count >= MOST_MOVES:
            raise MazeError(f"a game has at most {MOST_MOVES} moves; undo some, or begin again")
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
        """Make a move, and go on while there is only one way on; returns the number of moves made."""
        first = self.count
        self.play(name)
        been = {self.puzzle.key(self.states[-2])}
        while not self.solved and self.count - first < LONGEST_RUN:
            been.add(self.puzzle.key(self.state))
            moves = list(self.puzzle.moves(self.state))
            onward = [move for move, state in moves if self.puzzle.key(state) not in been]
            if len(onward) != 1 or len(moves) > 2:
                break
            self._step(codec_of(self.puzzle).move_name(onward[0]))
        return self.count - first

    def undo(self) -> bool:
        """Undo the last move; False where there is none."""
        if not self.moves:
            return False
        self.undone.append(self.moves.pop())
        for history in (self.states, self.made, self.costs):
            history.pop()
        return True

    def redo(self) -> bool:
        """Redo the move undone last; False where there is none."""
        if not self.undone:
            return False
        self._step(self.undone.pop())
        if self._help_before is not None:
            self.hints, self.gave_up = self._help_in_all
            self._help_before = None
        return True

    def reset(self) -> None:
        """Begin a new game without hints; redo restores the moves played before, with their hints."""
        self._help_before = self._help_in_all
        self.hints, self.gave_up = 0, False
        while self.undo():
            pass

    @property
    def _help_in_all(self) -> tuple[int, bool]:
        """Hints and giving up, in this game and in the one before a reset that redo can restore."""
        hints, gave_up = self._help_before or (0, False)
        return self.hints + hints, self.gave_up or gave_up

    # --- help

    def hint(self) -> str | None:
        """The next move of a shortest path from here; None where there is none: see `why_no_hint`."""
        if self.solved:
            return None
        self.hints += 1
        if structure_of(self.puzzle).as_grid() is None and not structure_of(self.puzzle).weighted:
            with suppress(LimitReached):
                fewer = self._moves_left(self.state) - 1
                able = (choice.name for choice in self.choices() if self._moves_left(choice.state) == fewer >= 0)
                return next(able, None)
        solution = self.way_on()
        return None if solution is None else codec_of(self.puzzle).move_name(solution.moves[0])

    def why_no_hint(self) -> str:
        """Why there is no hint: the game is solved, has no solution, or has none from this state on.

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

    @cached_property
    def _moves_left(self) -> Callable[[Any], int]:
        """The least number of moves from a state to a goal; -1 if none leads there."""
        graph = structure_of(self.puzzle).as_graph()
        if graph is not None:
            distances, states = graph.goal_distances(), graph.states
            return lambda state: int(distances[states.index(state)])
        graph, key = explore(self.puzzle, MOST_STATES), self.puzzle.key
        left = dict(zip(map(key, checked(graph.states, 1000)), graph.goal_distances().tolist(), strict=True))
        return lambda state: left[key(state)]

    def forget_distances(self) -> None:
        """Free what the next hint computes again."""
        self.__dict__.pop("_moves_left", None)

    def way_on(self) -> Solution[Any] | None:
        """A shortest path from here to the goal; None proves that there is none."""
        onward = Onward(self.puzzle, self.state)
        return solve(onward, limit=limit_for(onward, MOST_STATES))

    def give_up(self) -> Solution[Any] | None:
        """Give up: a shortest solution from the start; None proves that there is none."""
        if self.solved:
            raise MazeError("already solved: there is nothing to give up")
        self.gave_up = True
        return solve(self.puzzle, limit=limit_for(self.puzzle, MOST_STATES))

    # --- saving

    def save(self) -> str:
        """The game as a text, for `load`."""
        puzzle = {"mazeworks": 1, "kind": self.whole.kind, **({"id": self.whole.id} if self.whole.id else {})}
        game: dict[str, Any] = {"mazeworks_game": VERSION, "puzzle": puzzle | codec_of(self.whole).to_data()}
        game |= {"variant": self.variant, "moves": self.moves, "undone": self.undone}
        hints, gave_up = self._help_in_all
        return json.dumps(game | {"hints": hints, "gave_up": gave_up}, ensure_ascii=False) + "\n"

    @classmethod
    def load(cls, text: str) -> "Session":
        """The game that `save` wrote, with every move made again by the rules of the puzzle."""
        check_values(text)
        try:
            game = json.loads(text)
        except (ValueError, RecursionError):
            raise FormatError("this is not a saved game: it is not JSON") from None
        if not isinstance(game, dict) or game.get("mazeworks_game") != VERSION:
            raise FormatError(f"this is not a saved game; expected an object with 'mazeworks_game': {VERSION}")
        puzzle, variant = game.get("puzzle"), game.get("variant", "")
        if not isinstance(puzzle, dict) or not isinstance(variant, str):
            raise FormatError("a saved game has a 'puzzle', which is an object, and a 'variant', which is a text")
        session = cls(read_text(json.dumps(puzzle), "the puzzle of the game"), variant)
        session.resume(_names(game, "moves"), _names(game, "undone"))
        session.hints = game["hints"] if type(game.get("hints")) is int else 0
        session.gave_up = game.get("gave_up") is True
        return session

    def resume(self, moves: list[str], undone: list[str]) -> None:
        """Make earlier moves again, and restore those that can be redone."""
        for move in checked(moves, 100):
            self._step(move)
        self.undone = list(undone)


def _along(wanted: tuple[float, float], heading: tuple[float, float]) -> float:
    """The cosine of the angle between two directions; rounded, so that equal angles compare equal."""
    far = math.hypot(*wanted) * math.hypot(*heading)
    return round((wanted[0] * heading[0] + wanted[1] * heading[1]) / far, 6) if far else 0.0


def is_game(text: str) -> bool:
    """Whether a text is a saved game rather than a puzzle.

    >>> is_game('{"mazeworks_game": 1}'), is_game('{"mazeworks": 1}')
    (True, False)
    """
    return text.lstrip()[:1] == "{" and '"mazeworks_game"' in text[:200]


def _names(game: dict[str, Any], what: str) -> list[str]:
    names = game.get(what, [])
    if not isinstance(names, list) or len(names) > MOST_MOVES or not all(map(_is_name, names)):
        expected = f"a list of at most {MOST_MOVES} moves, each a text of at most {LONGEST_NAME} characters"
        raise FormatError(f"'{what}' of a saved game should be {expected}")
    return names


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME
