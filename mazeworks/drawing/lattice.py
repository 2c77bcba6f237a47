"""A grid in characters, with lines between its cells: drawing and reading."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import CARDINALS, Position
from mazeworks.core.errors import FormatError, counted
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford
from mazeworks.core.puzzle import Solution
from mazeworks.drawing.sketch import Sketch, among, code_points, lines_in

Bools = NDArray[np.bool_]

#: The number of cells drawn at a time, and the bytes of memory for each cell of the whole.
BAND, DRAWING_BYTES = 1 << 14, 8
START, GOAL = "S", "E"


@dataclass(frozen=True)
class Style:
    """Characters: a corner by the walls that meet there (N 1, S 2, E 4, W 8), walls across and down, a path's mark."""

    corners: str
    across: str
    down: str
    mark: str


BOX = Style(" ╵╷│╶└┌├╴┘┐┤─┴┬┼", "─", "│", "•")
ASCII = Style("+" * 16, "-", "|", ".")


def edges(grid: Grid) -> tuple[Bools, Bools]:
    """The walls that run down, `[height, width + 1]`, and across, `[height + 1, width]`."""
    walls = grid.walls
    afford(4 * walls.size, f"the walls of {grid.width}x{grid.height} cells", "draw a smaller maze")
    down = np.empty((grid.height, grid.width + 1), np.bool_)
    across = np.empty((grid.height + 1, grid.width), np.bool_)
    down[:, :-1], down[:, -1] = walls & 8, walls[:, -1] & 4
    across[:-1], across[-1] = walls & 1, walls[-1] & 2
    return down, across


def from_edges(down: Bools, across: Bools, start: Position, goal: Position) -> Grid:
    """The grid with these walls that run down and across."""
    walls = (
        across[:-1] * np.uint8(1) | across[1:] * np.uint8(2) | down[:, 1:] * np.uint8(4) | down[:, :-1] * np.uint8(8)
    )
    return Grid.from_walls(walls, start, goal)


def draw(grid: Grid, style: Style, solution: Solution[Position] | None = None) -> Iterator[Sketch]:
    """The grid, 4 characters by 2 rows a cell, in bands of rows."""
    grid.afford(DRAWING_BYTES)
    down, across = edges(grid)
    path_sides = None if solution is None else _path_sides(grid, solution)
    walked_by = None if solution is None else _walked_by(solution)
    rows = max(1, BAND // grid.width)
    for first in range(0, grid.height, rows):
        last = min(first + rows, grid.height)
        band = _band(grid, style, down, across, path_sides, first, last)
        if walked_by is not None:
            _lay_grounds(band, walked_by, first, last)
        yield band


def stacked(bands: Iterable[Sketch]) -> Sketch:
    """Bands of rows as one sketch."""
    parts = list(bands)
    return Sketch(np.concatenate([b.chars for b in parts]), np.concatenate([b.roles for b in parts]))


def _walked_by(solution: Solution[Position]) -> NDArray[np.int64] | None:
    """For each cell the task that walked it, if a solution traces tasks."""
    from mazeworks.search.task_solution import TaskSolution

    return solution.walked_by if isinstance(solution, TaskSolution) else None


def _path_sides(grid: Grid, solution: Solution[Position]) -> NDArray[np.uint8]:
    from mazeworks.core.walk import path_sides

    return path_sides(grid, solution.states)


def _band(
    grid: Grid, style: Style, down: Bools, across: Bools, path_sides: NDArray[np.uint8] | None, first: int, last: int
) -> Sketch:
    final = last == grid.height
    rows, columns = last - first + final, grid.width + 1
    meet = np.zeros((rows, columns), np.uint8)
    meet[first == 0 :] |= down[max(first - 1, 0) : last - 1 + final] * np.uint8(1)
    meet[: last - first] |= down[first:last] * np.uint8(2)
    meet[:, :-1] |= across[first : last + final] * np.uint8(4)
    meet[:, 1:] |= across[first : last + final] * np.uint8(8)
    chars = np.full((2 * rows - final, 4 * columns - 3), ord(" "), np.uint32)
    chars[::2, ::4] = np.array([ord(char) for char in style.corners], np.uint32)[meet]
    for shift in (1, 2, 3):
        chars[::2, shift::4][across[first : last + final]] = ord(style.across)
    chars[1::2, ::4][down[first:last]] = ord(style.down)
    sketch = Sketch(chars)
    sketch.colour(chars != ord(" "), "wall")
    if path_sides is not None:
        on_path = np.zeros(chars.shape, np.bool_)
        on_path[:, ::2] = _squares_on(path_sides[first:last])[: len(chars)]
        chars[on_path] = ord(style.mark)
        sketch.colour(on_path, "path")
    for place, letter, role in ((grid.start, START, "start"), (grid.goal, GOAL, "goal")):
        if first <= place.y < last:
            sketch.put(4 * place.x + 2, 2 * (place.y - first) + 1, letter, role)
    return sketch


def _lay_grounds(sketch: Sketch, walked_by: NDArray[np.int64], first: int, last: int) -> None:
    """Colour walked cells, and the gaps to walked cells left of and above them, by the number of the walker."""
    numbers = np.full(sketch.chars.shape, -1, np.int64)
    here = walked_by[first:last]
    for shift in (1, 2, 3):
        numbers[1::2, shift::4] = here
    numbers[1::2, 4:-1:4] = np.where(here[:, :-1] >= 0, here[:, 1:], -1)
    above = np.vstack([np.full((1, here.shape[1]), -1) if first == 0 else walked_by[first - 1 : first], here[:-1]])
    for shift in (1, 2, 3):
        numbers[: 2 * len(here) : 2, shift::4] = np.where(above >= 0, here, -1)
    sketch.ground(numbers)


def ascii_rows(rows: Iterable[NDArray[np.uint8]]) -> Iterator[str]:
    """Rows of walls drawn with + - and | as they come, with S in the first cell and E in the last."""
    ceiling, line = "", ""
    for row in rows:
        if line:
            yield ceiling + line
        walls = row.tolist()
        ceiling = "+" + "+".join("---" if wall & 1 else "   " for wall in walls) + "+\n"
        start = START if not line else " "
        line = "".join(("|" if wall & 8 else " ") + "   " for wall in walls) + "|\n"
        line = line[:2] + start + line[3:]
    if line:
        yield ceiling + line[:-4] + GOAL + line[-3:] + "+---" * (len(line) // 4) + "+\n"


def read(text: str, style: Style, blank: str = " ") -> Grid:
    """The grid that `draw` drew in a style, with or without a path."""
    chars, down, across = read_edges(text, style, blank)
    return from_edges(down, across, _find(chars, START), _find(chars, GOAL))


def read_edges(text: str, style: Style, blank: str = " ") -> tuple[NDArray[np.uint32], Bools, Bools]:
    """The characters that `draw` drew in a style, and the walls that run down and across."""
    lines, above, left = without_margin(text)
    chars = code_points(lines)
    height, width = (chars.shape[0] - 1) // 2, (chars.shape[1] - 1) // 4
    if chars.shape[0] % 2 == 0 or chars.shape[1] % 4 != 1 or width < 2 or height < 2:
        raise FormatError(
            f"{counted(chars.shape[0], 'line')} of {counted(chars.shape[1], 'character')} cannot be a maze; "
            "a maze W by H has 2H + 1 lines of 4W + 1 characters, and at least 2 by 2 cells"
        )
    _check_characters(chars, style, blank, above, left)
    empty = among(chars, blank + style.mark)
    return chars, ~empty[1::2, ::4], ~empty[::2, 2::4]


def without_margin(text: str) -> tuple[list[str], int, int]:
    """The lines of a text without its blank margin, and the lines and columns cut off above and left."""
    lines = [line.rstrip() for line in lines_in(text)]
    filled = [number for number, line in enumerate(lines) if line]
    if not filled:
        return [""], 0, 0
    left = min(len(lines[number]) - len(lines[number].lstrip(" ")) for number in filled)
    return [line[left:] for line in lines[filled[0] : filled[-1] + 1]], filled[0], left


def _check_characters(chars: NDArray[np.uint32], style: Style, blank: str, above: int, left: int) -> None:
    """Refuse a character at a wrong place; `above` and `left` are the lines and columns cut off before it."""
    allowed = np.zeros(chars.shape, np.bool_)
    allowed[::2, ::4] = among(chars[::2, ::4], style.corners + blank)
    between = among(chars, style.across + blank + style.mark)
    for shift in (1, 2, 3):
        allowed[::2, shift::4] = between[::2, shift::4]
    allowed[1::2] = among(chars[1::2], blank + style.mark)
    allowed[1::2, ::4] |= chars[1::2, ::4] == ord(style.down)
    allowed[1::2, 2::4] |= among(chars[1::2, 2::4], START + GOAL)
    if not allowed.all():
        row, column = np.argwhere(~allowed)[0].tolist()
        where = f"line {row + above + 1}, column {column + left + 1}"
        raise FormatError(f"{where}: {chr(chars[row, column])!r} does not belong there")


def _find(chars: NDArray[np.uint32], letter: str) -> Position:
    rows, columns = np.nonzero(chars == ord(letter))
    if len(rows) != 1:
        raise FormatError(f"there should be exactly one {letter}, but there are {len(rows)}")
    return Position((int(columns[0]) - 2) // 4, (int(rows[0]) - 1) // 2)


def squares(grid: Grid) -> Bools:
    """Which squares are open, `[2 * height + 1, 2 * width + 1]`: cells, and passages between them."""
    down, across = edges(grid)
    open_squares = np.zeros((2 * grid.height + 1, 2 * grid.width + 1), np.bool_)
    open_squares[1::2, 1::2] = True
    open_squares[1::2, ::2] = ~down
    open_squares[::2, 1::2] = ~across
    return open_squares


def path_squares(grid: Grid, solution: Solution[Position]) -> Bools:
    """Which squares a solution passes."""
    return _squares_on(_path_sides(grid, solution))


def _squares_on(path_sides: NDArray[np.uint8]) -> Bools:
    """The squares of a path that leaves cells in these directions: its cells, and its passages east and north."""
    marked = np.zeros((2 * len(path_sides) + 1, 2 * path_sides.shape[1] + 1), np.bool_)
    marked[1::2, 1::2], marked[1::2, 2::2], marked[:-1:2, 1::2] = path_sides, path_sides & 4, path_sides & 1
    return marked


def from_squares(open_squares: Bools, start: Position, goal: Position) -> Grid:
    """The grid with these open squares."""
    return from_edges(~open_squares[1::2, ::2], ~open_squares[::2, 1::2], start, goal)


def misplaced(inside: Bools) -> Bools:
    """Of the squares inside an outline, those that no wall maze has: closed cells, and open corners of cells."""
    wrong = np.zeros(inside.shape, np.bool_)
    wrong[::2, ::2], wrong[1::2, 1::2] = ~inside[::2, ::2], inside[1::2, 1::2]
    return wrong


def over_cells(solution: Solution[Any], cell: Callable[[Any], Position]) -> Solution[Position]:
    """A path through squares as a path through cells, given the cell of each square."""
    states, moves = [cell(solution.states[0])], []
    for square in solution.states:
        if (place := cell(square)) != states[-1]:
            moves.append(next(side for side in CARDINALS if states[-1].move(side) == place))
            states.append(place)
    return Solution(states, moves, solution.solver, solution.explored)
