"""`solve`: any solver on any puzzle it can work on."""

from typing import Any, TypeVar

from mazeworks.core.errors import CannotSolve, LimitReached, MazeError, TooManyStates
from mazeworks.core.facets import puzzle_for, structure_of
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import check_parameters, plain_number
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import Solver, solvers
from mazeworks.core.solution import Solution

State = TypeVar("State")
#: States of a puzzle that are gone through to tell which solvers can work on it.
LOOKED_AT = 10_000


def solve(
    puzzle: Puzzle[State], using: str = "auto", limit: int | None = None, trace: bool = False, **parameters: Any
) -> Solution[State] | None:
    """The way from the start to the goal; None is a proof that there is none.

    `limit` bounds the states explored; running into it raises `LimitReached`. With `trace` the solution tells
    the order in which states were explored. Some solvers have parameters of their own.
    """
    solver, puzzle = solvers[using], puzzle_for(puzzle)
    why = refusal(solver, puzzle)
    if why:
        raise cannot(solver.name, puzzle, why)
    limit = plain_number(limit)
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise MazeError(f"a limit is a whole number of states, at least 1, not {limit!r}")
    told = check_parameters(using, solver.parameters, parameters)
    try:
        solution: Solution[State] | None = solver.function(puzzle, limit, trace, **told)
    except TooManyStates as error:
        able = ", ".join(s.name for s in solvers.values() if s.needs == "any" and not refusal(s, puzzle))
        why = f"{error.sentence}, and {using} needs all of them"
        raise TooManyStates(f"{why}; these may find a way without: {able}", error.advice) from None
    if solution is not None and not solution.solver:
        solution.solver = using
    return solution


def refusal(solver: Solver, puzzle: Puzzle[Any]) -> str | None:
    """Why a solver cannot work on a puzzle, or None if it can, as far as that is known without exploring."""
    if solver.weights == "unit" and structure_of(puzzle).weighted:
        return "it takes every move to cost 1, and here some cost more"
    walls = {"grid": structure_of(puzzle).as_grid, "walls": structure_of(puzzle).standing_walls}.get(solver.needs)
    if walls is not None and walls() is None:
        return "it needs a rectangle of cells with walls"
    return None


def cannot(name: str, puzzle: Puzzle[Any], why: str) -> CannotSolve:
    """The error that says why a solver cannot, and names every other that can, and those that only may."""
    others = [s for s in solvers.values() if s.name != name and not refusal(s, puzzle)]
    finite, both_ways = _known(puzzle)
    known = {"any": True, "grid": True, "walls": True, "finite": finite, "both ways": both_ways}
    others = [s for s in others if known[s.needs] is not False]
    sure = [s.name for s in others if known[s.needs] and s.completes(bool(finite))]
    perhaps = [s.name for s in others if s.name not in sure]
    may = f"; these may, but promise nothing here: {', '.join(perhaps)}" if perhaps else ""
    return CannotSolve(f"{name} cannot solve this: {why}; these can: {', '.join(sure)}{may}")


def proved_closed(name: str, puzzle: Puzzle[Any], walls: Grid) -> bool:
    """Whether a search proves that nothing leads to the goal; raises where only breaking a wall does."""
    from mazeworks.core.graph import graph_of
    from mazeworks.search.flood import Flood

    if Flood(walls, walls.start).run(walls.goal):
        return False
    if structure_of(puzzle).as_grid() is None and graph_of(puzzle).first_found() is not None:
        raise cannot(name, puzzle, f"along the walls no way leads to the goal {walls.goal}, only through one")
    return True


def _known(puzzle: Puzzle[Any]) -> tuple[bool | None, bool | None]:
    """Whether a puzzle has finitely many states, and whether moves can be taken back; None where that takes long."""
    from mazeworks.core.graph import explore

    graph, grid = structure_of(puzzle).as_graph(), structure_of(puzzle).as_grid()
    if graph is None and grid is not None:
        return True, next(grid.broken_walls(), None) is None or None
    if graph is None:
        try:
            graph = explore(puzzle, LOOKED_AT)
        except LimitReached:
            return None, None
    return True, graph.both_ways
