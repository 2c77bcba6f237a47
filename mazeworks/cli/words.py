"""The words of a command line: files, options of makers, kinds, solvers and renderers, and their completion."""

from collections.abc import Iterable
from typing import Any

import click

from mazeworks.cli.output import progress_bar
from mazeworks.core.errors import MazeError, UnknownName, nearest
from mazeworks.core.puzzle import Puzzle


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
        "--then",
        multiple=True,
        metavar="TRANSFORM",
        help="Change it, as in braid:0.5; may be given again. The id tells all of them, and makes the same again.",
    )(function)


def read_then(then: tuple[str, ...]) -> str:
    """The transforms that are asked for, one after the other."""
    if any(not step.strip() for step in then):
        raise MazeError("--then is blank; expected a transform such as braid:0.5, see `maze list transforms`")
    return "+".join(then)


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
        with progress_bar():
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


def counted(count: int, noun: str) -> str:
    """A number and its noun."""
    return f"{count} {noun}" + "s" * (count != 1)
