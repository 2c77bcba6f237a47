"""The growing tree (Buck, 2011): a rule picks which of the active cells grows next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError, nearest
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels import tables
from mazeworks.kernels.carving import grid as on_bytes
from mazeworks.kernels.carving import growing as loops
from mazeworks.kernels.carving.rows import open_edges
from mazeworks.making.carving import Longs, carve_marked, cell_generator, in_slices

RULES = ("newest", "oldest", "random", "middle")

if TYPE_CHECKING:
    from mazeworks.cells.arrangement import Bytes, Ints, Rows


class Mixture(Parameter):
    """Rules with weights, such as `newest:3+random:1`."""

    def check(self, value: object) -> str:
        bounds_of(str(value))
        return str(value)


PICK = Mixture(
    "pick",
    "text",
    "newest:3+random:1",
    "which active cell grows next: newest, oldest, random, middle, or a mixture like newest:3+random:1",
    choices=RULES,
)


def on_grid(grid: Grid, first: int, random: Random, order: Longs, pick: str) -> int:
    """The same algorithm on the byte grid of a plain rectangle."""
    active, links = np.empty((2, grid.width * grid.height), np.uint32)  # untouched pages cost no memory
    active[0] = first
    registers = [0, 0, 1, 0, random.fork()]
    lists = (tables.PICK, active, links, bounds_of(pick))
    return carve_marked(on_bytes.growing_tree, grid, first, registers, order, *lists)


@cell_generator(
    "growing_tree",
    "Grows from a list of active cells: the newest, the oldest, a random one, the middle one, or a mixture.",
    promises=(
        "perfect",
        "biased as picked: newest towards long passages, random towards dead ends, oldest towards straight halls",
    ),
    parameters=(PICK,),
    on_grid=on_grid,
    lists=2,
    batch=lambda pick: bounds_of(pick).tolist(),
)
def growing_tree(rows: Rows, roots: Ints, random: Random, opens: Bytes, order: Ints, pick: str) -> None:
    fresh, came = np.diff(rows.offsets), np.full(len(rows), -1, np.int32)
    active, links = np.empty(len(rows), np.int32), np.empty(len(rows), np.int32)
    bounds = bounds_of(pick)
    registers = np.array([0, 0, 0, 0, random.fork(), 0], np.int64)
    for root in roots.tolist():
        np.subtract.at(fresh, rows.targets[rows.offsets[root] : rows.offsets[root + 1]], 1)
        fresh[root] += loops.VISITED
        active[0] = root
        registers[1:4] = 0, 1, 0
        arguments = (rows.offsets, rows.targets, came, fresh, active, links, order, bounds)
        in_slices(loops.growing_tree, arguments, registers, len(rows))
    open_edges(rows.twins, came, opens)


def bounds_of(pick: str) -> NDArray[np.int64]:
    """The bounds of a 16-bit random number below which each rule is picked.

    >>> bounds_of("newest:3+random:1").tolist()
    [49152, 49152, 65536, 65536]
    """
    weights = dict.fromkeys(RULES, 0.0)
    for part in pick.split("+"):
        name, colon, text = part.strip().partition(":")
        if name not in RULES:
            near = nearest(name, RULES)
            hint = f"; did you mean {near}?" if near else ""
            expected = f"{', '.join(RULES)}, or a mixture like newest:3+random:1"
            raise MazeError(f"pick is {expected}, not {pick!r}{hint}", about="pick")
        weight = text if colon else "1"
        if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", weight, re.ASCII):
            raise MazeError(f"a weight in a mixture is a number such as 3 or 0.5, not {weight!r} in {pick!r}")
        weights[name] += float(weight)
    total = sum(weights.values())
    if not 0 < total < float("inf"):
        raise MazeError(f"the weights of {pick!r} add up to 0; at least one must be positive")
    return np.round(np.cumsum(list(weights.values())) / total * 65536).astype(np.int64)
