"""How large and how quick the package is, beside what it should be: `python -m tools.metrics`."""

import argparse
import ast
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "mazeworks"

#: The targets.
CORE_FILES, CORE_LINES = 15, 2600
ROOM_FILES = 22
FILE_LINES = 600
MEDIAN_LINES = 7
LONG_LINES, LONG_FUNCTIONS = 40, 3
PACKAGE_LINES = 30_000
NEW_MODULES, DRAW_MODULES = 45, 90
STARTUP = 1.5
MEMBERS = 10
#: Rooms that may have any number of files.
ROOMY = ("vision",)
#: How many of the largest files are listed, and how often a start-up is measured.
LARGEST, TIMES = 10, 7

NEW = ["new", "20x20"]
DRAW = ["draw", "wall:20x20#1", "-o", "x.svg"]
#: Runs a command as on a terminal, and then prints, on standard error, which modules were imported.
LIST_MODULES = """
import json, sys
sys.stdout.isatty = sys.stderr.isatty = lambda: True
from mazeworks.__main__ import main
try:
    main()
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


class Figure(NamedTuple):
    """One line of the table; `most` is the target, None where there is none."""

    name: str
    value: float
    most: float | None = None
    timed: bool = False

    @property
    def missed(self) -> bool:
        """Whether the figure is above its target."""
        return self.most is not None and self.value > self.most


class Function(NamedTuple):
    """A function: where it is, and how many lines it takes from `def` to its end."""

    place: str
    name: str
    lines: int


# --- files and rooms


def files() -> dict[str, int]:
    """Every file of the package, by its path within it, and how many lines it has."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {str(path.relative_to(PACKAGE).as_posix()): len(read(path).splitlines()) for path in paths}


def read(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def rooms(sizes: dict[str, int]) -> dict[str, list[int]]:
    """The lines of each file in a folder, by the folder; the package itself is `.`."""
    found: dict[str, list[int]] = {}
    for path, lines in sizes.items():
        found.setdefault(Path(path).parent.as_posix(), []).append(lines)
    return dict(sorted(found.items()))


def whole_room(sizes: dict[str, int], name: str) -> list[int]:
    """The lines of each file in a folder and all folders within it."""
    return [lines for path, lines in sizes.items() if path.startswith(f"{name}/")]


def file_figures(sizes: dict[str, int]) -> Iterator[Figure]:
    """The package as a whole, core/, and files that are too large."""
    core = whole_room(sizes, "core")
    yield Figure("lines of the package", sum(sizes.values()), PACKAGE_LINES)
    yield Figure("files in core/", len(core), CORE_FILES)
    yield Figure("lines in core/", sum(core), CORE_LINES)
    yield Figure(f"files above {FILE_LINES} lines", sum(lines > FILE_LINES for lines in sizes.values()), 0)


def room_figures(sizes: dict[str, int]) -> Iterator[Figure]:
    """How many files each room has."""
    for name, lengths in rooms(sizes).items():
        target = None if name.split("/")[0] in ROOMY else ROOM_FILES
        yield Figure(f"files in {name}/ ({sum(lengths):,} lines)", len(lengths), target)


# --- functions


def functions(paths: Iterator[str]) -> list[Function]:
    """Every function of some files; one within another counts on its own too."""
    return [function for path in paths for function in functions_in(path, ast.parse(read(PACKAGE / path)), "")]


def functions_in(place: str, node: ast.AST, owner: str) -> Iterator[Function]:
    """Every function within a part of a file, named after what it stands in."""
    for part in ast.iter_child_nodes(node):
        name = owner
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = f"{owner}.{part.name}".lstrip(".")
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield Function(place, name, (part.end_lineno or part.lineno) - part.lineno + 1)
        yield from functions_in(place, part, name)


def long_functions(found: list[Function]) -> list[Function]:
    """The functions that are too long, but for kernels, the longest first."""
    long = [each for each in found if each.lines > LONG_LINES and not each.place.startswith("kernels/")]
    return sorted(long, key=lambda each: (-each.lines, each.place, each.name))


def function_figures(found: list[Function]) -> Iterator[Figure]:
    """The usual length of a function, and how many are too long."""
    yield Figure("median lines of a function", statistics.median(each.lines for each in found), MEDIAN_LINES)
    long = len(long_functions(found))
    yield Figure(f"functions above {LONG_LINES} lines outside kernels/", long, LONG_FUNCTIONS)


# --- what is imported, and how long that takes


def modules(words: list[str]) -> list[str]:
    """Every module that a `maze` command imports."""
    with TemporaryDirectory() as folder:
        done = python(folder, LIST_MODULES, *words)
    return list(json.loads(done.stderr.splitlines()[-1]))


def python(folder: str, code: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a program in a folder, with this package before any other of its name."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}", *words]
    # Bytecode is kept between runs, as it is of an installed package, whatever the settings here.
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    settings["PYTHONPYCACHEPREFIX"] = str(Path(gettempdir()) / "mazeworks-metrics")
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=True)


def ours(names: list[str]) -> int:
    """How many modules are ours."""
    return sum(name.split(".")[0] == "mazeworks" for name in names)


def import_figures() -> Iterator[Figure]:
    """What two commands import."""
    drawing = modules(DRAW)
    yield Figure("our modules that `maze new 20x20` imports", ours(modules(NEW)), NEW_MODULES)
    yield Figure("our modules that `maze draw … .svg` imports", ours(drawing), DRAW_MODULES)
    yield Figure("PIL imported by `maze draw … .svg`", int("PIL" in drawing), 0)


def best_time(code: str, words: list[str]) -> float:
    """The least seconds that a program takes."""
    times = []
    for _ in range(TIMES):
        with TemporaryDirectory() as folder:
            begun = time.perf_counter()
            python(folder, code, *words)
            times.append(time.perf_counter() - begun)
    return min(times)


def startup() -> Figure:
    """How long `maze new 20x20` takes, in times of importing numpy."""
    ratio = best_time("from mazeworks.__main__ import main; main()", NEW) / best_time("import numpy", [])
    return Figure("start-up of `maze new 20x20` / `import numpy`", round(ratio, 2), STARTUP, timed=True)


# --- the one idea


def members() -> list[str]:
    """The public members of a puzzle: what it defines, and what it only says it has."""
    from mazeworks import Puzzle

    return sorted(name for name in {*vars(Puzzle), *Puzzle.__annotations__} if not name.startswith("_"))


# --- the table


def shown(figure: Figure) -> str:
    """A figure as a row of the table, with a mark where the target is missed."""
    target = "" if figure.most is None else f"at most {figure.most:,g}"
    return f"{figure.name:52} {figure.value:>9,g}  {target:15} {'MISSED' if figure.missed else ''}".rstrip()


def listing(title: str, rows: list[str]) -> None:
    """Print rows below a title."""
    print(f"\n{title}")
    for row in rows:
        print(f"  {row}")


def table(figures: list[Figure], sizes: dict[str, int], found: list[Function]) -> None:
    """Print every figure, and what some of them count."""
    for figure in figures:
        print(shown(figure))
    largest = sorted(sizes, key=lambda path: -sizes[path])[:LARGEST]
    listing("largest files", [f"{sizes[path]:6,} {path}" for path in largest])
    long = long_functions(found)
    listing(f"functions above {LONG_LINES} lines", [f"{each.lines:6,} {each.place} {each.name}" for each in long])
    listing("public members of Puzzle", [", ".join(members())])


def all_figures(sizes: dict[str, int], found: list[Function]) -> list[Figure]:
    """Every figure there is."""
    puzzle = Figure("public members of Puzzle", len(members()), MEMBERS)
    counted = [*file_figures(sizes), *room_figures(sizes), *function_figures(found), puzzle]
    return [*counted, *import_figures(), startup()]


def main() -> int:
    """Print the table; with `--check`, 1 where a target is missed that no clock decides."""
    parser = argparse.ArgumentParser(prog="python -m tools.metrics", description="How large and how quick we are.")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed, but for times")
    check = parser.parse_args().check
    sizes = files()
    found = functions(iter(sizes))
    figures = all_figures(sizes, found)
    table(figures, sizes, found)
    return int(check and any(figure.missed and not figure.timed for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
