"""Kernels written once and compiled for each kind of puzzle: they call a few functions that differ between kinds.

A template is a flat loop that calls functions which its module lacks, such as `successors`. `instance` makes kernels
of the templates of some modules, with these functions.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from mazeworks.kernels.kernel import Kernel, kernel


class Template:
    """A flat loop with a fixed signature that calls functions it lacks."""

    def __init__(self, function: Callable[..., Any], signature: str) -> None:
        self.function, self.signature = function, signature


def template(signature: str) -> Callable[[Callable[..., Any]], Template]:
    """Decorate a flat loop that calls functions which `instance` adds."""
    return lambda function: Template(function, signature)


def instance(name: str, *modules: ModuleType, **parts: Callable[..., Any] | Kernel) -> dict[str, Kernel]:
    """These plain functions as kernels, with signatures from the modules' PARTS, and the templates that call them.

    name: what the kernels are named after, such as a kind.
    """
    signatures: dict[str, str] = {}
    for module in modules:
        signatures |= module.PARTS
    own = {k: each if isinstance(each, Kernel) else kernel(signatures[k])(each) for k, each in parts.items()}
    made: dict[str, Kernel] = dict(own)
    for module in modules:
        scope = {**vars(module), **own}
        for key, each in vars(module).items():
            if isinstance(each, Template):
                function = FunctionType(each.function.__code__, scope, key)
                function.__qualname__, function.__doc__ = f"{key}[{name}]", each.function.__doc__
                made[key] = scope[key] = Kernel(function, each.signature)
    return made
