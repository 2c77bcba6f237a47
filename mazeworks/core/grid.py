"""The grid representation: one byte of walls per cell, in a rectangle with a border around it."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import CARDINALS, Direction, Position
from mazeworks.core.errors import BrokenWalls, MazeError
from mazeworks.core.memory import afford, check_count

Bytes = NDArray[np.uint8]

#: A border cell: four walls, and the mark of a visited cell, so that no search enters it.
BORDER = 31
#: By the walls of a cell, each direction without one, and how x and y change that way.
STEPS = [[(way, *way.delta) for way in CARDINALS if way & ~walls] for walls in range(16)]


class Grid:
    """Walls of a rectangle of cells, with a start and a goal.

    `cells` is `uint8[height + 2, width + 2]`, indexed `[y + 1, x + 1]`: a set bit is a standing wall, and the
    border is marked as visited, so that no loop needs to test for the edge. `walls` is the part inside the border.
    """

    __slots__ = ("cells", "goal", "height", "start", "width")

    layout: ClassVar[str] = "square"
    directions: ClassVar[tuple[Direction, ...]] = CARDINALS

    def __init__(self, cells: Bytes, start: Position, goal: Position) -> None:
        self.cells = cells
        self.height: int = cells.shape[0] - 2
        self.width: int = cells.shape[1] - 2
        self.start = start
        self.goal = goal

    @classmethod
    def closed(cls, width: int, height: int) -> "Grid":
        """A grid with every wall standing, from the upper left to the lower right."""
        width, height = check_size(width, height)
        cells = np.full((height + 2, width + 2), BORDER, np.uint8)
        cells[1:-1, 1:-1] = 15
        return cls(cells, Position(0, 0), Position(width - 1, height - 1))

    @classmethod
    def from_walls(cls, walls: Bytes, start: Position, goal: Position) -> "Grid":
        """A grid with these walls, `walls[y, x]`."""
        grid = cls.closed(walls.shape[1], walls.shape[0])
        grid.cells[1:-1, 1:-1] = walls
        grid.start, grid.goal = grid.check(start, "start"), grid.check(goal, "goal")
        faults = list(grid.broken_walls())
        if faults:
            raise BrokenWalls(faults)
        return grid

    @property
    def walls(self) -> Bytes:
        """A view without the border: `walls[y, x]`."""
        return self.cells[1:-1, 1:-1]

    @property
    def flat(self) -> Bytes:
        """A flat view with the border, as kernels take it."""
        return self.cells.reshape(-1)

    def afford(self, bytes_per_cell: int, advice: str = "try a smaller one") -> None:
        """Refuse work on every cell that would not fit into memory."""
        afford(self.cells.size * bytes_per_cell, f"{self.width}x{self.height} cells", advice, "size")

    def marks(self, bytes_per_cell: int) -> Bytes:
        """A copy of the flat view for a search to mark; refused if the search would not fit into memory."""
        self.afford(bytes_per_cell)
        return self.flat.copy()

    @property
    def stride(self) -> int:
        """How far rows lie apart in the flat view."""
        return self.width + 2

    def index(self, position: Sequence[int]) -> int:
        """Where a position stands in the flat view."""
        return (position[1] + 1) * self.stride + position[0] + 1

    def position(self, index: int) -> Position:
        """The position that stands at an index of the flat view."""
        y, x = divmod(int(index), self.stride)
        return Position(x - 1, y - 1)

    def contains(self, position: Sequence[int]) -> bool:
        """Whether a position lies on the grid."""
        return 0 <= position[0] < self.width and 0 <= position[1] < self.height

    def check(self, position: Sequence[int], what: str = "position") -> Position:
        """The position, if it lies on the grid."""
        pair = isinstance(position, (Sequence, np.ndarray)) and len(position) == 2
        if not pair or not all(isinstance(n, (int, np.integer)) for n in position):
            raise MazeError(f"the {what} {position!r:.60} is not a pair of whole numbers (x, y)")
        place = Position(int(position[0]), int(position[1]))
        if not self.contains(place):
            raise MazeError(f"the {what} {place} lies outside the grid of {self.width}x{self.height}")
        return place

    def moves(self, position: Sequence[int]) -> Iterator[tuple[Direction, Position]]:
        """Each direction without a wall, and the cell it leads to."""
        for direction, dx, dy in STEPS[int(self.cells[position[1] + 1, position[0] + 1]) & 15]:
            yield direction, Position(position[0] + dx, position[1] + dy)

    def neighbours(self, position: Sequence[int]) -> dict[Direction, Position]:
        """The cells beside a cell, whether or not a wall stands between them."""
        here = self.check(position)
        return {direction: there for direction in CARDINALS if self.contains(there := here.move(direction))}

    def estimate(self, position: Sequence[int]) -> float:
        """The steps across and down to the goal."""
        return float(abs(position[0] - self.goal.x) + abs(position[1] - self.goal.y))

    def broken_walls(self) -> Iterator[str]:
        """Where the outer wall is open, and where two cells disagree about the wall between them."""
        walls = self.walls
        sides = (walls[0], 0), (walls[-1], self.height - 1), (walls[:, -1], self.width - 1), (walls[:, 0], 0)
        for direction, (side, last) in zip(CARDINALS, sides, strict=True):
            for along in np.flatnonzero(side & direction == 0)[:1].tolist():
                place = Position(along, last) if direction & 3 else Position(last, along)
                yield f"the outer wall is open on the {direction.letters} side of {place}"
        for first, second, bits, step in (
            (walls[:, :-1], walls[:, 1:], (4, 8), (1, 0)),
            (walls[:-1], walls[1:], (2, 1), (0, 1)),
        ):
            for y, x in np.argwhere((first & bits[0] == 0) != (second & bits[1] == 0))[:1].tolist():
                other = Position(x + step[0], y + step[1])
                yield f"the cells ({x}, {y}) and {other} disagree about the wall between them"

    def chosen(self, moves: Any) -> Direction:
        """The moves that are given as one name, as several names, or as flags of `Direction`."""
        chosen = Direction.NONE
        for move in moves if isinstance(moves, (set, list, tuple)) else [moves]:
            chosen |= Direction.parse(move) if isinstance(move, str) else Direction.of(move)
        return chosen

    def remove_wall(self, position: Sequence[int], moves: Any) -> None:
        """Take down a wall, or several, on both sides; the outer walls stay."""
        beside, chosen = self.neighbours(position), self.chosen(moves)
        for flag, other in beside.items():
            if flag in chosen:
                self.flat[self.index(position)] &= 15 - flag
                self.flat[self.index(other)] &= 15 - flag.opposite


def walls_beside(solid: NDArray[np.bool_]) -> Bytes:
    """The walls of cells towards solid ones, `[y, x]`, and all four around a solid one; `solid` has a border."""
    walls = solid[1:-1, 1:-1] * np.uint8(15)
    for flag, beside in ((1, solid[:-2, 1:-1]), (2, solid[2:, 1:-1]), (4, solid[1:-1, 2:]), (8, solid[1:-1, :-2])):
        walls |= beside * np.uint8(flag)
    return walls


def check_size(width: int, height: int, bytes_per_cell: int = 1, least: int = 2, storeys: int = 1) -> tuple[int, int]:
    """The size as plain numbers; refuses one too small for a maze or too large for memory."""
    for what, number in (("width", width), ("height", height)):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
            raise MazeError(f"the {what} is a whole number, not {number!r}", about=what)
        if number < least:
            raise MazeError(f"the {what} is at least {least}, not {number}", about=what)
    width, height = int(width), int(height)
    words = f"{width}x{height} cells" + f" on {storeys} floors" * (storeys > 1)
    check_count("cells", width * height * storeys, words, about="size")
    afford((width + 2) * (height + 2) * storeys * bytes_per_cell, words, about="size")  # with its border
    return width, height
