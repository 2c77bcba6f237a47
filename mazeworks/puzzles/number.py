"""Number mazes: the number on a square says how many squares to go, straight on, in a direction of your choice."""

from typing import Any

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.logic.inventing import NEVER, OWN, row
from mazeworks.logic.board import SquareBoard
from mazeworks.logic.fields import PLACE, PLACES, flag, squares
from mazeworks.logic.invention import Find, Plan, logic_generator
from mazeworks.logic.maze import LogicMaze, LogicWords, logic_kind, rules

#: The facts of a board: its width, its squares, the step from one direction to the next (2 where they are four); then
#: the column of each square, and which are goals.
WIDTH, CELLS, EVERY, COLUMNS = 0, 1, 2, 3
#: The highest number, and the most moves of a state.
HIGHEST, MOST = 9999, 8


def successors(facts: Any, board: Any, state: Any, out: Any) -> Any:
    """Go as many squares as the number says, in each direction that stays on the board."""
    number, x, count = board[state], facts[COLUMNS + state], 0
    down = number * facts[WIDTH]
    north, south = state >= down, state + down < facts[CELLS]
    west, east = x >= number, x + number < facts[WIDTH]
    if number == 0:
        return 0
    for way in range(0, 8, facts[EVERY]):
        reached, free = state, True
        if way == 7 or way <= 1:
            reached, free = reached - down, north
        elif 3 <= way <= 5:
            reached, free = reached + down, south
        if 1 <= way <= 3:
            reached, free = reached + number, free and east
        elif way >= 5:
            reached, free = reached - number, free and west
        if free:
            out[count], out[MOST + count] = reached, way
            count += 1
    return count


def is_goal(facts: Any, board: Any, state: Any) -> Any:
    """Whether the square is a goal."""
    return facts[COLUMNS + facts[CELLS] + state] != 0


def alter(facts: Any, board: Any, steps: Any, marks: Any, totals: Any, registers: Any, half: Any, random: Any) -> Any:
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
    """Give the square its number back."""
    board[registers[OWN]] = registers[OWN + 1]


def facts_of(width: int, height: int, diagonal: bool) -> Any:
    """The facts of a board without goals."""
    columns = np.arange(width * height) % width
    return np.concatenate([np.array([width, width * height, 1 if diagonal else 2]), columns, np.zeros_like(columns)])


class NumberMaze(LogicMaze[Position]):
    """A rectangle of numbers; 0 cannot be left.

    >>> maze = NumberMaze(numbers=[[1, 2, 1], [1, 1, 2]], start=[0, 0], goals=[[2, 1]])
    >>> [(move.letters, *place) for move, place in maze.moves(Position(0, 0))]
    [('E', 1, 0), ('S', 0, 1)]
    """

    FIELDS = {
        "numbers": squares(lambda n: type(n) is int and 0 <= n <= HIGHEST, f"a whole number from 0 to {HIGHEST}"),
        "start": PLACE,
        "goals": PLACES,
        "diagonal": flag(False),
    }
    KERNELS = rules("number", successors=successors, is_goal=is_goal, alter=alter, put_back=put_back)

    def lay_out(self) -> Any:
        facts = facts_of(self.width, self.height, self.values["diagonal"])
        facts[[COLUMNS + self.states + self.number(goal) for goal in self.values["goals"]]] = 1
        return facts, np.array(self.values["numbers"], np.uint16).reshape(-1), self.number(self.values["start"])


class NumberWords(LogicWords[NumberMaze]):
    """A number maze in words."""

    def rules(self) -> str:
        ways = "any of eight directions" if self.puzzle.values["diagonal"] else "any of four directions"
        return f"Go exactly as many squares as the number you stand on, straight, in {ways}, never off the board."


class NumberBoard(SquareBoard[NumberMaze]):
    """Squares with numbers."""

    def sign(self, place: Position) -> str:
        return str(self.puzzle.values["numbers"][place.y][place.x])


logic_kind("number", "Go as many squares as the number you stand on says.", NumberWords, NumberBoard)(NumberMaze)


@logic_generator("number", (6, 6), 60, Parameter("diagonal", "flag", False, "whether moves go in eight directions"))
def number(width: int, height: int, diagonal: bool) -> Plan:
    cells = width * height

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        most = [max(x, width - 1 - x, y, height - 1 - y) for y in range(height) for x in range(width)]
        return np.array([1 + random.below(each) for each in most], np.uint16), random.below(cells), []

    def build(find: Find) -> NumberMaze:
        start, goal = (divmod(cell, width)[::-1] for cell in (find.start, find.goal))
        return NumberMaze(find.board.reshape(height, width).tolist(), start, [goal], diagonal)

    facts = facts_of(width, height, diagonal)
    return Plan(NumberMaze.KERNELS, facts, cells, cells, 2 * MOST, fresh, build, 20_000 * cells, 27_000, 15_000)
