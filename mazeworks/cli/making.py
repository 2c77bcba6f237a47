"""`maze new`, `maze change` and `maze stream`."""

import sys
from typing import Any

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Checked, Values, Words, format_option, names_of, seed_option, then_option
from mazeworks.cli.output import progress_bar, show
from mazeworks.cli.sources import FileSource, GeneratorSource
from mazeworks.cli.words import KIND, load_source, output_option, read_request, with_option, words_argument
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.facets import variants_of
from mazeworks.core.grid import check_size
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.files.targets import check_target

#: The help of --then.
THEN = "Change it, as in braid:0.5; may be given again. The id names all of them, and makes the same again."
#: Bytes for each cell while a maze is written as text: one of its own, and one for each of two walls.
WRITING_BYTES = 4
CHANCE = Checked(0, 1, "number")


@maze.command(sources=(GeneratorSource("--with GENERATOR"),))
@words_argument("[KIND] [SIZE]", names_of("kinds"))
@with_option("generator", "How to make it; see `maze list generators`.")
@seed_option("The same seed makes the same maze again.")
@then_option(THEN)
@output_option("Where to write it; the extension says how.")
@format_option
def new(words: Words, output: str | None, form: str | None, **asked: Any) -> None:
    """Make a new puzzle: a KIND such as wall, a SIZE such as 20x30, and options of its generator.

    \b
    maze new 20x10
    maze new 40x20 --complexity 0.9 --ends corners --seed 7 -o maze.json
    maze new 20x20 --layout hexagon --with wilson -o maze.svg
    maze new --mask-text HELLO -o hello.svg
    maze new jugs --sizes 5-8 --target 2
    maze new 20x20 --then braid:0.5 --then symmetric
    """
    request = read_request(words, **asked)
    check_target(output, form, request.kind)
    if request.kind == KIND and request.size and min(request.size) > 1:
        check_size(*request.size, WRITING_BYTES)  # refuse first what could not be written
    with progress_bar():
        puzzle = request.make()
    if sys.stderr.isatty():
        click.echo(id_and_moves(puzzle), err=True)
    show(Solved(puzzle), output, form)


def id_and_moves(puzzle: Puzzle[Any]) -> str:
    """The id of a puzzle, and its number of moves, if its kind counts them and it has only one variant."""
    from mazeworks.rating.measures import measures_of

    routes = measures_of(puzzle).shortest_routes() if len(variants_of(puzzle)) == 1 else None
    return puzzle.id or "" if routes is None else f"{puzzle.id} takes {counted(routes[0], 'move')}"


@maze.command(sources=(FileSource(),))
@words_argument("FILE")
@then_option(THEN)
@seed_option("The same seed changes it the same way again.")
@output_option("Where to write it; the extension says how.", "OUT")
@format_option
def change(words: Words, then: Words, seed: int | None, output: str | None, form: str | None, reading: Values) -> None:
    """Change a wall maze on any layout by transforms, one after the other; see `maze list transforms`.

    \b
    maze change maze.txt --then braid:0.5 -o braided.txt
    maze change wall:20x20#7 --then perturb:30 --then symmetric
    """
    from mazeworks.making.making import change as change_puzzle

    if not then:
        raise MazeError("nothing to do: name a transform, as in --then braid:0.5")
    check_target(output, form)
    puzzle = load_source(words, reading)
    with progress_bar():
        changed = change_puzzle(puzzle, "+".join(then), seed)
    if sys.stderr.isatty() and not output and changed.id:
        click.echo(changed.id, err=True)
    show(Solved(changed), output, form)


@maze.command()
@click.argument("width", type=Checked(2))
@click.option("--rows", type=Checked(2), metavar="N", help="Stop after this many rows, all joined.")
@seed_option("The same seed, the same rows.")
@click.option("--across", type=CHANCE, default=0.5, metavar="P", help="The chance to join cells of a row (0.5).")
@click.option("--down", type=CHANCE, default=0.5, metavar="P", help="The chance of a further passage down (0.5).")
def stream(width: int, rows: int | None, seed: int | None, across: float, down: float) -> None:
    """Print a maze without end, row by row, in memory for one row; WIDTH in cells.

    \b
    maze stream 18 | head -40
    maze stream 18 --rows 1000 --seed 7 > long.asc
    """
    from mazeworks.drawing.lattice import ascii_rows
    from mazeworks.generators.eller import endless_rows

    for text in ascii_rows(endless_rows(width, seed, across, down, rows)):
        sys.stdout.write(text)
