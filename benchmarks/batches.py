"""Batches of small mazes: beside plain C, which makes and solves one at a time, and beside maze-dataset."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

import numpy as np

from benchmarks.limit import called, compiled, in_turn
from benchmarks.table import Row, best, seconds
from mazeworks import batch, warm_up, workers
from mazeworks.core.workers import how_many
from mazeworks.scale.batch import Batch
from mazeworks.scale.seeds import states_of

#: The size of the mazes; how many are made at once on all cores, on one, and by a peer in Python.
SIZE, MANY, SOME, FEW = (10, 10), 400_000, 100_000, 200
#: The generators of `limit.c`, by their numbers there; the mazes a second that two cores have to reach.
GENERATORS = ("backtracker", "prim", "wilson", "kruskal")
TARGETS = {"backtracker": 1_000_000, "prim": 1_000_000, "wilson": 550_000, "kruskal": 550_000}
#: How many times faster than plain C one core has to be, and both than maze-dataset.
TIMES_C, TIMES_PEER = 1.2, 1000


def rows() -> Iterator[Row]:
    warm_up()
    yield from on_two_cores()
    yield from beside_c()
    yield from beside_maze_dataset()


def made(generator: str, count: int = MANY) -> Batch:
    """A batch of solved mazes, with their moves."""
    some = batch(generator, SIZE, seed=7, count=count)
    assert len(some.moves) == count
    return some


def on_two_cores() -> Iterator[Row]:
    for generator in GENERATORS:
        if how_many() >= 2:
            with workers(2):
                rate = MANY / best(lambda name=generator: made(name), 5)
            yield Row(
                f"solved 10x10 of {generator}, two cores",
                f"{rate:,.0f} a second",
                target=f"at least {TARGETS[generator]:,}",
                reached=rate >= TARGETS[generator],
            )


def beside_c() -> Iterator[Row]:
    """The same generators in plain C, whose ends, random states and arrays are ready before its time begins."""
    with tempfile.TemporaryDirectory() as folder, workers(1):
        try:
            library = compiled(Path(folder) / "limit.so")
        except (OSError, ValueError, CalledProcessError) as error:
            yield Row("batches against plain C", f"not measured: {error}")
            return
        for number, generator in enumerate(GENERATORS):
            peer = ByC(library, number)
            ours, theirs = in_turn(lambda name=generator: made(name, SOME), peer.make)
            peer.check()
            rates = [f"{SOME / taken:,.0f} a second" for taken in (ours, theirs)]
            yield Row(
                f"solved 10x10 of {generator}, one core",
                rates[0],
                "plain C",
                rates[1],
                f"{theirs / ours:.3g} times",
                f"at least {TIMES_C} times",
                theirs >= TIMES_C * ours,
            )


class ByC:
    """Mazes made and solved by plain C, into arrays like ours."""

    def __init__(self, library: Any, which: int) -> None:
        self.library, self.which = library, which
        some, (width, height) = batch("prim", SIZE, seed=7, count=SOME), SIZE
        self.ends = [np.ascontiguousarray(p[:, 1] * width + p[:, 0], np.int32) for p in (some.starts, some.goals)]
        self.states = np.ascontiguousarray(states_of(some.seeds, 2)[:, 1])
        self.walls, self.moves = np.zeros((SOME, height, width), np.uint8), np.zeros((SOME, width * height), np.uint8)
        self.lengths = np.zeros(SOME, np.int32)

    def make(self) -> None:
        arrays = (*self.ends, self.states, self.walls, self.moves, self.lengths)
        called(self.library.batch, self.which, SOME, *SIZE, *arrays)

    def check(self) -> None:
        """Every maze has as many passages as a tree, and a path."""
        passages = sum(np.count_nonzero(self.walls & flag == 0) for flag in (1, 2, 4, 8))
        assert passages == 2 * SOME * (SIZE[0] * SIZE[1] - 1) and self.lengths.min() > 0


def beside_maze_dataset() -> Iterator[Row]:
    from maze_dataset.generation import LatticeMazeGenerators

    for generator, theirs in (
        ("backtracker", LatticeMazeGenerators.gen_dfs),
        ("wilson", LatticeMazeGenerators.gen_wilson),
    ):

        def peer(make: Any = theirs) -> None:
            for _ in range(FEW):
                make(np.array(SIZE)).generate_random_path()

        taken = seconds(peer) / FEW
        ours = best(lambda name=generator: made(name), 3) / MANY
        yield Row(
            f"solved 10x10 of {generator}, all cores",
            f"{1 / ours:,.0f} a second",
            "maze-dataset",
            f"{1 / taken:,.0f} a second",
            f"{taken / ours:,.0f} times",
            f"at least {TIMES_PEER:,} times",
            taken >= TIMES_PEER * ours,
        )
