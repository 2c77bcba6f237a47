"""Generators that carve a plain rectangle on its bytes: the same mazes, as often, as on the graph of all layouts."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import numpy as np
import pytest

import mazeworks.generators
from mazeworks import Maze, TooLarge, make, solve, speed
from mazeworks.cells.arrangement import arrange
from mazeworks.core.grid import Bytes, Grid
from mazeworks.core.randomness import Random
from mazeworks.making import carving

#: What each takes besides, so that every way to pick a cell is tried.
OWN: dict[str, list[dict[str, Any]]] = {
    "backtracker": [{"complexity": 0.3}],
    "growing_tree": [{"pick": "newest:3+random:1"}, {"pick": "middle"}, {"pick": "oldest:1+random:2"}],
}
MODULES = [
    import_module(module.name) for module in walk_packages(mazeworks.generators.__path__, "mazeworks.generators.")
]
NAMES = [module.__name__.rpartition(".")[2] for module in MODULES if hasattr(module, "on_grid")]
CASES = [(name, own) for name in NAMES for own in OWN.get(name, [{}])]
#: Of 191 degrees of freedom, chi-square exceeds this in one of ten thousand samples.
CRITICAL = 270.0

arranged = cache(lambda width, height: arrange("square", width, height))


def on_graph(name: str, width: int, height: int, seed: int, **own: Any) -> Maze:
    """A plain rectangle, carved as every other layout is."""
    carver = getattr(import_module(f"mazeworks.generators.{name}"), name)
    grid, _ = carving.carved(carver, arranged(width, height), Random(seed), "corners", False, own, True)
    assert isinstance(grid, Grid)
    return Maze(grid)


def on_bytes(name: str, width: int, height: int, seed: int, **own: Any) -> Maze:
    maze = make("wall", (width, height), name, seed, ends="corners", **own)
    assert isinstance(maze, Maze)
    return maze


def test_all_of_them_are_here() -> None:
    assert set(NAMES) == {"backtracker", "growing_tree", "hunt_and_kill", "kruskal", "prim", "wilson"}


@pytest.mark.parametrize(("name", "own"), CASES)
def test_every_tree_comes_as_often_from_both(name: str, own: dict[str, Any]) -> None:
    """Two samples of the 192 trees of 3 by 3 cells, against each other."""
    with speed("compiled"):
        first, second = (
            Counter(make_one(name, 3, 3, seed, **own).walls.tobytes() for seed in range(192 * 20))
            for make_one in (on_graph, on_bytes)
        )
    figure = sum((first[tree] - second[tree]) ** 2 / (first[tree] + second[tree]) for tree in first | second)
    assert figure < CRITICAL


def dead_ends(walls: Bytes) -> int:
    return int(np.isin(walls, (7, 11, 13, 14)).sum())


def turns(walls: Bytes) -> int:
    return int(np.isin(walls, (5, 6, 9, 10)).sum())


def length(maze: Maze) -> int:
    solution = solve(maze)
    assert solution is not None
    return len(solution)


MEASURES: tuple[Callable[[Maze], int], ...] = (lambda m: dead_ends(m.walls), lambda m: turns(m.walls), length)


@pytest.mark.parametrize(("name", "own"), CASES)
def test_larger_mazes_are_alike(name: str, own: dict[str, Any]) -> None:
    """Dead ends, turns and the length of the solution, on average over mazes of 24 by 17 cells."""
    with speed("compiled"):
        mazes = [[make_one(name, 24, 17, seed, **own) for seed in range(300)] for make_one in (on_graph, on_bytes)]
    for measure in MEASURES:
        first, second = (np.array([measure(maze) for maze in some], float) for some in mazes)
        error = np.sqrt((first.var() + second.var()) / len(first))
        assert abs(first.mean() - second.mean()) < 4 * error, (name, measure)


@pytest.mark.parametrize(("name", "own"), CASES)
@pytest.mark.parametrize("size", [(2, 2), (2, 9), (13, 2), (33, 31)])
def test_every_size_is_carved_whole_at_both_speeds(name: str, own: dict[str, Any], size: tuple[int, int]) -> None:
    for seed in range(4):
        with speed("interpreted"):
            maze = make("wall", size, name, seed, trace=True, **own)
        assert isinstance(maze, Maze) and maze.is_perfect() and not list(maze.grid.broken_walls())
        assert maze.grid.cells[0].tolist() == [31] * (size[0] + 2) and maze.walls.max() < 15
        with speed("compiled"):
            again = make("wall", size, name, seed, trace=True, **own)
        assert maze == again and np.array_equal(maze.carving, again.carving)  # type: ignore[arg-type, attr-defined]


@pytest.mark.parametrize("name", ["growing_tree", "kruskal", "prim"])
def test_cells_that_numbers_cannot_name_are_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carving, "NUMBERS", 100)
    with pytest.raises(TooLarge, match="9x9 cells are more than this generator can number"):
        make("wall", (9, 9), name, 1)
