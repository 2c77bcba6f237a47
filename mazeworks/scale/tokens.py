"""Mazes as sequences of tokens, for language models: the passages, the start, the goal, and the path.

    <ADJLIST_START> (0,0) <--> (1,0) ; (0,0) <--> (0,1) ; … <ADJLIST_END>
    <ORIGIN_START> (0,0) <ORIGIN_END> <TARGET_START> (4,2) <TARGET_END> <PATH_START> (0,0) (0,1) … <PATH_END>

A cell is written (x,y). Each passage stands once: for each cell, row by row, the one to the east and the one to the
south. The numbers of the tokens are their places in `vocabulary`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.grid import Grid, check_size
from mazeworks.core.memory import afford
from mazeworks.kernels.batches import forms as loops
from mazeworks.puzzles.wall import Maze
from mazeworks.scale.mazes import Bytes, Mazes

Numbers = NDArray[np.int32]
#: The words of the marks, by their tokens.
MARKS = (
    "<PAD>", "<ADJLIST_START>", "<ADJLIST_END>", "<ORIGIN_START>", "<ORIGIN_END>", "<TARGET_START>", "<TARGET_END>",
    "<PATH_START>", "<PATH_END>", "<-->", ";",
)  # fmt: skip
#: Tokens of a maze beside its passages and its path.
FRAME = 10


def vocabulary(width: int, height: int) -> list[str]:
    """Every token of mazes of a size, by its number.

    >>> vocabulary(3, 2)[9:]
    ['<-->', ';', '(0,0)', '(1,0)', '(2,0)', '(0,1)', '(1,1)', '(2,1)']
    """
    return [*MARKS, *(f"({x},{y})" for y in range(height) for x in range(width))]


def passages_of(walls: Bytes) -> NDArray[np.int64]:
    """How many passages each maze has."""
    counts: NDArray[np.int64] = sum(np.count_nonzero(walls & flag == 0, axis=(1, 2)) for flag in (4, 2))
    return counts


def tokens_of(mazes: Mazes) -> Numbers:
    """The tokens of each maze: `int32[maze, longest]`, with 0 (`<PAD>`) behind."""
    count, height, width = mazes.walls.shape
    longest = int((FRAME + 4 * passages_of(mazes.walls) + mazes.lengths).max(initial=0)) + 1
    afford(4 * count * longest, f"the tokens of {count} mazes", "make fewer")
    tokens = np.empty((count, longest), np.int32)
    loops.write_tokens(
        *(mazes.walls.reshape(-1), mazes.starts, mazes.goals, mazes.moves, mazes.lengths),
        *(width, width * height, longest, tokens.reshape(-1)),
    )
    return tokens


def text_of(tokens: Sequence[int] | Numbers, width: int, height: int) -> str:
    """The words of a row of tokens, without those that only fill it up.

    >>> from mazeworks import batch
    >>> text_of(batch("prim", (2, 2), seed=1, count=1, ends="corners").tokens()[0], 2, 2)[:46]
    '<ADJLIST_START> (0,0) <--> (1,0) ; (0,0) <--> '
    """
    words, numbers = vocabulary(width, height), np.asarray(tokens)
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu" or not ((numbers >= 0) & (numbers < len(words))).all():
        raise MazeError(f"tokens of {width}x{height} cells are a row of whole numbers from 0 to {len(words) - 1}")
    return " ".join(words[token] for token in numbers.tolist() if token)


def maze_of(text: str, width: int, height: int) -> Maze:
    """The maze of a text as `text_of` writes it.

    The path is not kept, but checked: it is any way from the start to the goal, or empty.

    >>> from mazeworks import batch
    >>> some = batch("wilson", (5, 4), seed=7, count=3)
    >>> maze_of(text_of(some.tokens()[2], 5, 4), 5, 4) == some[2]
    True
    """
    check_size(width, height)
    if not isinstance(text, str):
        raise MazeError(f"a text was expected, not {text!r:.40}")
    numbers = {word: number for number, word in enumerate(vocabulary(width, height))}
    tokens = []
    for place, word in enumerate(text.split(), 1):
        if word not in numbers:
            raise FormatError(f"word {place}, {word!r:.40}, is not a token of mazes of {width}x{height} cells")
        tokens.append(numbers[word])
    return _Reader(tokens, width, height).maze()


class _Reader:
    """Reads tokens from the left to the right; errors count them from 1."""

    def __init__(self, tokens: list[int], width: int, height: int) -> None:
        self.tokens, self.place, self.grid = tokens, 0, Grid.closed(width, height)

    def maze(self) -> Maze:
        self.expect(loops.PASSAGES)
        while self.next != loops.END_PASSAGES:
            here = self.cell()
            self.expect(loops.JOINED)
            self.open(here, self.cell())
            self.expect(loops.STOP)
        self.expect(loops.END_PASSAGES)
        self.grid.start = self.between(loops.START, loops.END_START)
        self.grid.goal = self.between(loops.GOAL, loops.END_GOAL)
        if self.grid.start == self.grid.goal:
            raise FormatError(f"start and goal are both {self.grid.start}; they have to differ")
        self.expect(loops.PATH)
        self.check_path()
        self.expect(loops.END_PATH)
        if self.place < len(self.tokens):
            raise FormatError(f"word {self.place + 1} stands behind {MARKS[loops.END_PATH]}, where nothing is expected")
        return Maze(self.grid)

    @property
    def next(self) -> int:
        """The token that is read next; nothing at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else loops.NOTHING

    def expect(self, token: int) -> None:
        if self.next != token:
            raise FormatError(f"word {self.place + 1} should be {MARKS[token]}, but is {self.word}")
        self.place += 1

    @property
    def word(self) -> str:
        """The word that is read next, for an error."""
        words = vocabulary(self.grid.width, self.grid.height)
        return repr(words[self.next]) if self.place < len(self.tokens) else "missing"

    def cell(self) -> Position:
        if self.next < loops.CELL:
            raise FormatError(f"word {self.place + 1} should be a cell such as (0,1), but is {self.word}")
        self.place += 1
        y, x = divmod(self.tokens[self.place - 1] - loops.CELL, self.grid.width)
        return Position(x, y)

    def between(self, begin: int, end: int) -> Position:
        """The only cell between two marks."""
        self.expect(begin)
        cell = self.cell()
        self.expect(end)
        return cell

    def open(self, here: Position, there: Position) -> None:
        """Open the wall between two neighbours."""
        flag = next((flag for flag, beside in self.grid.neighbours(here).items() if beside == there), None)
        if flag is None:
            raise FormatError(f"word {self.place}: the cells {here} and {there} are no neighbours")
        if there in dict(self.grid.moves(here)).values():
            raise FormatError(f"word {self.place}: the passage between {here} and {there} stands here again")
        self.grid.remove_wall(here, flag)

    def check_path(self) -> None:
        """Read a path, which leads from the start to the goal, if it is there."""
        if self.next < loops.CELL:
            return
        first = here = self.cell()
        while self.next >= loops.CELL:
            there = self.cell()
            if there not in dict(self.grid.moves(here)).values():
                raise FormatError(f"word {self.place}: no passage leads from {here} to {there}")
            here = there
        if (first, here) != (self.grid.start, self.grid.goal):
            raise FormatError(f"the path leads from {first} to {here}, not from {self.grid.start} to {self.grid.goal}")
