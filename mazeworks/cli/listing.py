"""`maze list`, `maze demo` and `maze completion`."""

import shutil
import sys
from typing import Any

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Checked, json_option, names_of, seed_option
from mazeworks.cli.output import print_json, show
from mazeworks.core.entries import Entry, Kind
from mazeworks.core.errors import UnknownName
from mazeworks.core.facets import codec_class
from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import SECTIONS
from mazeworks.making.making import make
from mazeworks.search.solving import solve


@maze.command("list")
@click.argument("name", required=False, metavar="[SECTION|NAME]", shell_complete=names_of(*SECTIONS, others=SECTIONS))
@json_option
def list_(name: str | None, as_json: bool) -> None:
    """List what there is: kinds, generators, transforms, solvers, layouts, formats, renderers; or what has a NAME."""
    data = {title: [facts_of(entry) for entry in entries] for title, entries in chosen(name).items()}
    if as_json:
        print_json(data)
        return
    for title, entries in data.items():
        print_table(title, entries)


def chosen(name: str | None) -> dict[str, list[Any]]:
    """Entries by section: all, those of the section of this name, or those that have this name or alias."""
    if name is None or name in SECTIONS:
        return {title: section.values() for title, section in SECTIONS.items() if name in (None, title)}
    found = {title: [section[name]] for title, section in SECTIONS.items() if name in section}
    if not found:
        entries = [each for section in SECTIONS.values() for each in section]
        raise UnknownName("section or entry", name, SECTIONS, entries)
    return found


def facts_of(entry: Entry) -> dict[str, Any]:
    """The facts about an entry, with the options of a kind's codec."""
    options = codec_class(entry.puzzle).options if isinstance(entry, Kind) else ()
    return entry.facts() | ({"options": [each.to_data() for each in options]} if options else {})


SHELL = Checked(None, None, "choice", "bash", "zsh", "fish")
#: The facts in a table besides sentence and options, and the words before each.
LABELS = {"aliases": "also called", "generator": "made by", "format": "saved as", "extensions": "extensions"}
LABELS |= {"works_on": "works on", "promises": "promises:"}


def print_table(title: str, entries: list[dict[str, Any]]) -> None:
    """Print one section of the registry."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, title_justify="left", title=f"[bold]{title}[/]", pad_edge=False)
    table.add_column("name", no_wrap=True, style="cyan")
    table.add_column("what it does")
    sign = ":" if title in ("transforms", "layouts") else "--"
    for entry in entries:
        lines = [entry["sentence"]]
        for fact in filter(entry.get, LABELS):
            lines.append(f"{LABELS[fact]} {entry[fact] if isinstance(entry[fact], str) else ', '.join(entry[fact])}")
        own = [entry.get("parameter"), *entry.get("parameters", ()), *entry.get("options", ())]
        lines += [parameter_line(each, sign) for each in own if each]
        table.add_row(entry["name"], escape("\n".join(lines)))
    console = Console(width=None if sys.stdout.isatty() else 100)
    with console.capture() as printed:
        console.print(table)
    click.echo(printed.get(), nl=False)


def parameter_line(parameter: dict[str, Any], sign: str) -> str:
    """A parameter for a person: its name, its default if it has one, and its help."""
    default = parameter["default"]
    shown = "" if default is None or default is False or default == "" else f" ({default})"
    return f"{sign}{parameter['name'].replace('_', '-')}{shown}: {parameter['help']}"


@maze.command()
@seed_option("Another maze.")
def demo(seed: int | None) -> None:
    """Make a maze, solve it, show both, and say what to try next."""
    width = min(18, max(4, (shutil.get_terminal_size().columns - 1) // 4))
    puzzle = make(size=(width, 8), seed=seed, ends="farthest")
    solution = solve(puzzle)
    assert solution is not None  # a perfect maze has a solution
    click.echo(f"A maze, {puzzle.id}, from S to E:\n")
    show(Solved(puzzle), None, None)
    click.echo(f"\nIts solution, {len(solution)} moves:\n")
    show(Solved.of(puzzle, solution), None, None)
    click.echo(
        "\nTry next:\n"
        f"  maze solve '{puzzle.id}' --with depth_first\n"
        "  maze new 30x12 --complexity 1 -o maze.txt   then   maze solve maze.txt\n"
        f"  maze draw '{puzzle.id}' --solution -o maze.svg\n"
        "  maze list   shows every kind, generator and solver;   maze --help   every command"
    )


@maze.command()
@click.argument("shell", type=SHELL, metavar="{bash|zsh|fish}", shell_complete=names_of(others=SHELL.facts[-1]))
def completion(shell: str) -> None:
    """Print a completion script for SHELL; put  eval "$(maze completion bash)"  into ~/.bashrc."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(maze, {}, "maze", "_MAZE_COMPLETE").source())
