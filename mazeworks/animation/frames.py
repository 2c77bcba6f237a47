"""A solution step by step: the map after every move, with the walker on it."""

import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, TextIO

import numpy as np

from mazeworks.animation.frame import Frame
from mazeworks.animation.task_frames import task_frames
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.facets import codec_of, structure_of, words_of
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.drawing.board import board_of
from mazeworks.drawing.sketch import Sketch
from mazeworks.search.task_solution import TaskSolution

#: The walker by heading, and what it leaves behind.
WALKER = {Direction.NORTH: "^", Direction.WEST: "<", Direction.SOUTH: "V", Direction.EAST: ">"}
BEEN = "."
ENDING = "Solution Found!\n"

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


def frames(puzzle: Puzzle[Any], solution: Solution[Any]) -> Iterator[Frame]:
    """A frame for the start, and one after each move, or after each step of a task where the solution traces tasks."""
    check_walked(puzzle)
    if isinstance(solution, TaskSolution) and solution.trace is not None:
        return task_frames(puzzle, solution)
    return _walker_frames(puzzle, solution)


def _walker_frames(puzzle: Puzzle[Any], solution: Solution[Any]) -> Iterator[Frame]:
    """A frame for the start, and one after each move; consecutive frames differ in at most two squares."""
    board, on_grid = board_of(puzzle), structure_of(puzzle).as_grid() is not None
    sketch, squares = board.sketch(), [board.square_of(state) for state in solution.states]
    steps = _grid_steps(solution) if on_grid else _board_steps(puzzle, solution, squares)
    lines, least = [f"{row}\n".encode() for row in map_rows(puzzle, sketch)], _least_lengths(puzzle)

    def put(column: int, row: int, char: str) -> None:
        sketch.put(column, row, char)
        lines[row] = f"{sketch.row(row, least[row])}\n".encode()

    for state, (column, row), (heading, place, direction) in zip(solution.states, squares, steps, strict=True):
        covered = chr(sketch.chars[row, column])
        put(column, row, WALKER[heading])
        yield Frame(b"".join(lines), state, place, direction)
        put(column, row, BEEN if on_grid or covered == " " else covered)


def _grid_steps(solution: Solution[Any]) -> Steps:
    """The walker looks where its next move leads, and at the end where the solver left it."""
    last = solution.facing or (solution.moves[-1] if len(solution.moves) else Direction.NORTH)
    for position, heading in zip(solution.states, [*solution.moves, last], strict=True):
        yield heading, ",".join(map(str, position)), heading.letters


def _board_steps(puzzle: Puzzle[Any], solution: Solution[Any], squares: list[Square]) -> Steps:
    """The same for puzzles that are not rectangles with walls: headings on the sketch, places and moves in words."""
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


def map_rows(puzzle: Puzzle[Any], sketch: Sketch) -> list[str]:
    """The rows of the map without trailing blanks, except those that can be walked on."""
    least = _least_lengths(puzzle)
    return [sketch.row(number, least[number]) for number in range(len(sketch.chars))]


def _least_lengths(puzzle: Puzzle[Any]) -> Counter[int]:
    """For each row of the map, how far the squares of a grid that can be walked on reach."""
    board, grid, least = board_of(puzzle), structure_of(puzzle).as_grid(), Counter[int]()
    for y, x in [] if grid is None else np.argwhere(grid.walls != 15).tolist():
        column, row = board.square_of(Position(x, y))
        least[row] = max(least[row], column + 1)
    return least


def frame_pieces(puzzle: Puzzle[Any], solution: Solution[Any]) -> Iterator[bytes]:
    """All frames as written to a file, and the closing words."""
    for frame in frames(puzzle, solution):
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
