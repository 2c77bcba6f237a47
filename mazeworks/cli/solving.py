"""`maze solve`: the solution drawn, walked step by step, or printed as JSON."""

import os
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Typed
from mazeworks.cli.output import no_solution, print_json, progress_bar, show
from mazeworks.cli.sources import FileSource, RendererSource, SolverSource
from mazeworks.cli.words import format_option, load_source, output_option, solver_option, words_argument
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import codec_of, structure_of, variants_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import Renderer, solvers
from mazeworks.core.solution import Solution, Solved
from mazeworks.rating.measures import measures_of

#: Steps a second.
SPEED = 20.0
#: The most cells for which a solution says which task of the solver `tasks` walked each.
TOLD_CELLS = 10_000


class SolvedSource(RendererSource):
    """Options of the renderer that draws a solution; where steps are shown, none does."""

    def choose(self, typed: Typed) -> Renderer | None:
        return None if {"steps", "animate"} & set(typed.options) else super().choose(typed)


@maze.command(sources=(SolvedSource(), SolverSource(), FileSource()))
@words_argument("FILE")
@solver_option("How to solve it; see `maze list solvers`.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Give up after this many states.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--steps", is_flag=True, help="Print the map again after every step.")
@click.option("--animate", is_flag=True, help="Redraw the map in place after every step.")
@click.option("--speed", type=click.FloatRange(0.1, 1000), metavar="N", help="Steps a second (20).")
@output_option("Where to write it, drawn with its solution.")
@format_option
def solve(words: tuple[str, ...], reading: dict[str, Any], **given: Any) -> None:
    """Solve a puzzle and show the solution; the exit code is 1 if it is proved to have none.

    \b
    maze solve maze.txt
    maze solve wall:30x10#7 --with depth_first --json
    maze solve map.txt --with left_hand --animate --speed 50
    """
    wanted = Wanted(**given)
    check_before(wanted.output, wanted.form, wanted.walked)
    check_together(wanted)
    puzzle = load_source(words, reading)
    variants = variants_of(puzzle)
    check_shown(puzzle, variants, wanted)
    solutions = solve_all(variants, wanted.using, wanted.limit, **parameters_for(puzzle, wanted))
    show_all(puzzle, variants, solutions, wanted)
    if None in solutions.values():
        raise SystemExit(1)


class Wanted(NamedTuple):
    """How to solve, and what to show of it."""

    solver: str | None
    limit: int | None
    as_json: bool
    steps: bool
    animate: bool
    speed: float | None
    output: str | None
    form: str | None
    solving: dict[str, Any]
    drawing: dict[str, Any]

    @property
    def using(self) -> str:
        """The name of the solver, also where an alias was given."""
        return solvers[self.solver or "auto"].name

    @property
    def walked(self) -> bool:
        """Whether steps are shown one after the other."""
        return self.steps or self.animate


def check_shown(puzzle: Puzzle[Any], variants: Mapping[str, Puzzle[Any]], wanted: Wanted) -> None:
    """Refuse, before anything is solved, a format that does not hold the puzzle, or steps that cannot be shown."""
    from mazeworks.files.targets import writer_for

    if wanted.walked:
        check_walk(variants, wanted.animate, wanted.speed or SPEED, wanted.output, wanted.form)
    elif wanted.output or wanted.form:
        writer_for(puzzle, wanted.output, wanted.form)


def parameters_for(puzzle: Puzzle[Any], wanted: Wanted) -> dict[str, Any]:
    """What the solver is called with, besides the puzzle and a limit."""
    shown = wanted.as_json or not (wanted.walked or wanted.output or wanted.form)
    return wanted.solving | ({"trace": True} if tells_tasks(puzzle, wanted.using, shown) else {})


def show_all(
    puzzle: Puzzle[Any],
    variants: Mapping[str, Puzzle[Any]],
    solutions: Mapping[str, Solution[Any] | None],
    wanted: Wanted,
) -> None:
    """Show solutions as was asked: as JSON, in words, step by step, drawn here or into a file."""
    output = wanted.output
    if wanted.as_json:
        print_json(solutions_data(puzzle, variants, wanted.using, solutions))
    elif not wanted.walked:
        tell_all(variants, solutions, not output, wanted.form)
    if wanted.walked and (output or not wanted.as_json):
        walk_all(variants, solutions, (wanted.speed or SPEED) if wanted.animate else None, output)
    elif output and any(solution is not None for solution in solutions.values()):
        show_solved(puzzle, variants, solutions, output, wanted.form, **wanted.drawing)


def tells_tasks(puzzle: Puzzle[Any], solver: str, wanted: bool) -> bool:
    """Whether to show which task walked each cell: as JSON, or in colours on a terminal, while cells are few."""
    grid = structure_of(puzzle).as_grid() if wanted and solver == "tasks" else None
    return grid is not None and grid.width * grid.height <= TOLD_CELLS


def check_before(output: str | None, form: str | None, walked: bool) -> None:
    """Refuse a target that cannot be written before the work, and for steps a name that is not one of a text."""
    from mazeworks.files.targets import check_place, check_target

    if not walked:
        check_target(output, form)
    elif output and output != "-":
        check_place(output)
        extension = os.path.splitext(output)[1]
        if extension.lower() not in ("", ".txt"):
            raise MazeError(
                f"{output!r} does not end as a text does: --steps writes text, into a file such as steps.txt"
            )


def check_together(wanted: Wanted) -> None:
    """Refuse options of which one would be ignored."""
    output = wanted.output
    if wanted.steps and wanted.animate:
        raise MazeError("--steps prints every step and --animate draws in place; one of them is enough")
    if wanted.as_json and (wanted.animate or (wanted.steps and (not output or output == "-"))):
        raise MazeError("--json prints one object and no steps; --steps -o writes them into a file beside it")
    if wanted.as_json and output == "-":
        raise MazeError("--json prints one object on standard output, so the drawing needs a file of its own, not -")
    if wanted.as_json and wanted.form and not output:
        raise MazeError("--json prints one object, and --format says how to draw; -o names a file for the drawing")
    if not wanted.animate and wanted.speed is not None:
        raise MazeError("--speed says how fast --animate goes, and --animate was not asked for")


def check_walk(
    variants: Mapping[str, Puzzle[Any]], animate: bool, speed: float, output: str | None, form: str | None
) -> None:
    """Refuse, before the work, steps that cannot be shown as asked."""
    from mazeworks.animation.frames import check_walked

    for variant in variants.values():
        check_walked(variant)
    if form:
        raise MazeError(f"--steps and --animate show the map as text, and take no --format such as {form!r}")
    if output and len(variants) > 1:
        raise MazeError(f"the steps of one go into a file, but there are {len(variants)}: {', '.join(variants)}")
    if not animate:
        return
    if output:
        raise MazeError("--animate draws on the terminal, not into a file; --steps -o writes every step")
    if speed != speed:
        raise MazeError("--speed is a number of steps a second, not nan")
    if not sys.stdout.isatty():
        raise MazeError("--animate needs a terminal to draw on; --steps prints every step instead")


def solve_all(
    variants: Mapping[str, Puzzle[Any]], solver: str = "auto", limit: int | None = None, **parameters: Any
) -> dict[str, Solution[Any] | None]:
    """The solution of each variant of a puzzle."""
    from mazeworks.search.solving import solve as solve_puzzle

    with progress_bar():
        return {name: solve_puzzle(variant, solver, limit, **parameters) for name, variant in variants.items()}


def tell_all(
    variants: Mapping[str, Puzzle[Any]], solutions: Mapping[str, Solution[Any] | None], drawn: bool, form: str | None
) -> None:
    """Draw each solution here, if wanted, and say what finding it took."""
    for name, variant in variants.items():
        solution = solutions[name]
        if solution is None:
            no_solution(name)
            continue
        direct = straight(solution)
        if drawn:
            if len(variants) > 1 and form is None:
                click.echo(f"{name}:")
            show(Solved.of(variant, direct), None, form)
        click.echo(summary(name, variant, solution, direct), err=True)


def show_solved(
    puzzle: Puzzle[Any],
    variants: Mapping[str, Puzzle[Any]],
    solutions: Mapping[str, Solution[Any] | None],
    output: str | None,
    form: str | None,
    **drawing: Any,
) -> None:
    """A puzzle drawn with its solution if it has one, or with those of all its variants at once."""
    direct = {name: None if solution is None else straight(solution) for name, solution in solutions.items()}
    if len(variants) == 1:
        [(name, variant)] = variants.items()
        show(Solved.of(variant, direct[name]), output, form, **drawing)
    else:
        show(Solved(puzzle, direct), output, form or (None if output else "text"), **drawing)


def straight(solution: Solution[Any]) -> Solution[Any]:
    """The solution without its detours; a shortest one has none, and need not be gone through."""
    from mazeworks.core.registry import solvers

    optimal = solution.solver in solvers and "optimal" in solvers[solution.solver].promises
    return solution if optimal else solution.without_detours()


def walk(puzzle: Puzzle[Any], solution: Solution[Any], speed: float | None, output: str | None) -> None:
    """Show a solution step by step: frame after frame, or in place at a speed."""
    from mazeworks.animation.frames import animation, frame_pieces
    from mazeworks.files.saving import write_file

    if speed is not None:
        animation(puzzle, solution, speed, sys.stdout)
    elif output and output != "-":
        write_file(output, frame_pieces(puzzle, solution))
    else:
        for piece in frame_pieces(puzzle, solution):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()


def walk_all(
    variants: Mapping[str, Puzzle[Any]],
    solutions: Mapping[str, Solution[Any] | None],
    speed: float | None,
    output: str | None,
) -> None:
    """Show each solution step by step."""
    for name, solution in solutions.items():
        if solution is None:
            no_solution(name)
        else:
            walk(variants[name], solution, speed, output)


def summary(name: str, puzzle: Puzzle[Any], solution: Solution[Any], direct: Solution[Any]) -> str:
    """What a solver did, in a line."""
    from mazeworks.core.errors import counted
    from mazeworks.rating.rating import written

    told = [counted(len(solution), "move")]
    if solution.cost is not None:
        told[0] += f" that cost {solution.cost}"
    if len(direct) < len(solution):
        told.append(f"{len(direct)} without detours")
    routes = measures_of(puzzle).shortest_routes()
    if routes is not None:
        told.append(in_words(len(direct), *routes))
    if solution.ways is not None:
        told.append(f"one of {written(solution.ways)} as short" if solution.ways > 1 else "the only one as short")
    told.append(f"{counted(solution.explored, 'state')} explored by {solution.solver}")
    return (f"{name}: " if name else "") + ", ".join(told)


def in_words(length: int, shortest: int, count: int) -> str:
    """How a solution of some length stands beside the shortest ones."""
    from mazeworks.rating.rating import written

    if length > shortest:
        takes = "the only shortest route takes" if count == 1 else f"{written(count)} shortest routes take"
        return f"where {takes} {shortest}"
    return "the only shortest route" if count == 1 else f"one of {written(count)} shortest routes"


def solutions_data(
    puzzle: Puzzle[Any],
    variants: Mapping[str, Puzzle[Any]],
    solver: str,
    solutions: Mapping[str, Solution[Any] | None],
) -> dict[str, Any]:
    """What `solve --json` prints: one object, with one more inside it for each of several travellers."""
    data: dict[str, Any] = {
        "kind": puzzle.kind,
        "id": puzzle.id,
        "solver": solver,
        "solved": None not in solutions.values(),
    }
    each = {name: solution_data(variant, solutions[name]) for name, variant in variants.items()}
    if len(each) > 1:  # all together: what can be added up is
        figures = {name: [one[name] for one in each.values()] for name in ("length", "explored")}
        data |= {name: None if None in values else sum(values) for name, values in figures.items()}
        data |= {"path": None, "moves": None}
    return data | by_variant(each)


def by_variant(data: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The data of a puzzle as it is; of several travellers in it, one by one."""
    return next(iter(data.values())) if len(data) == 1 else {"travellers": data}


def solution_data(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> dict[str, Any]:
    """A solution as plain values, and how many are as short, where the puzzle knows."""
    from mazeworks.rating.rating import exact

    if solution is None:
        return {"solved": False, "length": None, "path": None, "moves": None, "explored": None}
    data: dict[str, Any] = {
        "solved": True,
        "length": len(solution),
        "path": [codec_of(puzzle).state_data(state) for state in solution.states],
        "moves": [codec_of(puzzle).move_name(move) for move in solution.moves],
        "explored": solution.explored,
    }
    if solution.cost is not None:
        data["cost"] = solution.cost
    if solution.ways is not None:
        data["ways"] = exact(solution.ways)
    data |= solution.further()
    routes = measures_of(puzzle).shortest_routes()
    return data if routes is None else data | {"shortest": routes[0], "shortest_routes": exact(routes[1])}
