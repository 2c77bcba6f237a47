"""The one idea: a puzzle is a start, a way to list moves, and a test for the goal."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import check

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeworks.core.graph import Graph
    from mazeworks.core.grid import Grid
    from mazeworks.drawing.scene import Outline, Scene, Timed
    from mazeworks.drawing.sketch import Sketch
    from mazeworks.rating.rating import Measure

State = TypeVar("State")


class Puzzle(Generic[State]):
    """A start, moves, and a goal; everything else has a default.

    >>> class Count(Puzzle[int]):
    ...     start = 1
    ...     def moves(self, state): return [("double", state * 2), ("add", state + 3)]
    ...     def is_goal(self, state): return state == 14
    >>> from mazeworks import solve
    >>> solve(Count()).moves
    ['add', 'add', 'double']
    """

    #: The name of its kind in the registry; empty for a puzzle that is not registered.
    kind: ClassVar[str] = ""
    #: What makes the same puzzle again, `kind:parameters#seed`, if it was made that way.
    id: str | None = None
    #: What can be set on a puzzle of this kind after it was made or read; see `configured`.
    options: ClassVar[tuple[Parameter, ...]] = ()

    #: Where its maker was asked to tell, the passages in the order it opened them: `int64[count, 2]`, the numbers
    #: of the cells each leads from and to. On a rectangle the cell (x, y) has the number y * width + x.
    carving: "NDArray[np.int64] | None" = None

    start: State

    def __puzzle__(self) -> "Puzzle[State]":
        """What solvers work on: this puzzle, unless its names mean something else and another speaks for it."""
        return self

    def moves(self, state: State) -> Iterable[tuple[Any, State]]:
        """Each move that can be made in a state, with the state it leads to."""
        raise NotImplementedError

    def is_goal(self, state: State) -> bool:
        """Whether the puzzle is solved in this state."""
        raise NotImplementedError

    def key(self, state: State) -> Hashable:
        """States with equal keys are one."""
        return state

    def estimate(self, state: State) -> float:
        """A lower bound on the moves left."""
        return 0

    def estimates(self, states: Sequence[State]) -> "NDArray[np.int64] | None":
        """The same for all states of its graph at once, rounded down; None where they are asked one by one."""
        return None

    def cost(self, state: State, move: Any, following: State) -> int:
        """What a move costs: a whole number, at least 1. A kind that has other costs than 1 defines this."""
        return 1

    @property
    def weighted(self) -> bool:
        """Whether moves may cost other than 1."""
        return type(self).cost is not Puzzle.cost

    def scene(self, solution: "Solution[State] | None" = None) -> "Scene":
        """What to draw, in cell units; by default the states of the solution as a chain of words, and the aim."""
        from mazeworks.drawing.scene import chain

        words = [self.describe(s) for s in (solution.states if solution else [self.start])]
        title = f"{with_article(self.kind or 'plain')} puzzle".capitalize()
        return chain(words, title, self.aim())

    def sketch(self, solution: "Solution[State] | None" = None) -> "Sketch":
        """What to show in a terminal; by default one line per state of the solution."""
        from mazeworks.drawing.sketch import Sketch

        if solution is None:
            return Sketch.from_lines([self.describe(self.start)])
        moves = ["", *(self.move_name(move) for move in solution.moves)]
        width = max(map(len, moves))
        return Sketch.from_lines(
            f"{move:{width}}  {self.describe(state)}".rstrip()
            for move, state in zip(moves, solution.states, strict=True)
        )

    def sketches(self, solution: "Solution[State] | None" = None) -> "Iterable[Sketch]":
        """The same in bands of rows, one after the other, for a kind whose sketches may be larger than memory."""
        yield self.sketch(solution)

    def square_of(self, state: State) -> tuple[int, int]:
        """Column and row at which a state stands in the sketch, where it has a place."""
        x, y, *_ = self.state_data(state)
        return x, y

    def as_grid(self) -> "Grid | None":
        """The walls of this puzzle, where it is a rectangle of cells with walls between them."""
        return None

    def standing_walls(self) -> "Grid | None":
        """The walls that one can walk along, though perhaps somebody may break them: by default those of its grid."""
        return self.as_grid()

    def as_walls(self, solution: "Solution[State] | None" = None) -> "tuple[Grid, Solution[State] | None]":
        """The walls to be drawn between cells, and a solution over those cells."""
        grid = self.as_grid()
        if grid is None:
            raise MazeError(f"{with_article(self.kind or 'plain')} puzzle has no walls between cells")
        return grid, solution

    def drawn_walls(self) -> "Grid | None":
        """The walls, where a picture of them, of the start and of the goal is the whole picture; drawn quickly."""
        return None

    def spot(self, state: State) -> tuple[float, float] | None:
        """Where in the scene a state is, in cell units; None for a kind without places."""
        place = self.place(state)
        return None if place is None else (place[0] + 0.5, place[1] + 0.5)

    def outlines(self, states: Sequence[State]) -> "Iterable[Sequence[Outline]]":
        """For each state the shapes in the scene that it fills: none, one or several, and others may fill the same."""
        from mazeworks.drawing.scene import square_around

        for state in states:
            spot = self.spot(state)
            yield () if spot is None else (square_around(*spot),)

    def reached(self) -> "dict[Outline, int] | None":
        """How far from the start the places of the scene are; None where the outlines of states tell that."""
        return None

    def carved(self, carving: "NDArray[np.int64]") -> "Iterable[Timed]":
        """The walls of the scene, and the marks of passages, while these are opened one by one; a step is one opened.

        Only a kind that makers carve, and whose picture is more than `drawn_walls`, tells this.
        """
        return ()

    def track(self, states: Sequence[State]) -> list[list[tuple[float, float]]]:
        """A way through these states as lines in the scene: by default one, straight from each spot to the next.

        There are none where only the scene itself, drawn with a solution, tells it well.
        """
        spots = [spot for state in states if (spot := self.spot(state)) is not None]
        return [spots] if len(spots) > 1 else []

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from mazeworks.core.registry import renderers
        from mazeworks.files.files import pieces

        return "".join(map(str, pieces(renderers["svg"], self, None)))

    def as_graph(self) -> "Graph[State] | None":
        """The graph of this puzzle, where it is there without exploring."""
        return None

    def variants(self) -> "dict[str, Puzzle[Any]]":
        """The puzzles to solve in this one, by name: itself, unless there is one for each of several travellers."""
        return {"": self}

    #: Solutions by variant, which are drawn where no other solution is given; see `drawn_with`.
    routes: "Mapping[str, Solution[Any] | None]" = {}

    def panel(self, name: str) -> tuple[float, float]:
        """How far right and down the picture of a variant lies in the scene that shows the routes of all."""
        return 0, 0

    def drawn_with(self, solutions: "Mapping[str, Solution[Any] | None]") -> "Puzzle[Any]":
        """This puzzle, drawn with the solutions of its variants where it knows how."""
        return self

    def shortest_routes(self) -> tuple[int, int] | None:
        """The length of the shortest solutions and exactly how many there are, for a kind that tells both."""
        return None

    def configured(self, **values: Any) -> "Puzzle[Any]":
        """This puzzle with some of its options set."""
        raise MazeError(f"{with_article(self.kind or 'plain')} puzzle has nothing to set")

    def describe(self, state: State) -> str:
        """A state in a word or two."""
        return str(state)

    def aim(self) -> str:
        """What is to be done, in words: by default to come to the goal, where a puzzle has one."""
        goal = getattr(self, "goal", None)
        return "" if goal is None else f"get to {goal}"

    def rules(self) -> str:
        """How it is played, in a sentence or two: by default what is said of its kind."""
        from mazeworks.core.registry import kinds

        return kinds[self.kind].sentence if self.kind else ""

    def place(self, state: State) -> tuple[int, int] | None:
        """Where on the board a state is, for a kind with places to go to; several states may share one."""
        return state if isinstance(state, Position) else None

    def measures(self, graph: "Graph[State]", solution: "Solution[State]") -> "Iterable[Measure]":
        """What this kind adds to a rating beside what can be counted on any puzzle."""
        return ()

    def state_data(self, state: State) -> list[Any]:
        """A state as a list for JSON, beginning with x, y where it has a place."""
        return list(state) if isinstance(state, tuple) else [state]

    def move_name(self, move: Any) -> str:
        """A move as a short string; the same is played, saved and replayed."""
        return move.letters if isinstance(move, Direction) else str(move)

    def move_words(self, move: Any) -> str:
        """A move as a person says it: by default its direction written out, or its name."""
        way = _direction(move)
        return self.move_name(move) if way is None else way.words

    def heading(self, state: State, move: Any, following: State) -> tuple[float, float] | None:
        """Which way a move leads in the drawing, for keys and swipes: by default as its direction does, else from
        spot to spot; None where it leads no way there.
        """
        way, here, there = _direction(move), self.spot(state), self.spot(following)
        if way is not None:
            return way.delta
        return None if here is None or there is None else (there[0] - here[0], there[1] - here[1])

    def to_data(self) -> dict[str, Any]:
        """The puzzle as plain values for JSON; `from_data` makes it again."""
        raise MazeError(f"a puzzle of the kind {self.kind or type(self).__name__!r} cannot be saved")

    @classmethod
    def from_grid(cls, grid: "Grid") -> "Puzzle[Any]":
        """The puzzle with these walls, where that is what this kind is made of."""
        raise MazeError(f"a puzzle of the kind {cls.kind or cls.__name__!r} is not made of walls")

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Puzzle[Any]":
        """The puzzle that `to_data` described."""
        raise MazeError(f"a puzzle of the kind {cls.kind or cls.__name__!r} cannot be loaded")


def _direction(move: Any) -> Direction | None:
    """The direction that a move is, or is named after."""
    return move if isinstance(move, Direction) else Direction.named(move) if isinstance(move, str) else None


@dataclass
class Solution(Generic[State]):
    """A way from the start to the goal, and what finding it took."""

    states: Sequence[State]
    moves: Sequence[Any]
    solver: str = ""
    explored: int = 0
    #: With `trace`, the states in the order they were explored.
    trace: Sequence[State] | None = field(default=None, repr=False)
    #: Where a walker looks when it has arrived, if the solver says.
    facing: Direction | None = None
    #: What the moves cost together; None where every move costs 1, so that their number says it.
    cost: int | None = None
    #: Exactly how many ways are as short, if the solver says.
    ways: int | None = field(default=None, repr=False)

    def __len__(self) -> int:
        """How many moves it takes."""
        return len(self.moves)

    def __bool__(self) -> bool:
        """A solution is one even if it takes no move."""
        return True

    def further(self) -> dict[str, Any]:
        """What its solver tells beside the way, as plain values."""
        return {}

    def without_detours(self) -> "Solution[State]":
        """The same way with every loop and every withdrawal cut out."""
        from mazeworks.core.walk import Walk

        if isinstance(self.states, Walk):
            walk: Any = self.states.without_detours()
            return replace(self, states=walk, moves=walk.moves, facing=None, cost=None)
        last: dict[Any, int] = {}
        for number, state in enumerate(self.states):
            last[state] = number
        states: list[State] = []
        moves: list[Any] = []
        number = 0
        while True:
            if not len(states) & 1023:
                check()
            number = last[self.states[number]]
            states.append(self.states[number])
            if number == len(self.moves):
                return replace(self, states=states, moves=moves, facing=None, cost=None, ways=None)
            moves.append(self.moves[number])
            number += 1


def puzzle_for(thing: Puzzle[State]) -> Puzzle[State]:
    """What solvers work on where this is given; refuses what is no puzzle."""
    if isinstance(thing, type) or not hasattr(thing, "__puzzle__"):
        raise MazeError(f"a puzzle was expected, such as make() and load() give, not {thing!r:.60}")
    return thing.__puzzle__()


def replay(puzzle: Puzzle[State], moves: Iterable[Any]) -> State:
    """The state that moves lead to, each made by the puzzle's own rules."""
    puzzle = puzzle_for(puzzle)
    state = puzzle.start
    for number, wanted in enumerate(moves, 1):
        name = puzzle.move_name(wanted)
        for move, following in puzzle.moves(state):
            if puzzle.move_name(move) == name:
                state = following
                break
        else:
            raise MazeError(f"move {number}, {name}, cannot be made from {puzzle.describe(state)}")
    return state
