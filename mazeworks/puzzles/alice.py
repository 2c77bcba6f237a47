"""Alice mazes (Robert Abbott): arrows to leap along, d squares at a time; red makes d grow, yellow makes it shrink."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from mazeworks.cells.squares import COMPASS
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.facets import Codec, Structure, Words, list_of, numbers_in
from mazeworks.core.graph import Graph, Longs
from mazeworks.core.grid import check_size
from mazeworks.core.memory import afford
from mazeworks.core.progress import check, checked
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import kind
from mazeworks.drawing.arrows import UNIT, Leap, draw_arrow, tags_of
from mazeworks.drawing.board import Board
from mazeworks.drawing.scene import Outline, Point, Scene, square_around
from mazeworks.drawing.sketch import Sketch
from mazeworks.kernels.logic.alice import BLANK, GOAL, KERNELS, ROOM, SHIFT, SQUARE, SQUARES
from mazeworks.rating.choices import guesses_along
from mazeworks.rating.measures import Measure, Measures, saturating
from mazeworks.search.compact import Compact
from mazeworks.search.shortest_paths import shortest_path

#: A character for each of the eight directions.
ARROWS = dict(zip(COMPASS, "↑↗→↘↓↙←↖", strict=True))

#: Bytes of memory for a square, and to search it.
SQUARE_BYTES, SEARCH_BYTES = 120, 240
#: Bytes of memory to draw a square, an arrow or a leap.
SHAPE_BYTES = 1200
#: Solutions up to this many leaps are drawn as lines too; more lines would hide the arrows.
MOST_LINES = 20
#: Of a path still being walked, as in a moving picture, this many last leaps are drawn as lines.
RECENT = 5


#: The share of its difficulty that is left of a maze solved by always going towards the goal.
TOWARDS = 0.1
#: Distances are measured to at most as many goals.
MANY = 1000


class Square(NamedTuple):
    """One square: the colour of its arrows, or blank, and their directions."""

    colour: str
    arrows: tuple[Direction, ...] = ()


class Standing(NamedTuple):
    """A state: the square, and the distance of the next leap."""

    x: int
    y: int
    d: int


class AliceMaze(Puzzle[Standing]):
    """A rectangle of arrows, a start and one or more goals.

    >>> rows = [[Square("black", (Direction.EAST,)), Square("red", (Direction.WEST,)), Square("black")]]
    >>> maze = AliceMaze(rows, (0, 0), [(2, 0)])
    >>> [move.letters for move, _ in maze.moves(Standing(0, 0, 2))]
    ['E']
    """

    #: What landing on a square of each colour adds to d; None where landing is not allowed.
    COLOURS: ClassVar[dict[str, int | None]] = {"black": 0, "red": 1, "yellow": -1, "blank": None}

    def __init__(
        self, squares: Sequence[Sequence[Square]], start: Sequence[int], goals: Sequence[Sequence[int]]
    ) -> None:
        # Equal squares may be one object, as those of a file are; so a large board takes little memory.
        self.squares = [[square if type(square) is Square else Square(*square) for square in row] for row in squares]
        self.height = len(self.squares)
        self.width = len(self.squares[0]) if self.squares else 0
        self._check_squares()
        self.start = Standing(*self._check_place(start, "start"), 1)
        self.goals = sorted({self._check_place(goal, "goal") for goal in goals}, key=lambda p: (p.y, p.x))
        if not self.goals:
            raise MazeError("no square is a goal; at least one is needed")
        self._goals = frozenset(self.goals)

    def _check_squares(self) -> None:
        check_size(self.width, self.height, SQUARE_BYTES, least=1)
        if any(len(row) != self.width for row in self.squares):
            raise MazeError(f"every row should have {self.width} squares, as many as the first")
        known: set[int] = set()
        for y, row in enumerate(self.squares):
            check()
            for x, square in enumerate(row):
                if id(square) not in known:
                    self._check_square(square, x, y)
                    known.add(id(square))

    def _check_square(self, square: Square, x: int, y: int) -> None:
        if square.colour not in self.COLOURS:
            raise MazeError(f"({x}, {y}) is {square.colour!r:.30}; a square is {', '.join(self.COLOURS)}")
        for arrow in square.arrows:
            if not isinstance(arrow, Direction) or arrow not in ARROWS:
                known = ", ".join(arrow.letters for arrow in ARROWS)
                words = f"({x}, {y}) has the arrow {arrow!r:.30}"
                raise MazeError(f"{words}; an arrow is a Direction, one of {known}")
        if square.colour == "blank" and square.arrows:
            raise MazeError(f"({x}, {y}) is blank, so it can have no arrows")

    def _check_place(self, place: Sequence[int], what: str) -> Position:
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise MazeError(f"the {what} ({x}, {y}) lies outside {self.width} columns and {self.height} rows")
        if self.squares[y][x].colour == "blank":
            raise MazeError(f"the {what} ({x}, {y}) is blank, and cannot be entered")
        return Position(x, y)

    def moves(self, state: Standing) -> Iterator[tuple[Direction, Standing]]:
        x, y, d = state
        for direction in self.squares[y][x].arrows:
            dx, dy = direction.delta
            there_x, there_y = x + dx * d, y + dy * d
            if 0 <= there_x < self.width and 0 <= there_y < self.height:
                change = self.COLOURS[self.squares[there_y][there_x].colour]
                if change is not None and d + change >= 1:
                    yield direction, Standing(there_x, there_y, d + change)

    def is_goal(self, state: Standing) -> bool:
        return state[:2] in self._goals

    def estimate(self, state: Standing) -> float:
        """Leaps that grow by one each time, straight at the nearest goal: no way can be shorter."""
        x, y, d = state
        if len(self.goals) > MANY:  # a look at each would take longer than a search without an estimate
            return 0
        left = min(max(abs(x - goal.x), abs(y - goal.y)) for goal in self.goals)
        leaps = 0
        while left > 0:
            left -= d + leaps
            leaps += 1
        return leaps

    def __str__(self) -> str:
        return AliceBoard(self).sketch().text()

    def __repr__(self) -> str:
        name = f" {self.id}" if self.id else ""
        return f"<AliceMaze {self.width}x{self.height} from {Position(*self.start[:2])}{name}>"


class AliceStructure(Structure[AliceMaze]):
    """The compact representation: a square and d as one number."""

    def compact(self) -> Compact[Standing]:
        maze = self.puzzle
        afford(SEARCH_BYTES * maze.width * maze.height, f"searches of {maze.width}x{maze.height} squares")
        facts = facts_of(maze.width, maze.height)
        shift, known = int(facts[SHIFT]), {id(square): square for row in checked(maze.squares) for square in row}
        codes = {key: self._code(square) for key, square in checked(known.items(), 1000)}
        rows = (b"".join(codes[id(square)] for square in row) for row in checked(maze.squares))

        def decode(number: int) -> Standing:
            layer, square = divmod(number, 1 << shift)
            return Standing(square % maze.width, square // maze.width, layer + 1)

        def encode(state: Standing) -> int:
            return (state[2] - 1 << shift) + state[1] * maze.width + state[0]

        facts[[SQUARES + SQUARE * encode(Standing(*goal, 1)) + GOAL for goal in maze.goals]] = 1
        board = np.frombuffer(b"".join(rows), np.uint8).astype(np.uint16)
        states = max(maze.width, maze.height) << shift
        return Compact(maze, KERNELS, facts, board, encode(maze.start), states, 8, decode, encode)

    def _code(self, square: Square) -> bytes:
        """The numbers of a square."""
        ways, change = dict.fromkeys(map(COMPASS.index, square.arrows)), self.puzzle.COLOURS[square.colour]
        return bytes([len(ways), *ways, *[0] * (8 - len(ways)), BLANK if change is None else 1 + change])


def facts_of(width: int, height: int) -> Longs:
    """The facts of a board without goals."""
    side, cells = max(width, height), np.arange(width * height)
    facts = np.zeros((len(cells), SQUARE), np.int64)
    x, y = facts[:, 0], cells // width
    x[:] = cells % width
    for number, (dx, dy) in enumerate((way.delta for way in COMPASS), ROOM):
        across, down = (side, width - 1 - x, x)[dx], (side, height - 1 - y, y)[dy]
        facts[:, number] = np.minimum(across, down)
    steps = [way.delta[1] * width + way.delta[0] for way in COMPASS]
    shift = (len(cells) - 1).bit_length()
    head = [width, len(cells), shift, (1 << shift) - 1, side // 2, *steps]
    return np.concatenate([np.array(head), facts.reshape(-1)])


class AliceWords(Words[AliceMaze]):
    """An Alice maze in words."""

    def rules(self) -> str:
        return (
            "Leap along an arrow of the square you are on, over d squares; d is 1 at first. "
            "Landing on red (+) makes d one more, on yellow (−) one less, and it may not become 0."
        )

    def aim(self) -> str:
        return "get to " + " or ".join(map(str, self.puzzle.goals))

    def describe(self, state: Standing) -> str:
        return f"({state[0]}, {state[1]}) d={state[2]}"


class AliceBoard(Board[AliceMaze]):
    """Squares of arrows; a solution as numbered tags, and as lines while they can be followed."""

    def place(self, state: Standing) -> Position:
        return Position(*state[:2])

    def spot(self, state: Standing) -> Point:
        return state[0] * UNIT + UNIT / 2, state[1] * UNIT + 1.55

    def track(self, states: Sequence[Standing]) -> list[list[Point]]:
        """Lines, unless there are too many to follow; the scene numbers the steps of a longer path."""
        return super().track(states) if len(states) <= MOST_LINES + 1 else []

    def outlines(self, states: Sequence[Standing]) -> Iterator[tuple[Outline]]:
        return ((square_around((x + 0.5) * UNIT, (y + 0.5) * UNIT, UNIT),) for x, y, _ in states)

    def square_of(self, state: Standing) -> tuple[int, int]:
        return 8 * state[0] + 1, 4 * state[1] + 2  # beside the rose, so that neither arrows nor sign are hidden

    def leaps(self, solution: Solution[Standing] | None) -> dict[Position, list[Leap]]:
        """The leaps that leave each square of the solution; at the goal, the arrow of the last is None."""
        found: dict[Position, list[Leap]] = {}
        steps = () if solution is None else zip(solution.states, [*solution.moves, None], strict=True)
        for step, (state, arrow) in enumerate(steps):
            found.setdefault(self.place(state), []).append(Leap(step, arrow, state[2]))
        return found

    def sketch(self, solution: Solution[Standing] | None = None) -> Sketch:
        """Each square a rose of arrows around a sign (+ red, - yellow), and below it the steps that end there."""
        steps = {place: " ".join(str(leap.step) for leap in leaps) for place, leaps in self.leaps(solution).items()}
        numbers = {place: textwrap.wrap(words, 11) for place, words in steps.items()}
        tall = 3 + max(map(len, numbers.values()), default=0)
        wide = 7 if solution is None else 11
        route = [] if solution is None else _route(solution, (wide + 1) * self.puzzle.width + 1)
        lines = [("┼" + "─" * wide) * self.puzzle.width + "┼", *[("│" + " " * wide) * self.puzzle.width + "│"] * tall]
        board = Sketch.from_lines([*lines * self.puzzle.height, lines[0], *route])
        for y, row in enumerate(checked(self.puzzle.squares)):
            for x, square in enumerate(row):
                corner = x * (wide + 1) + 1, y * (tall + 1) + 1
                self._sketch_square(board, corner, wide, square, Position(x, y))
                for line, text in enumerate(numbers.get(Position(x, y), ())):
                    board.put(corner[0], corner[1] + 3 + line, text.center(wide), "cyan")  # red is for arrows
        return board

    def _sketch_square(
        self, board: Sketch, corner: tuple[int, int], wide: int, square: Square, place: Position
    ) -> None:
        column, row = corner[0] + wide // 2, corner[1] + 1
        role = square.colour if square.colour in ("red", "yellow") else "plain"
        if square.colour == "blank":
            for line in range(3):
                board.put(corner[0], corner[1] + line, "░" * wide, "faint")
            return
        for arrow in square.arrows:
            dx, dy = arrow.delta
            board.put(column + 2 * dx, row + dy, ARROWS[arrow], role)
        board.put(column, row, {"red": "+", "yellow": "-"}.get(square.colour, "·"), role)
        if place == self.puzzle.start[:2]:
            board.put(column - 1, row, "S", "start")
        if place in self.puzzle._goals:
            board.put(column + 1, row, "G", "goal")

    def scene(self, solution: Solution[Standing] | None = None) -> Scene:
        """Squares of `UNIT` units: arrows around a sign above; below, for each step there, the arrow it takes and d."""
        across, down = self.puzzle.width, self.puzzle.height
        arrows = sum(len(square.arrows) for row in checked(self.puzzle.squares) for square in row)
        shapes = across * down + arrows + (len(solution) if solution else 0)
        afford(SHAPE_BYTES * shapes, f"drawings of {across}x{down} squares", "draw a smaller maze")
        scene = Scene(across * UNIT, down * UNIT, f"An Alice maze of {across} by {down} squares")
        for line in range(down + 1):
            scene.line([(0, line * UNIT), (scene.width, line * UNIT)], "faint", 0.06)
        for line in range(across + 1):
            scene.line([(line * UNIT, 0), (line * UNIT, scene.height)], "faint", 0.06)
        for y, row in enumerate(self.puzzle.squares):  # below all else, for a leap may go over them
            for x in (x for x, square in enumerate(row) if square.colour == "blank"):
                scene.box(x * UNIT, y * UNIT, UNIT, UNIT, "faint")
        tags = tags_of(self.leaps(solution))
        lines = self._lines(solution, len(tags))
        if lines:
            scene.line([tags[step].at for step in lines], "path:blue", 0.05)  # red would be taken for arrows
            for tag in tags.values():
                tag.plate(scene)
        for y, row in enumerate(checked(self.puzzle.squares)):
            for x, square in enumerate(row):
                self._draw_square(scene, x, y, square)
        for tag in tags.values():
            tag.draw(scene)
        return scene

    def _lines(self, solution: Solution[Standing] | None, count: int) -> range:
        """The steps that lines are drawn through: all of a short solution; the last ones while it is walked."""
        if solution is None or not count:
            return range(0)
        if not self.puzzle.is_goal(solution.states[-1]):
            return range(max(0, count - RECENT - 1), count)
        return range(count if count <= MOST_LINES + 1 else 0)

    def _draw_square(self, scene: Scene, x: int, y: int, square: Square) -> None:
        left, top = x * UNIT, y * UNIT
        centre = left + UNIT / 2, top + 1.55
        place = Position(x, y)
        if place == self.puzzle.start[:2]:
            scene.dot(*centre, 0.5, "start", ring=True)
            scene.label(left + 0.65, top + 0.4, "start", "start", 0.4)
        if place in self.puzzle._goals:
            scene.dot(*centre, 0.46, "goal")
            scene.label(left + 0.6, top + 0.4, "goal", "text", 0.4)
        for arrow in square.arrows:
            draw_arrow(scene, centre, arrow, "text" if square.colour == "black" else f"arrow:{square.colour}")
        sign = {"red": "+", "yellow": "−"}.get(square.colour)
        if sign:
            # Dark on a plate: a stroke below it, or a goal of its own colour, would make another sign of it.
            scene.dot(*centre, 0.31, "cell")
            scene.label(*centre, sign, "text", 0.6)


class AliceMeasures(Measures[AliceMaze]):
    """What makes an Alice maze hard."""

    def measures(self, graph: Graph[Standing], solution: Solution[Standing]) -> Iterator[Measure]:
        """How many different d the solution leaps with, and how many guesses it takes."""
        count = len({state[2] for state in solution.states[:-1]})
        words = f"d takes {count} different values" if count != 1 else "d never changes before the last leap"
        yield Measure("distances", count, words, saturating(max(count - 1, 0), 2), 1)
        path = shortest_path(graph)
        assert path is not None
        guesses, misled = guesses_along(graph, path, [self._left(state) for state in checked(graph.states, 1000)])
        words = f"{guesses:.1f} yes-or-no guesses find the solution among the new ways on"
        words = words if guesses else "every step has one new way on, so there is nothing to find out"
        yield Measure("guesses", round(guesses, 2), words, scale=saturating(guesses, 2))
        words = f"{misled:.1f} guesses are needed where the way nearest to the goal is wrong"
        words = words if misled else "the new way nearest to the goal is always right"
        yield Measure("misled", round(misled, 2), words, scale=TOWARDS + (1 - TOWARDS) * saturating(misled, 0.5))

    def _left(self, state: Standing) -> int:
        """How many squares a state is from the nearest goal."""
        return min(max(abs(state[0] - goal.x), abs(state[1] - goal.y)) for goal in self.puzzle.goals[:MANY])


class AliceCodec(Codec[AliceMaze]):
    """Colours and arrows row by row."""

    def to_data(self) -> dict[str, Any]:
        return {
            "width": self.puzzle.width,
            "height": self.puzzle.height,
            "start": list(self.puzzle.start[:2]),
            "goals": [list(goal) for goal in self.puzzle.goals],
            "colours": [[square.colour for square in row] for row in self.puzzle.squares],
            "arrows": [[[arrow.letters for arrow in square.arrows] for square in row] for row in self.puzzle.squares],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> AliceMaze:
        rows = "should be a list of rows, each a list with one entry per square"
        colours, arrows = (list_of(data.get(name), list, f"{name!r} {rows}") for name in ("colours", "arrows"))
        if [len(row) for row in colours] != [len(row) for row in arrows]:
            raise FormatError("'colours' and 'arrows' should have as many rows and columns as each other")
        size = len(colours[0]) if colours else 0, len(colours)
        wide, high = data.get("width", size[0]), data.get("height", size[1])
        if (wide, high) != size:
            stated = f"{wide!r:.20}x{high!r:.20}"
            raise FormatError(f"'colours' has {size[1]} rows of {size[0]}, but width and height are {stated}")
        squares = [[_square(*both) for both in zip(*rows, strict=True)] for rows in zip(colours, arrows, strict=True)]
        goals = data.get("goals")
        goals = list_of(goals, object, f"'goals' should be a list of places [x, y], not {goals!r:.60}")
        start = numbers_in(data.get("start"), "start")
        return AliceMaze(squares, start, [numbers_in(goal, "goals") for goal in goals])


def _route(solution: Solution[Standing], width: int) -> list[str]:
    """Every step in words, in columns: its number, the arrow followed, where it ends, and d there."""
    arrows = ["·", *(ARROWS[move] for move in solution.moves)]
    steps = enumerate(zip(arrows, solution.states, strict=True))
    words = [f"{step:3} {arrow} ({x}, {y}) d={d}" for step, (arrow, (x, y, d)) in steps]
    wide = max(map(len, words)) + 3
    columns = max(1, max(width, 78) // wide)
    rows = -(-len(words) // columns)
    return ["", *("".join(f"{word:{wide}}" for word in words[row::rows]).rstrip() for row in range(rows))]


def _square(colour: object, arrows: object) -> Square:
    words = f"the arrows of a square should be a list such as ['N', 'SE'], not {arrows!r:.60}"
    letters = list_of(arrows, str, words)
    if not isinstance(colour, str):
        raise FormatError(f"a colour should be one of {', '.join(AliceMaze.COLOURS)}, not {colour!r:.60}")
    return Square(colour, tuple(dict.fromkeys(Direction.parse(arrow) for arrow in letters)))


kind(
    "alice",
    "Leap d squares along an arrow; red makes d grow, yellow makes it shrink.",
    generator="alice",
    formats=("alice",),
    facets=(AliceStructure, AliceWords, AliceBoard, AliceMeasures, AliceCodec),
)(AliceMaze)
