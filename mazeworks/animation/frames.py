"""A solution step by step: the map after every move, with the walker on it."""

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

import numpy as np

from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.facets import codec_of, structure_of, words_of
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.solution import Solution
from mazeworks.drawing.board import board_of
from mazeworks.drawing.sketch import Sketch

#: The walker by heading, and what it leaves behind.
WALKER = {Direction.NORTH: ord("^"), Direction.WEST: ord("<"), Direction.SOUTH: ord("V"), Direction.EAST: ord(">")}
BEEN = ord(".")
ENDING = "Solution Found!\n"


@dataclass
class Frame:
    """The map after a step; frames share a buffer, so use each before you take the next."""

    map: bytearray
    position: Any
    heading: Direction
    #: The place of the walker and its move in words, for puzzles other than rectangles.
    place: str = ""
    way: str = ""

    def caption(self) -> bytes:
        """The position and direction of the walker, between empty lines."""
        place, way = self.place or ",".join(map(str, self.position)), self.way or self.heading.letters
        return f"\nCurrent Position:  {place}\nCurrent Direction: {way}\n\n".encode()


def check_walked(puzzle: Puzzle[Any]) -> None:
    """Refuse a puzzle whose states have no squares on a map."""
    if not board_of(puzzle).has_map():
        raise MazeError(
            f"{with_article(puzzle.kind or 'plain')} puzzle has no map on which steps could be shown",
            "`maze solve` without --steps and --animate prints its states one after the other",
        )


def frames(puzzle: Puzzle[Any], solution: Solution[Any]) -> Iterator[Frame]:
    """A frame for the start, and one after each move; consecutive frames differ in at most two squares."""
    check_walked(puzzle)
    grid = structure_of(puzzle).as_grid()
    if grid is None:
        yield from _board_frames(puzzle, solution)
        return
    square_of = board_of(puzzle).square_of
    rows = map_rows(puzzle, grid, board_of(puzzle).sketch())
    walked = (square_of(Position(x, y)) for y, x in np.argwhere(grid.walls != 15).tolist())
    if not all(rows[row][column].isascii() for column, row in walked):
        yield from _wide_frames(puzzle, solution, rows)
        return
    buffer = bytearray("".join(row + "\n" for row in rows).encode())
    starts = np.cumsum([0, *(len(row.encode()) + 1 for row in rows)]).tolist()
    behind = -1
    for position, heading in zip(solution.states, _headings(solution), strict=True):
        if behind >= 0:
            buffer[behind] = BEEN
        column, row = square_of(position)
        behind = starts[row] + len(rows[row][:column].encode())
        buffer[behind] = WALKER[heading]
        yield Frame(buffer, position, heading)


def _wide_frames(puzzle: Puzzle[Any], solution: Solution[Any], rows: list[str]) -> Iterator[Frame]:
    """The same for a map with characters of several bytes on the path, which cannot be overwritten in place."""
    behind = None
    for position, heading in zip(solution.states, _headings(solution), strict=True):
        if behind is not None:
            _put(rows, behind, chr(BEEN))
        behind = board_of(puzzle).square_of(position)
        _put(rows, behind, chr(WALKER[heading]))
        yield Frame(bytearray("".join(row + "\n" for row in rows).encode()), position, heading)


def _board_frames(puzzle: Puzzle[Any], solution: Solution[Any]) -> Iterator[Frame]:
    """The same for other puzzles than rectangles with walls; what the walker covers comes back after it."""
    board = board_of(puzzle)
    rows = [row.tobytes().decode("utf-32-le") for row in board.sketch().chars]
    squares = [board.square_of(state) for state in solution.states]
    names = [codec_of(puzzle).move_name(move) for move in solution.moves]
    heading, before = Direction.NORTH, ""
    for number, (state, (column, row)) in enumerate(zip(solution.states, squares, strict=True)):
        if number:
            _put(rows, squares[number - 1], chr(BEEN) if before == " " else before)
        heading = _towards((column, row), squares[number + 1], heading) if number < len(names) else heading
        before = rows[row][column]
        _put(rows, (column, row), chr(WALKER[heading]))
        text = "".join(line.rstrip(" ") + "\n" for line in rows)
        way = names[min(number, len(names) - 1)] if names else ""
        yield Frame(bytearray(text.encode()), state, heading, words_of(puzzle).describe(state), way)


def _towards(here: tuple[int, int], there: tuple[int, int], last: Direction) -> Direction:
    """The direction from one square of a sketch to another; a row is as high as two columns are wide."""
    across, down = there[0] - here[0], 2 * (there[1] - here[1])
    if abs(across) > abs(down):
        return Direction.EAST if across > 0 else Direction.WEST
    return last if not down else Direction.SOUTH if down > 0 else Direction.NORTH


def _put(rows: list[str], square: tuple[int, int], char: str) -> None:
    column, row = square
    rows[row] = rows[row][:column] + char + rows[row][column + 1 :]


def map_rows(puzzle: Puzzle[Any], grid: Grid, sketch: Sketch) -> list[str]:
    """The rows of the map without trailing blanks, except those that can be walked on."""
    rows = [row.tobytes().decode("utf-32-le") for row in sketch.chars]
    ends = [len(row.rstrip(" ")) for row in rows]
    square_of = board_of(puzzle).square_of
    for y, x in np.argwhere(grid.walls != 15).tolist():
        column, row = square_of(Position(x, y))
        ends[row] = max(ends[row], column + 1)
    return [row[:end] for row, end in zip(rows, ends, strict=True)]


def _headings(solution: Solution[Any]) -> Iterator[Direction]:
    """The direction of the walker in each state: its next move, and at the end the direction the solver left it in."""
    yield from solution.moves
    yield solution.facing or (solution.moves[-1] if len(solution.moves) else Direction.NORTH)


def frame_pieces(puzzle: Puzzle[Any], solution: Solution[Any]) -> Iterator[bytes]:
    """All frames as written to a file, and the closing words."""
    for frame in frames(puzzle, solution):
        yield bytes(frame.map)
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
    write(bytes(frame.map).decode() + frame.caption().decode() + ENDING)


def _view(puzzle: Puzzle[Any], frame: Frame) -> list[str]:
    """The part of the map around the walker that fits on the terminal."""
    columns, lines = shutil.get_terminal_size()
    rows = frame.map.decode().split("\n")[:-1]
    column, row = board_of(puzzle).square_of(frame.position)
    top = max(0, min(row - lines // 2, len(rows) - (lines - 2)))
    left = max(0, min(column - columns // 2, max(map(len, rows)) - columns))
    return [text[left : left + columns] for text in rows[top : top + lines - 2]]
