"""A dataset of ten million solved mazes, as the command makes it: how long it takes, its size, and its memory."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import SETTINGS, Row, within

#: How many mazes are made in a thorough run, and otherwise.
MANY, FEW = 10_000_000, 1_000_000
#: The most seconds, bytes on the disk and bytes of memory for MANY mazes.
SECONDS, DISK, MEMORY = 40, 700e6, 2e9
#: Seconds between two looks at the memory.
PAUSE = 0.2


def rows(thorough: bool = False) -> Iterator[Row]:
    count = MANY if thorough else FEW
    with tempfile.TemporaryDirectory() as folder:
        words = ["dataset", "10x10", "--count", str(count), "--seed", "7", "--split", "train=0.95,test=0.05", "--json"]
        begun = time.perf_counter()
        command = [sys.executable, "-m", "mazeworks", *words, "-o", folder]
        with subprocess.Popen(command, env=SETTINGS, stdout=subprocess.PIPE) as run:
            memory = most_memory(run)
            taken = time.perf_counter() - begun
            assert run.stdout is not None
            printed = run.stdout.read()
        if run.returncode:
            yield Row("a dataset of solved 10x10", f"not measured: exit {run.returncode}")
            return
        data = json.loads(printed)
        assert sum(data["rows"].values()) == count
        what = f"{count:,} solved 10x10 as Parquet, hashed and split"
        yield within(what, taken, SECONDS * count / MANY)
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        yield within(f"{what}: on the disk", size / 1e6, DISK / 1e6 * count / MANY, "MB")
        yield within(f"{what}: memory of all processes", memory / 1e6, MEMORY / 1e6, "MB")


def most_memory(run: "subprocess.Popen[bytes]") -> int:
    """The most memory that a process and those it starts have, each page counted once, until it ends."""
    most = 0
    while run.poll() is None:
        most = max(most, sum(map(proportional, family(run.pid))))
        time.sleep(PAUSE)
    return most


def family(process: int) -> Iterator[int]:
    """A process and all that it started."""
    yield process
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = file.read_text().split()
        except OSError:  # it has just ended
            continue
        for child in children:
            yield from family(int(child))


def proportional(process: int) -> int:
    """The bytes of a process in memory; a page that several share counts for each in part."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
