"""Findings made small: parts are left out, one after the other, as long as the same goes wrong."""

import time
from collections.abc import Callable, Iterator
from typing import Any

#: The most seconds for one finding.
PATIENCE = 15.0


def minimal(value: Any, fails: Callable[[Any], bool], seconds: float = PATIENCE) -> Any:
    """The smallest input found within the time that fails in the same way."""
    deadline = time.monotonic() + seconds
    smaller = True
    while smaller:
        smaller = False
        for simpler in simpler_than(value):
            if time.monotonic() > deadline:
                return value
            if fails(simpler):
                value, smaller = simpler, True
                break
    return value


def simpler_than(value: Any) -> Iterator[Any]:
    """Inputs with something left out, large parts first."""
    if isinstance(value, (str, bytes, list)):
        yield from without_spans(value)
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from ([*value[:place], simpler, *value[place + 1 :]] for simpler in simpler_than(item))
    elif isinstance(value, dict):
        for name in value:
            yield {other: item for other, item in value.items() if other != name}
        for name, item in value.items():
            yield from (value | {name: simpler} for simpler in simpler_than(item))
    elif isinstance(value, (int, float)) and value not in (0, 1):
        yield from (0, 1)


def without_spans(value: Any) -> Iterator[Any]:
    """A sequence without one of its halves, quarters, and so on to single items."""
    length = len(value)
    while length:
        length = -(-length // 2) if length > 1 else 0
        for first in range(0, len(value), length) if length and length < len(value) else ():
            yield value[:first] + value[first + length :]
        if length == 1:
            break
    if len(value) == 1:
        yield value[:0]
