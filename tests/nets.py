"""Puzzles made of numbers and arrows, for the tests of solvers, and what a solver says of them."""

from collections.abc import Iterator
from typing import Any

from mazeworks import CannotSolve, Direction, Maze, Puzzle, Solution, solve


class Net(Puzzle[int]):
    """Numbered states with arrows between them, each at a cost."""

    start = 0

    def __init__(self, arrows: dict[int, list[int]], goal: int) -> None:
        self.arrows, self.goal = arrows, goal

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        for number, target in enumerate(self.arrows.get(state, [])):
            yield f"{number}to{target}", target

    def is_goal(self, state: int) -> bool:
        return state == self.goal


class Costly(Net):
    """The same, where a move costs what its ends make it."""

    def cost(self, state: int, move: str, following: int) -> int:
        return 1 + (7 * state + 3 * following) % 5


class Endless(Puzzle[int]):
    """Count upwards, or double; there is always more."""

    start = 1

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        yield "add", state + 1
        yield "double", 2 * state

    def is_goal(self, state: int) -> bool:
        return state == 100


class Astray(Puzzle[int]):
    """Whole numbers, up and down; the goal lies below, or nowhere."""

    start = 0

    def __init__(self, goal: int | None = None) -> None:
        self.goal = goal

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        yield "up", state + 1
        yield "down", state - 1

    def is_goal(self, state: int) -> bool:
        return state == self.goal


def open_field(width: int, height: int) -> Maze:
    maze = Maze.closed(width, height)
    for cell in maze:
        cell.remove_wall(Direction.EAST)
        cell.remove_wall(Direction.SOUTH)
    return maze


def facts(solution: Solution[Any] | None) -> Any:
    """All that a solver said, to be compared."""
    if solution is None:
        return None
    trace = None if solution.trace is None else list(solution.trace)
    moves = [str(move) for move in solution.moves]
    return list(solution.states), moves, solution.explored, trace, solution.cost, solution.ways


def outcome(puzzle: Puzzle[Any], name: str, **parameters: Any) -> Any:
    try:
        return facts(solve(puzzle, name, trace=True, **parameters))
    except CannotSolve as error:
        return str(error)
