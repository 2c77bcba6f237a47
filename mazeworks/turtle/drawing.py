"""Draws any maze with walls in the turtle's window."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import CARDINALS
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import puzzle_for, structure_of
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.solution import Solution
from mazeworks.core.walk import runs
from mazeworks.drawing.lattice import edges, path_squares, squares
from mazeworks.turtle.maze import COLOURS, EMPTY, END, PATH, WALL, check_whole, window_module

if TYPE_CHECKING:
    from mazeworks.turtle.window import Screen

#: Where the path begins.
START = "tomato"
#: The most cells: more take minutes to draw.
MOST_CELLS = 250_000
#: The margin around the drawing, in pixels.
MARGIN = 10

#: The flag of a wall that a step must not pass, by how it changes x and y.
FLAGS = {way.delta: int(way) for way in CARDINALS}
#: What a square shows, as an index of its colour.
FILLS = (COLOURS[WALL], COLOURS[EMPTY], PATH, START, COLOURS[END])


def show(puzzle: Puzzle[Any], solution: Solution[Any] | None = None, square: int | None = None) -> "Screen":
    """Draw a puzzle with walls, and its solution, in the turtle's window; returns the window, to save or to wait on.

    Squares are `square` pixels wide; by default 20, or fewer if the display is too small.
    """
    puzzle = puzzle_for(puzzle)
    grid = structure_of(puzzle).as_grid()
    if grid is None:
        raise MazeError(
            "the turtle draws rectangles of squares with walls that cannot be broken, "
            f"and this {puzzle.kind or 'plain'} puzzle is not one"
        )
    if grid.width * grid.height > MOST_CELLS:
        raise MazeError(
            f"a window shows at most {MOST_CELLS} cells, not {grid.width}x{grid.height}; "
            "`maze draw -o maze.svg` draws any number"
        )
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
    states, walls = list(solution.states), grid.walls
    fits = states and all(isinstance(state, tuple) and len(state) == 2 and grid.contains(state) for state in states)
    if fits:
        places = np.array(states, np.int64)
        ways = np.array([FLAGS.get((x, y), 15) for x, y in np.diff(places, axis=0).tolist()], np.uint8)
        blocked = (walls[places[:-1, 1], places[:-1, 0]] & ways != 0) | (ways == 15)
        fits = not blocked.any() and (states[0], states[-1]) == (grid.start, grid.goal)
    if not fits:
        ends = f"{grid.start} to {grid.goal}"
        raise MazeError(f"the solution is of another maze: it does not lead from {ends} through this one")
    return solution.without_detours()


def painted(grid: Grid, solution: Solution[Any] | None) -> NDArray[np.uint8]:
    """What each square shows, as an index of `FILLS`.

    If walls stand only around whole cells, as on a text map, a cell is one square; otherwise walls are squares too.
    """
    solid: NDArray[np.bool_] = grid.walls == 15
    plan = open_squares(grid, solid)
    if solution is not None:
        plan[path_squares(grid, solution)] = 2
    for place, code in ((grid.start, 3), (grid.goal, 4)):
        plan[2 * place.y + 1, 2 * place.x + 1] = code
    return plan[1::2, 1::2] if walls_are_cells(grid, solid) else plan


def walls_are_cells(grid: Grid, solid: NDArray[np.bool_]) -> bool:
    """Whether there is no wall between two cells that can be entered."""
    down, across = edges(grid)
    beside = down[:, 1:-1] & ~solid[:, 1:] & ~solid[:, :-1]
    below = across[1:-1] & ~solid[1:] & ~solid[:-1]
    return not (beside.any() or below.any())


def open_squares(grid: Grid, solid: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The squares of cells and passages, and of corners where no walls meet."""
    down, across = edges(grid)
    plan = squares(grid)
    plan[1::2, 1::2] &= ~solid
    meeting = down[:-1, 1:-1] | down[1:, 1:-1] | across[1:-1, :-1] | across[1:-1, 1:]
    plan[2:-1:2, 2:-1:2] = ~meeting
    return plan.astype(np.uint8)
