"""Puzzles whose states are the cells of a byte grid; a move goes where no wall stands."""

from collections.abc import Iterator

from mazeworks.core.directions import Direction, Position
from mazeworks.core.facets import P, Structure, Words
from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle


class GridPuzzle(Puzzle[Position]):
    """A puzzle with a `grid`."""

    grid: Grid
    goal: Position

    def moves(self, state: Position) -> Iterator[tuple[Direction, Position]]:
        return self.grid.moves(state)

    def is_goal(self, state: Position) -> bool:
        return state == self.goal

    def estimate(self, state: Position) -> float:
        return abs(state[0] - self.goal.x) + abs(state[1] - self.goal.y)


class GridStructure(Structure[P]):
    """The grid of a puzzle that has one."""

    def as_grid(self) -> Grid:
        grid: Grid = self.puzzle.grid  # type: ignore[attr-defined]
        return grid


class GridWords(Words[P]):
    """The rules of a puzzle on a grid."""

    def rules(self) -> str:
        return "Go from square to square where no wall is between them."
