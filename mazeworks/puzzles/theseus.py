"""Theseus and the Minotaur (Robert Abbott): each step of Theseus is followed by two of the Minotaur, towards him."""

from typing import Any, NamedTuple

from mazeworks.cells.squares import COMPASS
from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.logic.inventing import NEVER, row
from mazeworks.kernels.logic.walls import CELLS, COLUMNS, WIDTH, flip, flip_back
from mazeworks.logic.board import WalledBoard
from mazeworks.logic.fields import PLACE, WALLS, words_of
from mazeworks.logic.invention import Find, Plan, logic_generator
from mazeworks.logic.maze import LogicMaze, LogicWords, logic_kind, rules
from mazeworks.logic.walls import board_of, facts_of, grid_of, random_board

ORDERS = ("horizontal", "vertical")
#: The most steps of the Minotaur after one of Theseus; the most moves of a state; the move that is none.
MOST_STEPS, MOST, WAIT = 9, 5, "wait"
#: Facts of its own: the Minotaur's steps, whether it goes up and down first, and the goal, or -1.
STEPS, UPRIGHT, GOAL = 2, 3, 4


@kernel("i8(i8[::1], u2[::1], i8, i8)")
def chased(facts: Any, board: Any, here: Any, beast: Any) -> Any:
    """Where the Minotaur stands after its steps towards Theseus."""
    width, x = facts[WIDTH], facts[COLUMNS + here]
    for _ in range(facts[STEPS]):
        walls, beast_x = board[beast], facts[COLUMNS + beast]
        across, down = 0, 0
        if x < beast_x and walls & 8 == 0:
            across = -1
        elif x > beast_x and walls & 4 == 0:
            across = 1
        if here - x < beast - beast_x and walls & 1 == 0:
            down = -width
        elif here - x > beast - beast_x and walls & 2 == 0:
            down = width
        if across and (down == 0 or facts[UPRIGHT] == 0):
            down = 0
        else:
            across = 0
        beast += across + down
        if beast == here or across + down == 0:
            break
    return beast


def successors(facts: Any, board: Any, state: Any, out: Any) -> Any:
    """Step or wait, unless caught; then the Minotaur takes its steps, if Theseus has not won."""
    width, cells = facts[WIDTH], facts[CELLS]
    here = state // cells
    beast = state - here * cells
    walls, count = board[here], 0
    if here == beast:
        return 0
    for way in range(MOST):
        there, free = here, True
        if way == 0:
            there, free = here - width, walls & 1 == 0
        elif way == 1:
            there, free = here + 1, walls & 4 == 0
        elif way == 2:
            there, free = here + width, walls & 2 == 0
        elif way == 3:
            there, free = here - 1, walls & 8 == 0
        if free and there != beast:
            after = beast
            if there != facts[GOAL]:
                after = chased(facts, board, there, beast)
            out[count], out[MOST + count] = there * cells + after, way
            count += 1
    return count


def is_goal(facts: Any, board: Any, state: Any) -> Any:
    """Whether Theseus stands on the goal."""
    return state // facts[CELLS] == facts[GOAL]


def place_of(facts: Any, state: Any) -> Any:
    """Where Theseus is."""
    return state // facts[CELLS]


def alter(facts: Any, board: Any, steps: Any, marks: Any, totals: Any, registers: Any, half: Any, random: Any) -> Any:
    """Build or break a wall; or another place for one of the two at the start."""
    cells, states, width = facts[CELLS], len(steps) // 12, facts[WIDTH]
    queue, draw = row(steps, states, 6 * half), random >> 16 & 0xFFFF
    if draw < 2048:
        here = queue[0] // cells
        beast, other = queue[0] - here * cells, (random & 0xFFFF) * cells >> 16
        if draw & 1:
            here = other
        else:
            beast = other
        return NEVER if here == beast else ~(here * cells + beast)
    cell = flip(facts, board, registers, random)
    if cell == NEVER:
        return NEVER
    beside, reach = cell + (width if random >> 16 & 1 else 1), facts[STEPS] + 1
    for step in range(totals[3 * half + 2]):
        here = queue[step] // cells
        beast = queue[step] - here * cells
        apart = facts[COLUMNS + beast] - facts[COLUMNS + cell]
        near = abs(beast - cell) <= reach * (width + 1) and abs(apart) <= reach
        if near or here in (cell, beside):
            return step
    flip_back(facts, board, registers)
    return NEVER


class Chase(NamedTuple):
    """A state: the places of Theseus and of the Minotaur; he is caught where they are the same."""

    x: int
    y: int
    minotaur_x: int
    minotaur_y: int


class Theseus(LogicMaze[Chase]):
    """Walls, Theseus, the Minotaur and the goal.

    >>> maze = Theseus(walls=["9115", "a226"], theseus=[1, 0], minotaur=[0, 1], goal=[3, 0])
    >>> [(f"{move}", *state) for move, state in maze.moves(maze.start)]
    [('4', 2, 0, 2, 1), ('2', 1, 1, 1, 1), ('8', 0, 0, 0, 0), ('wait', 1, 0, 1, 0)]
    """

    FIELDS = {
        "walls": WALLS,
        "theseus": PLACE,
        "minotaur": PLACE,
        "goal": PLACE,
        "steps": words_of(range(1, MOST_STEPS + 1), 2),
        "order": words_of(ORDERS, ORDERS[0]),
    }
    MOST, GOAL = MOST, GOAL
    KERNELS = rules(
        "theseus", successors=successors, is_goal=is_goal, place_of=place_of, alter=alter, put_back=flip_back
    )

    def lay_out(self) -> Any:
        values, self.states = self.values, self.states**2
        here, beast, goal = (values[name] for name in ("theseus", "minotaur", "goal"))
        if here == beast:
            raise MazeError(f"the Minotaur stands on Theseus, at {Position(*here)}; they have to be apart")
        upright = ORDERS.index(values["order"])
        facts = facts_of(self.width, self.height, values["steps"], upright, self.number(goal))
        return facts, board_of(self.grid), self.encode(Chase(*here, *beast))

    def decode(self, number: int) -> Chase:
        here, beast = divmod(number, self.width * self.height)
        return Chase(here % self.width, here // self.width, beast % self.width, beast // self.width)

    def encode(self, state: Any) -> int:
        return self.number(state[:2]) * self.width * self.height + self.number(state[2:])

    def move(self, number: int) -> Any:
        return COMPASS[2 * number] if number < 4 else WAIT


class TheseusWords(LogicWords[Theseus]):
    """Theseus and the Minotaur in words."""

    def rules(self) -> str:
        steps, order = self.puzzle.values["steps"], self.puzzle.values["order"]
        first, then = ("sideways", "up or down") if order == ORDERS[0] else ("up or down", "sideways")
        return (
            f"Step to the next square, or wait. Then the Minotaur takes {counted(steps, 'step')} towards you: "
            f"each {first} if it can, else {then} if that brings it nearer. "
            "You win the moment you stand on the goal, and lose if it catches you."
        )

    def describe(self, state: Any) -> str:
        beast = "caught by the Minotaur" if state[:2] == state[2:] else f"the Minotaur at ({state[2]}, {state[3]})"
        return f"({state[0]}, {state[1]}), {beast}"


class TheseusBoard(WalledBoard[Theseus]):
    """Walls, and two pieces."""

    def pieces(self, state: Any) -> list[tuple[str, tuple[int, int]]]:
        return [("T", Position(*state[:2])), ("M", Position(*state[2:]))]


logic_kind(
    "theseus",
    "Reach the goal before the Minotaur, which takes two steps for each of yours, catches you.",
    TheseusWords,
    TheseusBoard,
)(Theseus)


STEPS_TAKEN = Parameter("steps", "whole", 2, "how many steps the Minotaur takes after each of yours", 1, MOST_STEPS)
ORDER = Parameter("order", "choice", ORDERS[0], "which way the Minotaur prefers", choices=ORDERS)


@logic_generator("theseus", (6, 6), 15, STEPS_TAKEN, ORDER)
def theseus(width: int, height: int, steps: int, order: str) -> Plan:
    cells = width * height

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        here, board = random.below(cells), random_board(width, height, random)
        return board, here * cells + (here + 1 + random.below(cells - 1)) % cells, []

    def build(find: Find) -> Theseus:
        here, beast, goal = (divmod(n, width)[::-1] for n in (*divmod(find.start, cells), find.goal))
        return Theseus(grid_of(find.board, width), here, beast, goal, steps, order)

    facts = facts_of(width, height, steps, ORDERS.index(order), -1)
    return Plan(Theseus.KERNELS, facts, cells**2, cells, 2 * MOST, fresh, build, 2_000 * cells, 62_000, 30_000)
