"""Generators on every layout: against mazelib, per cell at a million cells, and with layout and solving included."""

import time
from collections.abc import Iterator
from typing import Any

from benchmarks.table import Row, best, versus, within
from mazeworks import make, solve, warm_up

#: Our name and mazelib's; and how many times faster ours must be at 100x100.
PEERS = {
    "backtracker": "BacktrackingGenerator",
    "growing_tree": "GrowingTree",
    "prim": "Prims",
    "kruskal": "Kruskal",
    "wilson": "Wilsons",
    "aldous_broder": "AldousBroder",
    "hunt_and_kill": "HuntAndKill",
}
LEAST = 100

#: The most nanoseconds per cell at 1000x1000; at 4000x4000 twice that, unless another number is given.
MOST = {
    "wilson": (25,),
    "prim": (25,),
    "kruskal": (80, 250),
    "hunt_and_kill": (60,),
    "growing_tree": (60,),
    "sidewinder": (6, 6),
    "binary_tree": (6, 6),
    "recursive_division": (7, 7),
    "eller": (10, 10),
    "backtracker": (200,),
    "boruvka": (200,),
    "percolation": (200,),
    "aldous_broder": (3000,),
}

#: Published time of maze-dataset for Wilson, in seconds per cell: the lower of two measurements by others.
DATASET_WILSON = 230e-6


def rows(thorough: bool = False) -> Iterator[Row]:
    """Every row in turn; the thorough run also makes 4000x4000 with every generator."""
    warm_up()
    yield from peers()
    for generator, (most, *_) in MOST.items():
        yield within(f"{generator}, 1000x1000", per_cell(generator, (1000, 1000)), most * 1e-9, per="cell")
    yield from millions()
    if thorough:
        for generator, most in MOST.items():
            taken = per_cell(generator, (4000, 4000), 1 if generator == "aldous_broder" else 3)
            yield within(f"{generator}, 4000x4000", taken, (*most, 2 * most[0])[1] * 1e-9, per="cell")


def per_cell(generator: str, size: tuple[int, int], times: int = 5, **parameters: Any) -> float:
    """Seconds per cell, including layout and ends."""
    return best(lambda: make("wall", size, generator, 1, **parameters), times) / (size[0] * size[1])


def peers() -> Iterator[Row]:
    import importlib

    for generator, name in PEERS.items():
        theirs_class = getattr(importlib.import_module(f"mazelib.generate.{name}"), name)
        started = time.perf_counter()
        theirs_class(100, 100).generate()
        theirs = (time.perf_counter() - started) / 10_000
        yield versus(f"{generator}, 100x100", per_cell(generator, (100, 100), 9), "mazelib", theirs, LEAST, "cell")
    ours = per_cell("wilson", (100, 100), 9)
    yield versus("wilson, 100x100", ours, "maze-dataset, as measured by others", DATASET_WILSON, 200, "cell")


def millions() -> Iterator[Row]:
    """A million hexagons and a million cells in rings: made, layout included, and solved."""
    for layout, side in (("hexagon", 1000), ("circle", 1160)):
        for generator in ("backtracker", "prim", "wilson"):
            made = best(
                lambda layout=layout, side=side, generator=generator: make(
                    "wall", (side, side), generator, 1, layout=layout
                )
            )  # type: ignore[misc]
            puzzle = make("wall", (side, side), generator, 1, layout=layout)
            cells = len(puzzle)  # type: ignore[arg-type]
            yield within(f"{generator}, {cells} cells, {layout}: make", made, 0.5)
            puzzle = make("wall", (side, side), generator, 2, layout=layout)
            started = time.perf_counter()
            solve(puzzle)
            yield within("the same: solve", time.perf_counter() - started, 0.5)
