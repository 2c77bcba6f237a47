"""`python -m fuzz`: run fuzzers, print what they did, and keep what they found."""

import argparse
import math
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from fuzz import CORPUS
from fuzz.corpus import keep
from fuzz.fuzzer import all_fuzzers
from fuzz.running import Plan, Tally, run_all

T = TypeVar("T", int, float)


def main() -> int:
    """Run fuzzers; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"fuzzers (all): {', '.join(all_fuzzers())}")
    parser.add_argument("--seconds", type=positive(float), default=60.0, help="how long it takes in all (60)")
    parser.add_argument("--inputs", type=positive(int), help="instead: how many inputs each fuzzer tries")
    parser.add_argument("--seed", type=int, help="the same seed, the same inputs (another each time)")
    parser.add_argument(
        "--jobs", type=positive(int), default=os.cpu_count() or 1, help="how many processes (one for each core)"
    )
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="where findings are kept (fuzz/corpus)")
    asked = parser.parse_args()
    if unknown := set(asked.what) - set(all_fuzzers()):
        parser.error(f"there is no fuzzer {', '.join(sorted(unknown))}; there are {', '.join(all_fuzzers())}")
    seed = time.time_ns() % 10**9 if asked.seed is None else asked.seed
    tallies = run_all(
        plans(list(dict.fromkeys(asked.what or all_fuzzers())), seed, asked.jobs, asked.seconds, asked.inputs)
    )
    return report(tallies, seed, asked.corpus)


def positive(kind: type[T]) -> Callable[[str], T]:
    """Read a number of this type from a word; refuse others than positive ones."""

    def read(word: str) -> T:
        with suppress(ValueError):
            if 0 < (value := kind(word)) < math.inf:
                return value
        raise argparse.ArgumentTypeError(f"{word!r} is not a positive {'whole ' * (kind is int)}number")

    return read


def plans(names: list[str], seed: int, jobs: int, seconds: float, inputs: int | None) -> list[Plan]:
    """A plan for each process: all fuzzers, and its share of the inputs."""
    deadline = time.time() + seconds if inputs is None else None
    shares = [None if inputs is None else (inputs + jobs - 1 - job) // jobs for job in range(jobs)]
    return [Plan(names, seed, job, jobs, deadline, share) for job, share in enumerate(shares)]


def report(tallies: dict[str, Tally], seed: int, corpus: Path) -> int:
    """Print the table and every finding; 1 if there are findings."""
    print(f"{'seed ' + str(seed):14}{'inputs':>12}{'refused':>12}{'per second':>12}{'findings':>10}")
    for name, tally in tallies.items():
        rate = tally.inputs / tally.seconds if tally.seconds else 0
        print(f"{name:14}{tally.inputs:12,}{tally.refused:12,}{rate:12,.0f}{len(tally.findings):10}")
    inputs, refused = (sum(getattr(tally, what) for tally in tallies.values()) for what in ("inputs", "refused"))
    found = [(name, *entry) for name, tally in tallies.items() for entry in tally.findings.values()]
    print(f"{'in all':14}{inputs:12,}{refused:12,}{'':12}{len(found):10}")
    for name, finding, value in found:
        print(f"\n{name}: {finding.sign}\n{value!r:.500}\n{finding.story.strip()}")
        print(
            "a sample fails, so there is no input"
            if value is None
            else f"kept in {keep(name, finding.sign, value, corpus)}"
        )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
