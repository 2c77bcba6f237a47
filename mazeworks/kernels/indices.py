"""Array indices made unsigned before numba compiles a kernel, so that it leaves out the code for negative ones.

No kernel has negative indices (`tests/kernels/test_indices.py` checks that), and loops without that code are faster.
The source is changed as text: in Python 3.11 a thread that builds a syntax tree breaks that of another thread.
"""

import inspect
import linecache
import re
from collections.abc import Callable
from tokenize import TokenError
from types import CodeType, FunctionType
from typing import Any

import numpy as np

#: The name by which a kernel calls the type of its indices.
UNSIGNED = "_unsigned"
#: Texts and comments, which stay as they are; words, numbers, blanks, and single signs.
PIECES = re.compile(r'"""(?s:.*?)"""|"[^"\n]*"|\'[^\'\n]*\'|#[^\n]*|\w+|\s+|.')


def with_unsigned_indices(function: Callable[..., Any], scope: dict[str, Any]) -> FunctionType:
    """The function with these global names, and with unsigned indices if its source can be had."""
    code = unsigned_code(function.__code__, function.__globals__) or function.__code__
    made = FunctionType(code, {**scope, UNSIGNED: np.uint64}, function.__name__)
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    return made


def unsigned_code(code: CodeType, scope: dict[str, Any]) -> CodeType | None:
    """The code with unsigned indices; None without its source, or if that was changed since it was imported."""
    try:
        lines = linecache.getlines(code.co_filename, scope)[code.co_firstlineno - 1 :]
        source = "".join(inspect.getblock(lines))
        return _compiled(unsigned(source), code) if _compiled(source, code) == code else None
    except (SyntaxError, StopIteration, ValueError, TokenError):  # as for a file that is being written
        return None


def _compiled(source: str, like: CodeType) -> CodeType:
    """The code of the function that a source defines."""
    lines = "\n" * (like.co_firstlineno - 1)
    consts = compile(lines + source, like.co_filename, "exec", dont_inherit=True).co_consts
    return next(each for each in consts if isinstance(each, CodeType) and each.co_name == like.co_name)


def unsigned(source: str) -> str:
    """A source whose indices are unsigned; slices, numbers, and pairs of indices stay as they are.

    >>> unsigned("a[b[i] + 1] = c[2:i] + d[0] + [x]")
    'a[_unsigned(b[_unsigned(i)] + 1)] = c[2:i] + d[0] + [x]'
    """
    pieces = PIECES.findall(source)
    open_brackets: list[int] = []
    for place, piece in enumerate(pieces):
        if piece in ("[", "(", "{"):
            open_brackets.append(place)
        elif piece in (":", ",") and open_brackets:
            open_brackets[-1] = -1  # no single index
        elif piece in ("]", ")", "}"):
            begin = open_brackets.pop()
            after_value = begin > 0 and re.match(r"[\w)\]]", pieces[begin - 1][-1])
            is_number = begin == place - 2 and pieces[place - 1].isdigit()
            if piece == "]" and after_value and not is_number:
                pieces[begin], pieces[place] = f"[{UNSIGNED}(", ")]"
    return "".join(pieces)
