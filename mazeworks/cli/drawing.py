"""`maze draw`, `maze book` and `maze convert`."""

import sys
from typing import TYPE_CHECKING, Any

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Checked, Values, Words, format_option, matching, names_of, seed_option
from mazeworks.cli.output import no_solution, open_file, progress_bar, show
from mazeworks.cli.solving import check_shows_solution, end, show_solved, solve_all
from mazeworks.cli.sources import FileSource, RendererSource, SolverSource
from mazeworks.cli.words import load_source, output_option, with_option, words_argument
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.puzzle import Solved
from mazeworks.core.randomness import fresh_seed
from mazeworks.core.registry import renderers
from mazeworks.files.loading import load
from mazeworks.files.saving import write_file
from mazeworks.files.targets import check_target, writer_for

if TYPE_CHECKING:
    from mazeworks.printing.book import Page

#: How many puzzles a book has by default.
NUMBER = 40


@maze.command(sources=(RendererSource(), SolverSource("FILE --solution --with SOLVER", "solution"), FileSource()))
@words_argument("FILE")
@output_option("Where to draw it; the extension says how.", "OUT")
@click.option("--solution", is_flag=True, help="With its solution.")
@with_option("solver", "With --solution: how to solve it; see `maze list solvers`.")
@click.option("--show", "opened", is_flag=True, help="Open the drawing when it is done.")
@format_option
def draw(
    words: Words, output: str | None, form: str | None, solution: bool, solver: str | None, opened: bool, **own: Values
) -> None:
    """Draw a puzzle, with its solution if asked; options are those of the renderer, see `maze list renderers`.

    \b
    maze draw maze.json
    maze draw wall:30x10#7 --solution -o maze.svg
    maze draw wall:30x10#7 -o maze.png --theme dark --cell 12 --distances
    maze draw wall:30x10#7 --solution --with depth_first -o maze.gif --seconds 8
    """
    if opened and (not output or output == "-"):
        raise MazeError("--show needs -o FILE")
    if solver and not solution:
        raise MazeError("--with needs --solution")
    check_target(output, form)
    puzzle = load_source(words, own["reading"])
    writer = writer_for(puzzle, output, form)  # refuses, before anything is solved, a format that does not hold it
    if solution and (output or form):
        check_shows_solution(puzzle, writer)
    if not (output or form or sys.stdout.isatty()) and (writer.name == "json" or getattr(writer, "binary", False)):
        form = "text"  # also in a pipe, a kind saved as data is drawn as text
    answers = solve_all(puzzle, solver or "auto", **own["solving"]) if solution else []
    for answer in answers:
        if answer.solution is None:
            no_solution(answer.name)
    if answers and all(answer.solution is None for answer in answers):
        for name in ("solutions_per_sheet", "path_colour"):
            own["drawing"].pop(name, None)  # the option is right, though it has no effect now
    with progress_bar():
        show_solved(puzzle, answers, output, form, **own["drawing"])
    open_file(output, opened)
    end(answers)


def level_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Completes a level of difficulty in the shell."""
    from mazeworks.rating.rating import LEVELS

    return matching([name.replace(" ", "-") for _, name in LEVELS], incomplete)


@maze.command(sources=(RendererSource(target="book.pdf"),))
@words_argument("[FILE]...")
@click.option("--count", type=Checked(1, 1000), metavar="N", help="How many puzzles to make (40).")
@click.option("--from", metavar="LEVEL", help="The easiest (easy).", shell_complete=level_names)
@click.option("--to", metavar="LEVEL", help="The hardest (hard).", shell_complete=level_names)
@click.option("--kinds", metavar="KIND,KIND", help="Only these kinds.", shell_complete=names_of("kinds", after=","))
@seed_option("The same seed makes the same book.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write it: a PDF.")
@click.option("--show", "opened", is_flag=True, help="Open the book when it is done.")
def book(words: Words, output: str, opened: bool, drawing: Values, **mixture: Any) -> None:
    """Print a book of puzzles, from easy to hard, with the solutions at its end; or of the FILEs given.

    \b
    maze book --count 40 --from easy --to hard -o book.pdf
    maze book maze.txt wall:30x40#7 -o sheet.pdf --paper A5 --per-sheet 2 --title "For the train"
    """
    from mazeworks.printing.pdf import Item, pdf

    if not output.lower().endswith(".pdf"):
        raise MazeError(f"a book is written as .pdf, not as {output!r}")
    check_target(output, None)
    with progress_bar():
        pages = given_pages(words, mixture) if words else chosen_pages(mixture)
        items = [Item(page.solved, f"{page.rating.level}, {page.difficulty:g} of 10") for page in pages]
        [renderer] = renderers.with_extension(".pdf")
        write_file(output, [pdf(items, renderer.defaults | drawing)])
    click.echo(f"{counted(len(pages), 'puzzle')} in {output}", err=True)
    open_file(output, opened)


def given_pages(sources: Words, mixture: Values) -> "list[Page]":
    """The puzzles of files, from easy to hard; refuses the options that choose new puzzles."""
    from mazeworks.printing.book import rated

    for name in ("count", "from", "to", "kinds", "seed"):
        if mixture[name] is not None:
            raise MazeError(f"--{name} says which puzzles to make, but the book is made of the files given")
    pages = []
    for source in sources:
        page = rated(load(source))
        if page is None:
            raise MazeError(f"{source} has no solution, so it cannot go into a book")
        pages.append(page)
    return sorted(pages, key=lambda page: page.difficulty)


def chosen_pages(mixture: Values) -> "list[Page]":
    """New puzzles, from easy to hard."""
    from mazeworks.printing import book

    names = mixture["kinds"].split(",") if mixture["kinds"] else []
    if not all(name.strip() for name in names):
        raise MazeError(f"--kinds has a blank name in {mixture['kinds']!r:.60}; expected kinds such as wall,alice")
    seed = fresh_seed() if mixture["seed"] is None else mixture["seed"]
    levels = mixture["from"] or "easy", mixture["to"] or "hard"
    return book.choose(mixture["count"] or NUMBER, *levels, seed, names)


@maze.command(sources=(RendererSource("IN OUT.png"), FileSource()))
@words_argument("IN OUT")
@format_option
def convert(words: Words, form: str | None, drawing: Values, reading: Values) -> None:
    """Write a puzzle in another format.

    \b
    maze convert maze.txt maze.json
    maze convert maze.json - --format ascii
    """
    target = words[1] if len(words) == 2 else None
    check_target(target, form)
    puzzle = load_source(words, reading, "IN OUT")
    show(Solved(puzzle), None if target == "-" else target, form, readable=True, **drawing)
