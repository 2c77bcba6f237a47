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
from mazeworks.drawing.scene import Point, Scene, mark_goal, mark_start, wall_scene
from mazeworks.drawing.sketch import Sketch

#: Bytes of memory to draw a square.
SHAPE_BYTES = 1600
#: The height of the letters of moves below a picture, and the width of one.
LETTERS, WIDE = 0.34, 0.21
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

    unit = 1

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
        lines = self.moves_in_words(solution, int(scene.width / WIDE))
        for number, line in enumerate(lines):
            scene.label(scene.width / 2, scene.height + 0.4 + 1.4 * LETTERS * number, line, "text", LETTERS)
        scene.height += 1.4 * LETTERS * len(lines) + 0.2 * bool(lines)
        return scene


class SquareBoard(LogicBoard[P]):
    """Squares with a sign each; a kind says which."""

    signs = True

    def sign(self, place: Position) -> str:
        """What stands on a square, as characters."""
        raise NotImplementedError

    def draw_sign(self, scene: Scene, place: Position, role: str) -> None:
        """Draw what stands on a square; by default its sign."""
        scene.label(place.x + 0.5, place.y + 0.5, self.sign(place), role, 0.5)

    @functools.cached_property
    def wide(self) -> int:
        """How many characters the longest sign has."""
        return max(len(self.sign(place)) for place in self.squares())

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
        """Squares with signs: the start on a full square, goals in a ring."""
        squares = list(self.squares())
        across, down = squares[-1].x + 1, squares[-1].y + 1
        scene = Scene(across, down, f"A maze of {across} by {down} squares")
        for edge in range(down + 1):
            scene.line([(0, edge), (across, edge)], "faint", 0.04)
        for edge in range(across + 1):
            scene.line([(edge, 0), (edge, down)], "faint", 0.04)
        start = self.place(self.puzzle.start)
        scene.box(start.x + 0.1, start.y + 0.1, 0.8, 0.8, "start")
        for x, y in self.goals():
            for radius, role in ((0.44, "goal"), (0.35, "background")):
                scene.dot(x + 0.5, y + 0.5, radius, role)
        for line in self.track(solution.states) if solution else ():
            scene.line(line, "path", 0.07)
        for place in squares:
            if solution and place != start:
                scene.dot(place.x + 0.5, place.y + 0.5, 0.27, "background")
            self.draw_sign(scene, place, "on start" if place == start else "text")
        return self.finish(scene, solution)


class WalledBoard(LogicBoard[P]):
    """Squares with walls between them, and pieces that move from square to square."""

    def walls(self) -> Grid:
        """The walls, with start and goal."""
        grid: Grid = self.puzzle.grid  # type: ignore[attr-defined]
        return Grid(grid.cells, self.place(self.puzzle.start), self.goals()[0])

    def square_of(self, state: Any) -> tuple[int, int]:
        return 4 * state[0] + 2, 2 * state[1] + 1

    def sketch(self, solution: Solution[Any] | None = None) -> Sketch:
        sketch = stacked(draw(self.walls(), BOX))
        words = self.moves_in_words(solution, sketch.chars.shape[1])
        if words:
            sketch = Sketch.from_lines([*sketch.rows(), *words])
        for state in solution.states if solution else ():
            for _, place in self.pieces(state)[:1]:
                sketch.put(*self.square_of(place), "•", "path")
        for number, place in enumerate(self.goals()):
            column, line = self.square_of(place)
            sketch.put(column - 1, line, f"({self.goal_sign(number)})", "goal")
        for letter, place in self.pieces(self.puzzle.start):
            sketch.put(*self.square_of(place), letter, "start")
        return sketch

    def scene(self, solution: Solution[Any] | None = None) -> Scene:
        walls = wall_scene(self.walls(), None)
        scene = Scene(walls.width, walls.height, f"A maze of {int(walls.width)} by {int(walls.height)} squares")
        for number, line in enumerate(self.paths(solution.states) if solution else ()):
            scene.line(line, PATHS[number % len(PATHS)], 0.09 if number else 0)
        for number, place in enumerate(self.goals()):
            self.draw_goal(scene, number, (place.x + 0.5, place.y + 0.5))
        for number, (letter, (x, y)) in enumerate(self.pieces(self.puzzle.start)):
            self.draw_piece(scene, number, letter, (x + 0.5, y + 0.5))
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
        """Draw a piece where it starts: the traveller on a full square, others on a disc like the walls."""
        if number == 0:
            mark_start(scene, at, 0.62)
        else:
            scene.dot(*at, 0.41, "background")
            scene.dot(*at, 0.36, "wall")
        scene.label(*at, letter, "background" if number else "on start", 0.5)
