"""Arrays that refuse negative indices, on which kernels run interpreted."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from mazeworks.kernels import Kernel


class NegativeIndex(BaseException):
    """No `except Exception` on the way up hides it."""


class Guarded:
    """What a kernel sees of an array: items and slices by indices of at least 0, items to write, and a length."""

    def __init__(self, data: memoryview) -> None:
        self.data = data

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: Any) -> Any:
        found = self.data[checked(index)]
        return Guarded(found) if isinstance(index, slice) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        self.data[checked(index)] = value.data if isinstance(value, Guarded) else value


def checked(index: Any) -> Any:
    """The index, if no part of it is negative."""
    parts = (index.start, index.stop, index.step) if isinstance(index, slice) else (index,)
    if any(part is not None and part < 0 for part in parts):
        raise NegativeIndex(f"a kernel has the negative index {index}")
    return index


@contextmanager
def guarded() -> Iterator[set[str]]:
    """Run every kernel interpreted, on guarded arrays; gives the names of those that ran."""
    ran: set[str] = set()

    def call(self: Kernel, *arguments: Any) -> Any:
        ran.add(self.name)
        return self.function(*(Guarded(each.data) if isinstance(each, np.ndarray) else each for each in arguments))

    with patch.object(Kernel, "__call__", call):
        yield ran
