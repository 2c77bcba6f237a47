"""Number mazes: the number on a square says how many squares to go, straight on, in a direction of your choice."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mazeworks.cells.squares import COMPASS, check_place, check_places, flag_in, place_in, places_in, rows_in
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.facets import Codec, Structure, Words
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, kind
from mazeworks.drawing.squares import SquareBoard
from mazeworks.kernels.logic import exploring, inventing
from mazeworks.kernels.logic.inventing import NEVER, OWN, row
from mazeworks.kernels.template import instance
from mazeworks.rating.invention import CANDIDATES, DIFFICULTY, MOVES, Find, Plan, invent
from mazeworks.search.compact import Compact

#: Bytes of memory for each square of a maze, and the highest number.
SQUARE_BYTES, HIGHEST = 120, 9999
#: The longest side of a maze that is invented.
MOST_SIDE = 60
#: The facts of a board: its width, its squares, its directions; then the column of each square, and which are goals.
WIDTH, CELLS, WAYS, COLUMNS = 0, 1, 2, 3


class NumberMaze(Puzzle[Position]):
    """A rectangle of numbers; 0 cannot be left.

    >>> maze = NumberMaze([[1, 2, 1], [1, 1, 2]], (0, 0), [(2, 1)])
    >>> [(move.letters, tuple(place)) for move, place in maze.moves((1, 0))]
    []
    >>> [(move.letters, tuple(place)) for move, place in maze.moves((0, 0))]
    [('E', (1, 0)), ('S', (0, 1))]
    """

    def __init__(
        self,
        numbers: Sequence[Sequence[int]],
        start: Sequence[int],
        goals: Sequence[Sequence[int]],
        diagonal: bool = False,
    ) -> None:
        self.numbers = [list(line) for line in numbers]
        self.width, self.height = len(self.numbers[0]) if self.numbers else 0, len(self.numbers)
        check_size(self.width, self.height, SQUARE_BYTES, least=1)
        for y, line in enumerate(self.numbers):
            if len(line) != self.width:
                raise MazeError(f"row {y + 1} has {len(line)} numbers; the first has {self.width}")
            for x, number in enumerate(line):
                if type(number) is not int or not 0 <= number <= HIGHEST:
                    raise MazeError(f"({x}, {y}) is {number!r:.30}; expected a whole number from 0 to {HIGHEST}")
        self.start = check_place(start, "start", self.width, self.height)
        self.goals = check_places(goals, "goal", self.width, self.height)
        self.diagonal = diagonal
        self._ways = [(way, *way.delta) for way in (COMPASS if diagonal else COMPASS[::2])]

    def moves(self, state: Position) -> Iterator[tuple[Direction, Position]]:
        x, y = state
        number = self.numbers[y][x]
        for way, dx, dy in self._ways if number else ():
            to = Position(x + number * dx, y + number * dy)
            if 0 <= to.x < self.width and 0 <= to.y < self.height:
                yield way, to

    def is_goal(self, state: Position) -> bool:
        return state in self.goals


# --- the same as kernels


def successors(facts: Any, board: Any, state: Any, out: Any) -> Any:
    number, width, x = board[state], facts[WIDTH], facts[COLUMNS + state]
    if number == 0:
        return 0
    count, down, diagonal = 0, number * width, facts[WAYS] == 8
    north, south = state >= down, state + down < facts[CELLS]
    west, east = x >= number, x + number < width
    if north:
        out[count] = state - down
        count += 1
    if diagonal and north and east:
        out[count] = state - down + number
        count += 1
    if east:
        out[count] = state + number
        count += 1
    if diagonal and south and east:
        out[count] = state + down + number
        count += 1
    if south:
        out[count] = state + down
        count += 1
    if diagonal and south and west:
        out[count] = state + down - number
        count += 1
    if west:
        out[count] = state - number
        count += 1
    if diagonal and north and west:
        out[count] = state - down - number
        count += 1
    return count


def is_goal(facts: Any, board: Any, state: Any) -> Any:
    return facts[COLUMNS + facts[CELLS] + state] != 0


def alter(
    facts: Any, board: Any, steps: Any, marks: Any, totals: Any, registers: Any, half: Any, random: Any
) -> Any:
    """Another number on one square, no higher than leads off the board in every direction; or another start."""
    cells, width = facts[CELLS], facts[WIDTH]
    cell, draw = (random & 0xFFFF) * cells >> 16, random >> 16 & 0xFFFF
    if draw < 2048:
        return ~cell
    x = facts[COLUMNS + cell]
    y = (cell - x) // width
    number = 1 + draw % max(x, width - 1 - x, y, cells // width - 1 - y)
    registers[OWN], registers[OWN + 1] = cell, board[cell]
    if number == board[cell]:
        return NEVER
    board[cell] = number
    return row(steps, cells, 6 * half + 5)[cell]


def put_back(facts: Any, board: Any, registers: Any) -> None:
    board[registers[OWN]] = registers[OWN + 1]


KERNELS = instance(
    "number", exploring, inventing, successors=successors, is_goal=is_goal, alter=alter, put_back=put_back
)


def facts_of(width: int, height: int, diagonal: bool, goals: Sequence[Position] = ()) -> Any:
    """What does not change of a board."""
    flags = np.zeros(width * height, np.int64)
    flags[[goal.y * width + goal.x for goal in goals]] = 1
    columns = np.arange(width * height) % width
    return np.concatenate([np.array([width, width * height, 8 if diagonal else 4]), columns, flags])


class NumberStructure(Structure[NumberMaze]):
    """Squares as whole numbers, row by row."""

    def compact(self) -> Compact[Position]:
        maze, width = self.puzzle, self.puzzle.width
        facts = facts_of(width, maze.height, maze.diagonal, maze.goals)
        board = np.array(maze.numbers, np.uint16).reshape(-1)
        return Compact.of_squares(maze, KERNELS, facts, board, int(facts[WAYS]))


class NumberWords(Words[NumberMaze]):
    """A number maze in words."""

    def rules(self) -> str:
        ways = "any of eight directions" if self.puzzle.diagonal else "any of four directions"
        return f"Go exactly as many squares as the number you stand on, straight, in {ways}, never off the board."

    def aim(self) -> str:
        return "get to " + " or ".join(map(str, self.puzzle.goals))


class NumberBoard(SquareBoard[NumberMaze]):
    """Squares with numbers."""

    def sign(self, place: Position) -> str:
        return str(self.puzzle.numbers[place.y][place.x])


class NumberCodec(Codec[NumberMaze]):
    """Numbers row by row."""

    def to_data(self) -> dict[str, Any]:
        maze = self.puzzle
        ends = {"start": list(maze.start), "goals": [list(goal) for goal in maze.goals]}
        return {"numbers": maze.numbers} | ends | {"diagonal": maze.diagonal}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> NumberMaze:
        rows = rows_in(data, "numbers", list, "each a list of whole numbers")
        return NumberMaze(rows, place_in(data, "start"), places_in(data, "goals"), flag_in(data, "diagonal", False))


kind(
    "number",
    "Go as many squares as the number you stand on says.",
    generator="number",
    formats=("logic",),
    facets=(NumberStructure, NumberWords, NumberBoard, NumberCodec),
)(NumberMaze)


@generator(
    "number",
    "Changes one number at a time and keeps what makes the only shortest solution longer.",
    kind="number",
    parameters=(
        MOVES,
        Parameter("diagonal", "flag", False, "whether moves go in eight directions"),
        DIFFICULTY,
        CANDIDATES,
    ),
    promises=("one shortest solution",),
    size=(6, 6),
    searches=True,
    most_side=MOST_SIDE,
)
def number(width: int, height: int, random: Random, diagonal: bool, **wanted: Any) -> Puzzle[Any]:
    facts = facts_of(width, height, diagonal)

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        most = [max(x, width - 1 - x, y, height - 1 - y) for y in range(height) for x in range(width)]
        return np.array([1 + random.below(each) for each in most], np.uint16), random.below(width * height), []

    def build(find: Find) -> NumberMaze:
        start, goal = (Position(cell % width, cell // width) for cell in (find.start, find.goal))
        return NumberMaze(find.board.reshape(height, width).tolist(), start, [goal], diagonal)

    cells = width * height
    plan = Plan(KERNELS, facts, cells, cells, 8, fresh, build, slices=20 * cells, hot=27_000, cold=15_000)
    return invent(plan, "number", (width, height), random, diagonal=diagonal, **wanted)
