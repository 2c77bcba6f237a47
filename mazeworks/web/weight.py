"""How many bytes a puzzle or a game holds: its arrays, its caches, its moves, and all that these refer to."""

import gc
import sys
import types
from collections.abc import Sequence
from typing import Any

import numpy as np

#: What all puzzles share, and so none of them holds.
SHARED = (type, types.ModuleType, types.BuiltinFunctionType, types.CodeType, property)
#: Of longer lists and tables about this many entries stand for all of them.
SAMPLE = 64
#: About the most objects that are looked into: what one part does not need is not passed on to another.
MOST_LOOKED_INTO = 10_000


def bytes_held(thing: object) -> int:
    """The bytes that a thing holds, each part counted once.

    >>> bytes_held([b"x" * 1000] * 50) // 100, bytes_held(np.zeros(1000)[::2]) // 1000
    (14, 8)
    """
    total = 0.0
    seen: dict[int, object] = {}
    # Each with the number of its like that it stands for, and how many objects may be looked into from it on.
    found: list[tuple[Any, float, float]] = [(thing, 1, MOST_LOOKED_INTO)]
    while found:
        part, count, room = found.pop()
        if id(part) in seen or isinstance(part, SHARED):
            continue
        seen[id(part)] = part
        total += count * _own(part)
        if room >= 1:
            others = _parts(part)
            # An odd step, because the entries of a table are keys and values in turn.
            some = others[:: (len(others) // min(SAMPLE, int(room))) | 1]
            found += [(each, count * len(others) / len(some), (room - 1) / len(some)) for each in some]
    return round(total)


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
