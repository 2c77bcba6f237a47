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
#: The most objects that are looked into; there are few in a puzzle, apart from long lists.
MOST_LOOKED_INTO = 5_000


def bytes_held(thing: object) -> int:
    """The bytes that a thing holds, each part counted once.

    >>> bytes_held([b"x" * 1000] * 50) // 100, bytes_held(np.zeros(1000)[::2]) // 1000
    (14, 8)
    """
    total = 0.0
    seen: dict[int, object] = {}
    found = [(thing, 1.0)]  # each with the number of its like that it stands for
    while found:
        part, count = found.pop()
        if id(part) in seen or isinstance(part, SHARED):
            continue
        seen[id(part)] = part
        total += count * _own(part)
        if len(seen) <= MOST_LOOKED_INTO:
            length, some = _sample(part)
            found += [(each, count * length / len(some)) for each in some]
    return round(total)


def _own(part: object) -> int:
    """The bytes of an object alone."""
    if isinstance(part, np.ndarray):
        return int(part.nbytes) if part.base is None else 0
    return sys.getsizeof(part)


def _sample(part: Any) -> tuple[int, Any]:
    """How many objects it refers to, and some of them, evenly spaced."""
    others: Sequence[Any]
    if isinstance(part, np.ndarray):
        others = [] if part.base is None else [part.base]
    elif isinstance(part, types.FunctionType):
        others = part.__closure__ or ()  # not the names of its module
    elif isinstance(part, memoryview):
        others = [part.obj]
    else:
        others = part if isinstance(part, (list, tuple)) else gc.get_referents(part)
    # An odd step, because the entries of a table are keys and values in turn.
    return len(others), others[:: (len(others) // SAMPLE) | 1]
