"""Kernels in slices: the same result however often they stop, with progress and interrupts in between."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mazeworks import CannotSolve, LimitReached, Puzzle, Solution, change, make, solve
from mazeworks.core.facets import codec_of, structure_of
from mazeworks.core.progress import listening
from mazeworks.core.registry import generators, layouts, solvers
from tests.samples import loopy

#: Every name under which a slice is known.
SLICES = [
    "core.workers.SLICE",
    "core.graph.SLICE",
    "search.dead_ends.SLICE",
    "search.dead_ends.ALONE",
    "search.planes.SLICE",
    "cells.arrangement.SLICE",
    "making.carving.SLICE",
    "core.workers.ALONE",
    "solvers.iterative_deepening.SLICE",
    "making.carving.GRID_SLICE",
]
GENERATORS = [entry.name for entry in generators.values() if any(p.name == "layout" for p in entry.parameters)]
SEARCHES = ["breadth_first", "a_star", "bidirectional", "depth_first", "dijkstra", "tremaux", "collision"]


@contextmanager
def slices_of(count: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in SLICES:
            patch.setattr(f"mazeworks.{name}", count)
        yield


def outcome(puzzle: Puzzle[Any], solver: str, limit: int | None = None) -> Any:
    """All that a solver says."""
    try:
        solution: Solution[Any] | None = solve(puzzle, solver, limit, trace=True)
    except (CannotSolve, LimitReached) as error:
        return str(error)
    if solution is None:
        return None
    moves = [codec_of(puzzle).move_name(move) for move in solution.moves]
    return list(solution.states), moves, solution.explored, list(solution.trace or ()), solution.ways


def unsolvable() -> Puzzle[Any]:
    return make("wall", (8, 8), "percolation", 3, layout="hexagon", chance=0.2, ends="0/0-7/7")


@pytest.mark.filterwarnings("ignore:no path joins")
@pytest.mark.parametrize("solver", list(solvers))
def test_solvers_go_on_where_they_were_stopped(solver: str, each_speed: str) -> None:
    puzzles: list[Puzzle[Any]] = [loopy(9, 8, 5, 12), make("terrain", (6, 6), seed=2), unsolvable()]
    puzzles += [make("wall", (7, 6), "percolation", 4, layout=name, chance=0.7) for name in ("hexagon", "weave")]
    for puzzle in puzzles:
        for limit in (None, 1, 7, 20):
            whole = outcome(puzzle, solver, limit)
            for count in (1, 2, 5):
                with slices_of(count):
                    assert outcome(puzzle, solver, limit) == whole, (puzzle, limit, count)


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("layout", list(layouts))
def test_generators_go_on_where_they_were_stopped(generator: str, layout: str) -> None:
    whole = make("wall", (7, 6), generator, 3, layout=layout)
    for count in (1, 5):
        with slices_of(count):
            again = make("wall", (7, 6), generator, 3, layout=layout)
            assert again == whole
            assert change(again, "fill_cul_de_sacs+perturb") == change(whole, "fill_cul_de_sacs+perturb")


@pytest.mark.parametrize("solver", SEARCHES)
def test_a_long_search_says_how_far_it_is(solver: str) -> None:
    heard: list[float] = []
    maze = make("wall", (30, 30), "prim", 1, layout="hexagon", ends="corners")
    structure_of(maze).as_graph()
    with slices_of(20), listening(lambda title, fraction, _: heard.append(fraction)):
        solve(maze, solver)
    assert len(heard) > 5 and all(0 < fraction <= 1 for fraction in heard)


@pytest.mark.parametrize("solver", ["breadth_first", "a_star", "dead_end_filling", "cul_de_sac_filling"])
def test_an_interrupt_is_heard_between_slices(solver: str) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell runs in the background
    maze = make("wall", (60, 60), "prim", 1, layout="hexagon", ends="corners")
    structure_of(maze).as_graph()

    def interrupt(title: str, fraction: float, note: str) -> None:
        signal.raise_signal(signal.SIGINT)
        pytest.fail("the interrupt was not heard")

    try:
        with slices_of(50), listening(interrupt), pytest.raises(KeyboardInterrupt):
            solve(maze, solver)
    finally:
        signal.signal(signal.SIGINT, before)
