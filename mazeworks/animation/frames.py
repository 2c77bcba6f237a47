"""A solution step by step: the map after every move, with the walker on it."""

import os
import shutil
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any, TextIO

import numpy as np

from mazeworks.animation.frame import Frame
from mazeworks.animation.task_frames import task_frames
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.facets import codec_of, structure_of, words_of
from mazeworks.core.parameters import Parameter, check_parameters
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.drawing.board import board_of
from mazeworks.drawing.sketch import Sketch
from mazeworks.search.task_solution import TaskSolution

#: The walker by heading, and what it leaves behind.
WALKER = {Direction.NORTH: "^", Direction.WEST: "<", Direction.SOUTH: "V", Direction.EAST: ">"}
BEEN = "."
ENDING = "Solution Found!\n"


class MarkParameter(Parameter):
    """The mark of a walker: one character that a map does not have for anything else."""

    def _good(self, value: Any) -> bool:
        alone = isinstance(value, str) and len(value) == 1 and not unicodedata.category(value).startswith(("M", "Z"))
        return alone and value.isprintable() and value not in "^<>.#SE"

    def expected(self) -> str:
        return "one character that can be seen, and none of ^ < > . # S E"


#: What versions of the exercise write in different ways.
FORM = (
    MarkParameter("mark", "words", WALKER[Direction.SOUTH], "the walker when it faces South, such as v"),
    Parameter("stop", "choice", "end", "the last map: the walker on the end, or before it", choices=("end", "before")),
    Parameter("pad", "flag", False, "fill every row of a map with blanks up to its full width"),
)

Square = tuple[int, int]
#: The heading of the walker in each state, and its place and direction in words.
Steps = Iterator[tuple[Direction, str, str]]


def check_walked(puzzle: Puzzle[Any]) -> None:
    """Refuse a puzzle whose states have no squares on a map."""
    if not board_of(puzzle).has_map():
        raise MazeError(
            f"{with_article(puzzle.kind or 'plain')} puzzle has no map on which steps could be shown",
            "`maze solve` without --steps and --animate prints its states one after the other",
        )


def frames(puzzle: Puzzle[Any], solution: Solution[Any], **form: Any) -> Iterator[Frame]:
    """A frame for the start, and one after each move, or after each step of a task where the solution traces tasks.

    form: `mark`, `stop` and `pad`, as in `FORM`, for a walker.
    """
    check_walked(puzzle)
    if not isinstance(solution, TaskSolution) or solution.trace is None:
        return _walker_frames(puzzle, solution, check_parameters("steps", FORM, form))
    if form:
        raise MazeError(f"{next(iter(form))} is for the steps of a walker, and these are those of tasks")
    return task_frames(puzzle, solution)


def _walker_frames(puzzle: Puzzle[Any], solution: Solution[Any], form: dict[str, Any]) -> Iterator[Frame]:
    """A frame for the start, and one after each move; consecutive frames differ in a few squares."""
    board, on_grid = board_of(puzzle), structure_of(puzzle).as_grid() is not None
    sketch = board.at(None).sketch()
    steps = _grid_steps(solution) if on_grid else _board_steps(puzzle, solution)
    least = _full_lengths(sketch) if form["pad"] else _least_lengths(puzzle)
    page = Page(sketch, least)
    walker = WALKER | {Direction.SOUTH: form["mark"]}
    shown = len(solution) + (form["stop"] == "end")
    for _, state, (heading, place, direction) in zip(range(shown), solution.states, steps, strict=False):
        pieces = [(letter, cell) for letter, cell in board.pieces(state)] or [(walker[heading], state)]
        squares = [board.square_of(cell) for _, cell in pieces]
        covered = [page.put(*square, char) for square, (char, _) in zip(squares, pieces, strict=True)]
        yield Frame(bytes(page.text), state, place, direction)
        for square, char in reversed(list(zip(squares, covered, strict=True))):
            page.put(*square, char)
        if on_grid or covered[0] == " ":
            page.put(*squares[0], BEEN)


class Page:
    """Rows of characters as one text, of which only a row that changes is written again."""

    def __init__(self, sketch: Sketch, least: Counter[int]) -> None:
        height, width = sketch.chars.shape
        #: Each row at full width; in the text it ends with its last character, but is at least as long as `least` says.
        self.rows, self.least = [sketch.row(number, width) for number in range(height)], least
        lines = [self._line(number) for number in range(height)]
        self.text = bytearray().join(lines)
        #: Where each line begins, and the last one ends.
        self.places = [0, *np.cumsum([len(line) for line in lines]).tolist()]

    def _line(self, number: int) -> bytes:
        row, least = self.rows[number], self.least[number]
        return f"{row[:least]}{row[least:].rstrip(' ')}\n".encode()

    def put(self, column: int, row: int, char: str) -> str:
        """Write a character; returns the one that it covers."""
        before, first, last = self.rows[row], self.places[row], self.places[row + 1]
        self.rows[row] = before[:column] + char + before[column + 1 :]
        self.text[first:last] = line = self._line(row)
        if len(line) != last - first:
            self.places[row + 1 :] = [place + len(line) - (last - first) for place in self.places[row + 1 :]]
        return before[column]


def _grid_steps(solution: Solution[Any]) -> Steps:
    """The walker looks where its next move leads, and at the end where the solver left it."""
    last = solution.facing or (solution.moves[-1] if len(solution.moves) else Direction.NORTH)
    for position, heading in zip(solution.states, [*solution.moves, last], strict=True):
        yield heading, ",".join(map(str, position)), heading.letters


def _board_steps(puzzle: Puzzle[Any], solution: Solution[Any]) -> Steps:
    """The same for puzzles that are not rectangles with walls: headings on the sketch, places and moves in words."""
    squares = list(map(board_of(puzzle).square_of, solution.states))
    names = [codec_of(puzzle).move_name(move) for move in solution.moves] or ["N"]
    heading = Direction.NORTH
    for number, state in enumerate(solution.states):
        heading = _towards(squares[number], squares[number + 1], heading) if number < len(solution) else heading
        yield heading, words_of(puzzle).describe(state), names[min(number, len(names) - 1)]


def _towards(here: Square, there: Square, last: Direction) -> Direction:
    """The direction from one square of a sketch to another; a row is as high as two columns are wide."""
    across, down = there[0] - here[0], 2 * (there[1] - here[1])
    if abs(across) > abs(down):
        return Direction.EAST if across > 0 else Direction.WEST
    return last if not down else Direction.SOUTH if down > 0 else Direction.NORTH


def _full_lengths(sketch: Sketch) -> Counter[int]:
    """For each row of the map, its full width."""
    return Counter(dict.fromkeys(range(len(sketch.chars)), sketch.chars.shape[1]))


def _least_lengths(puzzle: Puzzle[Any]) -> Counter[int]:
    """For each row of the map, how far the squares of a grid that can be walked on reach."""
    board, grid, least = board_of(puzzle), structure_of(puzzle).as_grid(), Counter[int]()
    for y, x in [] if grid is None else np.argwhere(grid.walls != 15).tolist():
        column, row = board.square_of(Position(x, y))
        least[row] = max(least[row], column + 1)
    return least


def frame_pieces(puzzle: Puzzle[Any], solution: Solution[Any], **form: Any) -> Iterator[bytes]:
    """All frames as written to a file, and the closing words; `form` as for `frames`."""
    for frame in frames(puzzle, solution, **form):
        yield frame.map
        yield frame.caption()
    yield ENDING.encode()


def animation(puzzle: Puzzle[Any], solution: Solution[Any], speed: float, terminal: TextIO) -> None:
    """Redraw the map in place, `speed` steps a second; the cursor always comes back."""
    check_walked(puzzle)
    write, colour = terminal.write, "NO_COLOR" not in os.environ
    write("\033[?1049h\033[?25l")
    try:
        for number, frame in enumerate(frames(puzzle, solution)):
            lines = [*_view(puzzle, frame, colour), *frame.status(number)]
            write("\033[H" + "\033[K\n".join(lines) + "\033[K\033[J")
            terminal.flush()
            time.sleep(1 / speed)
    finally:
        write("\033[?25h\033[?1049l")
        terminal.flush()
    write(frame.map.decode() + frame.caption().decode() + ENDING)


def _view(puzzle: Puzzle[Any], frame: Frame, colour: bool) -> list[str]:
    """The part of the map around the walker that fits on the terminal."""
    columns, lines = shutil.get_terminal_size()
    lines -= 1 + len(frame.status(0))
    rows = frame.map.decode().split("\n")[:-1]
    column, row = board_of(puzzle).square_of(frame.position)
    top = max(0, min(row - lines // 2, len(rows) - lines))
    left = max(0, min(column - columns // 2, max(map(len, rows)) - columns))
    return frame.window(top, left, lines, columns, colour)
