"""The boards of logic mazes: squares with signs, or with walls between them, and the moves of a solution below."""

import functools
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mazeworks.core.directions import Position
from mazeworks.core.facets import P, codec_of
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Solution
from mazeworks.drawing.board import Board
from mazeworks.drawing.lattice import BOX, draw, stacked
from mazeworks.drawing.scene import Outline, Point, Scene, mark_goal, mark_start, square_around, wall_scene
from mazeworks.drawing.sketch import Sketch

#: Bytes of memory to draw a square.
SHAPE_BYTES = 1600
#: The side of a square with a sign.
SIDE = 2
#: The height of the letters of moves below a picture, and the width of one, as shares of a square.
LETTERS, WIDE = 0.34, 0.21
#: Solutions up to this many moves are drawn as lines, too; more lines would hide the signs.
MOST_LINES = 20
#: The most moves that are written below a picture.
MOST_MOVES = 1000


#: The colours of the paths of several pieces.
PATHS = ("path", "path:blue", "path:green", "path:purple")


def in_runs(names: Iterable[str]) -> list[str]:
    """Names of moves, repeated ones as a count.

    >>> in_runs(["S", "S", "E"])
    ['S×2', 'E']
    """
    runs: list[tuple[str, int]] = []
    for name in names:
        same = runs and runs[-1][0] == name
        runs[-1:] = [(name, runs[-1][1] + 1)] if same else [*runs[-1:], (name, 1)]
    return [name if times == 1 else f"{name}×{times}" for name, times in runs]


class LogicBoard(Board[P]):
    """A board with start and goals, and a solution as lines and as moves in words."""

    unit: float = 1

    def goals(self) -> Sequence[Position]:
        """The squares that are goals."""
        values = self.puzzle.values  # type: ignore[attr-defined]
        return [Position(*goal) for goal in values.get("goals") or [values["goal"]]]

    def place(self, state: Any) -> Position:
        return Position(*state[:2])

    def moves_in_words(self, solution: Solution[Any] | None, across: int) -> list[str]:
        """The moves of a solution in lines of at most so many characters."""
        if solution is None or len(solution) > MOST_MOVES:
            return []
        name = codec_of(self.puzzle).move_name
        return textwrap.wrap(" ".join(in_runs(name(move) for move in solution.moves)), max(across, 8))

    def finish(self, scene: Scene, solution: Solution[Any] | None) -> Scene:
        """The scene with the moves of a solution below the board."""
        lines = self.moves_in_words(solution, int(scene.width / (WIDE * self.unit)))
        letters = LETTERS * self.unit
        for number, line in enumerate(lines):
            scene.label(scene.width / 2, scene.height + 1.2 * letters + 1.4 * letters * number, line, "text", letters)
        scene.height += letters * (1.4 * len(lines) + 0.6) if lines else 0
        return scene


class SquareBoard(LogicBoard[P]):
    """Squares with a sign each; a kind says which."""

    signs = True
    unit = SIDE

    def spot(self, state: Any) -> Point:
        x, y = self.place(state)
        return SIDE * (x + 0.5), SIDE * (y + 0.5)

    def outlines(self, states: Sequence[Any]) -> Iterator[tuple[Outline]]:
        return ((square_around(*self.spot(state), SIDE),) for state in states)

    def sign(self, place: Position) -> str:
        """What stands on a square, as characters."""
        raise NotImplementedError

    def draw_sign(self, scene: Scene, place: Position, role: str) -> None:
        """Draw what stands on a square; by default its sign, in letters that fit."""
        sign = self.sign(place)
        scene.label(*self.spot(place), sign, role, min(0.5, 1.2 / (len(sign) + 0.4)) * SIDE)

    def corner(self, place: Position) -> tuple[int, int]:
        """The corner of a square in which the number of a step stands, as how far right and down from its middle."""
        return -1, -1

    @functools.cached_property
    def wide(self) -> int:
        """How many characters the longest sign has."""
        return max(len(self.sign(place)) for place in self.squares())

    @property
    def breadth(self) -> int:
        return self.wide + 2

    def squares(self) -> Iterator[Position]:
        """Every square, row by row."""
        width, height = self.puzzle.width, self.puzzle.height  # type: ignore[attr-defined]
        afford(SHAPE_BYTES * width * height, f"drawings of {width}x{height} squares", "draw a smaller maze")
        return (Position(x, y) for y in checked(range(height)) for x in range(width))

    def square_of(self, state: Any) -> tuple[int, int]:
        return (self.wide + 4) * state[0] + 1, 2 * state[1] + 1  # beside the sign

    def sketch(self, solution: Solution[Any] | None = None) -> Sketch:
        """A box for each square: [brackets] around the sign of the start, (round ones) around that of a goal."""
        squares = list(self.squares())
        across, down = squares[-1].x + 1, squares[-1].y + 1
        rule, empty = "─" * (self.wide + 3), " " * (self.wide + 3)
        lines = ["┌" + "┬".join([rule] * across) + "┐", "│" + "│".join([empty] * across) + "│"]
        lines += ["├" + "┼".join([rule] * across) + "┤", lines[1]] * (down - 1)
        words = self.moves_in_words(solution, len(lines[0]))
        sketch = Sketch.from_lines([*lines, "└" + "┴".join([rule] * across) + "┘", *words])
        ends = dict.fromkeys(self.goals(), ("goal", "(", ")"))
        ends[self.place(self.puzzle.start)] = "start", "[", "]"
        for place in squares:
            role, left, right = ends.get(place, ("plain", " ", " "))
            column, line = self.square_of(place)
            sketch.put(column + 1, line, f"{left}{self.sign(place):>{self.wide}}{right}", role)
        for state in solution.states if solution else ():
            sketch.put(*self.square_of(state), "•", "path")
        return sketch

    def scene(self, solution: Solution[Any] | None = None) -> Scene:
        """Squares with signs: the start on a full square, goals in a ring; squares of the solution are numbered."""
        squares = list(self.squares())
        across, down = squares[-1].x + 1, squares[-1].y + 1
        scene = Scene(SIDE * across, SIDE * down, f"A maze of {across} by {down} squares")
        for edge in range(down + 1):
            scene.line([(0, SIDE * edge), (SIDE * across, SIDE * edge)], "faint", 0.06)
        for edge in range(across + 1):
            scene.line([(SIDE * edge, 0), (SIDE * edge, SIDE * down)], "faint", 0.06)
        states = solution.states if solution else ()
        for line in self.track(states) if len(states) <= MOST_LINES + 1 else ():
            scene.line(line, "path", 0.12)
        start, goals = self.place(self.puzzle.start), self.goals()
        x, y = self.spot(start)
        for half, role in ((0.44, "background"), (0.4, "start")):
            scene.box(x - half * SIDE, y - half * SIDE, 2 * half * SIDE, 2 * half * SIDE, role)
        for goal in goals:
            for radius, role in ((0.48, "background"), (0.44, "goal"), (0.35, "background")):
                scene.dot(*self.spot(goal), radius * SIDE, role)
        for place in squares:
            plain = place != start or place in goals
            if solution and plain:
                scene.dot(*self.spot(place), 0.27 * SIDE, "background")
            self.draw_sign(scene, place, "text" if plain else "on start")
        for number, state in enumerate(states):
            (x, y), (right, down) = self.spot(state), self.corner(self.place(state))
            x, y = x + 0.35 * SIDE * right, y + 0.35 * SIDE * down
            for radius, role in ((0.17, "background"), (0.15, "path"), (0.13, "background")):
                scene.dot(x, y, radius * SIDE, role)
            scene.label(x, y, str(number), "text", (0.18, 0.16, 0.12)[len(str(number)) - 1] * SIDE)
        return self.finish(scene, solution)


class WalledBoard(LogicBoard[P]):
    """Squares with walls between them, and pieces that move from square to square."""

    #: The state in which the pieces are drawn; None for none.
    now: Any

    def __init__(self, puzzle: P) -> None:
        super().__init__(puzzle)
        self.now = puzzle.start

    def at(self, state: Any) -> "WalledBoard[P]":
        other = type(self)(self.puzzle)
        other.now = state
        return other

    def shown(self) -> Sequence[tuple[str, tuple[int, int]]]:
        """The pieces that are drawn."""
        return () if self.now is None else self.pieces(self.now)

    def walls(self) -> Grid:
        """The walls, with start and goal."""
        grid: Grid = self.puzzle.grid  # type: ignore[attr-defined]
        return Grid(grid.cells, self.place(self.puzzle.start), self.goals()[0])

    def square_of(self, state: Any) -> tuple[int, int]:
        return 4 * state[0] + 2, 2 * state[1] + 1

    def sketch(self, solution: Solution[Any] | None = None) -> Sketch:
        walls = self.walls()
        sketch = stacked(draw(walls, BOX))
        words = self.moves_in_words(solution, sketch.chars.shape[1])
        if words:
            sketch = Sketch.from_lines([*sketch.rows(), *words])
        sketch.put(*self.square_of(walls.start), " ", "plain")  # its piece may have left it
        for state in solution.states if solution else ():
            for _, place in self.pieces(state)[:1]:
                sketch.put(*self.square_of(place), "•", "path")
        for number, place in enumerate(self.goals()):
            column, line = self.square_of(place)
            sketch.put(column - 1, line, f"({self.goal_sign(number)})", "goal")
        for letter, place in self.shown():
            sketch.put(*self.square_of(place), letter, "start")
        return sketch

    def scene(self, solution: Solution[Any] | None = None) -> Scene:
        walls = wall_scene(self.walls(), None)
        scene = Scene(walls.width, walls.height, f"A maze of {int(walls.width)} by {int(walls.height)} squares")
        paths = self.paths(solution.states) if solution else []
        for number, line in enumerate(paths):
            scene.line(line, PATHS[number % len(PATHS)], 0.1 if len(paths) > 1 else 0)
        goals = self.goals()
        for number, place in enumerate(goals):
            self.draw_goal(scene, number, (place.x + 0.5, place.y + 0.5))
        for number, (letter, (x, y)) in enumerate(self.shown()):
            self.draw_piece(scene, number, letter, (x + 0.5, y + 0.5))
            if (x, y) in goals:
                scene.dot(x + 0.5, y + 0.5, 0.45, "goal", ring=True)
        scene.shapes += [shape for shape in walls.shapes if shape.role == "wall"]
        return self.finish(scene, solution)

    def paths(self, states: Sequence[Any]) -> list[list[Point]]:
        """The lines of a path in a drawing: that of the traveller, and of other pieces if they are to be shown."""
        return self.track(states)

    def goal_sign(self, number: int) -> str:
        """What stands in the ring of a goal in a sketch."""
        return "E"

    def draw_goal(self, scene: Scene, number: int, at: Point) -> None:
        """Draw a goal: a dot in a ring."""
        mark_goal(scene, at, 0.74)

    def draw_piece(self, scene: Scene, number: int, letter: str, at: Point) -> None:
        """Draw a piece: the traveller on a full square, others on a disc like the walls."""
        if number == 0:
            mark_start(scene, at, 0.62)
        else:
            scene.dot(*at, 0.41, "background")
            scene.dot(*at, 0.36, "wall")
        scene.label(*at, letter, "background" if number else "on start", 0.5)
