"""A solution step by step: the map after every move, with the walker on it."""

import shutil
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

import numpy as np

from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.facets import codec_of, structure_of, words_of
from mazeworks.core.parameters import Parameter, check_parameters
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.drawing.board import board_of
from mazeworks.drawing.sketch import Sketch

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


@dataclass
class Frame:
    """The map after a step, and where the walker is."""

    map: bytes
    position: Any
    place: str
    direction: str

    def caption(self) -> bytes:
        """The position and direction of the walker, between empty lines."""
        return f"\nCurrent Position:  {self.place}\nCurrent Direction: {self.direction}\n\n".encode()


def check_walked(puzzle: Puzzle[Any]) -> None:
    """Refuse a puzzle whose states have no squares on a map."""
    if not board_of(puzzle).has_map():
        raise MazeError(
            f"{with_article(puzzle.kind or 'plain')} puzzle has no map on which steps could be shown",
            "`maze solve` without --steps and --animate prints its states one after the other",
        )


def frames(puzzle: Puzzle[Any], solution: Solution[Any], **form: Any) -> Iterator[Frame]:
    """A frame for the start, and one after each move; consecutive frames differ in at most two squares.

    form: `mark`, `stop` and `pad`, as in `FORM`.
    """
    check_walked(puzzle)
    form = check_parameters("steps", FORM, form)
    board, on_grid = board_of(puzzle), structure_of(puzzle).as_grid() is not None
    sketch = board.sketch()
    steps = _grid_steps(solution) if on_grid else _board_steps(puzzle, solution)
    least = _full_lengths(sketch) if form["pad"] else _least_lengths(puzzle)
    lines = [f"{sketch.row(number, least[number])}\n".encode() for number in range(len(sketch.chars))]
    walker = WALKER | {Direction.SOUTH: form["mark"]}
    shown = len(solution) + (form["stop"] == "end")

    def put(column: int, row: int, char: str) -> None:
        sketch.put(column, row, char)
        lines[row] = f"{sketch.row(row, least[row])}\n".encode()

    for _, state, (heading, place, direction) in zip(range(shown), solution.states, steps, strict=False):
        column, row = board.square_of(state)
        covered = chr(sketch.chars[row, column])
        put(column, row, walker[heading])
        yield Frame(b"".join(lines), state, place, direction)
        put(column, row, BEEN if on_grid or covered == " " else covered)


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
    write = terminal.write
    write("\033[?1049h\033[?25l")
    try:
        for number, frame in enumerate(frames(puzzle, solution)):
            write("\033[H" + "\033[K\n".join(_view(puzzle, frame)) + f"\033[K\n\033[Kstep {number}\033[J")
            terminal.flush()
            time.sleep(1 / speed)
    finally:
        write("\033[?25h\033[?1049l")
        terminal.flush()
    write(frame.map.decode() + frame.caption().decode() + ENDING)


def _view(puzzle: Puzzle[Any], frame: Frame) -> list[str]:
    """The part of the map around the walker that fits on the terminal."""
    columns, lines = shutil.get_terminal_size()
    rows = frame.map.decode().split("\n")[:-1]
    column, row = board_of(puzzle).square_of(frame.position)
    top = max(0, min(row - lines // 2, len(rows) - (lines - 2)))
    left = max(0, min(column - columns // 2, max(map(len, rows)) - columns))
    return [text[left : left + columns] for text in rows[top : top + lines - 2]]
