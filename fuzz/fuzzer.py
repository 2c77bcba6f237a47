"""What a fuzzer is, and the registry of all fuzzers."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

#: Makes an input from random numbers: a text, bytes, or plain values as JSON has them.
Make = Callable[[Random], Any]
#: Reads an input. A MazeError refuses it; any other exception is a finding.
Attempt = Callable[[Any], None]


@dataclass(frozen=True)
class Fuzzer:
    """A way to make inputs for one reader, and to try them."""

    name: str
    make: Make
    attempt: Attempt


class Differs(Exception):
    """What was read and written again reads as something else, or an answer breaks a promise.

    The words before the first colon tell causes apart.
    """


fuzzers: dict[str, Fuzzer] = {}


def fuzzer(name: str, make: Make) -> Callable[[Attempt], Attempt]:
    """Register a fuzzer: decorates the function that tries what `make` makes."""

    def register(attempt: Attempt) -> Attempt:
        fuzzers[name] = Fuzzer(name, make, attempt)
        return attempt

    return register


def all_fuzzers() -> dict[str, Fuzzer]:
    """Every fuzzer, in the order of the files in `readers/`."""
    from fuzz import readers

    for module in pkgutil.iter_modules(readers.__path__):
        importlib.import_module(f"fuzz.readers.{module.name}")
    return fuzzers
