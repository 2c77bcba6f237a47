"""Generating coloured mazes: 9x9 nodes with three unique routes of at least 24 moves."""

from collections.abc import Iterator
from typing import Any

from benchmarks.table import Row, seconds, within
from mazeworks import Puzzle, make
from mazeworks.core.facets import variants_of
from mazeworks.kernels.logic.coloured import KERNELS
from mazeworks.rating.measures import measures_of

SEEDS = range(10)


def rows() -> Iterator[Row]:
    """The slowest of ten seeds, compiled, and the time allowed."""
    KERNELS["climb"].compile()
    mazes: list[Puzzle[Any]] = []
    slowest = max(
        seconds(lambda seed=seed: mazes.append(make("coloured", (9, 9), seed=seed, length=24))) for seed in SEEDS
    )
    for maze in mazes:
        check(maze)
    yield within(f"coloured 9x9, three single routes of 24 moves and more, slowest of {len(SEEDS)} seeds", slowest, 10)


def check(maze: Puzzle[Any]) -> None:
    """Check that a maze is what was asked for."""
    for name, variant in variants_of(maze).items():
        routes = measures_of(variant).shortest_routes()
        if routes is None or routes[0] < 24 or routes[1] != 1:
            raise AssertionError(f"{maze.id}: {name} has {routes}")
