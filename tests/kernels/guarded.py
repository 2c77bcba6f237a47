"""Arrays that refuse negative indices, on which kernels run interpreted."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
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
def guarded() -> Iterator[set[tuple[str, int]]]:
    """Run every kernel interpreted, on guarded arrays; gives the files and lines of kernels that ran."""
    ran: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            ran.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    def call(self: Kernel, *arguments: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            return self.function(*(Guarded(each.data) if isinstance(each, np.ndarray) else each for each in arguments))
        finally:
            sys.settrace(before)

    with patch.object(Kernel, "__call__", call):
        yield ran


def lines_with_indices(kernel: Kernel) -> set[tuple[str, int]]:
    """The file and lines of a kernel in which an array has an index; a statement counts by its first line."""
    lines, first = inspect.getsourcelines(kernel.function)
    found = set()
    for statement in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
        if isinstance(statement, ast.stmt) and not isinstance(statement, ast.FunctionDef):
            own = [each for each in ast.iter_child_nodes(statement) if isinstance(each, ast.expr)]
            if any(isinstance(node, ast.Subscript) for each in own for node in ast.walk(each)):
                found.add((kernel.function.__code__.co_filename, first + statement.lineno - 1))
    return found
