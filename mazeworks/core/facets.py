"""Facets: optional parts of a kind beside its rules, each a small class with defaults for any puzzle.

A kind names the facets it has in its registration. Code that needs one asks for it, as in `words_of(puzzle)`, and never
asks which kind it is. Rooms above this one add facets of their own: `drawing.board` and `rating.measures`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from mazeworks.core.directions import Direction
from mazeworks.core.errors import FormatError, MazeError, with_article
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, State
from mazeworks.core.registry import kinds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeworks.core.graph import Graph
    from mazeworks.core.grid import Grid
    from mazeworks.core.puzzle import Solution

P = TypeVar("P", bound=Puzzle[Any])
K = TypeVar("K", bound=type[Puzzle[Any]])
T = TypeVar("T")
F = TypeVar("F", bound="Facet[Any]")


class Facet(Generic[P]):
    """One aspect of a puzzle, such as its words or its codec."""

    def __init__(self, puzzle: P) -> None:
        self.puzzle = puzzle

    @classmethod
    def of(cls, puzzle: P) -> Self:
        """The facet of a puzzle; a kind with several structures chooses among its classes here."""
        return cls(puzzle)


def facet_class(puzzle: type[Puzzle[Any]], sort: type[F]) -> type[F]:
    """The facet class of this sort that a class of puzzles has or inherits; else the default."""
    for owner in puzzle.__mro__:
        for own in owner.__dict__.get("_facets", ()):
            if issubclass(own, sort):
                return own  # type: ignore[no-any-return]
    return sort


def facet_of(puzzle: Puzzle[Any], sort: type[F]) -> F:
    """The facet of this sort for a puzzle."""
    return facet_class(type(puzzle), sort).of(puzzle)


def facets(*own: type[Facet[Any]]) -> Callable[[K], K]:
    """Give a class of puzzles facets of its own; registering a kind does the same."""

    def give(puzzle: K) -> K:
        puzzle._facets = own
        return puzzle

    return give


class Structure(Facet[P]):
    """The representations of a puzzle that need no exploring; solvers choose their algorithm by them."""

    def as_grid(self) -> "Grid | None":
        """The walls, where it is a rectangle of cells with walls between them."""
        return None

    def as_graph(self) -> "Graph[Any] | None":
        """The graph of its states and moves."""
        return None

    def compact(self) -> Any:
        """Its states as whole numbers, with a kernel that knows the moves (`search.compact.Compact`); None without."""
        return None

    def standing_walls(self) -> "Grid | None":
        """The walls to walk along, even if moves may break them."""
        return self.as_grid()

    def as_walls(self, solution: "Solution[Any] | None" = None) -> "tuple[Grid, Solution[Any] | None]":
        """The wall maze that it shows, and the solution over its cells."""
        grid = self.as_grid()
        if grid is None:
            raise MazeError(f"{words_of(self.puzzle).name()} is not a rectangle of cells with walls")
        return grid, solution

    def estimates(self, states: Sequence[Any]) -> "NDArray[np.int64] | None":
        """The estimates of all states of its graph, rounded down; None where only `estimate` gives them."""
        return None

    @property
    def weighted(self) -> bool:
        """Whether moves may cost other than 1."""
        return type(self.puzzle).cost is not Puzzle.cost


class Words(Facet[P]):
    """The puzzle in words, for playing, the page and books."""

    def name(self) -> str:
        """What messages call it, such as a jugs puzzle or a hexagon maze."""
        return f"{with_article(self.puzzle.kind or 'plain')} puzzle"

    def rules(self) -> str:
        """How to play, in a sentence or two."""
        return kinds[self.puzzle.kind].sentence if self.puzzle.kind else ""

    def aim(self) -> str:
        """What to do; empty for a puzzle without a `goal`."""
        goal = getattr(self.puzzle, "goal", None)
        return "" if goal is None else f"get to {goal}"

    def describe(self, state: Any) -> str:
        """A state in a word or two."""
        return str(state)

    def move_words(self, move: Any) -> str:
        """A move as a person says it: a direction written out, or its name."""
        direction = direction_of(move)
        return codec_of(self.puzzle).move_name(move) if direction is None else direction.words


class Codec(Facet[P]):
    """The puzzle, its states and its moves as plain values and short strings."""

    #: What can be set on a puzzle of this kind after it was made or read; see `configured`.
    options: ClassVar[tuple[Parameter, ...]] = ()

    def to_data(self) -> dict[str, Any]:
        """The puzzle as plain values for JSON; `from_data` makes it again."""
        raise MazeError(f"{words_of(self.puzzle).name()} cannot be saved")

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Puzzle[Any]:
        """The puzzle that `to_data` wrote; raises FormatError for other values."""
        raise MazeError("a puzzle of this kind cannot be loaded")

    @property
    def saves(self) -> bool:
        """Whether the puzzle can be written as plain values."""
        return type(self).to_data is not Codec.to_data

    def state_data(self, state: Any) -> list[Any]:
        """A state as a list for JSON, beginning with x, y where it has a place."""
        return list(state) if isinstance(state, tuple) else [state]

    def move_name(self, move: Any) -> str:
        """A move as a short string; the same is played, saved and replayed."""
        return move.letters if isinstance(move, Direction) else str(move)

    def configured(self, **values: Any) -> Puzzle[Any]:
        """The puzzle with some of its options set."""
        raise MazeError(f"{words_of(self.puzzle).name()} has no options")


def list_of(value: Any, sort: type[T], sentence: str, least: int = 0) -> list[T]:
    """A list in plain values with at least this many items of one type; raises FormatError with the sentence."""
    if not isinstance(value, list) or len(value) < least or not all(isinstance(item, sort) for item in value):
        raise FormatError(sentence)
    return value


def numbers_in(value: Any, name: str, shape: str = "[x, y]") -> list[int]:
    """Whole numbers in plain values, as many as the shape names; raises FormatError for other values."""
    right = isinstance(value, list) and len(value) == len(shape.split(","))
    if not right or not all(type(number) is int for number in value):
        raise FormatError(f"{name!r} should be {shape}, not {value!r:.60}")
    return list(value)


class Variants(Facet[P]):
    """The puzzles inside a puzzle, such as one for each of several travellers."""

    def all(self) -> dict[str, Puzzle[Any]]:
        """Each puzzle to solve, by name; the puzzle itself where there is only one."""
        return {"": self.puzzle}


def structure_of(puzzle: Puzzle[Any]) -> Structure[Any]:
    """How solvers may see a puzzle."""
    return facet_of(puzzle, Structure)


def words_of(puzzle: Puzzle[Any]) -> Words[Any]:
    """A puzzle in words."""
    return facet_of(puzzle, Words)


def codec_of(puzzle: Puzzle[Any]) -> Codec[Any]:
    """A puzzle as plain values."""
    return facet_of(puzzle, Codec)


def codec_class(kind: type[Puzzle[Any]]) -> type[Codec[Any]]:
    """The codec of a class of puzzles, for reading one and for its options."""
    return facet_class(kind, Codec)


def variants_of(puzzle: Puzzle[Any]) -> dict[str, Puzzle[Any]]:
    """The puzzles inside a puzzle by name; itself where there is only one."""
    return facet_of(puzzle, Variants).all()


def direction_of(move: Any) -> Direction | None:
    """The direction that a move is, or is named after."""
    return move if isinstance(move, Direction) else Direction.named(move) if isinstance(move, str) else None


def puzzle_for(thing: Puzzle[State]) -> Puzzle[State]:
    """The puzzle that a solver works on: the first variant; raises MazeError for what is not a puzzle."""
    if not isinstance(thing, Puzzle):
        raise MazeError(f"expected a puzzle, such as make() and load() return, not {thing!r:.60}")
    return next(iter(variants_of(thing).values()))


def replay(puzzle: Puzzle[State], moves: Iterable[Any]) -> State:
    """The state that moves lead to, each made by the puzzle's own rules."""
    puzzle = puzzle_for(puzzle)
    codec, state = codec_of(puzzle), puzzle.start
    for number, wanted in enumerate(moves, 1):
        name = codec.move_name(wanted)
        for move, following in puzzle.moves(state):
            if codec.move_name(move) == name:
                state = following
                break
        else:
            raise MazeError(f"move {number}, {name}, is not possible from {words_of(puzzle).describe(state)}")
    return state
