"""Invents Alice mazes whose only shortest solution is long, by annealing (Kirkpatrick, Gelatt, Vecchi, 1983).

The search changes a random board one square at a time. It keeps a change that does not shorten the solution; one
that does is kept with a chance that falls during the round. Each round begins with a new board and is twice as long as
the last; the best board of all is the maze. A round does not depend on the total number of candidates, so an
interrupted search finds the same maze as one with that many candidates.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, Note, counted
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, generators
from mazeworks.kernels.logic import alice as loops
from mazeworks.making.request import Request
from mazeworks.puzzles.alice import COMPASS, AliceMaze, Square
from mazeworks.search.shortest_paths import shortest_routes

#: Candidates per square in the first round, and candidates examined between two reports of progress.
ROUND, SLICE = 20_000, 5_000
#: Candidates examined by one call of the kernel, times the cells of the board.
SLICE_CELLS = 1_000_000
#: The chance, of 65536, to keep a candidate one move shorter, at the beginning and at the end of a round.
HOT, COLD = 27_000, 15_000
#: The longest side: every state needs a number below `loops.NEVER`.
MOST_SIDE = 30
#: Means that the moves have no upper bound.
ENDLESS = 9999

COLOURS = {-1: "yellow", 0: "black", 1: "red"}

MOVES = Parameter(
    "moves", "span", (1, ENDLESS), "how many moves the only shortest solution has, as in 60..80", 1, ENDLESS
)
ARROWS = Parameter("arrows", "span", (1, 3), "how many arrows a square has", 1, 8)
CANDIDATES = Parameter(
    "candidates", "whole", 0, "how many mazes to examine, at most; 0: by the size, 3000000 up to 10x10", 0, 10**12
)


class Find(NamedTuple):
    """A board with a goal, and the moves of its only shortest solution."""

    moves: int
    start: int
    goal: int
    arrows: NDArray[np.uint8]
    change: NDArray[np.int16]


class Search:
    """A board that the search changes one square at a time, and the arrays its kernels need."""

    def __init__(self, width: int, height: int, arrows: tuple[int, int], longest: int) -> None:
        self.cells, self.fewest, self.most, self.longest = width * height, *arrows, longest
        self.round = ROUND * self.cells
        self.slice = max(1, min(SLICE, SLICE_CELLS // self.cells))
        self.leaps, self.cell_of, self.apart = tables(width, height)
        self.states = len(self.cell_of)
        self.arrows = np.zeros((self.cells + 1) * 9, np.uint8)
        self.change = np.zeros(self.cells + 1, np.int16)
        self.steps = np.zeros(12 * self.states, np.uint16)
        self.marks = np.zeros(6 * self.cells, np.uint16)
        self.totals = np.zeros(6, np.int64)
        self.registers = np.zeros(13, np.int64)
        self.best_arrows = np.zeros(self.cells * 9, np.uint8)
        self.best_change = np.zeros(self.cells, np.int16)

    def begin(self, random: Random) -> None:
        """Begin a round: a random board with every colour in it, and nothing found yet."""
        colours = [(-1, 0, 1)[number % 3] for number in range(self.cells)]
        random.shuffle(colours)
        self.change[:-1] = colours
        for cell in range(self.cells):
            headings = list(range(8))
            random.shuffle(headings)
            count = self.fewest + random.below(self.most - self.fewest + 1)
            self.arrows[cell * 9 : cell * 9 + 9] = [count, *headings]
        loops.begin(self.steps, self.marks, self.states, 0, random.below(self.cells))
        loops.examine(self.leaps, self.arrows, self.change, self.cell_of, self.steps, self.marks, self.totals, 0, 0)
        tallies = [colours.count(change) for change in (-1, 0, 1)]
        self.registers[:] = [random.fork(), 0, self.fewest, self.most, self.longest, 0, 0, 0, 0, 0, *tallies]

    def climb(self, count: int, chance: NDArray[np.int64]) -> Find:
        """Examine `count` candidates; returns the best of this round so far."""
        board = (self.leaps, self.arrows, self.change, self.cell_of, self.steps, self.marks, self.totals, self.apart)
        for first in range(0, count, self.slice):  # on large boards the kernel returns more often, to be cancelled
            self.registers[1] = min(self.slice, count - first)
            loops.climb(*board, chance, self.registers, self.best_arrows, self.best_change)
        moves, start, goal = self.registers[7:10].tolist()
        return Find(moves, start, goal, self.best_arrows.copy(), self.best_change.copy())


@generator(
    "alice",
    "Changes a board one square at a time and keeps what makes its only shortest solution longer.",
    kind="alice",
    parameters=(MOVES, ARROWS, CANDIDATES),
    promises=("one shortest solution",),
    size=(7, 7),
    searches=True,
    most_side=MOST_SIDE,
)
def alice(
    width: int, height: int, random: Random, moves: tuple[int, int], arrows: tuple[int, int], candidates: int
) -> AliceMaze:
    check_size(width, height)
    if max(width, height) > MOST_SIDE:
        why = f"the largest Alice maze that can be generated is {MOST_SIDE}x{MOST_SIDE}, not {width}x{height}"
        raise MazeError(why, about="size")
    check_moves(width, height, moves)
    candidates = candidates or by_size(width * height)
    search = Search(width, height, arrows, moves[1])
    loops.climb.expect(candidates * search.cells)
    best: Find | None = None
    done = 0
    try:
        while done < candidates and (best is None or best.moves < moves[1]):
            part = into_round(done, search.round)
            if part == 0:
                search.begin(random)
            count = min(SLICE, candidates - done)
            find = search.climb(count, chances(part))
            best, done = max(best or find, find, key=lambda found: found.moves), done + count
            report("searching", done / candidates, counted(best.moves, "move"))
    except KeyboardInterrupt:
        if best is None or not best.moves:
            raise
        maze = build(best, width)
        # The id states where the search stopped, and must not ask for more moves than the maze has.
        values = {"moves": (min(moves[0], best.moves), moves[1]), "arrows": arrows, "candidates": done}
        maze.id = Request(generators["alice"], (width, height), values, random.seed).id
        fewer = f", fewer than the {moves[0]} asked for" if best.moves < moves[0] else ""
        length = f"takes {counted(best.moves, 'move')}{fewer}"
        Note(f"interrupted: the best of {done} candidates {length}; its id is {maze.id}").give()
        return maze
    if best is None or best.moves < moves[0]:
        raise MazeError(_too_short(width, height, moves, candidates, best.moves if best else 0))
    return build(best, width)


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


def _too_short(width: int, height: int, moves: tuple[int, int], candidates: int, best: int) -> str:
    wanted = MOVES.format(moves)
    longest = f"the longest solution found took {counted(best, 'move')}"
    found = longest if best else "none had a single shortest solution"
    return (
        f"none of the {candidates} {width}x{height} mazes examined takes {wanted} moves; {found}; "
        "ask for fewer moves, a larger maze or more candidates"
    )


def tables(width: int, height: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint8]]:
    """Where each leap from each state leads, the cell of each state, and which cells may be start and goal."""
    side = max(width, height)
    x, y = np.arange(width * height) % width, np.arange(width * height) // width
    leaps = np.full((side, width * height, 8), loops.NEVER, np.uint16)
    for d in range(1, side + 1):
        for number, direction in enumerate(COMPASS):
            to_x, to_y = x + d * direction.delta[0], y + d * direction.delta[1]
            stays = (to_x >= 0) & (to_x < width) & (to_y >= 0) & (to_y < height)
            leaps[d - 1, stays, number] = (to_y * width + to_x)[stays]
    cell_of = np.tile(np.arange(width * height, dtype=np.uint16), side)
    far = np.maximum(abs(x[:, None] - x), abs(y[:, None] - y))
    return leaps.reshape(-1), cell_of, (far >= side // 2).astype(np.uint8).reshape(-1)


def into_round(done: int, first: int) -> float:
    """The fraction of the current round that is done; every round is twice as long as the last."""
    length = first << (done // first + 1).bit_length() - 1
    return (done - length + first) / length


def chances(part: float) -> NDArray[np.int64]:
    """The chances, of 65536, to keep a candidate 0, 1, 2 … moves shorter, at this fraction of a round."""
    first = round(HOT + (COLD - HOT) * part)
    row = [65536, first]
    while row[-1]:
        row.append(row[-1] * first >> 16)
    return np.array(row, np.int64)


def build(find: Find, width: int) -> AliceMaze:
    """The maze of a find; its goal has no arrows, and is black if that keeps the solution and every colour."""
    arrows = find.arrows.reshape(-1, 9).tolist()
    squares = [
        Square(COLOURS[change], tuple(COMPASS[number] for number in sorted(numbers[:count])))
        for change, (count, *numbers) in zip(find.change.tolist(), arrows, strict=True)
    ]
    start, goal = (Position(cell % width, cell // width) for cell in (find.start, find.goal))
    for colour in ("black", squares[find.goal].colour):
        squares[find.goal] = Square(colour)
        rows = [squares[first : first + width] for first in range(0, len(squares), width)]
        maze = AliceMaze(rows, start, [goal])
        colours = {square.colour for square in squares}
        if colours == set(COLOURS.values()) and shortest_routes(maze) == (find.moves, 1):
            break
    return maze
