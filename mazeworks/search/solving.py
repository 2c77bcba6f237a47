"""`solve`: run a solver by name on any puzzle it can solve."""

from typing import Any

from mazeworks.core.errors import CannotSolve, LimitReached, MazeError, TooManyStates
from mazeworks.core.facets import Structure, puzzle_for, structure_of
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import check_parameters, plain_number
from mazeworks.core.puzzle import Puzzle, Solution, State
from mazeworks.core.registry import Solver, solvers

#: States explored to find out which solvers can solve a puzzle.
LOOKED_AT = 10_000


def solve(
    puzzle: Puzzle[State], using: str = "auto", limit: int | None = None, trace: bool = False, **parameters: Any
) -> Solution[State] | None:
    """A path from the start to a goal; None is a proof that no solution exists.

    `using` is the name or an alias of a solver. `limit` bounds the states explored; reaching it raises
    `LimitReached`. With `trace` the solution records the order in which states were explored. Some solvers have
    parameters of their own.
    """
    solver, puzzle = solvers[using], puzzle_for(puzzle)
    why = refusal(solver, structure_of(puzzle))
    if why:
        raise cannot(solver.name, puzzle, why)
    limit = plain_number(limit)
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise MazeError(f"a limit is a whole number of states, at least 1, not {limit!r}")
    solvers.refuse_foreign(solver, parameters)
    values = check_parameters(solver.name, solver.parameters, parameters)
    try:
        solution: Solution[State] | None = solver.function(puzzle, limit, trace, **values)
    except TooManyStates as error:
        structure = structure_of(puzzle)
        able = ", ".join(s.name for s in solvers.values() if s.needs == "any" and not refusal(s, structure))
        why = f"{error.sentence}, and {solver.name} needs all of them"
        raise TooManyStates(f"{why}; these may find a solution with fewer: {able}", error.advice) from None
    if solution is not None and not solution.solver:
        solution.solver = solver.name
    return solution


def refusal(solver: Solver, structure: Structure[Any]) -> str | None:
    """Why a solver cannot solve a puzzle; None if it can, as far as that is known without exploring."""
    if solver.weights == "unit" and structure.weighted:
        return "it assumes that every move costs 1, and here some cost more"
    walls = {"grid": structure.as_grid, "walls": structure.standing_walls}.get(solver.needs)
    if walls is not None and walls() is None:
        return "it needs a rectangle of cells with walls"
    return None


def cannot(name: str, puzzle: Puzzle[Any], why: str) -> CannotSolve:
    """An error that says why a solver fails, and names the solvers that can and those that may solve the puzzle."""
    structure = structure_of(puzzle)
    others = [s for s in solvers.values() if s.name != name and not refusal(s, structure)]
    finite, both_ways = _known(puzzle)
    known = {"any": True, "grid": True, "walls": True, "finite": finite, "both ways": both_ways}
    others = [s for s in others if known[s.needs] is not False]
    sure = [s.name for s in others if known[s.needs] and s.completes(bool(finite))]
    perhaps = [s.name for s in others if s.name not in sure]
    may = f"; these may, without a guarantee: {', '.join(perhaps)}" if perhaps else ""
    return CannotSolve(f"{name} cannot solve this: {why}; these can: {', '.join(sure)}{may}")


def prove_closed(name: str, puzzle: Puzzle[Any], walls: Grid, why: str) -> None:
    """Return if a search proves that no path leads to the goal; raises where one does, and says why it was missed."""
    from mazeworks.core.graph import graph_of
    from mazeworks.search.flood import Flood

    if Flood(walls, walls.start).run(walls.goal):
        raise cannot(name, puzzle, why)
    if structure_of(puzzle).as_grid() is None and graph_of(puzzle).first_found() is not None:
        raise cannot(name, puzzle, f"no path leads to the goal {walls.goal} without breaking a wall")


def _known(puzzle: Puzzle[Any]) -> tuple[bool | None, bool | None]:
    """Whether a puzzle is finite, and whether its moves can be taken back; None if finding out takes long."""
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
