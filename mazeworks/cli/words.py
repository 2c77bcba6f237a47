"""The words of a command line: files, options of makers, kinds, solvers and renderers, and their completion."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import click

from mazeworks.cli.output import progress_bar
from mazeworks.core.errors import MazeError, UnknownName, nearest
from mazeworks.core.parameters import ANSWERS
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


def output_option(told: str, metavar: str = "FILE") -> Callable[[Any], Any]:
    """-o, the name of a file; whether it can be written to is told by `check_target`, in better words than click's."""
    return click.option("-o", "--output", metavar=metavar, help=told, shell_complete=files)


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
    return "+".join(then)


def read_order(words: Iterable[str], maker: str | None, seed: str | None) -> dict[str, Any]:
    """What `make` takes, from a kind, a size, parameters of the maker and a seed."""
    from mazeworks.making.making import generator_of, parse_parameters, parse_seed, parse_size

    places, given = split_options(words)
    kind = places.pop(0) if places and not is_size(places[0]) else "wall"
    if len(places) > 1:
        raise MazeError(f"one size is enough, but {' and '.join(places):.120} were given")
    size = parse_size(places[0]) if places else None
    check_meant(kind, maker)
    parameters = parse_parameters(generator_of(kind, maker), given, typed=True)
    return {
        "kind": kind,
        "size": size,
        "using": maker,
        "seed": None if seed is None else parse_seed(seed),
        **parameters,
    }


def check_meant(kind: str, maker: str | None) -> None:
    """Say which option takes a word that was given as a kind or as a maker, but is something else."""
    if "#" in kind:
        raise MazeError(f"{kind!r:.200} names one puzzle, and is no kind to make others of", "`maze draw` shows it")
    from mazeworks.core.registry import Section, generators, kinds, layouts, transforms

    others: tuple[tuple[Section[Any], str, str], ...] = (
        (layouts, "layout", "layout"),
        (generators, "maker", "with"),
        (transforms, "transform", "then"),
    )
    sections: tuple[tuple[str | None, str, Section[Any]], ...] = ((kind, "kind", kinds), (maker, "maker", generators))
    for word, what, section in sections:
        if word is None or word in section:
            continue
        name = word.partition(":")[0]
        for other, called, option in others:
            if name in other:
                raise MazeError(f"{name} is a {called}, not a {what}", f"--{option} {word} asks for it")


def is_size(word: str) -> bool:
    """Whether a word is meant as a size: it begins with a digit, or with a minus and a digit."""
    return word.lstrip("-+.")[:1].isdigit() or word[:1] in "-x×"


def split_options(words: Iterable[str], flags: Collection[str] = ()) -> tuple[list[str], dict[str, str]]:
    """Plain words, and `--name value` or `--name=value` as a dictionary; of flags the name alone means yes."""
    places: list[str] = []
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            places.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        if not equals and name.replace("-", "_") in flags and (not rest or rest[0].lower() not in ANSWERS):
            equals, value = "=", "yes"
        if not equals and not rest:
            raise MazeError(f"the option --{name:.60} needs a value after it{similar_flag(name)}")
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
    from mazeworks.files.files import load

    places, options = split_options(words)
    if not all(place.strip() for place in places):
        raise MazeError(f"a name is blank; expected {names}")
    if len(places) != len(names.split()):
        raise MazeError(f"expected {names}, but got {' '.join(places) or 'nothing':.200}")
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
    from mazeworks.files.files import renderer_for

    drawer = renderer_for(output, form)
    if drawer is None:
        return {}, list(words)
    known = {parameter.name: parameter for parameter in drawer.parameters}
    places, given = split_options(words, {name for name, parameter in known.items() if parameter.kind == "flag"})
    mine = {name: known[name].parse(text) for name, text in given.items() if name in known}
    return mine, [*places, *(f"--{name}={text}" for name, text in given.items() if name not in known)]


def load_drawn(words: Iterable[str], output: str | None, form: str | None) -> Puzzle[Any]:
    """The puzzle that words name; an option nobody has may have been meant for the renderer."""
    from mazeworks.files.files import renderer_for

    try:
        return load_source(words)[0]
    except UnknownName as error:
        drawer = renderer_for(output, form)
        if drawer is None or not error.what.startswith("option"):
            raise
        known = [*error.known, *(parameter.name for parameter in drawer.parameters)]
        raise UnknownName(f"{error.what} or of {drawer.name}", error.name, known) from None
