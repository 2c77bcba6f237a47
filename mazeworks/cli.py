"""The `maze` command."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from mazeworks.core.errors import LimitReached, MazeError, UnknownName
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.version import __version__

if TYPE_CHECKING:
    from mazeworks.core.rating import Rating

#: Commands that pass options they do not know on to the maker or the kind of puzzle.
OPEN = {"ignore_unknown_options": True, "allow_extra_args": True}


class Group(click.Group):
    """Commands in the order they stand in this file, and a hint for one that is misspelt."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise UnknownName("command", args[0], self.commands)
        return super().resolve_command(context, args)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="maze")
def maze() -> None:
    """Make, solve and draw mazes of many kinds.

    Wherever a FILE is asked for, an id such as wall:20x20#7 will do, or - for standard input.
    Begin with: maze demo
    """


def format_option(function: Any) -> Any:
    return click.option("--format", "form", metavar="FORMAT", help="How to write it; see `maze list formats`.")(
        function
    )


@maze.command(context_settings=OPEN)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[KIND] [SIZE] [--PARAMETER VALUE]...")
@click.option("--with", "maker", metavar="MAKER", help="How to make it; see `maze list generators`.")
@click.option("--seed", metavar="N", help="The same seed makes the same maze again.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; the extension says how.")
@format_option
def new(words: tuple[str, ...], maker: str | None, seed: str | None, output: str | None, form: str | None) -> None:
    """Make a new puzzle: a KIND such as wall, a SIZE such as 20x30, and parameters of its maker.

    \b
    maze new 20x10
    maze new 40x20 --complexity 0.9 --ends corners --seed 7 -o maze.json
    maze new jugs --sizes 5-8 --target 2
    """
    from mazeworks.core.making import generator_of, make, parse_parameters, parse_size

    places, given = split_options(words)
    kind = places.pop(0) if places and not is_size(places[0]) else "wall"
    if len(places) > 1:
        raise MazeError(f"one size is enough, but {' and '.join(places)} were given")
    size = parse_size(places[0]) if places else None
    if seed is not None and not (seed.isascii() and seed.isdigit()):
        raise MazeError(f"a seed is a whole number, not {seed!r}")
    parameters = parse_parameters(generator_of(kind, maker), given)
    with progress_bar():
        puzzle = make(kind, size, maker, int(seed) if seed else None, **parameters)
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
            raise MazeError(f"the option --{name} needs a value after it")
        given[name.replace("-", "_")] = value if equals else rest.pop(0)
    return places, given


def source_argument(function: Any) -> Any:
    """FILE, and options of its kind of puzzle."""
    return click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE [--OPTION VALUE]...")(function)


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
@click.option("--with", "solver", default="auto", metavar="SOLVER", help="How to solve it; see `maze list solvers`.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Give up after this many states.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--steps", is_flag=True, help="Print the map again after every step.")
@click.option("--animate", is_flag=True, help="Redraw the map in place after every step.")
@click.option("--speed", type=click.FloatRange(0.1, 1000), default=20, metavar="N", help="Steps a second (20).")
@click.option("-o", "--output", metavar="FILE", help="Where to write it, drawn with its solution.")
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
    from mazeworks.core.registry import solvers
    from mazeworks.core.solving import solve as solve_puzzle

    parameters, rest = solver_parameters(solver, words)
    drawing, rest = renderer_parameters(output, form, rest)
    puzzle = load_drawn(rest, output, form)
    solved = True
    for name, variant in puzzle.variants().items():
        solution = solve_puzzle(variant, solver, limit, **parameters)
        solved &= solution is not None
        if as_json:
            print_json(solution_data(variant, solver, solution))
        elif solution is None:
            no_solution(name)
        if solution is not None and (steps or animate):
            walk(variant, solution, speed if animate else None, output)
        elif solution is not None and (output or not as_json):
            optimal = "optimal" in solvers[solver].promises
            direct = solution if optimal else solution.without_detours()
            show(variant, direct, output, form, **drawing)
            if not as_json:
                click.echo(summary(name, solution, direct), err=True)
    if not solved:
        raise SystemExit(1)


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


def summary(name: str, solution: Solution[Any], direct: Solution[Any]) -> str:
    """What a solver did, in a line."""
    who = f"{name}: " if name else ""
    detours = f", {len(direct)} without detours" if len(direct) < len(solution) else ""
    return f"{who}{len(solution)} moves{detours}, {solution.explored} states explored by {solution.solver}"


def solution_data(puzzle: Puzzle[Any], solver: str, solution: Solution[Any] | None) -> dict[str, Any]:
    """What `solve --json` prints."""
    data: dict[str, Any] = {"kind": puzzle.kind, "id": puzzle.id, "solver": solver, "solved": solution is not None}
    if solution is None:
        return data | {"length": None, "path": None, "moves": None, "explored": None}
    return data | {
        "length": len(solution),
        "path": [puzzle.state_data(state) for state in solution.states],
        "moves": [puzzle.move_name(move) for move in solution.moves],
        "explored": solution.explored,
    }


@maze.command(context_settings=OPEN)
@source_argument
@click.option("-o", "--output", metavar="OUT", help="Where to draw it; the extension says how.")
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
    from mazeworks.core.solving import solve as solve_puzzle

    if opened and not output:
        raise MazeError("--show opens a file, and needs -o to name it")
    drawing, rest = renderer_parameters(output, form, words)
    puzzle = load_drawn(rest, output, form)
    solution = solve_puzzle(puzzle, solver) if solved else None
    if solved and solution is None:
        no_solution()
    with progress_bar():
        show(puzzle, solution, output, form, **drawing)
    open_file(output, opened)
    if solved and solution is None:
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
    from mazeworks.core.book import Page, choose
    from mazeworks.core.files import load, write_file
    from mazeworks.core.making import check_parameters
    from mazeworks.core.printing import Item, pdf
    from mazeworks.core.randomness import fresh_seed
    from mazeworks.core.rating import rate as rate_puzzle
    from mazeworks.core.registry import renderers

    if not output.lower().endswith(".pdf"):
        raise MazeError(f"a book is written as .pdf, not as {output!r}")
    given, sources = renderer_parameters(output, None, words)
    sources, unknown = split_options(sources)
    values = check_parameters("pdf", renderers["pdf"].parameters, given | unknown)
    with progress_bar():
        if sources:
            puzzles = [variant for source in sources for variant in load(source).variants().values()]
            pages = sorted((Page(puzzle, rate_puzzle(puzzle)) for puzzle in puzzles), key=lambda page: page.difficulty)
        else:
            wanted = [kind for kind in kinds.split(",") if kind]
            pages = choose(count, easiest, hardest, fresh_seed() if seed is None else seed, wanted)
        items = [Item(p.puzzle, p.rating.solution, f"{p.rating.level}, {p.difficulty:g} of 10") for p in pages]
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
        print_json({"kind": puzzle.kind, "id": puzzle.id} | data.get("", {"variants": data}))
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
    width = max(map(len, rows.values()))
    for label, value in rows.items():
        click.echo(f"  {label:10} {value:>{width}}")
    click.echo("\nwhat makes it so, most first:")
    for reason in rating.reasons:
        click.echo(f"  - {reason}")


@maze.command(context_settings=OPEN)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="IN OUT [--OPTION VALUE]...")
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

    puzzle, _ = load_source(words)
    grid, _ = puzzle.as_walls()
    faults = list(Maze.from_grid(grid).faults())
    for fault in faults:
        click.echo(f"not perfect: {fault}")
    if faults:
        raise SystemExit(1)
    click.echo(f"perfect: {grid.width}x{grid.height} cells, one path between any two of them")


@maze.command("list")
@click.argument("section", required=False, metavar="[kinds|generators|solvers|layouts|formats|renderers]")
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

    if output:
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


def main(arguments: list[str] | None = None) -> None:
    """Run the command; every error is one line on standard error."""
    import warnings

    warnings.showwarning = lambda message, *_, **__: click.echo(f"note: {message}", err=True)
    sys.exit(run(arguments))


def run(arguments: list[str] | None) -> int:
    """Run the command; returns its exit code."""
    try:
        maze.main(arguments, "maze", standalone_mode=False)
        sys.stdout.flush()
        return 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return failed(error.format_message())
    except LimitReached as error:
        return failed(f"{error}; raise --limit to search on")
    except MazeError as error:
        return failed(str(error))
    except SystemExit as error:
        return int(error.code or 0)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that nothing is said about it at the exit either
        return 141
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except MemoryError:
        return failed("memory ran out; a smaller maze may do")
    except OSError as error:
        return failed(f"{error.strerror or error}")


def failed(sentence: str) -> int:
    """Say what was wrong, in one line."""
    click.echo("error: " + " ".join(sentence.split()), err=True)
    return 2


if __name__ == "__main__":
    main()
