"""`solve`: any solver on any puzzle it can work on."""

from typing import Any, TypeVar

from mazeworks.core.errors import CannotSolve, MazeError
from mazeworks.core.making import check_parameters
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import Solver, solvers

State = TypeVar("State")


def solve(
    puzzle: Puzzle[State], using: str = "auto", limit: int | None = None, trace: bool = False, **parameters: Any
) -> Solution[State] | None:
    """The way from the start to the goal; None is a proof that there is none.

    `limit` bounds the states explored; running into it raises `LimitReached`. With `trace` the solution tells
    the order in which states were explored. Some solvers have parameters of their own.
    """
    solver = solvers[using]
    why = refusal(solver, puzzle)
    if why:
        raise cannot(solver.name, puzzle, why)
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise MazeError(f"a limit is a whole number of states, at least 1, not {limit!r}")
    solution: Solution[State] | None = solver.function(
        puzzle, limit, trace, **check_parameters(using, solver.parameters, parameters)
    )
    if solution is not None and not solution.solver:
        solution.solver = using
    return solution


def refusal(solver: Solver, puzzle: Puzzle[Any]) -> str | None:
    """Why a solver cannot work on a puzzle, or None if it can, as far as that is known without exploring."""
    if solver.needs == "grid" and puzzle.as_grid() is None:
        return "it needs a rectangle of cells with walls"
    if solver.weights == "unit" and puzzle.weighted:
        return "it takes every move to cost 1, and here some cost more"
    return None


def cannot(name: str, puzzle: Puzzle[Any], why: str) -> CannotSolve:
    """The error that says why a solver cannot, and names those that can whatever the puzzle turns out to be."""
    able = [s.name for s in solvers.values() if _certain(s, puzzle) and s.name != name]
    return CannotSolve(f"{name} cannot solve this: {why}; these can: {', '.join(able)}")


def _certain(solver: Solver, puzzle: Puzzle[Any]) -> bool:
    """Whether a solver is sure to find a way through this puzzle, or to prove that there is none."""
    walls = solver.needs == "both ways" and puzzle.as_grid() is not None
    known = solver.needs in ("any", "finite", "grid") or walls
    return known and "complete" in solver.promises and not refusal(solver, puzzle)
