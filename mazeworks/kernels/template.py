"""Kernels written once and compiled for each kind of puzzle: they call a few functions that differ between kinds.

A template is a flat loop that calls a `part`, such as `successors`, which each kind gives. `instance` makes kernels of
the templates of some modules, with the parts of a kind.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from mazeworks.kernels.kernel import Kernel


class Template:
    """A flat loop with a fixed signature; without a function, a part that a kind gives."""

    def __init__(self, signature: str, function: Any = None, sentence: str = "") -> None:
        self.signature, self.function, self.__doc__ = signature, function, sentence or function.__doc__


def part(signature: str, sentence: str) -> Any:
    """A function that templates call and that each kind gives; the sentence says what it does."""
    return Template(signature, sentence=sentence)


def template(signature: str) -> Any:
    """Decorate a flat loop that calls parts."""
    return lambda function: Template(signature, function)


def instance(name: str, *modules: ModuleType, **parts: Callable[..., Any] | Kernel) -> dict[str, Kernel]:
    """The parts of a kind, kernels or plain functions, as kernels, and the templates of modules that call them.

    name: what the kernels are named after, such as a kind. A part with the name of a template replaces it.
    """
    known = {key: each for module in modules for key, each in vars(module).items()}
    made = {k: p if isinstance(p, Kernel) else Kernel(p, known[k].signature, inline=True) for k, p in parts.items()}
    for key, kernel in made.items():
        kernel.__doc__ = kernel.__doc__ or known[key].__doc__
    for module in modules:
        scope = {**vars(module), **made}
        for key, each in vars(module).items():
            if isinstance(each, Template) and each.function and key not in parts:
                function = FunctionType(each.function.__code__, scope, key)
                function.__qualname__, function.__doc__ = f"{key}[{name}]", each.function.__doc__
                made[key] = scope[key] = Kernel(function, each.signature)
    return made
