"""The object model of the perfect-maze course project, under Python spellings of its own names.

The project is written in C#, and `docs/from-perfect.md` has a table of its names. Mazes are made and solved by the
library; random numbers come from `random`, so that `random.seed(1)` repeats them.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real
from typing import ClassVar

from mazeworks.core import directions
from mazeworks.core.directions import CARDINALS, Direction
from mazeworks.core.errors import MazeError
from mazeworks.core.grid import Grid
from mazeworks.puzzles import wall
from mazeworks.search.solving import solve

#: The seconds that solving may take.
SECONDS = 30.0


class Constants:
    """The limits of sizes, which can be set, and the four directions."""

    MIN_WIDTH: ClassVar[int] = 5
    MAX_WIDTH: ClassVar[int] = 50
    MIN_HEIGHT: ClassVar[int] = 5
    MAX_HEIGHT: ClassVar[int] = 50
    CARDINALS: ClassVar[tuple[Direction, ...]] = CARDINALS


@dataclass
class Range:
    """The whole numbers from `min` to `max`, both included.

    >>> Range(0, 4).contains(4), Range(0, 4).contains(5)
    (True, False)
    """

    min: int
    max: int

    def contains(self, value: int) -> bool:
        """Whether a number lies in the range."""
        if not isinstance(value, Real):
            raise MazeError(f"{value!r:.60} is not a number; {self} holds whole numbers")
        return self.min <= value <= self.max


@dataclass
class Position:
    """A place in a maze, whose fields can be set; (0, 0) is the upper left.

    >>> place = Position(3, 4)
    >>> place.x = 5
    >>> print(place, place.move(Direction.NORTH | Direction.WEST), place == Position(5, 4))
    (5, 4) (4, 3) True
    """

    x: int = 0
    y: int = 0

    @classmethod
    def random(cls, horizontal: Range, vertical: Range) -> "Position":
        """A random position, both ends of each range included."""
        for values in (horizontal, vertical):
            if not isinstance(values, Range):
                raise MazeError(f"{values!r:.60} is not a Range; expected one such as Range(0, 4)")
            if values.min > values.max:
                raise MazeError(f"no number lies in a range from {values.min} to {values.max}")
        return cls(random.randint(horizontal.min, horizontal.max), random.randint(vertical.min, vertical.max))

    def move(self, direction: Direction) -> "Position":
        """The position one step away in a direction, diagonals included."""
        dx, dy = Direction.of(direction).delta
        return Position(self.x + dx, self.y + dy)

    def __hash__(self) -> int:
        return self.x ^ self.y

    def __str__(self) -> str:
        return f"({self.x}, {self.y})"


#: What stands for a place: `cells[position]` or `cells[x, y]`; `mazeworks.Position` is such a pair.
Place = Position | tuple[int, int] | directions.Position


def copied(place: Place) -> Position:
    """A new position with the numbers of a place; raises MazeError for anything else."""
    position = Position(*place) if isinstance(place, tuple) and len(place) == 2 else place
    if not isinstance(position, Position) or not {type(position.x), type(position.y)} <= {int}:
        raise MazeError(f"{place!r:.60} is not a place; expected a Position, or two whole numbers x, y")
    return Position(position.x, position.y)


class MazeCell:
    """A cell: its position and the walls that stand, both of which can be set.

    >>> cell = MazeCell()
    >>> cell.remove_wall(Direction.EAST)
    >>> print(cell)
    (0, 0) NSW
    """

    def __init__(self, position: Place | None = None, walls: Direction = Direction.ALL) -> None:
        self.position = Position() if position is None else position
        self.walls = walls

    @property
    def position(self) -> Position:
        """Where the cell is; a position that is set is copied."""
        return self._position

    @position.setter
    def position(self, value: Place) -> None:
        self._position = copied(value)

    @property
    def walls(self) -> Direction:
        """The walls that stand."""
        return self._walls

    @walls.setter
    def walls(self, value: Direction) -> None:
        self._walls = Direction.of(value)

    def remove_wall(self, wall_to_remove: Direction) -> None:
        """Take down a wall of this cell alone; the cell behind it keeps its own."""
        self.walls &= ~Direction.of(wall_to_remove)

    def __str__(self) -> str:
        return f"{self.position} {self.walls.letters or 'no walls'}"

    def __repr__(self) -> str:
        return f"<MazeCell {self}>"


class MazeCellArray:
    """The cells of a maze, read and written by position or by x and y.

    >>> cells = MazeCellArray(5, 6)
    >>> cells.remove_cell_wall(Position(1, 2), Direction.EAST)
    >>> print(cells[1, 2], "|", cells[Position(2, 2)], "|", cells.y_range)
    (1, 2) NSW | (2, 2) NSE | Range(min=0, max=5)
    """

    def __init__(self, width: int, height: int) -> None:
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Become closed cells of another size."""
        check_size("width", width, Constants.MIN_WIDTH, Constants.MAX_WIDTH)
        check_size("height", height, Constants.MIN_HEIGHT, Constants.MAX_HEIGHT)
        self._width, self._height = width, height
        self.reset()

    def reset(self) -> None:
        """Put a new cell with all walls at every place."""
        self._rows = [[MazeCell(Position(x, y)) for x in range(self.width)] for y in range(self.height)]

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self._height

    @property
    def x_range(self) -> Range:
        """The numbers of the columns."""
        return Range(0, self.width - 1)

    @property
    def y_range(self) -> Range:
        """The numbers of the rows."""
        return Range(0, self.height - 1)

    def contains(self, place: Place) -> bool:
        """Whether a place is one of a cell; so does `place in cells`."""
        position = copied(place)
        return self.x_range.contains(position.x) and self.y_range.contains(position.y)

    def __getitem__(self, place: Place) -> MazeCell:
        position = self._checked(place)
        return self._rows[position.y][position.x]

    def __setitem__(self, place: Place, cell: MazeCell) -> None:
        position = self._checked(place)
        if not isinstance(cell, MazeCell):
            raise MazeError(f"{cell!r:.60} is not a MazeCell; expected one such as MazeCell(Position(3, 4))")
        self._rows[position.y][position.x] = cell

    def __contains__(self, thing: object) -> bool:
        if isinstance(thing, MazeCell):
            return any(cell is thing for cell in self)
        return self.contains(thing)  # type: ignore[arg-type]  # which refuses anything else

    def __iter__(self) -> Iterator[MazeCell]:
        """The cells, row by row."""
        for row in self._rows:
            yield from row

    def _checked(self, place: Place) -> Position:
        """The position of a cell; raises MazeError for anything else."""
        position = copied(place)
        if not self.contains(position):
            raise MazeError(f"the position {position} lies outside the maze of {self.width}x{self.height} cells")
        return position

    def neighbor_cells_with_all_walls(self, position: Place) -> dict[Direction, MazeCell]:
        """The cells beside a position that have all their walls, by direction."""
        here = self._checked(position)
        beside = {direction: here.move(direction) for direction in Constants.CARDINALS}
        cells = {direction: self[there] for direction, there in beside.items() if self.contains(there)}
        return {direction: cell for direction, cell in cells.items() if cell.walls == Direction.ALL}

    def accessible_neighbor_cells(
        self, position: Place, exclude: Direction = Direction.NONE
    ) -> dict[Direction, MazeCell]:
        """The cells that can be stepped to from a position, by direction, except in the excluded directions."""
        here, closed = self._checked(position), self[position].walls | Direction.of(exclude)
        beside = {direction: here.move(direction) for direction in Constants.CARDINALS if not direction & closed}
        return {direction: self[there] for direction, there in beside.items() if self.contains(there)}

    def remove_cell_wall(self, position: Place, wall_to_remove: Direction) -> None:
        """Take down a wall on both its sides; an outer wall stays."""
        here, direction = self._checked(position), Direction.of(wall_to_remove)
        there = here.move(direction)
        if self.contains(there):
            self[here].remove_wall(direction)
            self[there].remove_wall(direction.opposite)


def check_size(what: str, number: int, least: int, most: int) -> None:
    """Refuse a width or a height outside its limits."""
    if type(number) is not int or not Range(least, most).contains(number):
        raise MazeError(f"the {what} is a whole number from {least} to {most}, not {number!r:.60}", about=what)


class Maze:
    """A perfect maze with a complexity, and its solution.

    >>> random.seed(3)
    >>> maze = Maze(8, 6)
    >>> maze.create_maze(0.5)
    >>> maze.solve_maze()
    True
    >>> print(maze.start_point, maze.end_point, " ".join(move.letters for move in maze.solution))
    (6, 2) (7, 4) W W W W W W S E E S E E E E E
    """

    def __init__(self, width: int | None = None, height: int | None = None) -> None:
        if (width is None) != (height is None):
            raise MazeError("Maze() takes a width and a height, or neither")
        self.start_point = self.end_point = Position()
        self.complexity = 0.0
        self.resize(Constants.MIN_WIDTH if width is None else width, Constants.MIN_HEIGHT if height is None else height)

    def resize(self, width: int, height: int) -> None:
        """Become closed cells of another size, in which no maze is created yet; ends left outside go to the edge."""
        #: The cells.
        self.cells = MazeCellArray(width, height)
        for end in (self.start_point, self.end_point):
            end.x, end.y = min(end.x, width - 1), min(end.y, height - 1)
        #: Whether a maze was created in the cells; set it after carving by hand.
        self.maze_created = False
        #: The directions from the start to the end, once the maze was solved.
        self.solution: list[Direction] = []

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.cells.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.cells.height

    @property
    def start_point(self) -> Position:
        """Where a path begins; a position that is set is copied."""
        return self._start_point

    @start_point.setter
    def start_point(self, value: Place) -> None:
        self._start_point = copied(value)

    @property
    def end_point(self) -> Position:
        """Where a path should lead; a position that is set is copied."""
        return self._end_point

    @end_point.setter
    def end_point(self, value: Place) -> None:
        self._end_point = copied(value)

    @property
    def complexity(self) -> float:
        """The complexity of the maze: from 0 for long halls to 1 for twists."""
        return self._complexity

    @complexity.setter
    def complexity(self, value: float) -> None:
        if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= value <= 1:
            raise MazeError(f"complexity is a number from 0 to 1, not {value!r:.60}", about="complexity")
        self._complexity: float = float(value)

    def __iter__(self) -> Iterator[MazeCell]:
        """The cells, row by row."""
        return iter(self.cells)

    def __contains__(self, thing: object) -> bool:
        return thing in self.cells

    def __str__(self) -> str:
        try:
            return str(self.as_maze())
        except MazeError:  # one-sided walls, or an end outside, which no drawing shows
            return f"Maze {self.width}x{self.height}"

    def __repr__(self) -> str:
        return f"<Maze {self.width}x{self.height}>"

    def __getitem__(self, place: Place) -> MazeCell:
        return self.cells[place]

    def __setitem__(self, place: Place, cell: MazeCell) -> None:
        self.cells[place] = cell

    def create_maze(self, complexity: float) -> None:
        """Carve a random perfect maze, from 0 for long halls to 1 for twists, with distinct random ends."""
        self.complexity = complexity
        made = wall.Maze.create(self.width, self.height, complexity, seed=random.getrandbits(62))
        self.solution = []
        self.cells.reset()
        for cell in made:
            self.cells[cell.position.x, cell.position.y].walls = cell.walls
        self.start_point, self.end_point = Position(*made.start), Position(*made.goal)
        self.maze_created = True

    def solve_maze(self) -> bool:
        """Find the solution by many tasks at once; False if no path leads to the end.

        Raises MazeError where no maze was created, and `SolveTimeout`, a TimeoutError, after 30 seconds.
        """
        if not self.maze_created:
            raise MazeError("Maze not created!")
        self.solution = []
        if self.start_point == self.end_point:
            return True
        grid = self._grid()
        if (grid.walls == Direction.ALL).all():  # the solver refuses such a maze
            return False
        found = solve(wall.Maze(grid), "tasks", seconds=SECONDS)
        self.solution = [] if found is None else list(found.moves)
        return found is not None

    def as_maze(self) -> wall.Maze:
        """The same maze for the rest of the library, to draw, save, rate or play it; refuses one-sided walls."""
        grid = self._grid()
        return wall.Maze(Grid.from_walls(grid.walls, grid.start, grid.goal), self.complexity)

    def _grid(self) -> Grid:
        """The cells as bytes, one-sided walls included."""
        grid = Grid.closed(self.width, self.height)
        columns, rows = range(self.width), range(self.height)
        grid.walls[:] = [[self.cells[x, y].walls for x in columns] for y in rows]
        grid.start = grid.check((self.start_point.x, self.start_point.y), "start")
        grid.goal = grid.check((self.end_point.x, self.end_point.y), "end")
        return grid
