"""Coloured mazes invented: 9x9 nodes with three single routes of at least 24 moves."""

import time

from mazeworks import make
from mazeworks.kernels import coloured

Row = tuple[str, str, float, float, str]

SEEDS = range(10)


def seconds(seed: int) -> float:
    """How long one maze takes, which is then checked."""
    before = time.perf_counter()
    maze = make("coloured", (9, 9), seed=seed, length=24)
    taken = time.perf_counter() - before
    for name, variant in maze.variants().items():
        routes = variant.shortest_routes()
        if routes is None or routes[0] < 24 or routes[1] != 1:
            raise AssertionError(f"{maze.id}: {name} has {routes}")
    return taken


def rows() -> list[Row]:
    """The slowest of ten seeds, once compiled, beside the time it may take."""
    coloured.improve.compile()
    work = f"coloured 9x9, routes of 24 moves and more, slowest of {len(SEEDS)} seeds"
    return [(work, "the time allowed", 10.0, max(map(seconds, SEEDS)), "at most 10 s for most seeds")]


if __name__ == "__main__":
    for work, _, allowed, own, target in rows():
        print(f"{work}: {own:.2f} s of {allowed:g} s ({target})")
