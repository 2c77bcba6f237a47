"""`maze solve`: the solution drawn, walked step by step, or printed as JSON."""

import os
import sys
from typing import Any, NamedTuple

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Checked, Values, Words, format_option, json_option
from mazeworks.cli.output import no_solution, print_json, progress_bar, show
from mazeworks.cli.sources import FileSource, RendererSource, SolverSource, StepsSource
from mazeworks.cli.words import load_source, output_option, with_option, words_argument
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.facets import codec_of, structure_of, variants_of
from mazeworks.core.memory import afford
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.core.registry import Format, Renderer, formats, renderers, solvers
from mazeworks.files.saving import write_file
from mazeworks.files.targets import check_place, check_target, writer_for
from mazeworks.rating.measures import measures_of
from mazeworks.search.solving import solve as solve_puzzle

#: Steps a second, by default.
SPEED = 20.0
#: Bytes of memory for each move of a path that is printed as JSON.
STEP_BYTES = 250
#: The most cells of a maze in which the solver `tasks` shows which task walked each cell.
TASK_CELLS = 10_000


class Answer(NamedTuple):
    """A variant of a puzzle, named if the puzzle has several, and its solution; None if it has none."""

    name: str
    puzzle: Puzzle[Any]
    solution: Solution[Any] | None

    @property
    def direct(self) -> Solution[Any] | None:
        """The solution without its detours; skipped for shortest solutions, which have none."""
        if self.solution is None:
            return None
        optimal = self.solution.solver in solvers and "optimal" in solvers[self.solution.solver].promises
        return self.solution if optimal else self.solution.without_detours()


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
    solving: Values
    drawing: Values
    printing: Values

    @property
    def using(self) -> str:
        """The name of the solver, even if an alias was given."""
        return solvers[self.solver or "auto"].name

    @property
    def walked(self) -> bool:
        """Whether steps are shown one after the other."""
        return self.steps or self.animate


@maze.command(sources=(RendererSource(), SolverSource("FILE --with SOLVER"), FileSource(), StepsSource()))
@words_argument("FILE")
@with_option("solver", "How to solve it; see `maze list solvers`.")
@click.option("--limit", type=Checked(1), metavar="N", help="Give up after this many states.")
@json_option
@click.option("--steps", is_flag=True, help="Print the map again after every step.")
@click.option("--animate", is_flag=True, help="Redraw the map in place after every step.")
@click.option("--speed", type=Checked(0.1, 1000, "number"), metavar="N", help="Steps a second (20).")
@output_option("Where to write it, drawn with its solution.")
@format_option
def solve(words: Words, reading: Values, **given: Any) -> None:
    """Solve a puzzle and show the solution; the exit code is 1 if it is proved to have none.

    \b
    maze solve maze.txt
    maze solve wall:30x10#7 --with depth_first --json
    maze solve map.txt --with left_hand --animate --speed 50
    """
    wanted = Wanted(**given)
    check_before(wanted)
    puzzle = load_source(words, reading)
    check_shown(puzzle, wanted)
    trace = {"trace": True} if shows_tasks(puzzle, wanted) else {}
    answers = solve_all(puzzle, wanted.using, wanted.limit, **wanted.solving, **trace)
    if wanted.as_json:
        print_json(solutions_data(puzzle, wanted.using, answers))
    elif not wanted.walked:
        for answer in answers:
            report(answer, wanted, len(answers) > 1)
    if wanted.walked and (wanted.output or not wanted.as_json):
        for answer in answers:
            walk(answer, wanted)
    elif wanted.output and any(answer.solution is not None for answer in answers):
        show_solved(puzzle, answers, wanted.output, wanted.form, **wanted.drawing)
    end(answers)


def end(answers: list[Answer]) -> None:
    """End with exit code 1 if something has no solution."""
    if any(answer.solution is None for answer in answers):
        raise SystemExit(1)


def check_before(wanted: Wanted) -> None:
    """Refuse, before any work, a target that cannot be written, and options that exclude one another."""
    output, form = wanted.output, wanted.form
    if not wanted.walked:
        check_target(output, form)
    elif output and output != "-":
        check_place(output)
        if os.path.splitext(output)[1].lower() not in ("", ".txt"):
            raise MazeError(f"--steps writes a text file such as steps.txt, not {output!r}")
    if wanted.steps and wanted.animate:
        raise MazeError("--steps prints every step and --animate draws in place; use only one of them")
    if wanted.as_json and (wanted.animate or (wanted.steps and output in (None, "-"))):
        raise MazeError("--json prints one object and no steps; --steps -o writes them into a file beside it")
    if wanted.as_json and output == "-":
        raise MazeError("--json prints one object on standard output, so the drawing needs a file of its own, not -")
    if wanted.as_json and form and not output:
        raise MazeError("--json prints one object, and --format says how to draw; -o names a file for the drawing")
    if not wanted.animate and wanted.speed is not None:
        raise MazeError("--speed needs --animate")
    for name in () if wanted.steps else wanted.printing:
        raise MazeError(f"--{name} needs --steps")


def check_shown(puzzle: Puzzle[Any], wanted: Wanted) -> None:
    """Refuse, before anything is solved, a format that does not hold the puzzle, or steps that cannot be shown."""
    output, form, variants = wanted.output, wanted.form, variants_of(puzzle)
    if not wanted.walked:
        if output or form:
            check_shows_solution(puzzle, writer_for(puzzle, output, form))
        return
    from mazeworks.animation.frames import check_walked

    for variant in variants.values():
        check_walked(variant)
    if form:
        raise MazeError(f"--steps and --animate show the map as text, and take no --format such as {form!r}")
    if output and len(variants) > 1:
        raise MazeError(f"the steps of one go into a file, but there are {len(variants)}: {', '.join(variants)}")
    if wanted.animate and output:
        raise MazeError("--animate draws on the terminal, not into a file; --steps -o writes every step")
    if wanted.animate and not sys.stdout.isatty():
        raise MazeError("--animate needs a terminal to draw on; --steps prints every step instead")


def check_shows_solution(puzzle: Puzzle[Any], writer: Format | Renderer) -> None:
    """Refuse a format that does not show solutions."""
    if isinstance(writer, Format) and not writer.shows_solution:
        able = [each.name for each in formats.values() if each.shows_solution and each.holds(puzzle)]
        raise MazeError(f"{writer.name} cannot store a solution; these can: {', '.join([*able, *renderers])}")


def shows_tasks(puzzle: Puzzle[Any], wanted: Wanted) -> bool:
    """Whether to show which task walked each cell: as JSON, or in colours on a terminal, if the cells are few."""
    shown = wanted.as_json or not (wanted.walked or wanted.output or wanted.form)
    grid = structure_of(puzzle).as_grid() if shown and wanted.using == "tasks" else None
    return grid is not None and grid.width * grid.height <= TASK_CELLS


def solve_all(puzzle: Puzzle[Any], solver: str = "auto", limit: int | None = None, **parameters: Any) -> list[Answer]:
    """The solution of each variant of a puzzle."""
    with progress_bar():
        variants = variants_of(puzzle).items()
        return [Answer(name, each, solve_puzzle(each, solver, limit, **parameters)) for name, each in variants]


def report(answer: Answer, wanted: Wanted, several: bool) -> None:
    """Print a solution, unless it goes into a file, and a line about the search."""
    direct = answer.direct
    if answer.solution is None or direct is None:
        no_solution(answer.name)
        return
    if not wanted.output:
        if several and wanted.form is None:
            click.echo(f"{answer.name}:")
        show(Solved.of(answer.puzzle, direct), None, wanted.form)
    click.echo(summary(answer.name, answer.puzzle, answer.solution, len(direct)), err=True)


def show_solved(puzzle: Puzzle[Any], answers: list[Answer], output: str | None, form: str | None, **look: Any) -> None:
    """Show a puzzle with the solutions of all its variants; without any if it was not solved."""
    solved = Solved(puzzle, {answer.name: answer.direct for answer in answers})
    if len(answers) == 1:
        solved = Solved.of(answers[0].puzzle, answers[0].direct)
    show(solved, output, form or ("text" if solved.together and not output else None), **look)


def walk(answer: Answer, wanted: Wanted) -> None:
    """Show a solution step by step: frame after frame, or in place at a speed."""
    from mazeworks.animation.frames import animation, frame_pieces

    if answer.solution is None:
        no_solution(answer.name)
    elif wanted.animate:
        animation(answer.puzzle, answer.solution, wanted.speed or SPEED, sys.stdout)
    elif wanted.output and wanted.output != "-":
        write_file(wanted.output, frame_pieces(answer.puzzle, answer.solution, **wanted.printing))
    else:
        sys.stdout.buffer.writelines(frame_pieces(answer.puzzle, answer.solution, **wanted.printing))
        sys.stdout.buffer.flush()


def summary(name: str, puzzle: Puzzle[Any], solution: Solution[Any], direct: int) -> str:
    """What a solver did, in a line; `direct` is the number of moves without detours."""
    from mazeworks.rating.rating import written

    parts = [counted(len(solution), "move") + ("" if solution.cost is None else f" that cost {solution.cost}")]
    if direct < len(solution):
        parts.append(f"{direct} without detours")
    routes = measures_of(puzzle).shortest_routes()
    if routes is not None:
        shortest, count = routes
        if direct > shortest:
            takes = "the only shortest route takes" if count == 1 else f"{written(count)} shortest routes take"
            parts.append(f"where {takes} {shortest}")
        else:
            parts.append("the only shortest route" if count == 1 else f"one of {written(count)} shortest routes")
    if solution.ways is not None:
        parts.append(f"one of {written(solution.ways)} as short" if solution.ways > 1 else "the only one as short")
    parts.append(f"{counted(solution.explored, 'state')} explored by {solution.solver}")
    return (f"{name}: " if name else "") + ", ".join(parts)


def solutions_data(puzzle: Puzzle[Any], solver: str, answers: list[Answer]) -> dict[str, Any]:
    """The object that `solve --json` prints; with several travellers it holds one object for each."""
    each = {answer.name: solution_data(answer.puzzle, answer.solution) for answer in answers}
    solved = all(one["solved"] for one in each.values())
    data: dict[str, Any] = {"kind": puzzle.kind, "id": puzzle.id, "solver": solver, "solved": solved}
    if len(each) > 1:  # the sums over all travellers
        figures = {name: [one[name] for one in each.values()] for name in ("length", "explored")}
        data |= {name: None if None in values else sum(values) for name, values in figures.items()}
        data |= {"path": None, "moves": None}
    return data | by_variant(each)


def by_variant(data: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The data of a single variant, or one entry for each of several travellers."""
    return next(iter(data.values())) if len(data) == 1 else {"travellers": data}


def solution_data(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> dict[str, Any]:
    """A solution as plain values, with the number of shortest ones if the puzzle counts them."""
    from mazeworks.rating.rating import exact

    if solution is None:
        return {"solved": False, "length": None, "path": None, "moves": None, "explored": None}
    afford(STEP_BYTES * len(solution), f"{len(solution)} moves as JSON", "without --json they are drawn")
    codec = codec_of(puzzle)
    data: dict[str, Any] = {"solved": True, "length": len(solution)}
    data["path"] = [codec.state_data(state) for state in solution.states]
    data |= {"moves": [codec.move_name(move) for move in solution.moves], "explored": solution.explored}
    counts = {"cost": solution.cost, "ways": None if solution.ways is None else exact(solution.ways)}
    data |= {name: count for name, count in counts.items() if count is not None} | solution.further()
    routes = measures_of(puzzle).shortest_routes()
    return data if routes is None else data | {"shortest": routes[0], "shortest_routes": exact(routes[1])}
