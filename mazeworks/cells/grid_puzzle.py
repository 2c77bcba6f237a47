"""Puzzles whose states are the cells of a byte grid; a move goes where no wall stands."""

from collections.abc import Iterator

from mazeworks.core.directions import CARDINALS, Direction, Position
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle


class GridPuzzle(Puzzle[Position]):
    """A puzzle with a `grid`."""

    grid: Grid
    goal: Position

    def moves(self, state: Position) -> Iterator[tuple[Direction, Position]]:
        walls = int(self.grid.cells[state[1] + 1, state[0] + 1])
        for direction in CARDINALS:
            if not walls & direction:
                yield direction, Position(*state).move(direction)

    def is_goal(self, state: Position) -> bool:
        return state == self.goal

    def estimate(self, state: Position) -> float:
        return abs(state[0] - self.goal.x) + abs(state[1] - self.goal.y)

    def rules(self) -> str:
        return "Go from square to square where no wall is between them."

    def as_grid(self) -> Grid:
        return self.grid
