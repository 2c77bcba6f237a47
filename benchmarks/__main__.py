"""Print one table of every benchmark, and write it as Markdown: `python -m benchmarks [NAME…] [--thorough]`.

Peers come from the extra: pip install -e ".[benchmarks]".
"""

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import benchmarks
from benchmarks.table import Row, markdown

TARGET = Path(__file__).parent.parent / "docs" / "benchmarks.md"
INTRODUCTION = """# Benchmarks

Made by `python -m benchmarks --thorough`; every ratio is of two times from the same run on the same machine.

"""


def measured(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, and in place of those that need a peer that is not installed, a word about it."""
    try:
        yield from rows
    except ModuleNotFoundError as error:
        yield Row("and more", f"not measured: there is no {error.name}; pip install -e '.[benchmarks]'")


def main(arguments: list[str]) -> int:
    """Run the benchmarks named, or all; exit code 1 if a target was missed."""
    thorough = "--thorough" in arguments
    names = [argument for argument in arguments if not argument.startswith("-")]
    table: list[Row] = []
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name in ("__main__", "table") or (names and module.name not in names):
            continue
        rows = importlib.import_module(f"benchmarks.{module.name}").rows
        for row in measured(rows(thorough) if "thorough" in inspect.signature(rows).parameters else rows()):
            table.append(row)
            mark = {None: " ", True: "✓", False: "✗"}[row.reached]
            print(
                f"{mark} {row.work}: {row.ours}",
                *filter(None, (row.peer, row.theirs, row.ratio, row.target)),
                sep=" | ",
            )
            sys.stdout.flush()
    if not names:
        TARGET.write_text(INTRODUCTION + markdown(table), encoding="utf-8")
    return int(any(row.reached is False for row in table))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
