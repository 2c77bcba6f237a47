"""`maze rate` and `maze check`."""

from typing import TYPE_CHECKING, Any

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Checked, Values, Words, json_option, seed_option, then_option
from mazeworks.cli.output import print_json, progress_bar
from mazeworks.cli.solving import by_variant
from mazeworks.cli.sources import FileSource, GeneratorSource
from mazeworks.cli.words import load_source, read_request, with_option, words_argument
from mazeworks.core.errors import BrokenWalls, MazeError, counted
from mazeworks.core.facets import structure_of, variants_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.making.request import Request

if TYPE_CHECKING:
    from mazeworks.rating.rating import Rating


@maze.command(sources=(GeneratorSource("--many N --with GENERATOR", "many"), FileSource()))
@words_argument("FILE | [KIND] [SIZE]")
@click.option("--limit", type=Checked(1), metavar="N", help="Give up past this many states.")
@click.option("--many", type=Checked(1), metavar="N", help="Make and rate N puzzles, as `maze new` would.")
@with_option("generator", "With --many: how to make them.")
@seed_option("With --many: the seed of the first; each other has the next.")
@then_option("With --many: change them, as in braid:0.5; may be given again.")
@json_option
def rate(words: Words, limit: int | None, many: int | None, as_json: bool, reading: Values, **asked: Any) -> None:
    """Say how hard a puzzle is, and why; the exit code is 1 if it is proved to have no solution.

    \b
    maze rate maze.txt
    maze rate wall:30x10#7 --json
    maze rate --many 1000 20x20 --with prim
    """
    if many is not None:
        rate_many(many, read_request(words, **asked), limit, as_json)
        return
    if any(value not in (None, (), {}) for value in asked.values()):
        raise MazeError("--with, --seed and --then say how puzzles are made; they go with --many")
    rate_one(load_source(words, reading), limit, as_json)


def rate_one(puzzle: Puzzle[Any], limit: int | None, as_json: bool) -> None:
    """Rate a puzzle for each of its travellers; print the ratings."""
    from mazeworks.rating.rating import rate as rate_puzzle

    ratings = {name: rate_puzzle(variant, limit) for name, variant in variants_of(puzzle).items()}
    if as_json:
        data = {name: rating.to_data() for name, rating in ratings.items()}
        print_json({"kind": puzzle.kind, "id": puzzle.id} | by_variant(data))
    else:
        for name, rating in ratings.items():
            print_rating(name, rating)
    if not all(rating.solvable for rating in ratings.values()):
        raise SystemExit(1)


def rate_many(count: int, request: Request, limit: int | None, as_json: bool) -> None:
    """Rate many puzzles; print a small table and a histogram."""
    from mazeworks.rating.survey import FIGURES, survey_of

    with progress_bar():
        found = survey_of(request, count, limit)
    if as_json:
        print_json({"kind": request.kind} | found.to_data())
        return
    each = f", {found.ratings} ratings, one for each traveller" if found.ratings != found.count else ""
    without = f", {found.unsolvable} without a solution" if found.unsolvable else ""
    click.echo(f"{counted(found.count, 'puzzle')}{each}{without}\n")
    click.echo(f"  {'':16}" + "".join(f"{figure:>11}" for figure in FIGURES))
    for name, figures in found.table().items():
        click.echo(f"  {name.replace('_', ' '):16}" + "".join(f"{value:>11.4g}" for value in figures.values()))
    spans = found.histogram()
    most = max((number for _, _, number in spans), default=0)
    click.echo("\ndifficulty")
    for first, last, number in spans:
        click.echo(f"  {first:4.1f} to {last:4.1f} {number:>7} {'█' * round(40 * number / max(1, most))}".rstrip())


def print_rating(name: str, rating: "Rating") -> None:
    """Print a rating: the difficulty, what was counted, and the reasons."""
    from mazeworks.rating.rating import written

    who = f"{name}: " if name else ""
    if not rating.solvable:
        click.echo(f"{who}no solution: {rating.measures[0].words}", err=True)
        return
    click.echo(f"{who}difficulty {rating.difficulty} of 10, {rating.level}\n")
    rows = {measure.name: f"{measure.value:g}" for measure in rating.measures} | {"ways": written(rating.ways)}
    wide, width = max(10, *map(len, rows)), max(map(len, rows.values()))
    for label, value in rows.items():
        if label.removesuffix("_share") not in rows or label == label.removesuffix("_share"):
            share = f"  {float(rows[label + '_share']):6.1%}" if label + "_share" in rows else ""
            click.echo(f"  {label.replace('_', ' '):{wide}} {value:>{width}}{share}")
    click.echo("\nwhat makes it so, most first:")
    for reason in rating.reasons:
        click.echo(f"  - {reason}")


@maze.command(sources=(FileSource(),))
@words_argument("FILE")
def check(words: Words, reading: Values) -> None:
    """Check that a maze is perfect: one path between any two cells, and no wall broken.

    Of a logic maze: that it can be solved, and that its shortest solution is the only one.

    The exit code is 1 if it is not, and the first fault of each sort is printed with its place.
    """
    from mazeworks.puzzles.wall import Maze

    try:
        puzzle = load_source(words, reading)
        if structure_of(next(iter(variants_of(puzzle).values()))).compact() is not None:
            return check_solutions(puzzle)
        checked = puzzle if isinstance(puzzle, Maze) else Maze(structure_of(puzzle).as_walls()[0])
        faults = list(checked.faults())
    except BrokenWalls as error:
        faults = error.faults
    for fault in faults:
        click.echo(f"not perfect: {fault}")
    if faults:
        raise SystemExit(1)
    cells = len(checked) if checked.as_grid() is None else f"{checked.width}x{checked.height}"
    if checked.pieces == 1:
        click.echo(f"perfect: {cells} cells, one path between any two of them")
    else:
        pieces = f"{cells} cells in {checked.pieces} pieces"
        click.echo(f"perfect, piece by piece: {pieces}, one path between any two of a piece")


def check_solutions(puzzle: Puzzle[Any]) -> None:
    """Print whether each variant can be solved, and in how many ways."""
    from mazeworks.rating.rating import written
    from mazeworks.search.shortest_paths import shortest_routes

    found = {name: shortest_routes(variant) for name, variant in variants_of(puzzle).items()}
    for name, routes in found.items():
        who = f"{name}: " if name else ""
        if routes is None:
            click.echo(f"{who}no solution")
        elif routes[1] == 1:
            click.echo(f"{who}one shortest solution, of {counted(routes[0], 'move')}")
        else:
            click.echo(f"{who}{written(routes[1])} shortest solutions, of {counted(routes[0], 'move')}")
    if any(routes is None or routes[1] > 1 for routes in found.values()):
        raise SystemExit(1)
