"""The `maze` command."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from mazeworks.core.errors import BrokenWalls, LimitReached, MazeError, UnknownName, nearest
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.ending import guarded
from mazeworks.version import __version__

if TYPE_CHECKING:
    from mazeworks.core.rating import Rating

#: Commands that pass options they do not know on to the maker or the kind of puzzle.
OPEN = {"ignore_unknown_options": True, "allow_extra_args": True}


class NothingReads(Exception):
    """A closed pipe, in a form that click passes on rather than ending with an exit code of its own."""


class Group(click.Group):
    """Commands in the order they stand in this file, and a hint for one that is misspelt."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError as error:
            raise NothingReads from error

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise UnknownName("command", args[0], self.commands)
        return super().resolve_command(context, args)


def names(section: str) -> Any:
    """What completes a name from the registry."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        from mazeworks.core.registry import SECTIONS

        known = SECTIONS if section == "sections" else SECTIONS[section]
        return [name for name in known if name.startswith(incomplete)]

    return complete


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """What has the shell complete the name of a file."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="maze")
def maze() -> None:
    """Make, solve and draw mazes of many kinds.

    Wherever a FILE is asked for, an id such as wall:20x20#7 will do, or - for standard input.
    Begin with: maze demo
    """


def format_option(function: Any) -> Any:
    return click.option(
        "--format",
        "form",
        metavar="FORMAT",
        help="How to write it; see `maze list formats`.",
        shell_complete=names("formats"),
    )(function)


@maze.command(context_settings=OPEN)
@click.argument(
    "words",
    nargs=-1,
    type=click.UNPROCESSED,
    metavar="[KIND] [SIZE] [--PARAMETER VALUE]...",
    shell_complete=names("kinds"),
)
@click.option(
    "--with",
    "maker",
    metavar="MAKER",
    help="How to make it; see `maze list generators`.",
    shell_complete=names("generators"),
)
@click.option("--seed", metavar="N", help="The same seed makes the same maze again.")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Where to write it; the extension says how.")
@format_option
def new(words: tuple[str, ...], maker: str | None, seed: str | None, output: str | None, form: str | None) -> None:
    """Make a new puzzle: a KIND such as wall, a SIZE such as 20x30, and parameters of its maker.

    \b
    maze new 20x10
    maze new 40x20 --complexity 0.9 --ends corners --seed 7 -o maze.json
    maze new jugs --sizes 5-8 --target 2
    """
    from mazeworks.core.making import generator_of, make, parse_parameters, parse_seed, parse_size

    places, given = split_options(words)
    kind = places.pop(0) if places and not is_size(places[0]) else "wall"
    if len(places) > 1:
        raise MazeError(f"one size is enough, but {' and '.join(places)} were given")
    size = parse_size(places[0]) if places else None
    number = None if seed is None else parse_seed(seed)
    parameters = parse_parameters(generator_of(kind, maker), given)
    with progress_bar():
        puzzle = make(kind, size, maker, number, **parameters)
    if sys.stderr.isatty() and not output:
        click.echo(puzzle.id, err=True)
    show(puzzle, None, output, form)


def is_size(word: str) -> bool:
    """Whether a word is meant as a size: it begins with a digit, or with a minus and a digit."""
    return word.lstrip("-+.")[:1].isdigit() or word[:1] in "-x×"


def split_options(words: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Plain words, and `--name value` or `--name=value` as a dictionary."""
    places: list[str] = []
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            places.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        if not equals and not rest:
            raise MazeError(f"the option --{name} needs a value after it{similar_flag(name)}")
        given[name.replace("-", "_")] = value if equals else rest.pop(0)
    return places, given


def similar_flag(name: str) -> str:
    """A hint at the option of the command under way that was probably meant, if any is like this."""
    options = [option for parameter in click.get_current_context().command.params for option in parameter.opts]
    near = nearest(f"--{name}", [option for option in options if option.startswith("--")])
    return f"; did you mean {near}?" if near and near != f"--{name}" else ""


def source_argument(function: Any) -> Any:
    """FILE, and options of its kind of puzzle."""
    return click.argument(
        "words", nargs=-1, type=click.UNPROCESSED, metavar="FILE [--OPTION VALUE]...", shell_complete=files
    )(function)


def load_source(words: Iterable[str], names: str = "FILE") -> tuple[Puzzle[Any], list[str]]:
    """The puzzle that the words on the command line name, and the words after its name."""
    from mazeworks.core.files import load

    places, options = split_options(words)
    if len(places) != len(names.split()):
        raise MazeError(f"expected {names}, but got {' '.join(places) or 'nothing'}")
    return load(places[0], **options), places[1:]


def solver_parameters(solver: str, words: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """The options that a solver has, as values, and all other words."""
    from mazeworks.core.registry import solvers

    known = {parameter.name: parameter for parameter in solvers[solver].parameters}
    places, given = split_options(words)
    mine = {name: known[name].parse(text) for name, text in given.items() if name in known}
    return mine, [*places, *(f"--{name}={text}" for name, text in given.items() if name not in known)]


def renderer_parameters(output: str | None, form: str | None, words: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """The options that the renderer of a target has, as values, and all other words."""
    from mazeworks.core.files import renderer_for

    drawer = renderer_for(output, form)
    if drawer is None:
        return {}, list(words)
    known = {parameter.name: parameter for parameter in drawer.parameters}
    places, given = split_options(words)
    mine = {name: known[name].parse(text) for name, text in given.items() if name in known}
    return mine, [*places, *(f"--{name}={text}" for name, text in given.items() if name not in known)]


def load_drawn(words: Iterable[str], output: str | None, form: str | None) -> Puzzle[Any]:
    """The puzzle that words name; an option nobody has may have been meant for the renderer."""
    from mazeworks.core.files import renderer_for

    try:
        return load_source(words)[0]
    except UnknownName as error:
        drawer = renderer_for(output, form)
        if drawer is None or not error.what.startswith("option"):
            raise
        known = [*error.known, *(parameter.name for parameter in drawer.parameters)]
        raise UnknownName(f"{error.what} or of {drawer.name}", error.name, known) from None


@maze.command(context_settings=OPEN)
@source_argument
@click.option(
    "--with",
    "solver",
    default="auto",
    metavar="SOLVER",
    help="How to solve it; see `maze list solvers`.",
    shell_complete=names("solvers"),
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Give up after this many states.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--steps", is_flag=True, help="Print the map again after every step.")
@click.option("--animate", is_flag=True, help="Redraw the map in place after every step.")
@click.option("--speed", type=click.FloatRange(0.1, 1000), default=20, metavar="N", help="Steps a second (20).")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Where to write it, drawn with its solution.")
@format_option
def solve(
    words: tuple[str, ...],
    solver: str,
    limit: int | None,
    as_json: bool,
    steps: bool,
    animate: bool,
    speed: float,
    output: str | None,
    form: str | None,
) -> None:
    """Solve a puzzle and show the solution; the exit code is 1 if it is proved to have none.

    \b
    maze solve maze.txt
    maze solve wall:30x10#7 --with depth_first --json
    maze solve map.txt --with left_hand --animate --speed 50
    """
    parameters, rest = solver_parameters(solver, words)
    drawing, rest = renderer_parameters(output, form, rest)
    puzzle = load_drawn(rest, output, form)
    variants = puzzle.variants()
    solutions = solve_all(variants, solver, limit, **parameters)
    if as_json:
        print_json(solutions_data(puzzle, variants, solver, solutions))
    elif not (steps or animate):
        tell_all(variants, solutions, not output, form)
    if (steps or animate) and (output or not as_json):
        walk_all(variants, solutions, speed if animate else None, output)
    elif output and any(solution is not None for solution in solutions.values()):
        show_solved(puzzle, variants, solutions, output, form, **drawing)
    if None in solutions.values():
        raise SystemExit(1)


def solve_all(
    variants: Mapping[str, Puzzle[Any]], solver: str = "auto", limit: int | None = None, **parameters: Any
) -> dict[str, Solution[Any] | None]:
    """The solution of each variant of a puzzle."""
    from mazeworks.core.solving import solve as solve_puzzle

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
            show(variant, direct, None, form)
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
        show(variant, direct[name], output, form, **drawing)
    else:
        show(puzzle.drawn_with(direct), None, output, form or (None if output else "text"), **drawing)


def straight(solution: Solution[Any]) -> Solution[Any]:
    """The solution without its detours; a shortest one has none, and need not be gone through."""
    from mazeworks.core.registry import solvers

    optimal = solution.solver in solvers and "optimal" in solvers[solution.solver].promises
    return solution if optimal else solution.without_detours()


def walk(puzzle: Puzzle[Any], solution: Solution[Any], speed: float | None, output: str | None) -> None:
    """Show a solution step by step: frame after frame, or in place at a speed."""
    from mazeworks.core.files import write_file
    from mazeworks.core.frames import animation, frame_pieces

    if speed is not None:
        if not sys.stdout.isatty():
            raise MazeError("--animate needs a terminal to draw on; --steps prints every step instead")
        animation(puzzle, solution, speed, sys.stdout)
    elif output:
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
    if output and len(variants) > 1:
        raise MazeError(f"the steps of one go into a file, but there are {len(variants)}: {', '.join(variants)}")
    for name, solution in solutions.items():
        if solution is None:
            no_solution(name)
        else:
            walk(variants[name], solution, speed, output)


def summary(name: str, puzzle: Puzzle[Any], solution: Solution[Any], direct: Solution[Any]) -> str:
    """What a solver did, in a line."""
    told = [f"{len(solution)} moves"]
    if len(direct) < len(solution):
        told.append(f"{len(direct)} without detours")
    routes = puzzle.shortest_routes()
    if routes is not None:
        told.append(in_words(len(direct), *routes))
    told.append(f"{solution.explored} states explored by {solution.solver}")
    return (f"{name}: " if name else "") + ", ".join(told)


def in_words(length: int, shortest: int, count: int) -> str:
    """How a solution of some length stands beside the shortest ones."""
    from mazeworks.core.rating import written

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
    return data | by_variant(each)


def by_variant(data: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What is told of a puzzle, as it is; of several travellers in it, one by one."""
    return next(iter(data.values())) if len(data) == 1 else {"travellers": data}


def solution_data(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> dict[str, Any]:
    """A solution as plain values, and how many are as short, where the puzzle tells."""
    if solution is None:
        return {"solved": False, "length": None, "path": None, "moves": None, "explored": None}
    data = {
        "solved": True,
        "length": len(solution),
        "path": [puzzle.state_data(state) for state in solution.states],
        "moves": [puzzle.move_name(move) for move in solution.moves],
        "explored": solution.explored,
    }
    routes = puzzle.shortest_routes()
    return data if routes is None else data | {"shortest": routes[0], "shortest_routes": exact(routes[1])}


def exact(count: int) -> int | str:
    """A count as it is, or in words where it has more digits than Python will write out."""
    from mazeworks.core.rating import written

    return count if count.bit_length() < 14_000 else written(count)


@maze.command(context_settings=OPEN)
@source_argument
@click.option("-o", "--output", type=click.Path(), metavar="OUT", help="Where to draw it; the extension says how.")
@click.option("--solution", "solved", is_flag=True, help="With its solution.")
@click.option("--with", "solver", default="auto", metavar="SOLVER", help="Who solves it; see `maze list solvers`.")
@click.option("--show", "opened", is_flag=True, help="Open the drawing when it is done.")
@format_option
def draw(words: tuple[str, ...], output: str | None, solved: bool, solver: str, opened: bool, form: str | None) -> None:
    """Draw a puzzle, with its solution if asked; options are those of the renderer, see `maze list renderers`.

    \b
    maze draw maze.json
    maze draw wall:30x10#7 --solution -o maze.svg
    maze draw wall:30x10#7 -o maze.png --theme dark --cell 12 --distances yes
    maze draw wall:30x10#7 --solution --with depth_first -o maze.gif --seconds 8
    """
    if opened and not output:
        raise MazeError("--show opens a file, and needs -o to name it")
    drawing, rest = renderer_parameters(output, form, words)
    puzzle = load_drawn(rest, output, form)
    solutions = solve_all(puzzle.variants(), solver) if solved else {}
    for name, solution in solutions.items():
        if solution is None:
            no_solution(name)
    with progress_bar():
        if solved:
            show_solved(puzzle, puzzle.variants(), solutions, output, form, **drawing)
        else:
            show(puzzle, None, output, form, **drawing)
    open_file(output, opened)
    if None in solutions.values():
        raise SystemExit(1)


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
    from mazeworks.core.book import choose, rated
    from mazeworks.core.files import load, write_file
    from mazeworks.core.making import check_parameters
    from mazeworks.core.printing import Item, pdf
    from mazeworks.core.randomness import fresh_seed
    from mazeworks.core.registry import renderers

    if not output.lower().endswith(".pdf"):
        raise MazeError(f"a book is written as .pdf, not as {output!r}")
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
        items = [Item(p.puzzle, p.rating.solution, level, p.solved) for p, level in zip(pages, levels, strict=True)]
        write_file(output, [pdf(items, values)])
    click.echo(f"{len(pages)} puzzles in {output}", err=True)
    open_file(output, opened)


@maze.command(context_settings=OPEN)
@source_argument
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Give up past this many states.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rate(words: tuple[str, ...], limit: int | None, as_json: bool) -> None:
    """Tell how hard a puzzle is, and why; the exit code is 1 if it is proved to have no solution.

    \b
    maze rate maze.txt
    maze rate wall:30x10#7 --json
    """
    from mazeworks.core.rating import MOST_STATES
    from mazeworks.core.rating import rate as rate_puzzle

    puzzle, _ = load_source(words)
    ratings = {name: rate_puzzle(variant, limit or MOST_STATES) for name, variant in puzzle.variants().items()}
    if as_json:
        data = {name: rating.to_data() for name, rating in ratings.items()}
        print_json({"kind": puzzle.kind, "id": puzzle.id} | by_variant(data))
    else:
        for name, rating in ratings.items():
            print_rating(name, rating)
    if not all(rating.solvable for rating in ratings.values()):
        raise SystemExit(1)


def print_rating(name: str, rating: "Rating") -> None:
    """A rating for a person: the figure, what was counted, and the reasons."""
    from mazeworks.core.rating import written

    who = f"{name}: " if name else ""
    if not rating.solvable:
        click.echo(f"{who}no solution: {rating.measures[0].words}", err=True)
        return
    click.echo(f"{who}difficulty {rating.difficulty} of 10, {rating.level}\n")
    rows = {measure.name: f"{measure.value:g}" for measure in rating.measures} | {"ways": written(rating.ways)}
    wide, width = max(10, *map(len, rows)), max(map(len, rows.values()))
    for label, value in rows.items():
        click.echo(f"  {label:{wide}} {value:>{width}}")
    click.echo("\nwhat makes it so, most first:")
    for reason in rating.reasons:
        click.echo(f"  - {reason}")


@maze.command(context_settings=OPEN)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="IN OUT [--OPTION VALUE]...", shell_complete=files)
@format_option
def convert(words: tuple[str, ...], form: str | None) -> None:
    """Write a puzzle in another format.

    \b
    maze convert maze.txt maze.json
    maze convert maze.json - --format ascii
    """
    puzzle, (target,) = load_source(words, "IN OUT")
    show(puzzle, None, None if target == "-" else target, form, readable=True)


@maze.command(context_settings=OPEN)
@source_argument
def check(words: tuple[str, ...]) -> None:
    """Check that a wall maze is perfect: one path between any two cells, and no wall broken.

    The exit code is 1 if it is not, and each fault is told with its place.
    """
    from mazeworks.puzzles.wall import Maze

    try:
        puzzle, _ = load_source(words)
        grid, _ = puzzle.as_walls()
        faults = list(Maze.from_grid(grid).faults())
    except BrokenWalls as error:
        faults = error.faults
    for fault in faults:
        click.echo(f"not perfect: {fault}")
    if faults:
        raise SystemExit(1)
    click.echo(f"perfect: {grid.width}x{grid.height} cells, one path between any two of them")


@maze.command("list")
@click.argument(
    "section",
    required=False,
    metavar="[kinds|generators|solvers|layouts|formats|renderers]",
    shell_complete=names("sections"),
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_(section: str | None, as_json: bool) -> None:
    """List what there is: kinds, generators, solvers, formats, renderers."""
    from mazeworks.core.registry import SECTIONS, all_data

    if section and section not in SECTIONS:
        raise UnknownName("list", section, SECTIONS)
    data = {title: entries for title, entries in all_data().items() if section in (None, title)}
    if as_json:
        print_json(data)
        return
    for title, entries in data.items():
        if entries:
            print_table(title, entries)


def open_file(output: str | None, wanted: bool) -> None:
    """Show a file with whatever this system shows such files with."""
    if wanted and output and click.launch(os.path.abspath(output)):
        raise MazeError(f"nothing on this system opens {output!r}")


def no_solution(name: str = "") -> None:
    """Say that a puzzle is proved to have no solution."""
    click.echo(f"error: no solution{' for ' + name if name else ''}: every way from the start was tried", err=True)


def print_table(title: str, entries: list[dict[str, Any]]) -> None:
    """One section of the registry, for a person."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, title_justify="left", title=f"[bold]{title}[/]", pad_edge=False)
    table.add_column("name", no_wrap=True, style="cyan")
    table.add_column("what it does")
    for entry in entries:
        lines = [entry["sentence"]]
        lines += [f"--{p['name']} ({p['default']}): {p['help']}" for p in entry.get("parameters", [])]
        if entry.get("promises"):
            lines.append(f"promises: {', '.join(entry['promises'])}")
        table.add_row(entry["name"], escape("\n".join(lines)))
    Console(width=None if sys.stdout.isatty() else 100).print(table)


@maze.command()
@click.option("--seed", type=click.IntRange(0), default=None, metavar="N", help="Another maze.")
def demo(seed: int | None) -> None:
    """Make a maze, solve it, show both, and say what to try next."""
    from mazeworks.core.making import make
    from mazeworks.core.solving import solve as solve_puzzle

    width = min(18, max(4, (terminal_width() - 1) // 4))
    puzzle = make("wall", (width, 8), seed=seed, ends="farthest")
    solution = solve_puzzle(puzzle)
    assert solution is not None  # a perfect maze has a solution
    click.echo(f"A maze, {puzzle.id}, from S to E:\n")
    show(puzzle, None, None, None)
    click.echo(f"\nIts solution, {len(solution)} moves:\n")
    show(puzzle, solution, None, None)
    click.echo(
        "\nTry next:\n"
        f"  maze solve '{puzzle.id}' --with depth_first\n"
        "  maze new 30x12 --complexity 1 -o maze.txt   then   maze solve maze.txt\n"
        f"  maze draw '{puzzle.id}' --solution -o maze.svg\n"
        "  maze list   shows every kind, maker and solver;   maze --help   every command"
    )


@maze.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes SHELL complete `maze` commands; put  eval "$(maze completion bash)"  into ~/.bashrc."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(maze, {}, "maze", "_MAZE_COMPLETE").source())


# --- what the commands share


def show(
    puzzle: Puzzle[Any],
    solution: Solution[Any] | None,
    output: str | None,
    form: str | None,
    readable: bool = False,
    **drawing: Any,
) -> None:
    """Write to a file, or to standard output: a drawing in colour on a terminal, else what can be read again."""
    from mazeworks.core.files import pieces, save, writer_for

    if output and output != "-":
        save(puzzle, output, solution, form, **drawing)
        return
    out = sys.stdout.buffer
    if form is None and not readable and (sys.stdout.isatty() or solution is not None):
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        for row in puzzle.sketch(solution).rows(colour):
            out.write(row.encode() + b"\n")
    else:
        for piece in pieces(writer_for(puzzle, None, form), puzzle, solution, **drawing):
            out.write(piece.encode() if isinstance(piece, str) else piece)
    out.flush()


@contextmanager
def progress_bar() -> Iterator[None]:
    """On a terminal, a bar as soon as long work reports how far it is."""
    if not sys.stderr.isatty():
        yield
        return
    from mazeworks.core.progress import listening

    bars: list[Any] = []

    def hear(title: str, fraction: float, note: str) -> None:
        if not bars:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[note]}"))
            bars.append(Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True))
            bars[0].start()
            bars[0].add_task(title, total=1.0, note=note)
        bars[0].update(bars[0].task_ids[0], description=title, completed=fraction, note=note)

    try:
        with listening(hear):
            yield
    finally:
        for bar in bars:
            bar.stop()


def print_json(data: Any) -> None:
    """One JSON object on standard output."""
    import json

    sys.stdout.buffer.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
    sys.stdout.buffer.flush()


def terminal_width() -> int:
    """How many characters fit in a line."""
    import shutil

    return shutil.get_terminal_size().columns


def run(arguments: list[str] | None) -> int:
    """Run the command; returns its exit code. Every error is one line on standard error."""

    def command() -> None:
        try:
            maze.main(arguments, "maze", standalone_mode=False)
        except NothingReads as error:
            raise BrokenPipeError from error
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
        except click.ClickException as error:
            raise MazeError(error.format_message()) from None
        except click.Abort:
            raise KeyboardInterrupt from None
        except LimitReached as error:
            raise MazeError(f"{error}; raise --limit to search on") from None

    return guarded(command)
