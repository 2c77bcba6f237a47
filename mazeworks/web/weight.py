"""How many bytes a puzzle or a game holds: its arrays, its caches, its moves, and all that these refer to."""

import gc
import random
import sys
import types
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

#: What all puzzles share, and so none of them holds.
SHARED = (type, types.ModuleType, types.BuiltinFunctionType, types.CodeType, property)
#: Of longer lists and tables this many entries stand for all of them.
SAMPLE = 64
#: The most objects that are looked into, those next to the thing first; of the others only their own bytes count.
MOST_LOOKED_INTO = 10_000


def bytes_held(thing: object) -> int:
    """The bytes that a thing holds, each part counted once.

    >>> bytes_held([b"x" * 1000] * 500) // 1000, bytes_held(np.zeros(1000)[::2]) // 1000
    (5, 8)
    """
    total = 0.0
    seen: dict[int, object] = {}
    found: deque[tuple[Any, float]] = deque([(thing, 1)])  # each with the number of objects that it stands for
    while found:
        part, count = found.popleft()
        if id(part) in seen or isinstance(part, SHARED):
            continue
        seen[id(part)] = part
        total += count * _own(part)
        if len(seen) <= MOST_LOOKED_INTO:
            found.extend((each, count * times) for each, times in _sample(_parts(part)))
    return round(total)


def _sample(parts: Sequence[Any]) -> Iterable[tuple[Any, float]]:
    """Some of many parts, by chance, so that no file can hide others; each with the number that it stands for.

    A part that comes up twice is one that many share, and stands for itself alone.
    """
    if len(parts) <= SAMPLE:
        return ((each, 1) for each in parts)
    some = random.sample(parts, SAMPLE)
    often = Counter(map(id, some))
    return ((each, len(parts) / SAMPLE if often[id(each)] == 1 else 1) for each in some)


def _own(part: object) -> int:
    """The bytes of an object alone."""
    if isinstance(part, np.ndarray):
        return int(part.nbytes) if part.base is None else 0
    return sys.getsizeof(part)


def _parts(part: Any) -> Sequence[Any]:
    """The objects that an object refers to."""
    if isinstance(part, np.ndarray):
        return () if part.base is None else (part.base,)
    if isinstance(part, types.FunctionType):
        return part.__closure__ or ()  # not the names of its module
    if isinstance(part, memoryview):
        return (part.obj,)
    return part if isinstance(part, (list, tuple)) else gc.get_referents(part)
