"""Generators for the plain rectangle: at a million cells, and against mazelib where both have one."""

from collections.abc import Iterator

from benchmarks.table import Row, best, runs, seconds, versus, within
from mazeworks import make, warm_up

SIDE, LARGE = 1000, 4000
GENERATORS = ("eller", "sidewinder", "binary_tree", "recursive_division", "rooms", "cellular", "spiral")
#: Ours, mazelib's, and how many times faster ours has to be at 100x100.
PEERS = (
    ("eller", "Ellers", 100),
    ("sidewinder", "Sidewinder", 20),
    ("binary_tree", "BinaryTree", 20),
    ("recursive_division", "Division", 100),
    ("rooms", "DungeonRooms", 100),
    ("cellular", "CellularAutomaton", 100),
)


def rows(thorough: bool = False) -> Iterator[Row]:
    """Every row in turn; the thorough run also makes 4000x4000 with every generator."""
    warm_up()
    for name in GENERATORS:
        ours = best(lambda name=name: make("wall", (SIDE, SIDE), name, 1, ends="corners"))  # type: ignore[misc]
        yield within(f"make {SIDE}x{SIDE}, {name}", ours / SIDE**2, 200e-9, per="cell")
    for name, theirs, times in PEERS:
        yield against_mazelib(name, theirs, times)
    if thorough:
        yield from large()


def large() -> Iterator[Row]:
    """Every generator once, at sixteen million cells."""
    for name in GENERATORS:
        ours = seconds(lambda name=name: make("wall", (LARGE, LARGE), name, 1, ends="corners"))  # type: ignore[misc]
        yield runs(f"make {LARGE}x{LARGE}, {name}", ours / LARGE**2, "cell")


def against_mazelib(name: str, theirs: str, times: float) -> Row:
    """The same generator in both, 100x100, warm."""
    import importlib

    generator = getattr(importlib.import_module(f"mazelib.generate.{theirs}"), theirs)
    ours = best(lambda: make("wall", (100, 100), name, 1, ends="corners"), 200)  # short, so many runs
    for side in (100, 40, 20, 10):
        try:
            peers = best(lambda side=side: generator(side, side).generate(), 2) * (100 / side) ** 2  # type: ignore[misc]
        except OverflowError:  # its Eller overflows at 128 sets with today's numpy
            continue
        break
    peer = "mazelib" if side == 100 else f"mazelib, by its time for {side}x{side}"
    return versus(f"make 100x100, {name}", ours, peer, peers, times)
