"""Print every benchmark; with --thorough, write them as Markdown: `python -m benchmarks [NAME…] [--thorough]`.

`python -m benchmarks load` loads the server for twenty minutes, or for as many `--seconds` as are given.
`python -m benchmarks.images --help` tells how images of mazes are judged, and compared with an earlier run.

Peers come from the extra: pip install -e ".[benchmarks]".
"""

import argparse
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import benchmarks
from benchmarks.table import Row, markdown

TARGET = Path(__file__).parent.parent / "docs" / "benchmarks.md"
#: Files that measure nothing by themselves.
PARTS = ("__main__", "table", "sheets", "camera", "verdicts")
INTRODUCTION = """# Benchmarks

Written by `python -m benchmarks --thorough`; every ratio compares two times of the same run on the same machine.

Your own numbers come from `maze bench`: it takes half a minute, and needs no other packages. It prints the versions,
the processor, how long programs take to start, and the time per cell for a few generators and sizes. Each run makes the
same mazes, so two computers can be compared. If something is slow,
[put all of it into your report](../CONTRIBUTING.md#if-something-is-slow).

"""


def measured(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows; where a peer is not installed, a row that says so replaces the rest."""
    try:
        yield from rows
    except ModuleNotFoundError as error:
        yield Row("and more", f"not measured: {error.name} is not installed; pip install -e '.[benchmarks]'")


def sections() -> list[str]:
    """The names of all benchmarks."""
    return [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in PARTS]


def main(arguments: list[str]) -> int:
    """Run the named benchmarks, or all; returns 1 if one missed its target."""
    known = sections()
    parser = argparse.ArgumentParser(
        "python -m benchmarks", description="Measure mazeworks, and other packages beside it."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure; all by default: {', '.join(known)}")
    parser.add_argument("--thorough", action="store_true", help="measure large sizes too, and write docs/benchmarks.md")
    parser.add_argument("--seconds", type=int, help="how long `load` lasts; 1200 by default, 60 among all benchmarks")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in known:
            parser.error(f"no benchmark is called {name!r}; there are {', '.join(known)}")
    table: list[Row] = []
    thorough = options.thorough
    given = {"thorough": thorough, "seconds": options.seconds or (1200 if thorough or options.names else 60)}
    for name in (name for name in known if not options.names or name in options.names):
        rows = importlib.import_module(f"benchmarks.{name}").rows
        wanted = inspect.signature(rows).parameters
        for row in measured(rows(**{name: value for name, value in given.items() if name in wanted})):
            table.append(row)
            mark = {None: " ", True: "✓", False: "✗"}[row.reached]
            print(
                f"{mark} {row.work}: {row.ours}",
                *filter(None, (row.peer, row.theirs, row.ratio, row.target)),
                sep=" | ",
            )
            sys.stdout.flush()
    if thorough and not options.names:
        TARGET.write_text(INTRODUCTION + markdown(table), encoding="utf-8")
    return int(any(row.reached is False for row in table))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
