"""A maze that a turtle digs square by square out of a matrix of walls, and then solves."""

import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mazeworks.core.errors import MazeError, UnknownName
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import plain_number
from mazeworks.core.randomness import Random, check_seed
from mazeworks.making.request import parse_size

if TYPE_CHECKING:
    import turtle

    from mazeworks.turtle.window import Screen

Point = tuple[float, float]
#: A position, or a function that returns one: `m.turtle.position`, with or without parentheses.
Place = Point | Callable[[], Point]

EAST, NORTH, WEST, SOUTH = 0, 1, 2, 3
INVALID, EMPTY, WALL, VISITED, END = -1, 0, 1, 2, 3

#: The colours of squares, by their value in the matrix.
COLOURS = {EMPTY: "white", WALL: "blue", VISITED: "lightgray", END: "yellow"}
#: The colours of the path from the start to the turtle, and of the turtle that walks it.
PATH, WALKER = "limegreen", "darkgreen"

#: The width of the square that a turtle stamps.
STAMP = 20
#: The most squares of a matrix: more take minutes to draw.
MOST_SQUARES = 1_000_000

#: How a step in each direction changes x and y, y growing upward, in the order of `neighbors`.
STEPS = {NORTH: (0, 1), SOUTH: (0, -1), EAST: (1, 0), WEST: (-1, 0)}
#: Where `dig` digs: anywhere inside, only in walls, or only where paths do not touch.
RULES = ("anywhere", "wall", "apart")


def direction(a: Point, b: Point) -> int:
    """The direction from one position to another: North is up.

    >>> direction((-190, 190), (-190, 150)) == SOUTH
    True
    """
    if a[0] == b[0]:
        return NORTH if b[1] > a[1] else SOUTH
    return EAST if b[0] > a[0] else WEST


class Maze:
    """A matrix of squares, indexed `[x][y]` from the upper left, and the window that shows it.

    `size` is the number of squares, one number or (width, height); `square` the width of each in pixels, or None for
    the largest that fits on the display, at most 20; `speed` goes from 1, slow, to 10, fast, and 0 draws at once;
    `seed` makes the same maze again, and without one `random.seed` does; `rule` is the default rule of `dig`.
    """

    def __init__(
        self,
        size: int | str | tuple[int, int] = 20,
        square: int | None = 20,
        speed: int = 6,
        seed: int | None = None,
        rule: str = "wall",
    ) -> None:
        self.width, self.height = check_squares(size)
        if square is not None:
            check_whole(square, "square", 1, 400)
        self.speed = check_whole(speed, "speed", 0, 10)
        self.rule = check_rule(rule)
        #: The seed of the maze; without one, that of the last `makeMaze`.
        self.seed = None if seed is None else check_seed(seed)
        self._random = None if self.seed is None else Random(self.seed)
        self.matrix: list[list[int]] = []
        self.screen: Screen = window_module().open_screen("A maze dug by a turtle")
        self._drawing = self.screen.drawing
        self.square = self.screen.fitting(self.width, self.height) if square is None else square
        self.screen.fit(self.width * self.square, self.height * self.square, margin=max(self.square, 10))
        self.screen.tracer(0)
        self.turtle: turtle.Turtle = window_module().Turtle()
        self._pen = window_module().Turtle(visible=False)
        self._blocks = 0
        self.reset()
        if self.speed:
            self.screen.tracer(1, self._delay())

    # --- the matrix and the window

    def reset(self) -> None:
        """Restore every wall except the upper left square, where the turtle goes; the seed of the maze begins again."""
        if self._random is not None and self.seed is not None:
            self._random = Random(self.seed)  # so that `seed` names the next maze, too
        with self._shown(), self._at_once():
            self.matrix = [[WALL] * self.height for _ in range(self.width)]
            self._stamps: dict[tuple[int, int], int] = {}
            self.screen.bgcolor(COLOURS[WALL])
            for pen in (self.turtle, self._pen):
                pen.penup()
                pen.clear()
                pen.shape("square")
                pen.shapesize(self.square / STAMP)
                pen.setheading(0)
            self.turtle.speed(self.speed)
            self.turtle.goto(self.position(0, 0))
            self.setMatrixValueAt(self.turtle.position(), EMPTY)

    def position(self, column: int, row: int) -> Point:
        """The middle of a square of the matrix, where the turtle stands."""
        twice = (self.square * (2 * column + 1 - self.width), self.square * (self.height - 1 - 2 * row))
        x, y = (number / 2 if number % 2 else number // 2 for number in twice)
        return x, y

    def indices(self, place: Place) -> tuple[int, int] | None:
        """The column and row of the square at a position, or None beyond the border."""
        try:
            x, y = place() if callable(place) else place
            column = int((x + self.width * self.square / 2) // self.square)
            row = self.height - 1 - int((y + self.height * self.square / 2) // self.square)
        except (TypeError, ValueError):
            raise MazeError(f"a position is a pair of numbers (x, y), not {place!r}") from None
        except OverflowError:
            return None  # too far away for a canvas
        return (column, row) if 0 <= column < self.width and 0 <= row < self.height else None

    def getMatrixValueAt(self, position: Place) -> int:
        """The value of the square at a position; INVALID beyond the border."""
        at = self.indices(position)
        return INVALID if at is None else self.matrix[at[0]][at[1]]

    def setMatrixValueAt(self, position: Place, value: int) -> bool:
        """Set the value of the square at a position and show it; returns False beyond the border."""
        if value not in (EMPTY, WALL, VISITED, END):
            raise MazeError(f"a square is EMPTY (0), WALL (1), VISITED (2) or END (3), not {value!r}")
        at = self.indices(position)
        if at is None:
            return False
        self.matrix[at[0]][at[1]] = value
        with self._shown(), self._at_once():
            self._stamp(at, COLOURS[value])
            # While it digs, the turtle is a square of the colour below it.
            if self.turtle.shape() == "square" and at == self.indices(self.turtle.position()):
                self.turtle.color(COLOURS[value])
        return True

    def neighbors(self) -> list[list[Any]]:
        """The four cells two squares away, North, South, East, West: position and value of each."""
        around = [self._ahead(heading, 2) for heading in STEPS]
        return [[place, self.getMatrixValueAt(place)] for place in around]

    # --- digging

    def dig(self, direction: int, rule: str | None = None) -> Point:
        """Dig one square in a direction, if the rule allows it; returns the position of the turtle.

        The rule is that of the maze unless another is given: `"wall"` digs only in walls; `"apart"` does too, but
        only where no path would touch another, nor the border straight ahead; `"anywhere"` digs within the border.
        """
        if direction not in (EAST, NORTH, WEST, SOUTH):
            raise MazeError(f"a direction is EAST (0), NORTH (1), WEST (2) or SOUTH (3), not {direction!r}")
        if self._may_dig(direction, self.rule if rule is None else check_rule(rule)):
            with self._shown():
                self.turtle.goto(self._ahead(direction))
                self.setMatrixValueAt(self.turtle.position(), EMPTY)
        return self.turtle.position()

    def _may_dig(self, heading: int, rule: str) -> bool:
        ahead = self.getMatrixValueAt(self._ahead(heading))
        if rule != "apart":
            return ahead > (INVALID if rule == "anywhere" else EMPTY)
        x, y = self._ahead(heading)
        dx, dy = (self.square * part for part in STEPS[heading])
        sides = [self.getMatrixValueAt(place) for place in ((x + dy, y + dx), (x - dy, y - dx))]
        return ahead > EMPTY and self.getMatrixValueAt((x + dx, y + dy)) > EMPTY and EMPTY not in sides

    def makeMaze(self) -> None:
        """Dig a perfect maze from the position of the turtle, depth-first, with a list instead of recursion.

        Without a seed it takes one from Python's `random`, so that `random.seed` repeats a maze.
        """
        chance = self._random
        if chance is None:
            self.seed = random.getrandbits(32)
            chance = Random(self.seed)
        with self._shown():
            if self.getMatrixValueAt(self.turtle.position()) == WALL:
                self.setMatrixValueAt(self.turtle.position(), EMPTY)
            trail = [(self.turtle.position(), self._shuffled(chance))]
            while trail:
                here, around = trail[-1]
                if self.turtle.position() != here:
                    self.turtle.goto(here)
                if not around:
                    trail.pop()
                elif self._dig_through(here, around.pop()[0]):
                    trail.append((self.turtle.position(), self._shuffled(chance)))

    def _dig_through(self, here: Point, there: Point) -> bool:
        """Dig to a cell two squares away; returns whether the turtle got there. A dug cell is not dug again."""
        if self.getMatrixValueAt(there) != WALL:  # it may have been dug since it was listed as a neighbour
            return False
        heading = direction(here, there)
        self.dig(heading)
        return self.dig(heading) == there

    def _shuffled(self, chance: Random) -> list[list[Any]]:
        around = self.neighbors()
        chance.shuffle(around)
        return around

    # --- solving

    def markEnd(self, position: Place | None = None) -> Point:
        """Make a square the END, yellow, and every other end a path; by default the last cell East and South."""
        at = self.indices(self.lastCell() if position is None else position)
        if at is None:
            raise MazeError(f"the END at {position!r} would lie beyond the border")
        with self._shown():
            self._clear(END)
            self.setMatrixValueAt(self.position(*at), END)
        return self.position(*at)

    def lastCell(self) -> Point:
        """The cell farthest East and South that can be dug in steps of two squares from the upper left."""
        return self.position((self.width - 1) // 2 * 2, (self.height - 1) // 2 * 2)

    def solve(self) -> list[Point] | None:
        """Walk from the upper left to the END; returns the positions of the path, or None if there is no path.

        The turtle takes the first open square, North, South, East, West, that it has not visited, and goes back
        where there is none. If no END is set, `markEnd` sets one.
        """
        with self._shown():
            self._clear(VISITED)
            self._check_end()
            with self._at_once():
                self.turtle.goto(self.position(0, 0))
                self.turtle.shape("turtle")
                self.turtle.shapesize(0.7 * self.square / STAMP)  # so that tail and nose stay inside the square
                self.turtle.color(WALKER)
            trail = [(0, 0)] if self.matrix[0][0] != WALL else []
            while trail and self.getMatrixValueAt(self.turtle.position()) != END:
                self.matrix[trail[-1][0]][trail[-1][1]] = VISITED
                self._stamp(trail[-1], PATH)
                following = self._next_square()
                if following is not None:
                    trail.append(following)
                else:
                    self._stamp(trail.pop(), COLOURS[VISITED])
                if trail:
                    self._walk(self.position(*trail[-1]))
        return [self.position(*at) for at in trail] or None

    def _check_end(self) -> None:
        """Set the END to the last cell, if none is set; raises if that cell is not dug."""
        if not any(END in column for column in self.matrix):
            if self.getMatrixValueAt(self.lastCell()) != EMPTY:
                raise MazeError(
                    f"no square is the END, and {self.lastCell()} is not dug; set one with markEnd(position)"
                )
            self.markEnd()

    def _clear(self, value: int) -> None:
        """Reset every square of a value to a plain path."""
        for x, column in enumerate(self.matrix):
            for y, found in enumerate(column):
                if found == value:
                    self.setMatrixValueAt(self.position(x, y), EMPTY)

    def _next_square(self) -> tuple[int, int] | None:
        """The first square beside the turtle that is open and not yet visited."""
        places = map(self._ahead, STEPS)
        return next((self.indices(place) for place in places if self.getMatrixValueAt(place) in (EMPTY, END)), None)

    def _walk(self, there: Point) -> None:
        """Turn to a position and go there."""
        with self._at_once():
            self.turtle.setheading(self.turtle.towards(there))
        self.turtle.goto(there)

    # --- drawing

    def save(self, target: str) -> None:
        """Write the window as a picture; the extension says in which format."""
        self.screen.check_shows(self._drawing)
        self.screen.save(target)

    def _ahead(self, heading: int, distance: int = 1) -> Point:
        x, y = self.turtle.position()
        dx, dy = STEPS[heading]
        return x + dx * distance * self.square, y + dy * distance * self.square

    def _stamp(self, at: tuple[int, int], colour: str) -> None:
        """Stamp a square, or give one that is stamped another colour."""
        if at in self._stamps:
            # For a square, Python's turtle returns the canvas item as the stamp, so its colour can be changed.
            self.screen.getcanvas().itemconfigure(self._stamps[at], fill=colour)
            self.screen.getcanvas().tag_raise(self._stamps[at])
            return
        with self._at_once():
            self._pen.goto(self.position(*at))
            self._pen.color(colour)
            self._stamps[at] = self._pen.stamp()
            if len(self._stamps) % 2000 == 0:
                self.screen.getcanvas().update()  # so that closing the window stops a large maze
            # Tk draws an outline outside the square, over its neighbours.
            self.screen.getcanvas().itemconfigure(self._stamps[at], outline="")

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """A block without animation; its drawing appears at its end."""
        before = self.screen.tracer()
        self.screen.tracer(0)
        try:
            yield
        finally:
            if self.screen.is_open():
                self.screen.tracer(before)

    @contextmanager
    def _shown(self) -> Iterator[None]:
        """A block that updates the window at its end, unless it is inside another such block."""
        if not self._blocks:
            self.screen.check_shows(self._drawing)
        self._blocks += 1
        try:
            with self.screen.raising_if_closed():
                yield
        finally:
            self._blocks -= 1
        if not self._blocks:
            self.screen.update()

    def _delay(self) -> int:
        """Milliseconds after each hop of the turtle: a square takes about 300 at speed 1, 10 at speed 10."""
        hops = 1 + int(self.square / (3 * 1.1**self.speed * self.speed))  # as Python's turtle counts them
        return max(1, round(300 / math.pow(self.speed, 1.5) / hops))


def window_module() -> ModuleType:
    """The module that imports Tk; raises if Python has no Tk."""
    try:
        from mazeworks.turtle import window
    except ImportError as error:
        if error.name not in ("tkinter", "_tkinter"):
            raise
        help = "install Debian's python3-tk, or a Python built with Tk"
        raise MazeError(f"the turtle needs Tk, which this Python lacks; {help}") from None
    return window


def check_squares(size: object) -> tuple[int, int]:
    """Width and height of a matrix, from one number, a pair, or a text such as `30x20`."""
    pair = parse_size(size) if isinstance(size, str) else size if isinstance(size, tuple) else (size, size)
    if len(pair) != 2:
        raise MazeError(f"a size is one number of squares or (width, height), not {size!r}")
    check_size(*pair)
    if pair[0] * pair[1] > MOST_SQUARES:
        raise MazeError(f"a turtle's maze has at most {MOST_SQUARES} squares, not {pair[0]}x{pair[1]}")
    return int(pair[0]), int(pair[1])


def check_whole(number: object, what: str, least: int, most: int) -> int:
    """The number, if it is whole and within these bounds."""
    number = plain_number(number)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise MazeError(f"the {what} is a whole number from {least} to {most}, not {number!r}")
    return number


def check_rule(rule: str) -> str:
    """The rule, if it is a rule of digging."""
    if rule not in RULES:
        raise UnknownName("rule of digging", str(rule), RULES)
    return rule
