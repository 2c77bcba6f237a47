"""Tilt mazes: tilt the board, and every ball rolls until a wall or another ball stops it."""

from collections.abc import Sequence
from typing import Any

from mazeworks.cells.squares import COMPASS
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError, TooLarge, counted
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.drawing.scene import Point, Scene
from mazeworks.kernels.kernel import kernel
from mazeworks.kernels.logic.inventing import NEVER, OWN, row
from mazeworks.kernels.logic.walls import CELLS, COLUMNS, WIDTH, flip, flip_back
from mazeworks.logic.board import WalledBoard
from mazeworks.logic.fields import PLACES, WALLS, words_of
from mazeworks.logic.invention import MOST_STATES, Find, Plan, logic_generator
from mazeworks.logic.maze import LogicMaze, LogicWords, logic_kind, rules
from mazeworks.logic.walls import board_of, facts_of, grid_of, random_board

RULES = ("rest", "collect", "match")
REST, COLLECT, MATCH = 0, 1, 2
#: Facts of its own: the balls, the rule and the goals; the squares of the goals stand behind the columns.
BALLS, RULE, GOALS = 2, 3, 4
#: The most balls and goals. Balls roll in `out`: behind the states of 4 moves from ROLLED on, and as they were from
#: BEFORE on, behind the numbers of the moves.
MOST_BALLS, MOST_GOALS, MOST, ROLLED, BEFORE = 8, 16, 12, 4, 16


def successors(facts: Any, board: Any, state: Any, out: Any) -> Any:
    """A state has the square of each ball as digits, the first one lowest; above them a bit for each goal collected."""
    balls, cells, width, goals = facts[BALLS], facts[CELLS], facts[WIDTH], COLUMNS + facts[CELLS]
    collects = facts[GOALS] if facts[RULE] == COLLECT else 0
    left, count = state, 0
    for ball in range(balls):
        out[BEFORE + ball] = left % cells
        left //= cells
    for way in range(4):
        bit, step, got, rolling = 1, -width, left, True
        if way == 1:
            bit, step = 4, 1
        elif way == 2:
            bit, step = 2, width
        elif way == 3:
            bit, step = 8, -1
        for ball in range(balls):
            out[ROLLED + ball] = out[BEFORE + ball]
        while rolling:
            rolling = False
            for ball in range(balls):
                at, free = out[ROLLED + ball], True
                while free and board[at] & bit == 0:
                    for other in range(balls):
                        free = free and out[ROLLED + other] != at + step
                    if free:
                        at += step
                        rolling = balls > 1
                        for goal in range(collects):
                            got |= (facts[goals + goal] == at) << goal
                out[ROLLED + ball] = at
        reached = got
        for ball in range(balls):
            reached = reached * cells + out[ROLLED + balls - 1 - ball]
        if reached != state:
            out[count], out[MOST + count] = reached, way
            count += 1
    return count


def is_goal(facts: Any, board: Any, state: Any) -> Any:
    """Whether the balls rest on goals as the rule asks, or have collected all of them."""
    cells, goals, met, left = facts[CELLS], COLUMNS + facts[CELLS], 0, state
    for ball in range(facts[BALLS]):
        at = left % cells
        left //= cells
        for goal in range(facts[GOALS]):
            if facts[goals + goal] == at and (facts[RULE] == REST or goal == ball):
                met += 1
    if facts[RULE] == COLLECT:
        return left == (1 << facts[GOALS]) - 1
    return met > 0 if facts[RULE] == REST else met == facts[BALLS]


@kernel("i8(u2[::1], u2[::1], i8, i8, i8)")
def rolled_by(board: Any, index: Any, at: Any, back: Any, bit: Any) -> Any:
    """The first step at which the only ball stands on a square, or where it can roll there from behind."""
    first = index[at]
    while board[at] & bit == 0:
        at += back
        first = min(first, index[at])
    return first


def alter(facts: Any, board: Any, steps: Any, marks: Any, totals: Any, registers: Any, half: Any, random: Any) -> Any:
    """Build or break a wall, or another place for a ball at the start."""
    balls, cells, states, draw = facts[BALLS], facts[CELLS], len(steps) // 12, random >> 16 & 0xFFFF
    queue, index = row(steps, states, 6 * half), row(steps, states, 6 * half + 5)
    if draw < 2048:
        place, power, left = (random & 0xFFFF) * cells >> 16, 1, queue[0] + 0
        for ball in range(balls):
            if left % cells == place:
                return NEVER
            left //= cells
            if ball < draw % balls:
                power *= cells
        return ~(queue[0] + (place - queue[0] // power % cells) * power)
    if flip(facts, board, registers, random) == NEVER:
        return NEVER
    cell, other = registers[OWN], registers[OWN + 1]
    east = other == cell + 1
    if balls == 1:
        near = rolled_by(board, index, cell, cell - other, 8 if east else 1)
        return min(near, rolled_by(board, index, other, other - cell, 4 if east else 2))
    for step in range(totals[3 * half + 2]):
        left = queue[step] + 0
        for _ in range(balls):
            at = left % cells
            left //= cells
            aside = facts[COLUMNS + at] - facts[COLUMNS + cell]
            if aside == 0 if other != cell + 1 else at - cell == aside:
                return step
    return NEVER


class TiltMaze(LogicMaze[tuple[int, ...]]):
    """Walls, balls and goals. A state is x and y of each ball; under `collect` also a bit for each goal collected.

    >>> maze = TiltMaze(walls=["9115", "a226"], balls=[[0, 0]], goals=[[2, 0]], rule="rest")
    >>> [(move.letters, *state) for move, state in maze.moves(maze.start)]
    [('E', 3, 0), ('S', 0, 1)]
    """

    FIELDS = {"walls": WALLS, "balls": PLACES, "goals": PLACES, "rule": words_of(RULES, RULES[0])}
    MOST = MOST
    KERNELS = rules("tilt", successors=successors, is_goal=is_goal, alter=alter, put_back=flip_back)

    def lay_out(self) -> Any:
        balls, goals, rule = (self.values[name] for name in ("balls", "goals", "rule"))
        if len(balls) > MOST_BALLS or len(goals) > MOST_GOALS:
            words = f"{counted(len(balls), 'ball')} and {counted(len(goals), 'goal')}"
            raise MazeError(f"there are {words}; at most {MOST_BALLS} balls and {MOST_GOALS} goals can be played")
        if rule == RULES[MATCH] and len(balls) > len(goals):
            raise MazeError(
                f"{len(balls)} balls cannot match {counted(len(goals), 'goal')}; each ball needs a goal of its own"
            )
        self.states = self.states ** len(balls) << (len(goals) if rule == RULES[COLLECT] else 0)
        if self.states >= 1 << 62:
            words = f"{len(balls)} balls on {self.width}x{self.height} squares"
            raise TooLarge(f"{words} have more than 2^62 states, the most that can be numbered; take fewer balls")
        facts = facts_of(self.width, self.height, len(balls), RULES.index(rule), len(goals), tail=goals)
        got = sum(1 << number for number, goal in enumerate(goals) if goal in balls)
        start = [each for ball in balls for each in ball] + [got] * (rule == RULES[COLLECT])
        return facts, board_of(self.grid), self.encode(start)

    def decode(self, number: int) -> tuple[int, ...]:
        state: list[int] = []
        for _ in self.values["balls"]:
            number, cell = divmod(number, self.width * self.height)
            state += divmod(cell, self.width)[::-1]
        return (*state, number) if self.values["rule"] == RULES[COLLECT] else tuple(state)

    def encode(self, state: Any) -> int:
        balls = len(self.values["balls"])
        number = state[2 * balls] if len(state) > 2 * balls else 0
        for ball in range(2 * balls - 2, -1, -2):
            number = number * self.width * self.height + self.number(state[ball : ball + 2])
        return int(number)

    def move(self, number: int) -> Direction:
        return COMPASS[2 * number]


class TiltWords(LogicWords[TiltMaze]):
    """A tilt maze in words."""

    def rules(self) -> str:
        many = len(self.puzzle.values["balls"]) > 1
        who = (
            "Every ball rolls until a wall or another ball stops it."
            if many
            else "The ball rolls until a wall stops it."
        )
        return f"Tilt the board in one of four directions. {who}"

    def aim(self) -> str:
        goals = [str(Position(*goal)) for goal in self.puzzle.values["goals"]]
        match self.puzzle.values["rule"]:
            case "rest":
                return f"let {'a' if len(self.puzzle.values['balls']) > 1 else 'the'} ball rest on {' or '.join(goals)}"
            case "collect":
                return f"roll over {' and '.join(goals)}, in any order"
        return (
            "let " + " and ".join(f"ball {n} rest on {goal}" for n, goal in enumerate(goals, 1)) + " at the same time"
        )

    def describe(self, state: Any) -> str:
        balls = TiltBoard(self.puzzle).pieces(state)[: len(self.puzzle.values["balls"])]
        places = " and ".join(str(place) for _, place in balls)
        if len(state) % 2 == 0:
            return places
        return f"{places}, {state[-1].bit_count()} of {len(self.puzzle.values['goals'])} goals collected"


class TiltBoard(WalledBoard[TiltMaze]):
    """Walls and balls; under `match` each goal has the number of its ball."""

    def pieces(self, state: Any) -> list[tuple[str, tuple[int, int]]]:
        count = len(self.puzzle.values["balls"])
        places = [Position(*state[2 * ball : 2 * ball + 2]) for ball in range(count)]
        balls = [(str(number) if count > 1 else "●", place) for number, place in enumerate(places, 1)]
        bits = state[-1] if len(state) % 2 else 0
        got = [goal for number, goal in enumerate(self.goals()) if bits >> number & 1 and goal not in places]
        return [*balls, *(("✓", goal) for goal in got)]

    def target(self, state: Any, following: Any) -> Point | None:
        """Where the first ball that rolls comes to rest."""
        pairs = zip(self.pieces(state), self.pieces(following), strict=False)
        return self.spot(next((there for (_, here), (_, there) in pairs if here != there), following))

    def paths(self, states: Sequence[Any]) -> list[list[Point]]:
        """A line for each ball, a little beside one another."""
        count = len(self.puzzle.values["balls"])
        balls = zip(*([place for _, place in self.pieces(state)[:count]] for state in states), strict=True)
        aside = [0.5 + (ball - (count - 1) / 2) * min(0.14, 0.5 / count) for ball in range(count)]
        lines = [[(x + far, y + far) for x, y in places] for far, places in zip(aside, balls, strict=True)]
        return [line for line in lines if len(set(line)) > 1]

    def goal_sign(self, number: int) -> str:
        return str(number + 1) if self.puzzle.values["rule"] == RULES[MATCH] else super().goal_sign(number)

    def draw_goal(self, scene: Scene, number: int, at: Point) -> None:
        super().draw_goal(scene, number, at)
        if self.puzzle.values["rule"] == RULES[MATCH]:
            scene.dot(*at, 0.28, "background")
            scene.label(*at, self.goal_sign(number), "text", 0.4)

    def draw_piece(self, scene: Scene, number: int, letter: str, at: Point) -> None:
        if letter == "✓":
            scene.dot(*at, 0.3, "background")
            x, y = at
            scene.line([(x - 0.14, y), (x - 0.03, y + 0.12), (x + 0.16, y - 0.14)], "goal", 0.08)
            return
        scene.dot(*at, 0.36, "background")
        scene.dot(*at, 0.31, "start")
        scene.label(*at, letter if letter.isdigit() else "", "on start", 0.42)


logic_kind("tilt", "Tilt the board; balls roll until a wall or a ball stops them.", TiltWords, TiltBoard)(TiltMaze)


@logic_generator(
    "tilt", (7, 7), 60, Parameter("balls", "whole", 1, "how many balls; several match goals of their own", 1, 3)
)
def tilt(width: int, height: int, balls: int) -> Plan:
    cells = width * height
    if cells**balls > MOST_STATES or cells <= balls:
        raise MazeError(f"{width}x{height} squares do not suit {balls} balls: there would be {cells**balls} states")

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        board, places = random_board(width, height, random), list(range(cells))
        random.shuffle(places)
        return board, sum(place * cells**ball for ball, place in enumerate(places[:balls])), []

    def places(state: int) -> list[tuple[int, int]]:
        return [divmod(state // cells**ball % cells, width)[::-1] for ball in range(balls)]

    def build(find: Find) -> TiltMaze:
        rule = RULES[REST if balls == 1 else MATCH]
        return TiltMaze(grid_of(find.board, width), places(find.start), places(find.goal), rule)

    facts = facts_of(width, height, balls, REST, 0)
    states = cells**balls
    return Plan(TiltMaze.KERNELS, facts, states, states, 2 * MOST, fresh, build, 4_000 * cells, 30_000, 2_000)
