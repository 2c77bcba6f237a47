"""Wall mazes: a rectangle of cells with walls between them."""

from collections.abc import Iterator, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.grid_puzzle import GridPuzzle
from mazeworks.core.directions import CARDINALS, Direction, Position
from mazeworks.core.errors import FormatError, MazeError, NoSolution
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Solution
from mazeworks.core.registry import kind
from mazeworks.drawing.lattice import BOX, draw
from mazeworks.drawing.sketch import Sketch
from mazeworks.kernels import tables

if TYPE_CHECKING:
    from mazeworks.drawing.scene import Scene

_HEX = np.frombuffer(b"0123456789abcdef", np.uint8)


class Cell:
    """A view of one cell of a maze."""

    __slots__ = ("_maze", "position")

    def __init__(self, maze: "Maze", position: Position) -> None:
        self._maze = maze
        self.position = position

    @property
    def walls(self) -> Direction:
        """The walls that stand."""
        x, y = self._maze.grid.check(self.position)
        return Direction(int(self._maze.grid.walls[y, x]))

    @property
    def passages(self) -> Direction:
        """The directions one can go."""
        return Direction(15 - self.walls)

    def remove_wall(self, direction: Direction) -> None:
        """Take down a wall, on both its sides; an outer wall stays."""
        self._maze.remove_wall(self.position, direction)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and (other._maze is self._maze) and other.position == self.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"<Cell {self.position} walls {self.walls.letters or 'none'}>"


@kind("wall", "A rectangle of cells with walls between them.", generator="backtracker", format="box")
class Maze(GridPuzzle):
    """A wall maze.

    >>> maze = Maze.create(6, 4, seed=2)
    >>> maze.width, maze.height, maze.is_perfect()
    (6, 4, True)
    >>> maze[0, 0].walls
    <Direction.NORTH|WEST: 9>
    """

    def __init__(self, grid: Grid, complexity: float | None = None) -> None:
        if not isinstance(grid, Grid):
            raise MazeError(
                f"a maze stands on a Grid, not on {grid!r:.60}; Maze.create makes one of a width and a height"
            )
        self.grid = grid
        self.complexity = complexity

    @property
    def complexity(self) -> float | None:
        """The complexity it was made with, if it was."""
        return self._complexity

    @complexity.setter
    def complexity(self, value: float | None) -> None:
        if value is not None and (isinstance(value, bool) or not isinstance(value, Real) or not 0 <= value <= 1):
            raise MazeError(f"complexity is a number from 0 to 1, not {value!r:.60}")
        self._complexity = None if value is None else float(value)

    @classmethod
    def closed(cls, width: int, height: int) -> "Maze":
        """A maze with every wall standing, to be carved by hand."""
        return cls(Grid.closed(width, height))

    @classmethod
    def create(
        cls,
        width: int,
        height: int,
        complexity: float = 0.5,
        ends: str | tuple[Sequence[int], Sequence[int]] = "random",
        seed: int | None = None,
    ) -> "Maze":
        """A perfect maze: 0 is long halls, 1 is twists; `ends` a word, or a start and a goal."""
        from mazeworks.making.making import make

        if not isinstance(ends, str):
            try:
                (x, y), (goal_x, goal_y) = ends
            except (TypeError, ValueError):
                raise MazeError(f"ends are a word, or a start and a goal, not {ends!r}") from None
            ends = f"{x}/{y}-{goal_x}/{goal_y}"
        maze = make("wall", (width, height), seed=seed, complexity=complexity, ends=ends)
        assert isinstance(maze, cls)
        return maze

    # --- the puzzle

    @property
    def start(self) -> Position:
        return self.grid.start

    @start.setter
    def start(self, position: Sequence[int]) -> None:
        self.grid.start = self.grid.check(position, "start")
        self.id = None

    @property
    def goal(self) -> Position:
        """Where the path should lead."""
        return self.grid.goal

    @goal.setter
    def goal(self, position: Sequence[int]) -> None:
        self.grid.goal = self.grid.check(position, "goal")
        self.id = None

    def drawn_walls(self) -> Grid:
        return self.grid

    def solve(self, using: str = "tasks", **parameters: Any) -> Solution[Position]:
        """The way from start to goal; raises NoSolution where there is none."""
        if not (self.walls != 15).any():
            raise MazeError("this maze is closed: it has no passage at all yet")
        if self.start == self.goal:
            raise MazeError(f"start and goal are both {self.start}; they have to differ")
        from mazeworks.search.solving import solve

        solution = solve(self, using, **parameters)
        if solution is None:
            raise NoSolution(f"the goal {self.goal} cannot be reached from the start {self.start}")
        return solution

    # --- cells and walls

    @property
    def width(self) -> int:
        return self.grid.width

    @property
    def height(self) -> int:
        return self.grid.height

    @property
    def walls(self) -> NDArray[np.uint8]:
        """A view of the walls as an array, `walls[y, x]`; no copy."""
        return self.grid.walls

    def __getitem__(self, place: Sequence[int]) -> Cell:
        return Cell(self, self.grid.check(place))

    def __iter__(self) -> Iterator[Cell]:
        for y in range(self.height):
            for x in range(self.width):
                yield Cell(self, Position(x, y))

    def __len__(self) -> int:
        return self.width * self.height

    def __bool__(self) -> bool:
        return True

    def neighbours_with_all_walls(self, position: Sequence[int]) -> dict[Direction, Cell]:
        """The cells beside a position that nobody has carved into yet."""
        place = self.grid.check(position)
        around = {d: place.move(d) for d in CARDINALS}
        return {
            d: Cell(self, p) for d, p in around.items() if self.grid.contains(p) and self.grid.walls[p.y, p.x] == 15
        }

    def accessible_neighbours(self, position: Sequence[int], exclude: Direction | None = None) -> dict[Direction, Cell]:
        """The cells that can be stepped to from a position, but for one direction, or several."""
        place, left_out = self.grid.check(position), Direction.of(0 if exclude is None else exclude)
        return {d: Cell(self, p) for d, p in self.moves(place) if not d & left_out}

    def remove_wall(self, position: Sequence[int], direction: Direction) -> None:
        """Take down a wall, on both its sides; an outer wall stays."""
        self.grid.remove_wall(self.grid.check(position), direction)
        self.id = None

    def reset(self) -> None:
        """Put up every wall again."""
        self.grid.walls[:] = 15
        self.complexity = None
        self.id = None

    def resize(self, width: int, height: int) -> None:
        """Become a closed maze of another size."""
        self.grid = Grid.closed(width, height)
        self.complexity = None
        self.id = None

    # --- what it promises

    def is_perfect(self) -> bool:
        """Whether exactly one path joins any two cells, and the walls are whole."""
        return next(self.faults(), None) is None

    def faults(self) -> Iterator[str]:
        """Each way in which this is no perfect maze, in a sentence that says where."""
        walls = self.grid.walls
        yield from self.grid.broken_walls()
        for y, x in np.argwhere(walls == 15)[:1].tolist():
            yield f"the cell ({x}, {y}) has four walls"
        from mazeworks.search.flood import Flood

        flood = Flood(self.grid, Position(0, 0))
        flood.run()
        seen = flood.marks.reshape(self.grid.cells.shape)[1:-1, 1:-1] >= 16
        for y, x in np.argwhere(~seen)[:1].tolist():
            yield f"the cell ({x}, {y}) cannot be reached from (0, 0)"
        place = self._on_a_loop()
        if place is not None:
            yield f"more than one path: a loop goes through {place}"

    def _on_a_loop(self) -> Position | None:
        """A cell on a loop, if there is any: with all dead ends filled, walk on until a cell comes up again."""
        from mazeworks.kernels.searching import fill

        cells = self.grid.flat.copy()
        cells &= 15
        fill.fill_dead_ends(cells, tables.steps(self.grid.stride), tables.ONLY_WAY, 0, len(cells))
        left = np.argwhere(cells.reshape(self.grid.cells.shape)[1:-1, 1:-1] != 15)
        if not len(left):
            return None
        here, back = Position(int(left[0][1]), int(left[0][0])), Direction.NONE
        seen = {here}
        while True:
            walls = cells[self.grid.index(here)]
            ways = [way for way in CARDINALS if not walls & way and way != back]
            if not ways or not self.grid.contains(here.move(ways[0])):
                return None  # a broken wall, which is told as such
            here, back = here.move(ways[0]), ways[0].opposite
            if here in seen:
                return here
            seen.add(here)

    # --- looks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Maze):
            return NotImplemented
        same_ends = (self.start, self.goal) == (other.start, other.goal)
        return same_ends and np.array_equal(self.grid.cells, other.grid.cells)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Maze {self.width}x{self.height} from {self.start} to {self.goal}{f' {self.id}' if self.id else ''}>"

    def __str__(self) -> str:
        return self.sketch().text().rstrip("\n")

    def sketch(self, solution: Solution[Position] | None = None) -> Sketch:
        bands = list(self.sketches(solution))
        return Sketch(np.concatenate([b.chars for b in bands]), np.concatenate([b.roles for b in bands]))

    def sketches(self, solution: Solution[Position] | None = None) -> Iterator[Sketch]:
        return draw(self.grid, BOX, solution)

    def square_of(self, state: Position) -> tuple[int, int]:
        return 4 * state[0] + 2, 2 * state[1] + 1

    def scene(self, solution: Solution[Position] | None = None) -> "Scene":
        from mazeworks.drawing.scene import wall_scene

        return wall_scene(self.grid, solution)

    # --- plain values

    def to_data(self) -> dict[str, Any]:
        """Walls as one hexadecimal digit per cell (N 1, S 2, E 4, W 8), one string per row."""
        digits = _HEX[self.grid.walls]
        data: dict[str, Any] = {"width": self.width, "height": self.height}
        data |= {"start": list(self.start), "goal": list(self.goal)}
        if self.complexity is not None:
            data["complexity"] = self.complexity
        return data | {"walls": [row.tobytes().decode() for row in digits]}

    @classmethod
    def from_grid(cls, grid: Grid) -> "Maze":
        return cls(grid)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Maze":
        rows = data.get("walls")
        if not isinstance(rows, list) or len(rows) < 2 or not all(isinstance(row, str) for row in rows):
            raise FormatError("'walls' should be a list of two or more strings, one per row")
        width = len(rows[0])
        if width < 2 or (data.get("width", width), data.get("height", len(rows))) != (width, len(rows)):
            raise FormatError(f"'walls' has {len(rows)} rows of {width} digits, but width and height say otherwise")
        for number, row in enumerate(rows, 1):
            if len(row) != width or set(row) - set("0123456789abcdefABCDEF"):
                raise FormatError(f"row {number} of 'walls' should be {width} hexadecimal digits, not {row!r:.60}")
        digits = np.frombuffer("".join(rows).lower().encode(), np.uint8).reshape(len(rows), width)
        walls = np.searchsorted(_HEX, digits).astype(np.uint8)
        complexity = data.get("complexity")
        if complexity is not None and not (type(complexity) in (int, float) and 0 <= complexity <= 1):
            raise FormatError(f"'complexity' should be a number from 0 to 1, not {complexity!r:.60}")
        ends = [data.get(name) for name in ("start", "goal")]
        for name, end in zip(("start", "goal"), ends, strict=True):
            if not (isinstance(end, list) and len(end) == 2 and all(type(n) is int for n in end)):
                raise FormatError(f"{name!r} should be [x, y], not {end!r:.60}")
        maze = cls(Grid.from_walls(walls, *ends), complexity)  # type: ignore[arg-type]
        if maze.start == maze.goal:
            raise FormatError(f"start and goal are both {maze.start}; they have to differ")
        return maze
