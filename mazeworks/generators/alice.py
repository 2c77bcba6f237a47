"""Invents Alice mazes, by changing the arrows and the colour of one square at a time."""

import math
from typing import Any

import numpy as np

from mazeworks.cells.squares import COMPASS
from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator
from mazeworks.kernels.logic.alice import KERNELS, SHIFT, SQUARE
from mazeworks.logic.invention import CANDIDATES, DIFFICULTY, MOVES, SENTENCE, Find, Plan, check_side, invent
from mazeworks.puzzles.alice import AliceMaze, Square, facts_of
from mazeworks.search.shortest_paths import shortest_routes

#: The candidates of the first round for each square, and of a slice.
ROUND, SLICE = 20_000, 5_000
COLOURS = "yellow", "black", "red"

ARROWS = Parameter("arrows", "span", (1, 3), "how many arrows a square has", 1, 8)


@generator(
    "alice",
    SENTENCE,
    kind="alice",
    parameters=(MOVES, ARROWS, DIFFICULTY, CANDIDATES),
    promises=("one shortest solution",),
    size=(7, 7),
    searches=True,
    most_side=30,
)
def alice(
    width: int, height: int, random: Random, moves: tuple[int, int], candidates: int, difficulty: str, **own: Any
) -> Puzzle[Any]:
    check_side("alice", width, height)
    check_moves(width, height, moves)
    candidates = candidates or by_size(width * height)
    return invent(plan(width, height, **own), "alice", (width, height), random, moves, candidates, difficulty, **own)


def plan(width: int, height: int, arrows: tuple[int, int]) -> Plan:
    """How Alice mazes of a size are invented; one lane, so that ids make what they always made."""
    cells, facts = width * height, facts_of(width, height)
    states = max(width, height) << int(facts[SHIFT])

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        """A random board with every colour in it."""
        changes = [number % 3 for number in range(cells)]
        random.shuffle(changes)
        rows = []
        for change in changes:
            ways = list(range(8))
            random.shuffle(ways)
            rows.append([arrows[0] + random.below(arrows[1] - arrows[0] + 1), *ways, change])
        start = random.below(cells)
        board = np.array([*rows, [0] * SQUARE], np.uint16).reshape(-1)
        return board, start, [*arrows, *(changes.count(change) for change in range(3))]

    return Plan(
        KERNELS, facts, states, cells, 8, fresh, lambda find: build(find, width), ROUND * cells, 27_000, 15_000,
        lanes=1, slice=SLICE,
    )  # fmt: skip


def check_moves(width: int, height: int, moves: tuple[int, int]) -> None:
    """Refuse impossible numbers of moves: a leap grows by at most one, and a shortest path repeats no state."""
    side = max(width, height)
    least, covered = 1, 1
    while covered < side // 2:  # the least distance between start and goal
        least += 1
        covered += least
    most = width * height * side - 1
    if moves[1] < least or moves[0] > most:
        why = f"a {width}x{height} maze can take from {least} to {most} moves, not {MOVES.format(moves)}"
        apart = f": start and goal lie at least {counted(side // 2, 'square')} apart" if moves[1] < least else ""
        raise MazeError(why + apart, about="moves")


def by_size(cells: int) -> int:
    """The default number of candidates: it keeps the time about the same on all larger boards.

    >>> by_size(49), by_size(100), by_size(900)
    (3000000, 3000000, 111111)
    """
    return min(3_000_000, 3_000_000_000 // (cells * math.isqrt(cells)))


def build(find: Find, width: int) -> AliceMaze:
    """The maze of a find; its goal has no arrows, and is black if that keeps the solution and every colour."""
    numbers = find.board.reshape(-1, SQUARE)[:-1].tolist()
    squares = [
        Square(COLOURS[change], tuple(COMPASS[way] for way in sorted(ways[:count]))) for count, *ways, change in numbers
    ]
    start, goal = (Position(cell % width, cell // width) for cell in (find.start, find.goal))
    for colour in ("black", squares[find.goal].colour):
        squares[find.goal] = Square(colour)
        rows = [squares[first : first + width] for first in range(0, len(squares), width)]
        maze = AliceMaze(rows, start, [goal])
        if {square.colour for square in squares} == set(COLOURS) and shortest_routes(maze) == (find.moves, 1):
            break
    return maze
