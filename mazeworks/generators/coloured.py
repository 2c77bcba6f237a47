"""Generates coloured mazes: every traveller has one long shortest route that differs from those of the others."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, Note
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator, generators
from mazeworks.kernels.logic import coloured as kernels
from mazeworks.making.request import Request
from mazeworks.puzzles.coloured import COLOURS, Coloured, all_carried

#: The most nodes; more would take many minutes to search.
MOST_NODES = 1_600
#: The most candidates of one kernel call, and the most nodes of them together; between calls it can be stopped.
SLICE, SLICE_NODES = 2_500, 250_000
#: Candidates times nodes that are examined by default, so that large mazes take no longer than others.
WORK = 360_000_000

LETTERS = "".join(COLOURS)
TRAVELLERS = all_carried(COLOURS)
CARRIES = np.array([sum(1 << TRAVELLERS.index(t) for t in colour.carries) for colour in COLOURS.values()], np.uint8)


@generator(
    "coloured",
    "Changes one line at a time and keeps what makes the routes longer, unique and different from one another.",
    kind="coloured",
    parameters=(
        Parameter("length", "whole", 0, "the least moves of every route; 0: by the size, 24 for 9x9", least=0),
        Parameter("candidates", "whole", 0, "how many mazes to examine; 0: by the size", least=0, most=10**9),
    ),
    promises=("unique",),
    size=(9, 9),
    searches=True,
    most_cells=MOST_NODES,
)
def coloured(width: int, height: int, random: Random, length: int, candidates: int) -> Coloured:
    check_size(width, height, least=3)
    if width * height > MOST_NODES:
        why = f"{width}x{height} nodes are more than {MOST_NODES}, the most that can be searched"
        raise MazeError(why, about="size")
    least = length or min((width + height) * 4 // 3, width * height * 3 // 10)
    if least >= width * height:
        raise MazeError(f"a route through {width}x{height} nodes has fewer than {width * height} moves, not {least}")
    kernels.improve.compile()  # few calls do all the work, so it would stay interpreted
    search = Search(width, height, least, random)
    candidates = candidates or max(search.round, min(400_000, WORK // (width * height)))
    try:
        search.run(candidates)
    except KeyboardInterrupt:
        if search.maze is None:
            raise
        values = {"length": length, "candidates": search.tried}
        name = search.maze.id = Request(generators["coloured"], (width, height), values, random.seed).id
        Note(f"interrupted: the best of {search.tried} candidates; its id is {name}").give()
    if search.maze is None:
        raise MazeError(
            f"none of {candidates} candidates of {width}x{height} has three single routes of at least {least} moves; "
            "try another seed, a smaller length or more candidates"
        )
    return search.maze


class Search:
    """A search in rounds, each with its own ends; it can be stopped between slices and is then in a valid state."""

    def __init__(self, width: int, height: int, least: int, random: Random) -> None:
        self.width, self.height, self.least, self.random = width, height, least, random
        self.near, self.via = lattice(width, height)
        self.lines = 2 * width * height - width - height
        #: Candidates per round; the next round has other ends.
        self.round = min(350 * self.lines, WORK // (width * height))
        #: Candidates examined by one kernel call.
        self.slice = max(1, min(SLICE, SLICE_NODES // (width * height)))
        #: How many candidates were examined in finished slices.
        self.tried = 0
        #: The best score so far, and its maze.
        self.score = -1
        self.maze: Coloured | None = None

    def run(self, candidates: int) -> None:
        """Examine candidates up to this number; the same number always finds the same maze."""
        while self.tried < candidates:
            self._round(min(self.round, candidates - self.tried), candidates)

    def _round(self, steps: int, candidates: int) -> None:
        wishes = self._wishes()
        arrays = self._arrays(wishes)
        best = np.zeros(self.lines, np.uint8)
        registers = np.array([self.random.fork(), 0, self.score, 0], np.int64)
        for first in range(0, steps, self.slice):
            count = min(self.slice, steps - first)
            kernels.improve(*arrays, best, registers, count, self.round)
            self.tried += count
            if registers[2] > self.score:
                self.score, self.maze = int(registers[2]), self._written(best, wishes)
            report("inventing", self.tried / candidates, f"best {self.score}" if self.maze else "none yet")

    def _wishes(self) -> NDArray[np.int64]:
        """The targets of a round: its ends, on the left and on the right, and the wanted lengths."""
        start, goal = (self.random.below(self.height) * self.width + x for x in (0, self.width - 1))
        counts = self.least, max(1, self.lines // 16), self.least // 2
        return np.array([start, goal, len(TRAVELLERS), *counts, (1 << len(TRAVELLERS)) - 1], np.int64)

    def _arrays(self, wishes: NDArray[np.int64]) -> tuple[NDArray[np.uint8] | NDArray[np.int64], ...]:
        """The arrays of a round: lines of random colours, and room to work in."""
        nodes = self.width * self.height
        colours = np.array([self._colour() for _ in range(self.lines)], np.uint8)
        used, lists = np.zeros(2 * self.lines, np.uint8), (np.zeros(nodes, np.int64), np.zeros(nodes, np.int64))
        figures = np.zeros(2 * (kernels.LENGTHS + 7 * len(TRAVELLERS) + len(CARRIES)), np.int64)
        return colours, CARRIES, self.near, self.via, wishes, used, *lists, figures

    def _colour(self) -> int:
        """The better of two random colours, so that most mazes are connected at the beginning."""
        first, second = self.random.below(len(CARRIES)), self.random.below(len(CARRIES))
        return max(first, second, key=lambda colour: int(CARRIES[colour]).bit_count())

    def _written(self, best: NDArray[np.uint8], wishes: NDArray[np.int64]) -> Coloured:
        """The maze of these colours."""
        across, down = np.split(np.array(list(LETTERS))[best], [(self.width - 1) * self.height])
        rows = np.full((2 * self.height - 1, 2 * self.width - 1), " ")
        rows[::2, ::2] = "."
        rows[::2, 1::2] = across.reshape(self.height, -1)
        rows[1::2, ::2] = down.reshape(-1, self.width)
        start, goal = (Position(node % self.width, node // self.width) for node in wishes[:2].tolist())
        return Coloured(["".join(row) for row in rows], start, goal)


def lattice(width: int, height: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The neighbours and lines of every node; horizontal lines are numbered first, then vertical ones."""
    near = np.full((height, width, 4), -1, np.int64)
    via = np.full((height, width, 4), -1, np.int64)
    nodes = np.arange(width * height).reshape(height, width)
    across = np.arange((width - 1) * height).reshape(height, width - 1)
    down = across.size + np.arange(width * (height - 1)).reshape(height - 1, width)
    near[1:, :, 0], via[1:, :, 0] = nodes[:-1], down
    near[:-1, :, 1], via[:-1, :, 1] = nodes[1:], down
    near[:, :-1, 2], via[:, :-1, 2] = nodes[:, 1:], across
    near[:, 1:, 3], via[:, 1:, 3] = nodes[:, :-1], across
    return near.ravel(), via.ravel()
