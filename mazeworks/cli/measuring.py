"""`maze bench`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import json_option
from mazeworks.cli.output import print_json, progress_bar
from mazeworks.core.memory import readable_bytes

if TYPE_CHECKING:
    from mazeworks.benchmark import Row

#: The widths of the column of names and of those of times; a row with times fits a terminal of 40 characters.
NAMES, TIMES = 13, 9
COLUMNS = ("make", "solve", "together")
#: What is said instead of a time.
NOT_MEASURED = "not measured"
#: What is said above the tables.
EXPLAINED = """
make and solve: the time per cell
together: the time of the whole maze
The best of several times counts. Loops
over cells are "kernels": machine code,
which one small maze does without. What
that takes is `maze new 20x20` above."""


@maze.command()
@json_option
def bench(as_json: bool) -> None:
    """Measure how fast this computer makes and solves mazes; it takes about half a minute.

    If something is slow, put all that this prints into your report. The mazes are the same on every computer. Other
    programs that work at the same time make the numbers worse.

    \b
    maze bench
    maze bench > bench.txt
    maze bench --json
    """
    from mazeworks import benchmark

    data = {"versions": benchmark.versions(), **benchmark.machine()}
    if not as_json:
        print_machine(data)
    with progress_bar():
        data["start_up_seconds"] = benchmark.start_up()
        data["kernels"] = {"seconds": benchmark.load_kernels(), "origin": benchmark.origin_of_kernels()}
    if not as_json:
        print_start(data)
    tables, data["rows"] = benchmark.tables(), []
    while rows := next_rows(tables):
        data["rows"] += [row.to_data() for row in rows]
        if not as_json:
            print_rows(rows)
    if as_json:
        print_json(data)


def print_machine(data: dict[str, Any]) -> None:
    """Print the versions, and what is known of the computer."""
    cores, usable, free = data["cores"], data["usable_cores"], data["free_memory"]
    facts = data["versions"] | {
        "system": data["system"],
        "processor": data["processor"],
        "cores": cores if usable == cores else f"{cores}, {usable} usable",
        "threads": data["threads"],
        "memory": "unknown" if free is None else f"{readable_bytes(free)} free",
    }
    for name, value in facts.items():
        click.echo(f"{name:{NAMES}} {value}")


def print_start(data: dict[str, Any]) -> None:
    """Print how long programs take to start, and kernels to load."""
    from mazeworks.benchmark import readable_seconds

    start, origin = data["start_up_seconds"], data["kernels"]["origin"]
    names = {"import numpy": start["numpy"], "maze new 20x20": start["maze_new"]}
    names["compiling, this once" if origin == "compiled" else "loading kernels"] = data["kernels"]["seconds"]
    click.echo("\nstart-up")
    for name, taken in names.items():
        shown = NOT_MEASURED if taken is None else readable_seconds(taken)
        click.echo(f"  {name:{NAMES + TIMES - 2}}{shown:>{2 * TIMES}}")
    if not origin:
        click.echo("  kernels run without numba: large mazes are slow")
    click.echo(EXPLAINED)


def next_rows(tables: "Iterator[list[Row]]") -> "list[Row]":
    """The rows of the next table, measured below a progress bar; none at the end."""
    with progress_bar():
        return next(tables, [])


def print_rows(rows: "list[Row]") -> None:
    """Print a table: the mazes of one size and layout."""
    from mazeworks.benchmark import readable_seconds

    first = rows[0]
    title = f"{first.width}x{first.height} {first.layout}".ljust(NAMES)
    heads = "".join(f"{name:>{TIMES}}" for name in COLUMNS)
    click.echo(f"\n{title}{heads[len(title) - NAMES :]}")
    for row in rows:
        if row.make_seconds is None or row.solve_seconds is None:
            click.echo(f"  {row.generator:{NAMES - 2}}  {NOT_MEASURED}: {row.skipped}")
        else:
            times = (row.make_seconds / row.cells, row.solve_seconds / row.cells, row.make_seconds + row.solve_seconds)
            columns = "".join(f"{readable_seconds(each):>{TIMES}}" for each in times)
            click.echo(f"  {row.generator:{NAMES - 2}}{columns}")
