"""Mazes by the million: batches as arrays, datasets on a cluster, environments to train in."""

import importlib
from typing import TYPE_CHECKING, Any

#: Names by the modules they live in; each is imported when it is first asked for.
_HOMES = {"Summary": "datasets", "dataset": "datasets", "verify": "verifying"}

if TYPE_CHECKING:
    from mazeworks.scale.datasets import Summary as Summary
    from mazeworks.scale.datasets import dataset as dataset
    from mazeworks.scale.verifying import verify as verify
else:  # type checkers cannot read it, and take it from the imports above
    __all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mazeworks.scale' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mazeworks.scale.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
