"""Work names its price in bytes before it begins: whatever takes much memory is refused by a budget below that."""

import tracemalloc
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mazeworks import CannotSolve, LimitReached, MazeError, Puzzle, load, make, save, solve, speed
from mazeworks.core.memory import Budget
from mazeworks.core.registry import formats, generators, layouts, solvers, transforms

#: The side of the mazes, and the part of what work takes that its price has to exceed; small work need not name one.
SIDE, SHARE, SMALL = 160, 0.75, 1 << 20
#: Solvers that take long on a maze of this size get a limit that ends them.
LIMITS = {"iterative_deepening": 1000, "collision": 1000, "random_mouse": 300_000}


def peak(work: Callable[[], Any]) -> int:
    """The most bytes that some work has taken at once."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        work()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def assert_priced(work: Callable[[], Any]) -> None:
    """A budget of less memory than some work takes refuses it."""
    with speed("compiled"), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        work()  # fills caches, and compiles
        taken = int(SHARE * peak(work)) - SMALL
        if taken > 0:
            with Budget(memory=taken).begin(), pytest.raises(MazeError, match="of memory, more than"):
                work()


@cache
def sample(layout: str) -> Puzzle[Any]:
    return make("wall", (SIDE, SIDE), "kruskal", 1, layout=layout)


def makers() -> list[tuple[str, str]]:
    """Every generator of walls with every layout that it has, and the layout of each."""
    able = [entry for entry in generators.values() if entry.kind == "wall"]
    anywhere = {entry.name: any(parameter.name == "layout" for parameter in entry.parameters) for entry in able}
    return [(entry.name, layout) for entry in able for layout in layouts if anywhere[entry.name] or layout == "square"]


@pytest.mark.parametrize(("generator", "layout"), makers())
def test_making_names_its_price(generator: str, layout: str) -> None:
    values = {} if layout == "square" else {"layout": layout}
    assert_priced(lambda: make("wall", (SIDE, SIDE), generator, 1, **values))


@pytest.mark.parametrize("name", list(transforms))
def test_changing_names_its_price(name: str) -> None:
    assert_priced(lambda: make("wall", (SIDE, SIDE), None, 1, then=name))


@pytest.mark.parametrize("trace", [False, True])
@pytest.mark.parametrize("layout", ["square", "hexagon"])
@pytest.mark.parametrize("name", list(solvers))
def test_solving_names_its_price(name: str, layout: str, trace: bool) -> None:
    puzzle = sample(layout)

    def work() -> None:
        with suppress(LimitReached, CannotSolve):
            solve(puzzle, name, LIMITS.get(name), trace)

    assert_priced(work)


@pytest.mark.parametrize("layout", ["square", "hexagon"])
@pytest.mark.parametrize("name", list(formats))
def test_writing_and_reading_name_their_price(name: str, layout: str, tmp_path: Path) -> None:
    target = tmp_path / f"maze{formats[name].extensions[0]}"
    try:
        save(sample(layout), target, None, name)
    except MazeError as error:
        assert "cannot hold" in str(error)
        return
    assert_priced(lambda: save(sample(layout), target, None, name))
    assert_priced(lambda: load(target))
