"""Array indices made unsigned before numba compiles a kernel, so that it leaves out the code for negative ones.

No kernel has negative indices (`tests/kernels/test_indices.py` checks that), and loops without that code are faster.
"""

import ast
import inspect
import linecache
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

import numpy as np

#: The name by which a kernel calls the type of its indices.
UNSIGNED = "_unsigned"


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
        module = ast.parse("".join(inspect.getblock(lines)))
        ast.increment_lineno(module, code.co_firstlineno - 1)
        if _compiled(module, code.co_filename) != code:
            return None
        return _compiled(ast.fix_missing_locations(_Unsigned().visit(module)), code.co_filename)
    except (SyntaxError, LookupError, StopIteration):
        return None


def _compiled(module: ast.Module, file: str) -> CodeType:
    """The code of the one function in a module."""
    consts = compile(module, file, "exec", dont_inherit=True).co_consts
    return next(each for each in consts if isinstance(each, CodeType))


class _Unsigned(ast.NodeTransformer):
    """Writes array[_unsigned(index)] for array[index]; slices and constant indices stay."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        if not isinstance(node.slice, (ast.Slice, ast.Constant)):
            node.slice = ast.Call(ast.Name(UNSIGNED, ast.Load()), [node.slice], [])
        return node
