"""Every kernel gives the same at both speeds, and agrees with an independent answer."""

import sys
import threading
import types
import warnings
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Direction, Maze, MazeError, solve, speed, workers
from mazeworks.core.graph import explore
from mazeworks.core.registry import solvers
from mazeworks.kernels import Kernel, SlowWarning, compiling, kernel, kernels
from mazeworks.search.flood import Flood
from mazeworks.search.shortest_paths import count_shortest
from tests.oracle import graph_of, shortest_length
from tests.samples import loopy

kernel_module = sys.modules[Kernel.__module__]
SIZES = st.integers(2, 12)
SEEDS = st.integers(0, 2**63 - 1)


def at_both_speeds(work: Callable[[], Any]) -> tuple[Any, Any]:
    with speed("interpreted"):
        first = work()
    with speed("compiled"):
        return first, work()


@given(SIZES, SIZES, SEEDS, st.floats(0, 1), st.sampled_from(["random", "corners", "farthest"]))
def test_carving_is_the_same_at_both_speeds(width: int, height: int, seed: int, complexity: float, ends: str) -> None:
    first, second = at_both_speeds(lambda: Maze.create(width, height, complexity, ends, seed))
    assert first == second
    assert first.is_perfect()
    tree = graph_of(first).to_undirected()
    tree.remove_node("goal")
    assert nx.is_tree(tree) and len(tree) == width * height


@given(SIZES, SIZES, SEEDS)
def test_farthest_ends_are_the_diameter(width: int, height: int, seed: int) -> None:
    maze = Maze.create(width, height, ends="farthest", seed=seed)
    tree = graph_of(maze).to_undirected()
    tree.remove_node("goal")
    solution = solve(maze)
    assert solution is not None and len(solution) == nx.diameter(tree)


@given(SIZES, SIZES, SEEDS, st.integers(0, 30))
def test_grid_solvers_are_the_same_at_both_speeds_and_agree(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    expected = shortest_length(maze)
    for name in ("auto", "breadth_first", "depth_first", "a_star", "tasks"):
        first, second = at_both_speeds(lambda name=name: solve(maze, name))  # type: ignore[misc]
        assert first.moves == second.moves, name
        assert first.explored == second.explored
        if "optimal" in solvers[name].promises:
            assert len(first) == expected, name


@given(SIZES, SIZES, SEEDS, st.integers(0, 30))
def test_grid_and_lazy_searches_agree(width: int, height: int, seed: int, holes: int) -> None:
    from mazeworks.solvers import a_star, breadth_first, depth_first

    maze = loopy(width, height, seed, holes)
    for module in (breadth_first, depth_first):
        grid, lazy = module.on_grid(maze.grid, None, True), module.lazily(maze, None, True)
        assert grid is not None and lazy is not None
        assert list(grid.moves) == lazy.moves
        assert list(grid.trace or ()) == lazy.trace
        assert grid.explored == lazy.explored
    on_grid, lazily = a_star.on_grid(maze.grid, None), a_star.lazily(maze, None, False)
    assert on_grid is not None and lazily is not None and len(on_grid) == len(lazily)
    graph = explore(maze)
    shortest = graph.shortest()
    assert shortest is not None and len(shortest) == len(on_grid)


@given(SIZES, SIZES, SEEDS, st.integers(0, 30))
def test_graph_kernels(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    graph = explore(maze)
    first, second = at_both_speeds(lambda: (graph.distances().tolist(), graph.goal_distances().tolist()))
    assert first == second
    oracle = graph_of(maze)
    lengths = nx.single_source_shortest_path_length(oracle, maze.start)
    back = nx.single_source_shortest_path_length(oracle.reverse(), maze.goal)
    assert first[0] == [lengths[state] for state in graph.states]
    assert first[1] == [back[state] for state in graph.states]
    assert count_shortest(graph) == len(list(nx.all_shortest_paths(oracle, maze.start, maze.goal)))


def test_unreachable_goals_are_proved(each_speed: str) -> None:
    maze = Maze.closed(4, 3)
    maze.remove_wall((0, 0), Direction.EAST)
    for name in ("auto", "breadth_first", "depth_first", "a_star", "left_hand", "right_hand", "tasks"):
        assert solve(maze, name) is None, name


def test_a_small_queue_grows(each_speed: str) -> None:
    maze = Maze.closed(60, 60)
    for cell in maze:
        for direction in (Direction.EAST, Direction.SOUTH):
            cell.remove_wall(direction)
    maze.start, maze.goal = (30, 30), (0, 0)
    flood = Flood(maze.grid, maze.start, room=4)
    assert flood.run(maze.goal)
    for name in ("auto", "breadth_first", "a_star"):
        solution = solve(maze, name)
        assert solution is not None and len(solution) == 60


def test_filling_is_exact_with_several_workers() -> None:
    maze = loopy(1100, 1000, 5, 2000)
    expected = solve(maze, "breadth_first")
    for count in (1, 2, 3):
        with workers(count):
            solution = solve(maze)
        assert solution is not None and expected is not None
        assert solution.moves == expected.moves or len(solution) == len(expected)


@pytest.mark.parametrize("count", [0, -1, "a", 1.5, 10**6, True, None])
def test_an_impossible_number_of_workers_raises(count: Any) -> None:
    with pytest.raises(MazeError, match="a whole number from 1 to 256, not") as caught:
        workers(count)
    assert repr(count) in str(caught.value)


@pytest.mark.parametrize("which", ["x", None, [], 5])
def test_an_unknown_speed_raises(which: Any) -> None:
    with pytest.raises(MazeError, match="the speed is auto, interpreted or compiled, not"):
        speed(which)


def test_every_kernel_compiles_and_says_what_it_does() -> None:
    for name, each in kernels().items():
        assert each.__doc__, name
        each.compile()


def test_a_kernel_is_compiled_once_enough_was_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Kernel] = []
    monkeypatch.setattr(Kernel, "_build", lambda self: compiled.append(self) or self.function)
    monkeypatch.setattr(kernel_module, "PAYS_AFTER", 100)

    each = Kernel(lambda cells: len(cells), "i8(u1[::1])")
    for _ in range(10):
        assert each(np.zeros(10, np.uint8)) == 10
    assert not compiled
    each(np.zeros(10, np.uint8))
    assert compiled == [each]


def test_without_numba_it_still_works_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    each = kernel("i8(u1[::1])")(len)
    with speed("compiled"):
        with pytest.warns(SlowWarning, match="slow"):
            assert each(np.zeros(3, np.uint8)) == 3
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert each(np.zeros(3, np.uint8)) == 3


def test_a_broken_numba_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is after an interrupt while another program imported it."""
    monkeypatch.setitem(sys.modules, "numba", types.ModuleType("numba"))

    @kernel("i8(u1[::1])")
    def length(cells: Any) -> int:
        return len(cells)

    with speed("compiled"):
        with pytest.warns(SlowWarning, match=r"^numba cannot compile .*length, so large mazes will be slow$"):
            assert length(np.zeros(3, np.uint8)) == 3
        assert length(np.zeros(3, np.uint8)) == 3


def test_a_compilation_in_another_thread_is_noticed() -> None:
    """After an interrupt, a command ends at once then, without waiting for it."""
    held, done = threading.Event(), threading.Event()

    def compile_long() -> None:
        with kernel_module._lock:
            held.set()
            done.wait()

    thread = threading.Thread(target=compile_long)
    thread.start()
    held.wait()
    assert compiling()
    done.set()
    thread.join()
    assert not compiling()


def test_speed_is_checked_and_put_back() -> None:
    with pytest.raises(ValueError, match="interpreted or compiled"), speed("fast"):  # type: ignore[arg-type]
        pass
    assert kernel_module._speed == "auto"
