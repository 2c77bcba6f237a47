"""How fast this computer makes and solves mazes: the numbers that a report of slowness needs, in half a minute.

Python starts anew for `start_up`; `load_kernels` comes before `tables`, or the first rows would include the loading.
`python -m benchmarks` compares with other packages, and has targets; here is neither.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from mazeworks.core.errors import MazeError, TooLarge
from mazeworks.core.memory import NO_LIMIT, free_memory
from mazeworks.core.progress import step
from mazeworks.core.workers import how_many, speed
from mazeworks.kernels import kernels
from mazeworks.making.request import Request
from mazeworks.search.solving import solve
from mazeworks.version import __version__

#: Generators of different sorts, from quick to slow; the first makes plain rectangles only.
GENERATORS = ("sidewinder", "backtracker", "wilson", "prim", "kruskal")


def ids_of(size: str, generators: Iterable[str] = GENERATORS, also: str = "") -> tuple[str, ...]:
    """The ids of one maze by each generator; they make the same mazes on every computer.

    >>> ids_of("20x20", ["prim"])
    ('wall:20x20,with=prim,ends=corners#1',)
    """
    return tuple(f"wall:{size},with={name}{also},ends=corners#1" for name in generators)


#: The mazes that are measured: a table for each size and layout.
MAZES = (
    ids_of("20x20"),
    ids_of("1000x1000"),
    ids_of("300x300", GENERATORS[1:], ",layout=hexagon"),
    ids_of("4000x4000"),
)
#: Seconds for all tables, and the part of them for one maze; one that would take longer is skipped.
SECONDS, PART = 40.0, 1 / 3
#: Each maze is made and solved over and over for `STEADY` seconds, and the best time counts. The first may be slow,
#: because the system hands out memory then; so there is a second, unless the first took more than `TWICE` seconds.
STEADY, TWICE = 0.3, 5.0
#: How often a program is started, and seconds after which one that has not ended is given up.
STARTS, PATIENCE = 3, 30.0
#: The size of the mazes that load kernels.
SMALL = (20, 20)
#: Runs `maze` with the words after the folder that this package is in.
PROGRAM = "import sys; sys.path.insert(0, sys.argv.pop(1)); from mazeworks.__main__ import main; main()"


@dataclass(frozen=True)
class Row:
    """One maze, and the seconds to make and to solve it; or why it was skipped."""

    id: str
    generator: str
    layout: str
    width: int
    height: int
    #: How many cells the maze has: once it was made, those of its layout.
    cells: int
    make_seconds: float | None = None
    solve_seconds: float | None = None
    skipped: str = ""

    def to_data(self) -> dict[str, Any]:
        """The row as plain values, with nanoseconds per cell."""
        times = {"make": self.make_seconds, "solve": self.solve_seconds}
        rates = {f"{name}_ns_per_cell": taken and 1e9 * taken / self.cells for name, taken in times.items()}
        return asdict(self) | rates


# --- the computer


def versions() -> dict[str, str]:
    """The versions of this package and of what its speed depends on."""
    from importlib.metadata import PackageNotFoundError, version

    numba = "none"
    with suppress(PackageNotFoundError):
        numba = version("numba")
    return {"mazeworks": __version__, "Python": platform.python_version(), "numpy": np.__version__, "numba": numba}


def machine() -> dict[str, Any]:
    """The operating system and the processor, its cores, those that this process may use, threads, free memory.

    The bytes of free memory are None where the system does not tell.
    """
    cores, free = os.cpu_count() or 1, free_memory()
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    return {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": processor(),
        "cores": cores,
        "usable_cores": usable,
        "threads": how_many(),
        "free_memory": free if free < NO_LIMIT // 2 else None,
    }


def processor() -> str:
    """The name of the processor; of its family, where the system does not tell more."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name.strip() == "model name" and value.strip():
                return " ".join(value.split())
    return platform.processor() or platform.machine() or "unknown"


# --- what comes before the first maze


def start_up() -> dict[str, float | None]:
    """The seconds of two whole programs: Python that only imports numpy, and `maze new 20x20`; None for a failure."""
    folder = str(Path(__file__).parents[1])
    programs = {"numpy": ["import numpy"], "maze_new": [PROGRAM, folder, "new", "20x20", "--seed", "1"]}
    found = {}
    for number, (name, words) in enumerate(programs.items()):
        with step("starting Python", number / len(programs)):
            found[name] = program_time(words)
    return found


def program_time(words: list[str]) -> float | None:
    """The least seconds that a program in Python takes from its start to its end; None if it fails."""
    quiet = subprocess.DEVNULL
    times = []
    for _ in range(STARTS):
        begun = perf_counter()
        try:
            subprocess.run(
                [sys.executable, "-P", "-c", *words],
                stdin=quiet,
                stdout=quiet,
                stderr=quiet,
                timeout=PATIENCE,
                check=True,
            )
        except (OSError, ValueError, subprocess.SubprocessError):
            return None
        times.append(perf_counter() - begun)
    return min(times)


def load_kernels(mazes: Sequence[Sequence[str]] = MAZES) -> float:
    """The seconds to load the kernels of these mazes, or to compile them if that was never done here."""
    requests = [replace(parsed(id), size=SMALL) for ids in mazes for id in ids]
    different = {(each.generator.name, each.values.get("layout")): each for each in requests}
    begun = perf_counter()
    for number, request in enumerate(different.values()):
        with step("loading kernels", number / len(different), request.generator.name), speed("compiled"):
            solve(request.make())
    return perf_counter() - begun


def origin_of_kernels() -> str:
    """Whether kernels were "compiled" now, or "loaded"; empty if numba is missing, fails or is switched off."""
    origins = {kernel.origin for kernel in kernels().values()}
    return "compiled" if "compiled" in origins else "loaded" if "loaded" in origins else ""


# --- making and solving


def tables(mazes: Sequence[Sequence[str]] = MAZES, seconds: float = SECONDS) -> Iterator[list[Row]]:
    """Yield the rows of each table, once all of them are measured.

    mazes: the ids of those in each table.

    >>> for rows in tables([["wall:8x5#1", "wall:8x5,with=prim#1"], ["wall:4x4,layout=hexagon#1"]]):
    ...     print([(row.generator, row.layout, row.cells) for row in rows])
    [('backtracker', 'square', 40), ('prim', 'square', 40)]
    [('backtracker', 'hexagon', 16)]
    """
    every = [[parsed(id) for id in ids] for ids in mazes]
    number, count, end = 0, sum(map(len, every)), perf_counter() + seconds
    rates: dict[str, float] = {}  # seconds per cell, by the generator
    for requests in every:
        rows = []
        for request in requests:
            row = row_of(request)
            with step("measuring", number / count, f"{row.width}x{row.height} {row.generator}"):
                expected = rates.get(row.generator, 0) * row.cells
                row = replace(row, skipped=too_long(expected, PART * seconds, end - perf_counter()))
                row = row if row.skipped else measured(row, request)
            if row.make_seconds is not None and row.solve_seconds is not None:
                rates[row.generator] = (row.make_seconds + row.solve_seconds) / row.cells
            rows.append(row)
            number += 1
        yield rows


def parsed(id: str) -> Request:
    """What an id asks for; raises an error if that has no cells to count."""
    request = Request.parse_id(id)
    if request.size is None:
        raise MazeError(f"{id!r:.60} makes a puzzle without a size; only one with a width and a height can be measured")
    return request


def row_of(request: Request) -> Row:
    """The row of a maze that is not measured yet."""
    assert request.size is not None
    width, height = request.size
    layout = request.values.get("layout", "square")
    return Row(request.id, request.generator.name, layout, width, height, width * height)


def too_long(expected: float, most: float, left: float) -> str:
    """Why to skip a maze that should take `expected` seconds; empty if it fits into the time."""
    if expected > most:
        return f"it would take about {readable_seconds(expected)}"
    return "no time is left for it" if expected > left else ""


def measured(row: Row, request: Request) -> Row:
    """The row with its times; with the reason, if there is too little memory."""
    try:
        with speed("compiled"):
            made, solved, cells = best_times(request)
    except TooLarge as error:
        return replace(row, skipped=error.sentence)
    return replace(row, cells=cells or row.cells, make_seconds=made, solve_seconds=solved)


def best_times(request: Request) -> tuple[float, float, int]:
    """The least seconds to make a maze, and to solve one that was just made; its cells, or 0 if it counts none."""
    made: list[float] = []
    solved: list[float] = []
    spent = 0.0
    while spent < (STEADY if len(made) > 1 else TWICE):
        before = perf_counter()
        puzzle = request.make()
        between = perf_counter()
        solve(puzzle)
        after = perf_counter()
        made.append(between - before)
        solved.append(after - between)
        spent += after - before
        cells = len(puzzle) if isinstance(puzzle, Sized) else 0
        del puzzle  # before the next one takes memory
    return min(made), min(solved), cells


def readable_seconds(seconds: float) -> str:
    """Seconds in a readable unit.

    >>> [readable_seconds(each) for each in (0.0000171, 4.04e-9, 0.9996, 1234)]
    ['17.1 µs', '4.04 ns', '1 s', '1234 s']
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if seconds >= 0.9995 * size or unit == "ns":
            break
    number = seconds / size
    return f"{number:.3g} {unit}" if number < 999.5 else f"{number:.0f} {unit}"
