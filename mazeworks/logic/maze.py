"""Logic mazes: kinds whose rules are a kernel, and whose values are fields that are checked one by one.

A kind gives its fields, its rules as plain functions (see `kernels/logic/exploring.py`), and what these see: `facts`,
`board`, and how states are whole numbers. Playing, solving, rating, saving and drawing follow from them.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.squares import COMPASS
from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import Codec, Facet, Structure, Words
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle, State
from mazeworks.core.registry import kind
from mazeworks.kernels.kernel import Kernel
from mazeworks.kernels.logic import exploring, inventing
from mazeworks.kernels.template import instance
from mazeworks.logic.fields import REQUIRED, Field
from mazeworks.search.compact import Compact

M = TypeVar("M", bound="LogicMaze[Any]")
#: What stands in JSON beside the fields of a kind.
AROUND = ("mazeworks", "kind", "id", "check", "solution")


def rules(name: str, **parts: Any) -> dict[str, Kernel]:
    """The kernels of a kind: its successors and goals, and what inventing needs beside them, if that is given."""
    return instance(name, exploring, *([inventing] if "alter" in parts else []), **parts)


class LogicMaze(Puzzle[State]):
    """A rectangle of squares with the fields of its kind, given in their order or by name."""

    #: The fields by name, as they stand in JSON.
    FIELDS: ClassVar[Mapping[str, Field]] = {}
    #: What `instance` made of the rules, and the most moves of a state.
    KERNELS: ClassVar[Mapping[str, Kernel]] = {}
    MOST: ClassVar[int] = 8
    width = height = 0
    #: The walls, for a kind that has them.
    grid: Grid

    def __init__(self, *given: Any, **named: Any) -> None:
        values = dict(zip(self.FIELDS, given, strict=False)) | named
        if len(given) > len(self.FIELDS):
            raise MazeError(f"{len(given)} values are more than there are fields: {', '.join(self.FIELDS)}")
        for name in values:
            if name not in self.FIELDS:
                raise MazeError(f"{name!r:.40} is not known; expected {', '.join(self.FIELDS)}")
        #: The value of each field, as plain as in JSON.
        self.values: dict[str, Any] = {}
        for name, field in self.FIELDS.items():
            value = values.get(name, field.usual)
            if value is REQUIRED:
                raise MazeError(f"{name!r} is missing")
            self.values[name] = field.check(value, name, self)
        self.states = self.width * self.height
        self.facts, self.board, number = self.lay_out()
        self.start = self.decode(number)

    def lay_out(self) -> tuple[NDArray[np.int64], NDArray[np.uint16], int]:
        """The facts and the board that the kernels see, and the start; sets `states` if those are not the squares."""
        raise NotImplementedError

    def decode(self, number: int) -> State:
        """The state that a whole number is; by default a square, counted row by row."""
        return Position(number % self.width, number // self.width)  # type: ignore[return-value]

    def encode(self, state: State) -> int:
        """The whole number that a state is."""
        return self.number(state)

    def number(self, place: Any) -> int:
        """The number of a square, counted row by row."""
        return int(place[1] * self.width + place[0])

    def move(self, number: int) -> Any:
        """The move of a number that the rules write behind the states; by default one of eight directions."""
        return COMPASS[number]

    def moves(self, state: State) -> Iterator[tuple[Any, State]]:
        """The moves by the rules, which write the states first and, MOST entries later, the number of each move."""
        out = [0] * 2 * self.MOST
        rules = self.KERNELS["successors"].function
        for k in range(rules(self.facts.data, self.board.data, self.encode(state), out)):
            yield self.move(out[self.MOST + k]), self.decode(out[k])

    def is_goal(self, state: State) -> bool:
        return bool(self.KERNELS["is_goal"].function(self.facts.data, self.board.data, self.encode(state)))

    @property
    def compact(self) -> Compact[State]:
        """The compact representation."""
        kernels, start, most = dict(self.KERNELS), self.encode(self.start), 2 * self.MOST
        return Compact(self, kernels, self.facts, self.board, start, self.states, most, self.decode, self.encode)


class LogicStructure(Structure[M]):
    """The compact representation."""

    def compact(self) -> Compact[Any]:
        return self.puzzle.compact


class LogicWords(Words[M]):
    """A logic maze in words; a kind adds its rules."""

    def aim(self) -> str:
        goals = self.puzzle.values.get("goals") or [self.puzzle.values["goal"]]
        return "get to " + " or ".join(str(Position(*goal)) for goal in goals)


class LogicCodec(Codec[M]):
    """The fields as they stand in JSON; `logic_kind` names the class."""

    maze: ClassVar[type[LogicMaze[Any]]]

    def to_data(self) -> dict[str, Any]:
        return dict(self.puzzle.values)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> LogicMaze[Any]:
        return cls.maze(**{name: value for name, value in data.items() if name not in AROUND})


def logic_kind(name: str, sentence: str, *facets: type[Facet[Any]]) -> Callable[[type[M]], type[M]]:
    """Register a kind of logic maze with its words and its board, and a generator of its name."""

    def register(maze: type[M]) -> type[M]:
        codec = type(f"{maze.__name__}Codec", (LogicCodec,), {"maze": maze, "__module__": maze.__module__})
        return kind(name, sentence, name, ("logic",), (LogicStructure, codec, *facets))(maze)

    return register
