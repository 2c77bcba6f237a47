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
    from mazeworks.session import Session

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


def then_option(function: Any) -> Any:
    return click.option(
        "--then", multiple=True, metavar="TRANSFORM", help="Change it, as in braid:0.5; may be given again."
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
@then_option
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Where to write it; the extension says how.")
@format_option
def new(
    words: tuple[str, ...],
    maker: str | None,
    seed: str | None,
    then: tuple[str, ...],
    output: str | None,
    form: str | None,
) -> None:
    """Make a new puzzle: a KIND such as wall, a SIZE such as 20x30, and parameters of its maker.

    \b
    maze new 20x10
    maze new 40x20 --complexity 0.9 --ends corners --seed 7 -o maze.json
    maze new 20x20 --layout hexagon --with wilson -o maze.svg
    maze new --mask-text HELLO -o hello.svg
    maze new jugs --sizes 5-8 --target 2
    maze new 20x20 --then braid:0.5 --then symmetric
    """
    from mazeworks.core.files import check_target
    from mazeworks.core.making import make

    order = read_order(words, maker, seed)
    check_target(output, form)
    with progress_bar():
        puzzle = make(**order, then="+".join(then))
    if sys.stderr.isatty():
        click.echo(made_words(puzzle), err=True)
    show(puzzle, None, output, form)


def made_words(puzzle: Puzzle[Any]) -> str:
    """The id of a puzzle, and how many moves it takes if its kind tells that of one traveller."""
    routes = puzzle.shortest_routes() if len(puzzle.variants()) == 1 else None
    if routes is None:
        return puzzle.id or ""
    return f"{puzzle.id} takes {routes[0]} move{'s' * (routes[0] != 1)}"


def read_order(words: Iterable[str], maker: str | None, seed: str | None) -> dict[str, Any]:
    """What `make` takes, from a kind, a size, parameters of the maker and a seed."""
    from mazeworks.core.making import generator_of, parse_parameters, parse_seed, parse_size

    places, given = split_options(words)
    kind = places.pop(0) if places and not is_size(places[0]) else "wall"
    if len(places) > 1:
        raise MazeError(f"one size is enough, but {' and '.join(places)} were given")
    size = parse_size(places[0]) if places else None
    parameters = parse_parameters(generator_of(kind, maker), given, typed=True)
    return {
        "kind": kind,
        "size": size,
        "using": maker,
        "seed": None if seed is None else parse_seed(seed),
        **parameters,
    }


@maze.command(context_settings=OPEN)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE [--OPTION VALUE]...")
@then_option
@click.option("--seed", metavar="N", help="The same seed changes it the same way again.")
@click.option("-o", "--output", type=click.Path(), metavar="OUT", help="Where to write it; the extension says how.")
@format_option
def change(
    words: tuple[str, ...], then: tuple[str, ...], seed: str | None, output: str | None, form: str | None
) -> None:
    """Change a wall maze by transforms, one after the other; see `maze list transforms`.

    \b
    maze change maze.txt --then braid:0.5 -o braided.txt
    maze change wall:20x20#7 --then perturb:30 --then symmetric
    """
    from mazeworks.core.changing import change as change_puzzle
    from mazeworks.core.making import parse_seed

    if not then:
        raise MazeError("nothing to do: name a transform, as in --then braid:0.5")
    puzzle, _ = load_source(words)
    changed = change_puzzle(puzzle, "+".join(then), None if seed is None else parse_seed(seed))
    if sys.stderr.isatty() and not output and changed.id:
        click.echo(changed.id, err=True)
    show(changed, None, output, form)


@maze.command()
@click.argument("width", type=click.IntRange(2))
@click.option("--rows", type=click.IntRange(1), metavar="N", help="Stop after this many rows, all joined.")
@click.option("--seed", type=click.IntRange(0, (1 << 63) - 1), metavar="N", help="The same seed, the same rows.")
@click.option("--across", type=float, default=0.5, metavar="P", help="The chance to join cells of a row (0.5).")
@click.option("--down", type=float, default=0.5, metavar="P", help="The chance of a way down not needed (0.5).")
def stream(width: int, rows: int | None, seed: int | None, across: float, down: float) -> None:
    """Print a maze without end, row by row, in memory for one row; WIDTH in cells.

    \b
    maze stream 18 | head -40
    maze stream 18 --rows 1000 --seed 7 > long.asc
    """
    from mazeworks.core.lattice import ascii_rows
    from mazeworks.generators.eller import endless_rows

    for text in ascii_rows(endless_rows(width, seed, across, down, rows)):
        sys.stdout.write(text)


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
    near = nearest(name, own_options())
    return f"; did you mean --{near}?" if near and near != name else ""


def own_options() -> list[str]:
    """The names of the options that the command under way has itself."""
    options = [option for parameter in click.get_current_context().command.params for option in parameter.opts]
    return [option[2:] for option in options if option.startswith("--")]


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
    try:
        return load(places[0], **options), places[1:]
    except UnknownName as error:
        if not error.what.startswith("option"):
            raise
        raise UnknownName(error.what, error.name, [*error.known, *own_options()]) from None


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
        if speed != speed:
            raise MazeError("--speed is a number of steps a second, not nan")
        if not sys.stdout.isatty():
            raise MazeError("--animate needs a terminal to draw on; --steps prints every step instead")
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
    if output and len(variants) > 1:
        raise MazeError(f"the steps of one go into a file, but there are {len(variants)}: {', '.join(variants)}")
    for name, solution in solutions.items():
        if solution is None:
            no_solution(name)
        else:
            walk(variants[name], solution, speed, output)


def summary(name: str, puzzle: Puzzle[Any], solution: Solution[Any], direct: Solution[Any]) -> str:
    """What a solver did, in a line."""
    from mazeworks.core.rating import so_many, written

    told = [so_many(len(solution), "move")]
    if solution.cost is not None:
        told[0] += f" that cost {solution.cost}"
    if len(direct) < len(solution):
        told.append(f"{len(direct)} without detours")
    routes = puzzle.shortest_routes()
    if routes is not None:
        told.append(in_words(len(direct), *routes))
    if solution.ways is not None:
        told.append(f"one of {written(solution.ways)} as short")
    told.append(f"{so_many(solution.explored, 'state')} explored by {solution.solver}")
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
    if len(each) > 1:  # all together: what can be added up is
        figures = {name: [one[name] for one in each.values()] for name in ("length", "explored")}
        data |= {name: None if None in values else sum(values) for name, values in figures.items()}
        data |= {"path": None, "moves": None}
    return data | by_variant(each)


def by_variant(data: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What is told of a puzzle, as it is; of several travellers in it, one by one."""
    return next(iter(data.values())) if len(data) == 1 else {"travellers": data}


def solution_data(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> dict[str, Any]:
    """A solution as plain values, and how many are as short, where the puzzle tells."""
    from mazeworks.core.rating import exact

    if solution is None:
        return {"solved": False, "length": None, "path": None, "moves": None, "explored": None}
    data: dict[str, Any] = {
        "solved": True,
        "length": len(solution),
        "path": [puzzle.state_data(state) for state in solution.states],
        "moves": [puzzle.move_name(move) for move in solution.moves],
        "explored": solution.explored,
    }
    if solution.cost is not None:
        data["cost"] = solution.cost
    if solution.ways is not None:
        data["ways"] = exact(solution.ways)
    routes = puzzle.shortest_routes()
    return data if routes is None else data | {"shortest": routes[0], "shortest_routes": exact(routes[1])}


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
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE | [KIND] [SIZE] [--OPTION VALUE]...")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Give up past this many states.")
@click.option("--many", type=click.IntRange(1), metavar="N", help="Make and rate N puzzles, as `maze new` would.")
@click.option("--with", "maker", metavar="MAKER", help="With --many: how to make them.")
@click.option("--seed", metavar="N", help="With --many: the seed of the first; each other has the next.")
@then_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rate(
    words: tuple[str, ...],
    limit: int | None,
    many: int | None,
    maker: str | None,
    seed: str | None,
    then: tuple[str, ...],
    as_json: bool,
) -> None:
    """Tell how hard a puzzle is, and why; the exit code is 1 if it is proved to have no solution.

    \b
    maze rate maze.txt
    maze rate wall:30x10#7 --json
    maze rate --many 1000 20x20 --with prim
    """
    from mazeworks.core.rating import rate as rate_puzzle

    if many is not None:
        rate_many(many, read_order(words, maker, seed) | {"then": "+".join(then)}, limit, as_json)
        return
    if maker or seed or then:
        raise MazeError("--with, --seed and --then say how puzzles are made; they go with --many")
    puzzle, _ = load_source(words)
    ratings = {name: rate_puzzle(variant, limit) for name, variant in puzzle.variants().items()}
    if as_json:
        data = {name: rating.to_data() for name, rating in ratings.items()}
        print_json({"kind": puzzle.kind, "id": puzzle.id} | by_variant(data))
    else:
        for name, rating in ratings.items():
            print_rating(name, rating)
    if not all(rating.solvable for rating in ratings.values()):
        raise SystemExit(1)


def rate_many(count: int, order: dict[str, Any], limit: int | None, as_json: bool) -> None:
    """Rate many puzzles; print a small table and a histogram."""
    from mazeworks.core.survey import FIGURES, survey

    with progress_bar():
        found = survey(count, limit=limit, **order)
    if as_json:
        print_json({"kind": order["kind"]} | found.to_data())
        return
    click.echo(
        f"{found.count} puzzles" + (f", {found.unsolvable} without a solution" if found.unsolvable else "") + "\n"
    )
    click.echo(f"  {'':16}" + "".join(f"{figure:>11}" for figure in FIGURES))
    for name, figures in found.table().items():
        click.echo(f"  {name.replace('_', ' '):16}" + "".join(f"{value:>11.4g}" for value in figures.values()))
    spans = found.histogram()
    most = max((number for _, _, number in spans), default=0)
    click.echo("\ndifficulty")
    for first, last, number in spans:
        click.echo(f"  {first:4.1f} to {last:4.1f} {number:>7} {'█' * round(40 * number / max(1, most))}".rstrip())


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
        if label.removesuffix("_share") not in rows or label == label.removesuffix("_share"):
            share = f"  {float(rows[label + '_share']):6.1%}" if label + "_share" in rows else ""
            click.echo(f"  {label.replace('_', ' '):{wide}} {value:>{width}}{share}")
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
    """Check that a maze is perfect: one path between any two cells, and no wall broken.

    The exit code is 1 if it is not, and the first fault of each sort is told with its place.
    """
    from mazeworks.puzzles.cells import CellMaze
    from mazeworks.puzzles.wall import Maze

    try:
        puzzle, _ = load_source(words)
        checked = puzzle if isinstance(puzzle, CellMaze) else Maze.from_grid(puzzle.as_walls()[0])
        faults = list(checked.faults())
    except BrokenWalls as error:
        faults = error.faults
    for fault in faults:
        click.echo(f"not perfect: {fault}")
    if faults:
        raise SystemExit(1)
    cells = f"{checked.width}x{checked.height}" if isinstance(checked, Maze) else len(checked)
    click.echo(f"perfect: {cells} cells, one path between any two of them")


@maze.command("list")
@click.argument(
    "section",
    required=False,
    metavar="[kinds|generators|transforms|solvers|layouts|formats|renderers]",
    shell_complete=names("sections"),
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_(section: str | None, as_json: bool) -> None:
    """List what there is: kinds, generators, transforms, solvers, formats, renderers."""
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
    console = Console(width=None if sys.stdout.isatty() else 100)
    with console.capture() as printed:
        console.print(table)
    click.echo(printed.get(), nl=False)


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


@maze.command(context_settings=OPEN)
@source_argument
@click.option("--save", "saved", metavar="GAME", help="Keep the game there when it is left; play that file to go on.")
def play(words: tuple[str, ...], saved: str | None) -> None:
    """Play a puzzle in the terminal with arrow keys or WASD, or by numbers where there are no directions.

    \b
    maze play wall:20x10#7
    maze play maze.txt --save game.json    and later    maze play game.json
    """
    from mazeworks.core.files import write_file
    from mazeworks.play import play as play_session

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MazeError("maze play needs a terminal to draw on and to read keys from")
    for session in sessions(words):
        solved = play_session(session, "NO_COLOR" not in os.environ)
        who = f"{session.variant}: " if session.variant else ""
        click.echo(f"{who}{'solved in' if solved else 'left after'} {counted(session.count, 'move')}{helped(session)}")
        if saved:
            write_file(saved, [session.save()])
        if not solved:
            break


def sessions(words: Iterable[str]) -> Iterator["Session"]:
    """The saved game that a file holds, or a game for each variant of its puzzle."""
    from mazeworks.session import Session, is_game

    places, _ = split_options(words)
    if len(places) == 1 and os.path.isfile(places[0]):
        with open(places[0], encoding="utf-8", errors="replace") as file:
            beginning = file.read(1000)
            if is_game(beginning):
                yield Session.load(beginning + file.read(1 << 28))
                return
    puzzle, _ = load_source(words)
    for name in puzzle.variants():
        yield Session(puzzle, name)


def counted(count: int, noun: str) -> str:
    """A number and its noun."""
    return f"{count} {noun}" + "s" * (count != 1)


def helped(session: "Session") -> str:
    """What help was taken, in words."""
    hints = f", with {counted(session.hints, 'hint')}" if session.hints else ""
    return hints + (", after giving up" if session.gave_up else "")


@maze.command()
@click.option("--host", default="127.0.0.1", metavar="HOST", help="Where to listen (127.0.0.1: this computer alone).")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8642, metavar="N", help="The port (8642); 0 for any free."
)
@click.option("--open/--no-open", "opening", default=True, help="Open the page in a browser, or do not.")
def serve(host: str, port: int, opening: bool) -> None:
    """Serve the page on which mazes are made, solved, watched, raced and played, until Ctrl-C.

    \b
    maze serve
    maze serve --port 9000 --no-open
    """
    from mazeworks.web.serving import serve as serve_page

    def ready(address: str) -> None:
        click.echo(f"mazes are at {address} (Ctrl-C stops)")
        if opening:
            import webbrowser

            webbrowser.open(address)

    serve_page(host, port, ready=ready)


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
            if "_MAZE_COMPLETE" in os.environ:
                maze.main(arguments, "maze", standalone_mode=False)
                return
            # Not `maze.main`, which has its own ideas about closed pipes and interrupts.
            with maze.make_context("maze", list(sys.argv[1:] if arguments is None else arguments)) as context:
                maze.invoke(context)
        except click.exceptions.Exit as error:
            raise SystemExit(error.exit_code) from None
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
        except click.ClickException as error:
            raise MazeError(error.format_message()) from None
        except LimitReached as error:
            raise MazeError(f"{error}; raise --limit to search on") from None

    return guarded(command)
