"""`maze draw`, `maze book` and `maze convert`."""

import sys
from typing import Any

import click

from mazeworks.cli.command import OPEN, maze
from mazeworks.cli.output import no_solution, open_file, progress_bar, show
from mazeworks.cli.solving import show_solved, solve_all
from mazeworks.cli.words import (
    files,
    format_option,
    load_drawn,
    load_source,
    output_option,
    renderer_parameters,
    source_argument,
    split_options,
)
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.facets import variants_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.solution import Solved


@maze.command(context_settings=OPEN)
@source_argument
@output_option("Where to draw it; the extension says how.", "OUT")
@click.option("--solution", "solved", is_flag=True, help="With its solution.")
@click.option("--with", "solver", default="auto", metavar="SOLVER", help="Who solves it; see `maze list solvers`.")
@click.option("--show", "opened", is_flag=True, help="Open the drawing when it is done.")
@format_option
def draw(words: tuple[str, ...], output: str | None, solved: bool, solver: str, opened: bool, form: str | None) -> None:
    """Draw a puzzle, with its solution if asked; options are those of the renderer, see `maze list renderers`.

    \b
    maze draw maze.json
    maze draw wall:30x10#7 --solution -o maze.svg
    maze draw wall:30x10#7 -o maze.png --theme dark --cell 12 --distances
    maze draw wall:30x10#7 --solution --with depth_first -o maze.gif --seconds 8
    """
    from mazeworks.files.files import check_target, writer_for

    if opened and (not output or output == "-"):
        raise MazeError("--show opens a file, and needs -o to name it")
    check_target(output, form)
    drawing, rest = renderer_parameters(output, form, words)
    puzzle = load_drawn(rest, output, form)
    writer_for(puzzle, output, form)  # refuses, before anything is solved, a format that does not hold it
    form = form or text_form(puzzle, output)
    solutions = solve_all(variants_of(puzzle), solver) if solved else {}
    for name, solution in solutions.items():
        if solution is None:
            no_solution(name)
    with progress_bar():
        if solved:
            show_solved(puzzle, variants_of(puzzle), solutions, output, form, **drawing)
        else:
            show(Solved(puzzle), output, form, **drawing)
    open_file(output, opened)
    if None in solutions.values():
        raise SystemExit(1)


def text_form(puzzle: Puzzle[Any], output: str | None) -> str | None:
    """What a drawing that goes to a pipe is drawn by, where the kind's own format is no drawing in characters."""
    if output or sys.stdout.isatty():
        return None
    from mazeworks.files.files import writer_for

    own = writer_for(puzzle)
    return "text" if own.name == "json" or getattr(own, "binary", False) else None


@maze.command(context_settings=OPEN)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[FILE]... [--OPTION VALUE]...")
@click.option("--count", type=click.IntRange(1, 1000), default=40, metavar="N", help="How many puzzles to make (40).")
@click.option("--from", "easiest", default="easy", metavar="LEVEL", help="The easiest (easy).")
@click.option("--to", "hardest", default="hard", metavar="LEVEL", help="The hardest (hard).")
@click.option("--kinds", default="", metavar="KIND,KIND", help="Only these kinds.")
@click.option("--seed", type=click.IntRange(0), default=None, metavar="N", help="The same seed makes the same book.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write it: a PDF.")
@click.option("--show", "opened", is_flag=True, help="Open the book when it is done.")
def book(
    words: tuple[str, ...],
    count: int,
    easiest: str,
    hardest: str,
    kinds: str,
    seed: int | None,
    output: str,
    opened: bool,
) -> None:
    """Print a book of puzzles, from easy to hard, with the solutions at its end; or of the FILEs given.

    \b
    maze book --count 40 --from easy --to hard -o book.pdf
    maze book maze.txt wall:30x40#7 -o sheet.pdf --paper A5 --per-sheet 2 --title "For the train"
    """
    from mazeworks.core.parameters import check_parameters
    from mazeworks.core.randomness import fresh_seed
    from mazeworks.core.registry import renderers
    from mazeworks.files.files import check_target, load, write_file
    from mazeworks.printing.book import choose, rated
    from mazeworks.printing.pdf import Item, pdf

    if not output.lower().endswith(".pdf"):
        raise MazeError(f"a book is written as .pdf, not as {output!r}")
    check_target(output, None)
    given, sources = renderer_parameters(output, None, words)
    sources, unknown = split_options(sources)
    values = check_parameters("pdf", renderers["pdf"].parameters, given | unknown)
    with progress_bar():
        if sources:
            found = [(source, rated(load(source))) for source in sources]
            for source, page in found:
                if page is None:
                    raise MazeError(f"{source} has no solution, so it is none for a book")
            pages = sorted((page for _, page in found if page), key=lambda page: page.difficulty)
        else:
            wanted = [kind for kind in kinds.split(",") if kind]
            pages = choose(count, easiest, hardest, fresh_seed() if seed is None else seed, wanted)
        levels = [f"{page.rating.level}, {page.difficulty:g} of 10" for page in pages]
        items = [Item(page.solved, level) for page, level in zip(pages, levels, strict=True)]
        write_file(output, [pdf(items, values)])
    click.echo(f"{counted(len(pages), 'puzzle')} in {output}", err=True)
    open_file(output, opened)


@maze.command(context_settings=OPEN)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="IN OUT [--OPTION VALUE]...", shell_complete=files)
@format_option
def convert(words: tuple[str, ...], form: str | None) -> None:
    """Write a puzzle in another format.

    \b
    maze convert maze.txt maze.json
    maze convert maze.json - --format ascii
    """
    from mazeworks.files.files import check_target

    places, _ = split_options(words)
    if len(places) == 2:
        check_target(places[1], form)
    puzzle, (target,) = load_source(words, "IN OUT")
    show(Solved(puzzle), None if target == "-" else target, form, readable=True)
