"""Rows of a benchmark, and how they are measured and printed."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mazeworks.benchmark import readable_seconds

#: The settings of processes that are timed: they keep bytecode, as an installed package does.
SETTINGS = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Row:
    """One line of the table: our figure, a peer's if there is one, and the target."""

    work: str
    ours: str
    peer: str = ""
    theirs: str = ""
    ratio: str = ""
    target: str = ""
    reached: bool | None = None


def best(work: Callable[[], Any], times: int = 3) -> float:
    """The least time of several runs, in seconds."""
    return min(seconds(work) for _ in range(times))


def seconds(work: Callable[[], Any]) -> float:
    """The time of one run, in seconds."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def versus(work: str, ours: float, peer: str, theirs: float, at_least: float, per: str = "") -> Row:
    """A row that compares: how many times faster ours is, and whether that is enough."""
    times = theirs / ours
    unit = f" per {per}" if per else ""
    return Row(
        work,
        readable_seconds(ours) + unit,
        peer,
        readable_seconds(theirs) + unit,
        f"{times:.3g} times",
        f"at least {at_least:g} times",
        times >= at_least,
    )


def within(work: str, ours: float, most: float, unit: str = "s", per: str = "") -> Row:
    """A row with a bound of its own, in seconds unless `per` names another unit."""

    def show(number: float) -> str:
        digits = f"{number:.3g}" if number < 1000 else f"{number:.0f}"
        return (readable_seconds(number) if unit == "s" else f"{digits} {unit}") + (f" per {per}" if per else "")

    return Row(work, show(ours), target=f"at most {show(most)}", reached=ours <= most)


def runs(work: str, ours: float, per: str = "") -> Row:
    """A row for large work, which only has to run."""
    return Row(work, readable_seconds(ours) + (f" per {per}" if per else ""), target="runs", reached=True)


def markdown(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| work | ours | peer | theirs | ratio | to reach | |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        mark = {None: "", True: "✓", False: "✗"}[row.reached]
        cells = (row.work, row.ours, row.peer, row.theirs, row.ratio, row.target, mark)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
