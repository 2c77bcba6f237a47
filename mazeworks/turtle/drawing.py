"""Draws any maze with walls in the turtle's window."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import puzzle_for, structure_of
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.drawing.lattice import edges, path_squares, squares
from mazeworks.drawing.scene import runs
from mazeworks.turtle.maze import COLOURS, EMPTY, END, PATH, WALL, check_whole, window_module

if TYPE_CHECKING:
    from mazeworks.turtle.window import Screen

#: The colour of the square where the path begins.
START = "tomato"
#: The most cells: more take minutes to draw.
MOST_CELLS = 250_000
#: The margin around the drawing, in pixels.
MARGIN = 10

#: The colours of squares, by the numbers that `painted` returns.
FILLS = (COLOURS[WALL], COLOURS[EMPTY], PATH, START, COLOURS[END])


def show(puzzle: Puzzle[Any], solution: Solution[Any] | None = None, square: int | None = None) -> "Screen":
    """Draw a puzzle with walls, and its solution, in the turtle's window; returns the window, to save or to wait on.

    Squares are `square` pixels wide; by default 20, or fewer if the display is too small.
    """
    puzzle = puzzle_for(puzzle)
    grid = structure_of(puzzle).as_grid()
    if grid is None:
        able = "rectangles of squares with walls that cannot be broken"
        raise MazeError(f"the turtle draws {able}, and this {puzzle.kind or 'plain'} puzzle is not one")
    if grid.width * grid.height > MOST_CELLS:
        many = f"a window shows at most {MOST_CELLS} cells, not {grid.width}x{grid.height}"
        raise MazeError(f"{many}; `maze draw -o maze.svg` draws any number")
    plan = painted(grid, None if solution is None else fitting(grid, solution))
    screen: Screen = window_module().open_screen(f"A maze of {grid.width} by {grid.height} cells")
    side = screen.fitting(plan.shape[1], plan.shape[0]) if square is None else check_whole(square, "square", 1, 400)
    height, width = (side * count for count in plan.shape)
    screen.fit(width, height, margin=MARGIN)
    screen.tracer(0)
    screen.bgcolor(COLOURS[WALL])
    for code in range(1, len(FILLS)):  # 0, the walls, is the background
        for row, first, last in runs(plan == code):
            top = height / 2 - row * side
            screen.box(first * side - width / 2, top, last * side - width / 2, top - side, FILLS[code])
    screen.update()
    return screen


def fitting(grid: Grid, solution: Solution[Any]) -> Solution[Any]:
    """The solution without its detours, as in pictures; raises if it does not solve this grid."""
    if not isinstance(solution, Solution):
        raise MazeError(f"a solution was expected, such as solve() gives, not {solution!r:.60}")
    states = list(solution.states)
    fits = bool(states) and (states[0], states[-1]) == (grid.start, grid.goal)
    steps = zip(states[:-1], states[1:], strict=True)
    fits = fits and all(there in dict(grid.moves(here)).values() for here, there in steps)
    if not fits:
        ends = f"{grid.start} to {grid.goal}"
        raise MazeError(f"the solution is of another maze: it does not lead from {ends} through this one")
    return solution.without_detours()


def painted(grid: Grid, solution: Solution[Any] | None) -> NDArray[np.uint8]:
    """What each square shows, as an index of `FILLS`.

    If walls stand only around whole cells, as on a text map, a cell is one square; otherwise walls are squares too.
    """
    enterable: NDArray[np.bool_] = grid.walls != 15
    down, across = edges(grid)
    plan = squares(grid).astype(np.uint8)
    plan[1::2, 1::2] &= enterable
    # A corner where no walls meet is open, too.
    plan[2:-1:2, 2:-1:2] = ~(down[:-1, 1:-1] | down[1:, 1:-1] | across[1:-1, :-1] | across[1:-1, 1:])
    if solution is not None:
        plan[path_squares(grid, solution)] = 2
    for place, code in ((grid.start, 3), (grid.goal, 4)):
        plan[2 * place.y + 1, 2 * place.x + 1] = code
    walls_beside = down[:, 1:-1] & enterable[:, 1:] & enterable[:, :-1]
    walls_below = across[1:-1] & enterable[1:] & enterable[:-1]
    return plan if walls_beside.any() or walls_below.any() else plan[1::2, 1::2]
