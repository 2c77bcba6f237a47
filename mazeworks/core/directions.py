"""Directions as flags, and positions on a grid: x grows to the east, y to the south."""

from enum import IntFlag
from typing import TYPE_CHECKING, NamedTuple

from mazeworks.core.errors import MazeError

if TYPE_CHECKING:
    from mazeworks.core.randomness import Random


class Direction(IntFlag):
    """A compass direction, or several: flags combine into walls of a cell, or into a diagonal.

    >>> Direction.NORTH.opposite
    <Direction.SOUTH: 2>
    >>> (Direction.NORTH | Direction.EAST).opposite == Direction.SOUTH | Direction.WEST
    True
    """

    NONE = 0
    NORTH = 1
    SOUTH = 2
    EAST = 4
    WEST = 8
    ALL = 15

    @property
    def opposite(self) -> "Direction":
        """Each flag turned around."""
        return _LEFT[_LEFT[self]]

    @property
    def left(self) -> "Direction":
        """Each flag a quarter turn to the left."""
        return _LEFT[self]

    @property
    def right(self) -> "Direction":
        """Each flag a quarter turn to the right."""
        return _LEFT[self.opposite]

    @property
    def delta(self) -> tuple[int, int]:
        """How x and y change by one step this way.

        >>> (Direction.NORTH | Direction.EAST).delta
        (1, -1)
        """
        return _DELTA[self]

    @property
    def letters(self) -> str:
        """The compass letters, such as `N` or `SE`."""
        return _LETTERS[self]

    @property
    def words(self) -> str:
        """The same written out.

        >>> (Direction.SOUTH | Direction.EAST).words
        'south-east'
        """
        return "-".join(_WORDS[letter] for letter in self.letters)

    @classmethod
    def of(cls, flags: object) -> "Direction":
        """The direction, or several, of flags given as a whole number of any type."""
        number = flags.__index__() if hasattr(flags, "__index__") else -1
        if isinstance(flags, bool) or not 0 <= number <= 15:
            raise MazeError(f"{flags!r:.60} is not a direction; expected flags such as Direction.NORTH")
        return cls(number)

    @classmethod
    def named(cls, letters: str) -> "Direction | None":
        """The direction with exactly these compass letters, such as `NE`; None for any other text."""
        return _BY_LETTERS.get(letters)

    @classmethod
    def parse(cls, letters: str) -> "Direction":
        """The direction that compass letters name, in any case.

        >>> Direction.parse("se") == Direction.SOUTH | Direction.EAST
        True
        """
        direction = _BY_LETTERS.get(letters.strip().upper())
        if direction is None:
            raise MazeError(f"{letters!r:.60} is not a direction; expected one of {', '.join(_BY_LETTERS)}")
        return direction


CARDINALS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)
_LEFT = [Direction((flags & 12) >> 2 | (flags & 2) << 1 | (flags & 1) << 3) for flags in range(16)]
_DELTA = [((n >> 2 & 1) - (n >> 3 & 1), (n >> 1 & 1) - (n & 1)) for n in range(16)]
_LETTERS = ["".join(letter for bit, letter in enumerate("NSEW") if flags >> bit & 1) for flags in range(16)]
_WORDS = {"N": "north", "S": "south", "E": "east", "W": "west"}
_BY_LETTERS = {d.letters: d for d in map(Direction, (1, 4, 8, 2, 5, 9, 6, 10))}


class Position(NamedTuple):
    """A place on a grid; (0, 0) is the upper left.

    >>> print(Position(3, 4).move(Direction.NORTH))
    (3, 3)
    """

    x: int
    y: int

    def __str__(self) -> str:
        return f"({self.x}, {self.y})"

    def move(self, direction: Direction, distance: int = 1) -> "Position":
        """The position this many steps away in a direction, diagonals included."""
        dx, dy = (direction if isinstance(direction, Direction) else Direction.of(direction)).delta
        return Position(self.x + dx * distance, self.y + dy * distance)

    @classmethod
    def random(cls, width: int, height: int, random: "Random") -> "Position":
        """Any position of a grid of this size."""
        if not hasattr(random, "below"):
            raise MazeError(f"expected a Random, such as Random(7), not {random!r:.60}")
        return cls(random.below(width), random.below(height))
