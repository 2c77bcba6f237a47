"""Arrow mazes: go any distance along an arrow of your square, and land on a square of another colour."""

import functools
from typing import Any

import numpy as np

from mazeworks.cells.squares import COMPASS
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.drawing.arrows import draw_arrow
from mazeworks.drawing.scene import Scene
from mazeworks.kernels.logic.inventing import NEVER, OWN, row
from mazeworks.logic.board import SquareBoard
from mazeworks.logic.fields import PLACE, PLACES, flag, squares
from mazeworks.logic.invention import Find, Plan, logic_generator
from mazeworks.logic.maze import LogicMaze, LogicWords, logic_kind, rules

#: The facts of a board: its width, its squares, whether colours alternate, the colours that a search may use; then the
#: column of each square, and which are goals. A board has a bit for each arrow of a square, and above them the number
#: of its colour, 0 for none.
WIDTH, CELLS, ALTERNATE, COLOURS, COLUMNS, COLOUR = 0, 1, 2, 3, 4, 8
LETTERS = [way.letters for way in COMPASS]
#: Numbers as words.
SMALL = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("no", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
#: The longest side: a state has a move for every square that it sees.
MOST_SIDE = 100
MOST = 8 * MOST_SIDE


def successors(facts: Any, board: Any, state: Any, out: Any) -> Any:
    """Go along each arrow, to every square that may be landed on."""
    width, cells, here, count = facts[WIDTH], facts[CELLS], board[state], 0
    for way in range(8):
        if here >> way & 1 == 0:
            continue
        across = (1 <= way <= 3) - (way >= 5)
        down = (3 <= way <= 5) - (way == 7 or way <= 1)
        at, x, far = state + across + down * width, facts[COLUMNS + state] + across, 1
        while 0 <= x < width and 0 <= at < cells:
            colour = board[at] >> COLOUR
            if colour and (facts[ALTERNATE] == 0 or colour != here >> COLOUR):
                out[count], out[MOST + count] = at, far * 8 + way
                count += 1
            at, x, far = at + across + down * width, x + across, far + 1
    return count


def is_goal(facts: Any, board: Any, state: Any) -> Any:
    """Whether the square is a goal."""
    return facts[COLUMNS + facts[CELLS] + state] != 0


def alter(facts: Any, board: Any, steps: Any, marks: Any, totals: Any, registers: Any, half: Any, random: Any) -> Any:
    """Another arrow or another colour on one square, or another start."""
    cells, width, draw = facts[CELLS], facts[WIDTH], random >> 16 & 0xFFFF
    cell, index = (random & 0xFFFF) * cells >> 16, row(steps, cells, 6 * half + 5)
    if draw < 2048:
        return ~cell
    registers[OWN], registers[OWN + 1] = cell, board[cell]
    if draw & 3:
        board[cell] = 1 << (draw >> 2 & 7) | board[cell] >> COLOUR << COLOUR
        return index[cell] if board[cell] != registers[OWN + 1] else NEVER
    board[cell] = board[cell] & 255 | (1 + (draw >> 2) % facts[COLOURS]) << COLOUR
    if board[cell] == registers[OWN + 1]:
        return NEVER
    first = index[cell]
    for way in range(8):  # squares from which an arrow leads here
        across = (1 <= way <= 3) - (way >= 5)
        down = (3 <= way <= 5) - (way == 7 or way <= 1)
        at, x = cell - across - down * width, facts[COLUMNS + cell] - across
        while 0 <= x < width and 0 <= at < cells:
            if board[at] >> way & 1:
                first = min(first, index[at])
            at, x = at - across - down * width, x - across
    return first


def put_back(facts: Any, board: Any, registers: Any) -> None:
    """Give the square back what it had."""
    board[registers[OWN]] = registers[OWN + 1]


def facts_of(width: int, height: int, alternate: bool, colours: int) -> Any:
    """The facts of a board without goals."""
    columns = np.arange(width * height) % width
    return np.concatenate([[width, width * height, int(alternate), colours], columns, np.zeros_like(columns)])


def spelled(number: int) -> str:
    """A number from 1 to 99 as words.

    >>> spelled(7), spelled(12), spelled(80), spelled(99)
    ('seven', 'twelve', 'eighty', 'ninety-nine')
    """
    tens, ones = divmod(number, 10)
    if number < 20:
        return SMALL[number]
    return f"{TENS[tens]}-{SMALL[ones]}" if ones else TENS[tens]


def directions(arrows: Any) -> Any:
    """The arrows of a square as they stand in JSON; in a text they are joined by commas, and a dot is for none."""
    arrows = (arrows or "").split(",") if isinstance(arrows, str) or arrows is None else arrows
    if not isinstance(arrows, (list, tuple)) or not all(isinstance(arrow, str) for arrow in arrows):
        return None
    return list(dict.fromkeys(arrow for arrow in arrows if arrow != ""))


class ArrowMaze(LogicMaze[Position]):
    """A rectangle of arrows on coloured squares; a square without a colour is passed over.

    >>> maze = ArrowMaze([[["E"], [], ["S"]]], [["red", None, "blue"]], [0, 0], [[2, 0]])
    >>> [(move, *place) for move, place in maze.moves(maze.start)]
    [('E2', 2, 0)]
    """

    FIELDS = {
        "arrows": squares(
            lambda ways: ways is not None and set(ways) <= set(LETTERS), f"a list of {', '.join(LETTERS)}", directions
        ),
        "colours": squares(
            lambda word: word is None or (isinstance(word, str) and word.isidentifier() and len(word) <= 20),
            "the word of a colour, or null; a word has up to 20 letters, digits and _",
        ),
        "start": PLACE,
        "goals": PLACES,
        "alternate": flag(True),
    }
    MOST = MOST
    KERNELS = rules("arrow", successors=successors, is_goal=is_goal, alter=alter, put_back=put_back)

    def lay_out(self) -> Any:
        arrows, colours = self.values["arrows"], self.values["colours"]
        if max(self.width, self.height) > MOST_SIDE:
            raise MazeError(
                f"{self.width}x{self.height} squares are more than {MOST_SIDE}x{MOST_SIDE}, the most there may be"
            )
        for what, places in (("start", [self.values["start"]]), ("goal", self.values["goals"])):
            for x, y in places:
                if colours[y][x] is None:
                    raise MazeError(f"{what} ({x}, {y}) has no colour, so nobody can stand there")
        names = list(dict.fromkeys(word for line in colours for word in line if word is not None))
        number = {None: 0} | {word: 1 + names.index(word) for word in names}
        bits = {letters: 1 << way for way, letters in enumerate(LETTERS)}
        board = [
            sum(bits[way] for way in ways) | number[colour] << COLOUR
            for line in zip(arrows, colours, strict=True)
            for ways, colour in zip(*line, strict=True)
        ]
        if len(names) > 255:
            raise MazeError(f"there are {len(names)} colours; at most 255 can be told apart")
        facts = facts_of(self.width, self.height, self.values["alternate"], len(names))
        facts[[COLUMNS + self.states + self.number(goal) for goal in self.values["goals"]]] = 1
        return facts, np.array(board, np.uint16), self.number(self.values["start"])

    def move(self, number: int) -> str:
        return f"{LETTERS[number % 8]}{number // 8}"


class ArrowWords(LogicWords[ArrowMaze]):
    """An arrow maze in words."""

    def rules(self) -> str:
        land = "to a square of another colour" if self.puzzle.values["alternate"] else "to any coloured square"
        return f"Go any distance along an arrow of your square, {land}. Squares without a colour are only passed over."

    def move_words(self, move: Any) -> str:
        letters = move.rstrip("0123456789")
        far = int(move[len(letters) :])
        return f"{Direction.parse(letters).words}, {spelled(far)} square{'s' * (far > 1)}"


class ArrowBoard(SquareBoard[ArrowMaze]):
    """Coloured squares with arrows."""

    @functools.cached_property
    def shorts(self) -> dict[str, str]:
        """For each colour one or two characters that no other has: its first letter, and one more if needed."""
        words = sorted({word for line in self.puzzle.values["colours"] for word in line if word is not None})
        found: dict[str, str] = {}
        for word in words:
            alone = sum(each[0] == word[0] for each in words) == 1
            ways = [word[0]] * alone + [word[0] + each for each in word[1:] + "0123456789"]
            found[word] = next((way for way in ways if way not in found.values()), word)
        return found

    def sign(self, place: Position) -> str:
        ways, colour = (self.puzzle.values[name][place.y][place.x] for name in ("arrows", "colours"))
        arrows = "".join("↑↗→↘↓↙←↖"[LETTERS.index(way)] for way in ways)
        return "░" if colour is None else f"{self.shorts[colour]}{arrows}"

    def corner(self, place: Position) -> tuple[int, int]:
        ways = self.puzzle.values["arrows"][place.y][place.x]
        free = (word for word in ("NW", "NE", "SW", "SE") if word not in ways)
        return Direction.parse(next(free, "NW")).delta

    def draw_sign(self, scene: Scene, place: Position, role: str) -> None:
        ways, colour = (self.puzzle.values[name][place.y][place.x] for name in ("arrows", "colours"))
        x, y = self.spot(place)
        if colour is None:
            scene.box(x - 0.8, y - 0.8, 1.6, 1.6, "faint")
            return
        for way in ways:
            draw_arrow(scene, (x, y), Direction.parse(way), role, 0.84, 0.11)
        scene.dot(x, y, 0.52, "background")
        scene.dot(x, y, 0.47, f"line:{colour}")
        scene.dot(x, y, 0.33, "cell")
        scene.label(x, y, self.shorts[colour], "text", 0.5 if len(self.shorts[colour]) == 1 else 0.38)


logic_kind("arrow", "Go any distance along an arrow, to a square of another colour.", ArrowWords, ArrowBoard)(ArrowMaze)


@logic_generator("arrow", (6, 6), 40, Parameter("colours", "whole", 2, "how many colours there are", 2, 6))
def arrow(width: int, height: int, colours: int) -> Plan:
    cells, names = width * height, ("red", "blue", "green", "orange", "purple", "brown")

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        drawn = [1 << random.below(8) | 1 + random.below(colours) << COLOUR for _ in range(cells)]
        return np.array(drawn, np.uint16), random.below(cells), []

    def build(find: Find) -> ArrowMaze:
        start, goal = (divmod(cell, width)[::-1] for cell in (find.start, find.goal))
        rows = find.board.reshape(height, width).tolist()
        arrows = [[[word for way, word in enumerate(LETTERS) if n >> way & 1] for n in line] for line in rows]
        return ArrowMaze(arrows, [[names[(n >> COLOUR) - 1] for n in line] for line in rows], start, [goal])

    facts = facts_of(width, height, True, colours)
    return Plan(ArrowMaze.KERNELS, facts, cells, cells, 2 * MOST, fresh, build, 20_000 * cells, 27_000, 15_000)
