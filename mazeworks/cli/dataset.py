"""`maze dataset`."""

import time
from typing import TYPE_CHECKING, Any

import click

from mazeworks.cli.command import maze
from mazeworks.cli.options import Checked, Values, Words, json_option, names_of, seed_option, then_option
from mazeworks.cli.output import print_json, progress_bar
from mazeworks.cli.sources import GeneratorSource
from mazeworks.cli.words import kind_and_size, with_option, words_argument
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.memory import readable_bytes
from mazeworks.core.workers import MOST_WORKERS

if TYPE_CHECKING:
    from mazeworks.scale.datasets import Summary

#: The words for mazes that are not in a set, by the figures of its summary.
LEFT_OUT = {
    "failed": "could not be made",
    "outside": "outside the bounds",
    "repeated": "repeat another",
}


@maze.command(sources=(GeneratorSource("--with GENERATOR"),))
@words_argument("[KIND] [SIZE]", names_of("kinds"))
@with_option("generator", "How to make them; see `maze list generators`.")
@click.option("--count", type=Checked(1), metavar="N", help="How many to make, as in 10_000_000.")
@seed_option("The same seed makes the same set again.")
@then_option("Change them, as in braid:0.5; may be given again.")
@click.option("-o", "--output", metavar="FOLDER", help="The folder of the set, new or interrupted.")
@click.option("--split", metavar="NAME=SHARE,…", help="The sides and their shares, as in train=0.95,test=0.05.")
@click.option("--unique", is_flag=True, default=None, help="Leave out rotations, reflections and equal ones.")
@click.option("--length", metavar="N..N", help="Keep only mazes whose solution has this many moves.")
@click.option("--difficulty", metavar="X..X", help="Keep only those this hard, from 0 to 10.")
@click.option("--format", "form", metavar="FORMAT", help="parquet, npz or jsonl (parquet).")
@click.option("--shard", type=Checked(1), metavar="N", help="How many are made for one file (100_000).")
@click.option("--config", metavar="FILE", help="A TOML or YAML file that says which mazes.")
@click.option("--workers", type=Checked(1, MOST_WORKERS), metavar="N", help="Processes here (one for each core).")
@click.option("--cluster", metavar="ADDRESS", help="The scheduler of a Dask cluster, as in tcp://host:8786.")
@click.option("--verify", metavar="FOLDER", help="Check the set in a folder instead.")
@json_option
def dataset(
    words: Words, output: str | None, config: str | None, verify: str | None, as_json: bool, **asked: Any
) -> None:
    """Make a set of solved mazes as files, by the million; an interrupted one goes on where it was.

    \b
    maze dataset 10x10 --count 10_000_000 --seed 7 -o mazes --split train=0.95,test=0.05
    maze dataset 8x8 --with wilson --count 100_000 --unique --length 20..40 -o unique
    maze dataset alice 5x5 --count 100 -o alice --format jsonl
    maze dataset --config mixture.toml -o mixture
    maze dataset --verify mazes
    """
    if verify is not None:
        if words or output or config or any(value not in (None, (), {}) for value in asked.values()):
            raise MazeError("--verify FOLDER checks a set that is there; no other option goes with it but --json")
        verify_set(verify, as_json)
        return
    if output is None:
        raise MazeError("-o is missing; expected the name of a folder for the set")
    begin = time.monotonic()
    with progress_bar():
        summary = make_set(words, output, config, **asked)
    if as_json:
        print_json(summary.to_data())
    else:
        print_summary(summary, time.monotonic() - begin)


def make_set(
    words: Words,
    output: str,
    config: str | None,
    generator: str | None,
    making: Values,
    then: Words,
    count: int | None,
    length: str | None,
    difficulty: str | None,
    workers: int | None,
    cluster: str | None,
    form: str | None,
    **asked: Any,
) -> "Summary":
    """Make the set that the words and options ask for."""
    from mazeworks.scale.datasets import make, plan_for

    if count is None and config is None:
        raise MazeError("--count is missing; expected a whole number, at least 1")
    kind, size = kind_and_size(words) if words else ("", "")
    mazes: Values = {
        "size": size or None,
        "kind": kind,
        "generator": generator,
        "then": "+".join(then),
        "parameters": making,
    }
    mazes |= {"count": count, "length": length, "difficulty": difficulty}
    return make(plan_for(output, mazes, config, asked | {"format": form}), output, workers, cluster)


def verify_set(folder: str, as_json: bool) -> None:
    """Check a set; print its faults, and end with exit code 1 if there are any."""
    from mazeworks.scale.verifying import verify

    with progress_bar():
        faults = verify(folder)
    if as_json:
        print_json({"folder": folder, "faults": faults})
    elif not faults:
        click.echo(f"every file in {folder} is as its manifest says, and the rows looked at fit their ids")
    else:
        for fault in faults:
            click.echo(fault)
    if faults:
        raise SystemExit(1)


def print_summary(summary: "Summary", seconds: float) -> None:
    """Print how much is in a set, what was left out, and histograms."""
    rows, files = sum(summary.rows.values()), len(summary.data["files"])
    size = f"{counted(files, 'file')} of {readable_bytes(summary.bytes)}"
    click.echo(f"{counted(rows, 'row')} in {summary.folder}: {size}, seed {summary.data['plan']['seed']}")
    for name, number in summary.rows.items():
        click.echo(f"  {name:16}{number:>12}  {number / max(1, rows):7.2%}")
    for name, words in LEFT_OUT.items():
        if summary.data[name]:
            click.echo(f"  {words:16}{summary.data[name]:>12}")
    for name in summary.data["counts"]:
        spans = summary.histogram(name)
        most = max((number for _, _, number in spans), default=0)
        click.echo(f"\n{name.replace('_', ' ')}")
        for first, last, number in spans:
            click.echo(f"  {first:6.4g} to {last:6.4g} {number:>11} {'█' * round(40 * number / max(1, most))}".rstrip())
    click.echo(f"\n{seconds:.1f} s", err=True)
