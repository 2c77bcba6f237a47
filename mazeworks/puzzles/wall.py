"""Wall mazes: cells with walls between them, a `Grid` on a plain rectangle, `Passages` on all other layouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import CARDINALS, Direction, Position
from mazeworks.core.errors import FormatError, MazeError, NoSolution, with_article
from mazeworks.core.facets import Codec, Structure, Words, numbers_in
from mazeworks.core.grid import Grid, check_size
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import kind, layouts
from mazeworks.drawing.board import Board, board_of
from mazeworks.drawing.lattice import BOX, draw, stacked
from mazeworks.drawing.sketch import Sketch

if TYPE_CHECKING:  # most mazes are plain rectangles, and need none of it
    from mazeworks.cells.passages import Passages
    from mazeworks.core.graph import Graph
    from mazeworks.drawing.scene import Scene
    from mazeworks.drawing.strokes import Pieces

#: Bytes of memory per cell of a whole sketch.
SKETCH_BYTES = 96
#: Bytes of memory per cell to write walls as text.
WRITING_BYTES = 4


class Cell:
    """A view of one cell of a maze."""

    __slots__ = ("_maze", "position")

    def __init__(self, maze: Maze, position: Any) -> None:
        self._maze = maze
        self.position = position

    @property
    def walls(self) -> Any:
        """The walls that stand: directions on a rectangle, else the names of the moves they block."""
        around, beside = self.passages, self._maze.neighbours(self.position)
        return Direction(15 - around) if isinstance(around, Direction) else tuple(n for n in beside if n not in around)

    @property
    def passages(self) -> Any:
        """The open passages: directions on a rectangle, else the names of the moves through them."""
        moves = tuple(move for move, _ in self._maze.moves(self._maze.structure.check(self.position)))
        return Direction(sum(moves)) if isinstance(self._maze.structure, Grid) else moves

    def remove_wall(self, direction: Any) -> None:
        """Take down a wall, on both its sides; an outer wall stays."""
        self._maze.remove_wall(self.position, direction)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and (other._maze is self._maze) and other.position == self.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        walls = self.walls.letters if isinstance(self.walls, Direction) else " ".join(self.walls)
        return f"<Cell {self.position} walls {walls or 'none'}>"


class Maze(Puzzle[Any]):
    """A wall maze on any layout.

    >>> maze = Maze.create(6, 4, seed=2)
    >>> maze.width, maze.height, maze.is_perfect()
    (6, 4, True)
    >>> maze[0, 0].walls
    <Direction.NORTH|WEST: 9>
    >>> from mazeworks import make
    >>> hexagons = make("wall", (6, 4), seed=1, layout="hexagon")
    >>> len(hexagons), hexagons.is_perfect(), hexagons.neighbours((0, 0))
    (24, True, {'SE': Position(x=1, y=0), 'S': Position(x=0, y=1)})
    """

    #: The passages in the order in which the generator opened them, if it was asked to record that: `int64[count, 2]`,
    #: the numbers of the cells that each joins. On a rectangle the cell (x, y) has the number y * width + x.
    carving: NDArray[np.int64] | None = None
    #: The image that the maze was read from, if it was.
    backdrop: Any = None

    def __init__(self, structure: Grid | Passages, complexity: float | None = None) -> None:
        if not isinstance(structure, Grid) and not hasattr(structure, "opens"):
            expected = "Maze.create makes one of a width and a height"
            raise MazeError(f"Maze() takes a Grid or Passages, not {structure!r:.60}; {expected}")
        self.structure = structure
        self.complexity = complexity

    @property
    def complexity(self) -> float | None:
        """The complexity that the generator was given, if it was."""
        return self._complexity

    @complexity.setter
    def complexity(self, value: float | None) -> None:
        if value is not None and (isinstance(value, bool) or not isinstance(value, Real) or not 0 <= value <= 1):
            raise MazeError(f"complexity is a number from 0 to 1, not {value!r:.60}")
        self._complexity = None if value is None else float(value)

    @classmethod
    def closed(cls, width: int, height: int) -> Maze:
        """A rectangle with every wall standing, to be carved by hand."""
        return cls(Grid.closed(width, height))

    @classmethod
    def create(
        cls,
        width: int,
        height: int,
        complexity: float = 0.5,
        ends: str | tuple[Sequence[int], Sequence[int]] = "random",
        seed: int | None = None,
    ) -> Maze:
        """A perfect maze on a rectangle: 0 is long halls, 1 is twists; `ends` a word, or a start and a goal."""
        from mazeworks.making.making import make

        if not isinstance(ends, str):
            try:
                (x, y), (goal_x, goal_y) = ends
            except (TypeError, ValueError):
                raise MazeError(f"ends are a word, or a start and a goal, not {ends!r}") from None
            ends = f"{x}/{y}-{goal_x}/{goal_y}"
        maze = make(cls.kind, (width, height), seed=seed, complexity=complexity, ends=ends)
        assert isinstance(maze, cls)
        return maze

    @property
    def start(self) -> Any:
        return self.structure.start

    @start.setter
    def start(self, place: Sequence[int]) -> None:
        self._set_end(place, "start")

    @property
    def goal(self) -> Any:
        """Where the path should lead."""
        return self.structure.goal

    @goal.setter
    def goal(self, place: Sequence[int]) -> None:
        self._set_end(place, "goal")

    def _set_end(self, place: Sequence[int], which: str) -> None:
        if isinstance(self.structure, Grid):
            setattr(self.structure, which, self.structure.check(place, which))
        else:
            number, (start, goal) = self.structure.cells.find(place, which), self.structure.ends
            self.structure = self.structure.with_ends(*((number, goal) if which == "start" else (start, number)))
        self.id = None

    def moves(self, state: Any) -> Iterator[tuple[Any, Any]]:
        return self.structure.moves(state)

    def is_goal(self, state: Any) -> bool:
        return bool(tuple(state) == self.goal)

    def estimate(self, state: Any) -> float:
        """Steps across and down on a rectangle; else the distance on the sheet."""
        return self.structure.estimate(state)

    def solve(self, using: str = "tasks", **parameters: Any) -> Solution[Any]:
        """The path from start to goal; raises NoSolution where there is none."""
        from mazeworks.search.solving import solve

        if isinstance(self.structure, Grid) and not (self.walls != 15).any():
            raise MazeError("this maze is closed: it has no passage at all yet")
        if self.start == self.goal:
            raise MazeError(f"start and goal are both {self.start}; they have to differ")
        solution = solve(self, using, **parameters)
        if solution is None:
            raise NoSolution(f"the goal {self.goal} cannot be reached from the start {self.start}")
        return solution

    def as_grid(self) -> Grid | None:
        """The byte grid of a maze on a plain rectangle; None on other layouts."""
        return self.structure if isinstance(self.structure, Grid) else None

    def as_graph(self) -> Graph[Any]:
        """The cells by number and the open passages between them, in compressed rows."""
        from mazeworks.core.graph import grid_graph

        return grid_graph(self.structure) if isinstance(self.structure, Grid) else self.structure.graph

    @property
    def grid(self) -> Grid:
        """The byte grid; raises MazeError on other layouts than the plain rectangle."""
        if not isinstance(self.structure, Grid):
            raise MazeError(f"a {self.structure.name} has no grid of squares; as_graph() gives its cells and passages")
        return self.structure

    @property
    def layout(self) -> str:
        """The name of its layout, with the setting that the layout has."""
        return self.structure.layout

    @property
    def width(self) -> int:
        return self.structure.width

    @property
    def height(self) -> int:
        return self.structure.height

    @property
    def cells(self) -> Sequence[Any]:
        """The places of all cells."""
        from mazeworks.core.graph import CellPlaces

        if isinstance(self.structure, Grid):
            return CellPlaces(self.structure.width, self.structure.height)
        return self.structure.cells.states

    @property
    def walls(self) -> NDArray[np.uint8]:
        """The walls that stand, `[y, x]` or `[z, y, x]`: bit k for directions[k]. A missing cell has all bits."""
        return self.structure.walls

    @property
    def directions(self) -> tuple[Any, ...]:
        """The moves that cells of this layout can have."""
        return self.structure.directions

    def __getitem__(self, place: Sequence[int]) -> Cell:
        return Cell(self, self.structure.check(place))

    def __iter__(self) -> Iterator[Cell]:
        return (Cell(self, place) for place in self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def neighbours(self, place: Sequence[int]) -> dict[Any, Any]:
        """The cells beside a cell, whether or not a wall stands between them, by the move that leads there."""
        return dict(self.structure.neighbours(place))

    def neighbours_with_all_walls(self, position: Sequence[int]) -> dict[Any, Cell]:
        """The cells beside a position that no passage leads into yet."""
        return {move: self[place] for move, place in self.neighbours(position).items() if not list(self.moves(place))}

    def accessible_neighbours(self, position: Sequence[int], exclude: Any = None) -> dict[Any, Cell]:
        """The cells that can be stepped to from a position, except in the excluded directions."""
        left_out: Any = () if exclude is None else self.structure.chosen(exclude)
        place = self.structure.check(position)
        return {move: Cell(self, there) for move, there in self.moves(place) if move not in left_out}

    def remove_wall(self, position: Sequence[int], direction: Any) -> None:
        """Take down a wall, on both its sides; an outer wall stays."""
        self.structure.remove_wall(position, direction)
        self.id = None

    def reset(self) -> None:
        """Put up every wall again."""
        if isinstance(self.structure, Grid):
            self.structure.walls[:] = 15
        else:
            self.structure = self.structure.with_opens(np.zeros_like(self.structure.opens))
        self.complexity = self.id = None

    def resize(self, width: int, height: int) -> None:
        """Become a closed rectangle of another size; a maze on another layout keeps its size."""
        if not isinstance(self.structure, Grid):
            raise MazeError(f"a {self.structure.name} cannot be resized; make(...) with its layout makes another size")
        self.structure = Grid.closed(width, height)
        self.complexity = self.id = None

    def is_perfect(self) -> bool:
        """Whether exactly one path joins any two cells, and the walls are whole; in an outline, of the same piece."""
        return next(self.faults(), None) is None

    def faults(self) -> Iterator[str]:
        """Each reason why this is not a perfect maze, in a sentence that says where."""
        return grid_faults(self.structure) if isinstance(self.structure, Grid) else self.structure.faults()

    @property
    def pieces(self) -> int:
        """How many pieces the outline has; a maze has one path between any two cells of a piece."""
        return 1 if isinstance(self.structure, Grid) else int(self.structure.cells.islands.max()) + 1

    def __eq__(self, other: object) -> bool:
        """Whether both have the same cells, walls and ends, whatever complexity they were made with."""
        if not isinstance(other, Maze) or (self.start, self.goal) != (other.start, other.goal):
            return False
        mine, its = self.as_grid(), other.as_grid()
        if mine or its:
            return mine is not None and its is not None and np.array_equal(mine.cells, its.cells)
        return super().__eq__(other)

    __hash__ = None

    def __repr__(self) -> str:
        name = f" {self.id}" if self.id else ""
        if isinstance(self.structure, Grid):
            return f"<Maze {self.width}x{self.height} from {self.start} to {self.goal}{name}>"
        return f"<Maze of {len(self)} cells, {self.layout}{',' if name else ''}{name}>"

    def __str__(self) -> str:
        return board_of(self).sketch().text().rstrip("\n")


def grid_faults(grid: Grid) -> Iterator[str]:
    """Each reason why the walls of a rectangle are not those of a perfect maze."""
    from mazeworks.search.flood import Flood

    yield from grid.broken_walls()
    for y, x in np.argwhere(grid.walls == 15)[:1].tolist():
        yield f"the cell ({x}, {y}) has four walls"
    flood = Flood(grid, Position(0, 0))
    flood.run()
    seen = flood.marks.reshape(grid.cells.shape)[1:-1, 1:-1] >= 16
    for y, x in np.argwhere(~seen)[:1].tolist():
        yield f"the cell ({x}, {y}) cannot be reached from (0, 0)"
    place = _on_a_loop(grid)
    if place is not None:
        yield f"more than one path: a loop goes through {place}"


def _on_a_loop(grid: Grid) -> Position | None:
    """A cell on a loop, if there is one: fill all dead ends, then follow passages until a cell repeats."""
    from mazeworks.kernels import tables
    from mazeworks.kernels.searching import fill

    cells = grid.flat.copy()
    cells &= 15
    fill.fill_dead_ends(cells, tables.steps(grid.stride), tables.ONLY_WAY, 0, len(cells))
    left = np.argwhere(cells.reshape(grid.cells.shape)[1:-1, 1:-1] != 15)
    if not len(left):
        return None
    here, back = Position(int(left[0][1]), int(left[0][0])), Direction.NONE
    seen = {here}
    while True:
        walls = cells[grid.index(here)]
        ways = [way for way in CARDINALS if not walls & way and way != back]
        if not ways or not grid.contains(here.move(ways[0])):
            return None  # a broken wall, which is a fault of its own
        here, back = here.move(ways[0]), ways[0].opposite
        if here in seen:
            return here
        seen.add(here)


class MazeStructure(Structure[Maze]):
    """The grid on a plain rectangle, the graph on every other layout."""

    def as_grid(self) -> Grid | None:
        return self.puzzle.as_grid()

    def as_graph(self) -> Graph[Any] | None:
        return None if self.puzzle.as_grid() else self.puzzle.as_graph()

    def estimates(self, states: Sequence[Any]) -> NDArray[np.int64] | None:
        structure = self.puzzle.structure
        return None if isinstance(structure, Grid) else structure.estimates()


class MazeWords(Words[Maze]):
    """A wall maze in words."""

    def name(self) -> str:
        structure = self.puzzle.structure
        return super().name() if isinstance(structure, Grid) else with_article(structure.name)

    def rules(self) -> str:
        if self.puzzle.as_grid():
            return "Go from square to square where no wall is between them."
        layout = layouts[self.puzzle.layout.partition(":")[0]]
        return "Go from cell to cell where no wall is between them." + ("" if layout.flat else f" {layout.sentence}")

    def move_words(self, move: Any) -> str:
        structure = self.puzzle.structure
        own = "" if isinstance(structure, Grid) else structure.cells.plan.words.get(move)
        return own or super().move_words(move)


class MazeBoard(Board[Maze]):
    """A wall maze in pictures: on a rectangle lines between cells, in a sketch box-drawing characters."""

    @classmethod
    def of(cls, puzzle: Maze) -> Any:
        if puzzle.as_grid():
            return cls(puzzle)
        from mazeworks.drawing.cells import CellsBoard

        return CellsBoard(puzzle)

    def drawn_walls(self) -> Grid | None:
        return self.puzzle.as_grid()

    def patches(self, states: Sequence[Any] | None = None) -> tuple[Pieces, NDArray[np.integer[Any]]] | None:
        if states is not None:
            return None  # those of few states are made one by one
        from mazeworks.drawing.strokes import Pieces

        width, height = self.puzzle.width, self.puzzle.height
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)

        def points(numbers: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
            corners = np.stack([numbers % width, numbers // width], axis=-1)[:, None] + square
            return corners.reshape(-1, 2), np.arange(len(numbers) + 1) * 4

        return Pieces(np.arange(width * height), points, "seen"), np.arange(width * height)

    def scene(self, solution: Solution[Any] | None = None) -> Scene:
        from mazeworks.drawing.scene import wall_scene

        return wall_scene(self.puzzle.grid, solution)

    def sketch(self, solution: Solution[Any] | None = None) -> Sketch:
        self.puzzle.grid.afford(SKETCH_BYTES)
        return stacked(self.sketches(solution))

    def sketches(self, solution: Solution[Any] | None = None) -> Iterator[Sketch]:
        return draw(self.puzzle.grid, BOX, solution)

    def square_of(self, state: Any) -> tuple[int, int]:
        return 4 * state[0] + 2, 2 * state[1] + 1


class MazeCodec(Codec[Maze]):
    """Walls as one hexadecimal digit per cell on a rectangle, else passages as two digits per cell."""

    def to_data(self) -> dict[str, Any]:
        """Walls have the flags N 1, S 2, E 4, W 8; bit k of passages is the k-th of `ways`, and `..` is a gap."""
        maze = self.puzzle
        data: dict[str, Any] = {"width": maze.width, "height": maze.height}
        ends = {"start": list(maze.start), "goal": list(maze.goal)}
        if isinstance(maze.structure, Grid):
            check_size(maze.width, maze.height, WRITING_BYTES)
            from mazeworks.cells.squares import walls_data

            own = {} if maze.complexity is None else {"complexity": maze.complexity}
            return data | ends | own | {"walls": walls_data(maze.structure)}
        from mazeworks.cells.passage_text import write_passages

        cells = maze.structure.cells
        seed = {"layout_seed": cells.seed} if cells.seed else {}
        data = {"layout": cells.layout} | data | seed | ends | {"ways": list(cells.names)}
        return data | {"passages": write_passages(cells, maze.structure.opens)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Maze:
        complexity = data.get("complexity")
        if complexity is not None and not (type(complexity) in (int, float) and 0 <= complexity <= 1):
            raise FormatError(f"'complexity' should be a number from 0 to 1, not {complexity!r:.60}")
        maze = Maze(_cells_in(data) if "passages" in data or "layout" in data else _grid_in(data), complexity)
        if maze.start == maze.goal:
            raise FormatError(f"start and goal are both {tuple(maze.start)}; they have to differ")
        return maze


def _cells_in(data: dict[str, Any]) -> Grid | Passages:
    """The cells and passages that plain values describe."""
    from mazeworks.cells.passage_text import read_passages
    from mazeworks.cells.passages import walls_between

    cells, opens = read_passages(data)
    ends = []
    for name in ("start", "goal"):
        place = data.get(name)
        if not isinstance(place, list):
            raise FormatError(f"{name!r} should be a list of whole numbers, not {place!r:.60}")
        ends.append(cells.find(place, name))
    return walls_between(cells, opens, *ends)


def _grid_in(data: dict[str, Any]) -> Grid:
    """The walls of a rectangle that plain values describe."""
    from mazeworks.cells.squares import read_walls

    start, goal = (Position(*numbers_in(data.get(name), name)) for name in ("start", "goal"))
    return read_walls(data.get("walls"), "walls", start, goal, (data.get("width"), data.get("height")))


kind(
    "wall",
    "Cells on any layout with walls between them.",
    generator="backtracker",
    formats=("box", "json"),
    facets=(MazeStructure, MazeWords, MazeBoard, MazeCodec),
    aliases=("cells",),  # the name of mazes on other layouts in files of earlier versions
)(Maze)
