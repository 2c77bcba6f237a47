"""Endless puzzles, limits, costs that are checked, and refusals in words."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mazeworks import CannotSolve, LimitReached, Maze, MazeError, Puzzle, make, rate, solve
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Graph, graph_of
from mazeworks.core.registry import solvers
from mazeworks.search.solving import refusal
from tests.nets import Astray, Endless, facts

#: Solvers that may have to tell that they walk in a circle.


@pytest.mark.parametrize("name", [s.name for s in solvers.values() if s.needs == "any" and "optimal" in s.promises])
def test_endless_puzzles_are_solved_lazily(name: str) -> None:
    solution = solve(Endless(), name)
    assert solution is not None and len(solution) == shortest_count(100)


def shortest_count(target: int) -> int:
    """Halve while even, else take one away: the fewest ways to come down to 1."""
    return 0 if target == 1 else 1 + (shortest_count(target // 2) if target % 2 == 0 else shortest_count(target - 1))


LAZY = ["auto", "a_star", "breadth_first", "depth_first", "dijkstra", "greedy"]


@pytest.mark.parametrize("name", LAZY)
def test_endless_searches_end_without_a_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import mazeworks.search.lazy as module

    monkeypatch.setattr(module, "MOST_LAZILY", 300)
    with pytest.raises(LimitReached, match="first 300 states reached; a larger limit may be given"):
        solve(Astray(), name)
    with pytest.raises(LimitReached, match=r"first 400 states explored$"):
        solve(Astray(), name, limit=400)
    if name in ("depth_first", "greedy"):
        assert solvers[name].completes(True) and not solvers[name].completes(False)
    if name != "depth_first":
        monkeypatch.setattr(module, "MOST_LAZILY", 10)
        assert len(solve(Astray(-300), name, limit=1000) or ()) == 300 or name == "greedy"


@pytest.mark.parametrize("name", [*LAZY, "iterative_deepening"])
def test_endless_searches_keep_no_more_states_than_they_may(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import mazeworks.search.lazy as module

    listed: set[int] = set()

    class Wide(Puzzle[int]):
        """From every number to fifty others, none of which is a goal."""

        start = 0

        def moves(self, state: int) -> list[tuple[int, int]]:
            listed.update(range(state * 50 + 1, state * 50 + 51))
            return [(k, state * 50 + k + 1) for k in range(50)]

        def is_goal(self, state: int) -> bool:
            return False

    monkeypatch.setattr(module, "MOST_LAZILY", 400)
    with pytest.raises(LimitReached, match="first 400 states reached"):
        solve(Wide(), name)
    assert len(listed) < 500 or name in ("depth_first", "iterative_deepening")  # which list more than they come to


def test_depth_first_lists_moves_again_rather_than_keep_all(monkeypatch: pytest.MonkeyPatch) -> None:
    import mazeworks.solvers.depth_first as module

    class Comb(Puzzle[tuple[int, int]]):
        """A long way with a tooth at every step; the goal is at the end of the first tooth."""

        start = (0, 0)

        def moves(self, state: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
            x, y = state
            if y == 0 and x < 200:
                yield "on", (x + 1, 0)
            if y < 3:
                yield "down", (x, y + 1)

        def is_goal(self, state: tuple[int, int]) -> bool:
            return state == (0, 3)

    plain = solve(Comb(), "depth_first", trace=True)
    monkeypatch.setattr(module, "KEPT", 5)
    assert facts(solve(Comb(), "depth_first", trace=True)) == facts(plain)
    assert plain is not None and plain.moves == ["down"] * 3 and plain.explored == 201 + 3 * 201


def test_the_trace_of_a_search_from_both_sides_holds_the_whole_way() -> None:
    for seed in range(20):
        maze = make("wall", (4, 4), "prim", seed)
        solution = solve(maze, "bidirectional", trace=True)
        assert solution is not None and solution.trace is not None
        assert set(solution.states) <= set(solution.trace) and len(set(solution.trace)) == solution.explored


class Priced(Puzzle[int]):
    """From 0 to 3, each move at a price."""

    start = 0

    def __init__(self, price: Any) -> None:
        self.price = price

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        if state < 3:
            yield "on", state + 1

    def is_goal(self, state: int) -> bool:
        return state == 3

    def cost(self, state: int, move: str, following: int) -> Any:
        return self.price


HEEDFUL = [s.name for s in solvers.values() if s.weights == "any" and s.needs not in ("both ways", "walls")]


@pytest.mark.parametrize("name", HEEDFUL)
def test_costs_are_checked_alike_by_every_solver(name: str) -> None:
    solution = solve(Priced(7), name)
    assert solution is not None and solution.cost == 21
    solution = solve(Priced(2**31 - 1), name)
    assert solution is not None and solution.cost == 3 * (2**31 - 1)
    for price in (0, -1, 1.5, 2.0, 2**31, "much", None):
        with pytest.raises(MazeError, match=r"move on costs .*; a whole number from 1 to 2147483647 was expected$"):
            solve(Priced(price), name)


@pytest.mark.parametrize("name", HEEDFUL)
def test_costs_beside_the_way_are_checked_too(name: str) -> None:
    class Aside(Priced):
        """From every number a way aside, whose price is bad."""

        def moves(self, state: int) -> Iterator[tuple[str, int]]:
            if state < 3:
                yield "aside", state + 10
                yield "on", state + 1

        def cost(self, state: int, move: str, following: int) -> Any:
            return self.price if move == "aside" else 1

    with pytest.raises(MazeError, match=r"the move aside costs 0; a whole number from 1 to 2147483647 was expected$"):
        solve(Aside(0), name)


def test_costs_of_a_ready_graph_are_checked_too() -> None:
    rows: Any = np.array([0, 1, 1]), np.array([1]), np.array([0, 1], np.uint8), [0, 1], ["on"]
    for costs in ([0], [2**31], [1.5]):
        with pytest.raises(MazeError, match=r"the move on costs .* from 1 to 2147483647"):
            Graph(*rows, costs=np.array(costs))


@pytest.mark.parametrize("name", [s.name for s in solvers.values() if s.needs in ("finite", "both ways")])
def test_endless_puzzles_are_refused_by_those_that_need_all_states(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import mazeworks.core.graph as module

    monkeypatch.setattr(module, "MOST_STATES", 500)
    with pytest.raises(LimitReached, match=rf"more than 500 states .* {name} needs .*a_star, .*breadth_first"):
        solve(Endless(), name)


@pytest.mark.parametrize("name", list(solvers))
def test_every_solver_keeps_to_a_limit(name: str) -> None:
    maze = Maze.create(9, 9, seed=5, ends="farthest")
    for puzzle in (maze, make("wall", (9, 9), "growing_tree", 5, layout="hexagon", ends="farthest")):
        if refusal(solvers[name], structure_of(puzzle)):
            continue
        with pytest.raises(LimitReached):
            solve(puzzle, name, limit=3)


@pytest.mark.parametrize("name", [s.name for s in solvers.values() if s.needs not in ("grid", "walls")])
def test_an_endless_puzzle_is_listed_no_further_than_the_limit(name: str) -> None:
    listed: set[int] = set()

    class Onward(Astray):
        """Whole numbers, each of which is listed when its moves are."""

        def moves(self, state: int) -> Iterator[tuple[str, int]]:
            listed.add(state)
            return super().moves(state)

    with pytest.raises(LimitReached):
        solve(Onward(), name, limit=50)
    assert len(listed) <= 51


def test_walkers_and_fillers_say_why_they_need_to_turn_round() -> None:
    for name in ("tremaux", "random_mouse", "dead_end_filling", "cul_de_sac_filling"):
        with pytest.raises(CannotSolve, match=r"cannot be taken back.*these can: .*breadth_first") as caught:
            solve(make("jugs"), name)
        assert "tremaux" not in str(caught.value).partition("these can")[2]


@pytest.mark.parametrize("thing", [None, 5, "wall:9x9#4", Maze])
def test_non_puzzles_are_refused(thing: Any) -> None:
    for use in (solve, rate, graph_of):
        with pytest.raises(MazeError, match=r"^expected a puzzle, .*, not "):
            use(thing)


def test_an_unknown_number_of_states_is_mentioned() -> None:
    with pytest.raises(CannotSolve) as caught:
        solve(Endless(), "left_hand")
    sure, perhaps = str(caught.value).partition("these can: ")[2].split("; these may, without a guarantee: ")
    assert "breadth_first" in sure.split(", ") and "tremaux" not in sure and "distances" not in sure
    assert {"tremaux", "distances", "random_mouse", "depth_first", "greedy"} <= set(perhaps.split(", "))
    assert "depth_first" not in sure
