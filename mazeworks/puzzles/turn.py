"""Mazes in which some turns are forbidden, such as every turn to the left: a way may have to pass a square twice."""

from typing import Any, NamedTuple

from mazeworks.cells.squares import COMPASS
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.logic.inventing import NEVER, OWN, row
from mazeworks.kernels.logic.walls import CELLS, WIDTH, flip, flip_back
from mazeworks.logic.board import WalledBoard
from mazeworks.logic.fields import PLACE, WALLS, Field, words_of
from mazeworks.logic.invention import Find, Plan, logic_generator
from mazeworks.logic.maze import LogicMaze, LogicWords, logic_kind, rules
from mazeworks.logic.walls import board_of, facts_of, grid_of, random_board

#: The turns, by how many quarters to the right each is; and those that are usually forbidden.
TURNS, USUAL = ("straight", "right", "back", "left"), ("left", "back")
SAYING = {"left": "turn left", "right": "turn right", "straight": "go straight on", "back": "turn back"}
#: Facts of its own: which turns are allowed, a bit each, and the goal, or -1.
ALLOWED, GOAL = 2, 3
#: The most moves of a state; and how many headings there are: clockwise from north, and ANY at a start without one.
MOST, HEADINGS, ANY = 4, 5, 4


def successors(facts: Any, board: Any, state: Any, out: Any) -> Any:
    """Step in each direction that is open and allowed after the last step."""
    cell = state // HEADINGS
    heading, walls, count = state - cell * HEADINGS, board[cell], 0
    for way in range(MOST):
        there, free = cell, False
        if way == 0:
            there, free = cell - facts[WIDTH], walls & 1 == 0
        elif way == 1:
            there, free = cell + 1, walls & 4 == 0
        elif way == 2:
            there, free = cell + facts[WIDTH], walls & 2 == 0
        else:
            there, free = cell - 1, walls & 8 == 0
        if free and (heading == ANY or facts[ALLOWED] >> (way - heading & 3) & 1):
            out[count], out[MOST + count] = there * HEADINGS + way, way
            count += 1
    return count


def is_goal(facts: Any, board: Any, state: Any) -> Any:
    """Whether the square is the goal."""
    return state // HEADINGS == facts[GOAL]


def place_of(facts: Any, state: Any) -> Any:
    """The square."""
    return state // HEADINGS


def alter(facts: Any, board: Any, steps: Any, marks: Any, totals: Any, registers: Any, half: Any, random: Any) -> Any:
    """Build or break a wall, or another start."""
    if random >> 16 & 0xFFFF < 2048:
        return ~(((random & 0xFFFF) * facts[CELLS] >> 16) * HEADINGS + ANY)
    if flip(facts, board, registers, random) == NEVER:
        return NEVER
    index, first = row(steps, len(steps) // 12, 6 * half + 5), NEVER
    for heading in range(HEADINGS):
        for side in range(2):
            first = min(first, index[registers[OWN + side] * HEADINGS + heading])
    return first


class Heading(NamedTuple):
    """A state: the square, and the letter of the last step; None at a start without a heading."""

    x: int
    y: int
    heading: str | None


def known_turns(words: Any, name: str, maze: Any = None) -> list[str]:
    """Turns that are forbidden, in their usual order; refuses other words, and forbidding all."""
    if not isinstance(words, (list, tuple)):
        raise MazeError(f"{name!r} should be a list of turns such as 'left', not {words!r:.40}")
    for word in words:
        if word not in TURNS:
            raise MazeError(f"{name!r} has {word!r:.40}; the turns are {', '.join(SAYING)}")
    if set(words) == set(TURNS):
        raise MazeError(f"{name!r} has all four turns; one at least has to be allowed")
    return [turn for turn in SAYING if turn in words]


class TurnMaze(LogicMaze[Heading]):
    """Walls, start and goal, and the turns that are forbidden.

    >>> maze = TurnMaze(walls=["95", "a6"], start=[0, 1], goal=[1, 1], heading="N")
    >>> [(move.letters, *state) for move, state in maze.moves(maze.start)]
    [('N', 0, 0, 'N'), ('E', 1, 1, 'E')]
    """

    FIELDS = {
        "walls": WALLS,
        "start": PLACE,
        "goal": PLACE,
        "heading": words_of((None, *"NESW"), None),
        "forbidden": Field(known_turns, USUAL),
    }
    MOST = MOST
    KERNELS = rules("turn", successors=successors, is_goal=is_goal, place_of=place_of, alter=alter, put_back=flip_back)

    def lay_out(self) -> Any:
        self.states *= HEADINGS
        facts = facts_of(self.width, self.height, allowed(self.values["forbidden"]), self.number(self.values["goal"]))
        return facts, board_of(self.grid), self.encode((*self.values["start"], self.values["heading"]))

    def decode(self, number: int) -> Heading:
        cell, heading = divmod(number, HEADINGS)
        return Heading(cell % self.width, cell // self.width, [*"NESW", None][heading])

    def encode(self, state: Any) -> int:
        return self.number(state) * HEADINGS + (ANY if state[2] is None else "NESW".index(state[2]))

    def move(self, number: int) -> Direction:
        return COMPASS[2 * number]


def allowed(forbidden: Any) -> int:
    """The turns that are not forbidden, a bit each."""
    return sum(1 << number for number, turn in enumerate(TURNS) if turn not in forbidden)


class TurnWords(LogicWords[TurnMaze]):
    """A maze of turns in words."""

    def rules(self) -> str:
        never, heading = [SAYING[turn] for turn in self.puzzle.values["forbidden"]], self.puzzle.values["heading"]
        begin = f"You come heading {Direction.parse(heading).words}." if heading else "The first step may go anywhere."
        rule = f" Never {' or '.join(never)}. {begin}" if never else ""
        return f"Go from square to square where no wall is between them.{rule}"

    def describe(self, state: Any) -> str:
        return f"({state[0]}, {state[1]})" + (f" heading {Direction.parse(state[2]).words}" if state[2] else "")


class TurnBoard(WalledBoard[TurnMaze]):
    """Walls, and a start that shows its heading."""

    def pieces(self, state: Any) -> list[tuple[str, tuple[int, int]]]:
        return [({"N": "▲", "E": "▶", "S": "▼", "W": "◀"}.get(state[2], "S"), Position(*state[:2]))]


logic_kind(
    "turn", "A wall maze in which some turns are forbidden, such as every turn to the left.", TurnWords, TurnBoard
)(TurnMaze)


class TurnsParameter(Parameter):
    """Turns that are forbidden, joined by commas; in an id, where commas separate parameters, by slashes."""

    def check(self, value: Any) -> Any:
        words = value.replace(",", "/") if isinstance(value, str) else value
        if isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value):
            words = "/".join(value)
        return "/".join(known_turns([word.strip().lower() for word in super().check(words).split("/")], self.name))


FORBID = TurnsParameter("forbid", "text", "/".join(USUAL), "the turns that are forbidden, as in left,back")


@logic_generator("turn", (10, 10), 60, FORBID)
def turn(width: int, height: int, forbid: str) -> Plan:
    cells = width * height

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        return random_board(width, height, random), random.below(cells) * HEADINGS + ANY, []

    def build(find: Find) -> TurnMaze:
        start, goal = (divmod(cell, width)[::-1] for cell in (find.start // HEADINGS, find.goal))
        return TurnMaze(grid_of(find.board, width), start, goal, None, forbid.split("/"))

    facts = facts_of(width, height, allowed(forbid.split("/")), -1)
    return Plan(TurnMaze.KERNELS, facts, cells * HEADINGS, cells, 2 * MOST, fresh, build, 4_000 * cells, 45_000, 15_000)
