"""Every solver over grids, graphs and moves: both speeds and independent answers."""

import json
import math
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import CannotSolve, Maze, MazeError, distances, make, replay, shortest_ways, solve, speed
from mazeworks.cli import run
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import graph_of, grid_graph
from mazeworks.core.registry import solvers
from mazeworks.puzzles.terrain import Terrain
from mazeworks.search.solving import refusal
from tests.nets import Costly, Net, facts, open_field, outcome
from tests.oracle import graph_of as oracle_graph
from tests.oracle import shortest_length
from tests.samples import loopy

SIZES = st.integers(2, 9)
SEEDS = st.integers(0, 2**63 - 1)
HOLES = st.integers(0, 20)
#: Solvers that may report walking in a circle.
HANDS = {"left_hand", "right_hand", "pledge"}


@pytest.mark.parametrize("name", list(solvers))
@given(SIZES, SIZES, SEEDS, HOLES)
@settings(max_examples=15)
def test_every_solver_is_the_same_at_both_speeds(name: str, width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    with speed("interpreted"):
        first = outcome(maze, name)
    with speed("compiled"):
        assert outcome(maze, name) == first
    if isinstance(first, str):
        assert name in HANDS and "breadth_first" in first
    elif "optimal" in solvers[name].promises:
        assert len(first[1]) == shortest_length(maze)


@given(st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 9), max_size=4)), st.integers(0, 9), st.booleans())
@settings(max_examples=150)
def test_every_solver_on_any_net(arrows: dict[int, list[int]], goal: int, costly: bool) -> None:
    """Arrows that cannot be taken back, from a state to itself, several between the same two."""
    net = (Costly if costly else Net)(arrows, goal)
    expected = shortest_length(net)
    for entry in solvers.values():
        if refusal(entry, structure_of(net)):
            continue
        try:
            solution = solve(net, entry.name)
        except CannotSolve:
            assert entry.needs == "both ways" and not graph_of(net).both_ways
            continue
        assert (solution is None) == (expected is None), entry.name
        if solution is not None:
            assert net.is_goal(replay(net, solution.moves)), entry.name
            cost = sum(net.cost(*step) for step in zip(solution.states, solution.moves, solution.states[1:]))  # noqa: B905
            assert "optimal" not in entry.promises or cost == expected, entry.name
            assert solution.cost is None or solution.cost == cost


@given(SIZES, SIZES, SEEDS, HOLES)
def test_grid_and_graph_and_lazy_answers_agree(width: int, height: int, seed: int, holes: int) -> None:
    from mazeworks.search import best_first as best
    from mazeworks.solvers import a_star, depth_first, iterative_deepening

    maze = loopy(width, height, seed, holes)
    graph, expected = grid_graph(maze.grid), shortest_length(maze)
    assert graph.estimates is not None
    found = [graph.first_found(), a_star.on_graph(graph, graph.estimates, None, False), best.lazily(maze, None, False)]
    found += [best.lazily(maze, None, False, estimates=False), iterative_deepening.lazily(maze, None, False, 10**7)]
    found += [iterative_deepening.on_graph(graph, None, False, 10**7)]
    assert [len(each) for each in found if each is not None] == [expected] * len(found)
    deep, lazy = depth_first.on_graph(graph, None, True), depth_first.lazily(maze, None, True)
    assert deep is not None and lazy is not None
    assert facts(deep)[:4] == facts(lazy)[:4]


@pytest.mark.parametrize("hand", ["left_hand", "right_hand"])
def test_hands_follow_the_walls_of_a_terrain(hand: str) -> None:
    maze = Maze.create(9, 7, ends="corners", seed=4)
    weights = np.arange(1, 64).reshape(7, 9)
    terrain, plain = Terrain(maze.grid, weights, 5), solve(maze, hand)
    solution = solve(terrain, hand, trace=True)
    assert solution is not None and plain is not None
    assert list(solution.states) == list(plain.states) == list(solution.trace or ())
    assert solution.cost == sum(int(weights[y, x]) for x, y in list(plain.states)[1:])
    assert replay(terrain, solution.moves) == terrain.goal


@pytest.mark.parametrize("name", ["left_hand", "right_hand", "pledge"])
def test_wall_followers_do_not_break_walls(name: str) -> None:
    closed, weights = Maze.closed(4, 3).grid, np.ones((3, 4), np.int64)
    assert solve(Terrain(closed, weights), name) is None
    with pytest.raises(CannotSolve, match=r"no path leads to the goal \(3, 2\) without breaking a wall"):
        solve(Terrain(closed, weights, 5), name)


@given(SIZES, SIZES, SEEDS, st.integers(0, 9))
def test_weights_against_networkx(width: int, height: int, seed: int, breaking: int) -> None:
    maze = loopy(width, height, seed, 4)
    weights = np.random.default_rng(seed).integers(1, 30, (height, width))
    terrain = Terrain(maze.grid, weights, breaking or None)
    expected = shortest_length(terrain)
    for entry in solvers.values():
        if entry.weights == "unit" or entry.needs == "grid":
            assert refusal(entry, structure_of(terrain))
            continue
        try:
            solution = solve(terrain, entry.name)
        except CannotSolve:
            assert entry.needs == "walls"  # who follows walls may circle
            continue
        assert solution is not None and solution.cost is not None
        assert solution.cost >= expected and ("optimal" not in entry.promises or solution.cost == expected)  # type: ignore[operator]
    oracle = oracle_graph(terrain)
    table = nx.single_source_dijkstra_path_length(oracle, terrain.start, weight="cost")
    assert {state: distances(terrain)[state] for state in table if state != "goal"} == {
        state: cost for state, cost in table.items() if state != "goal"
    }
    paths = list(nx.all_shortest_paths(oracle, terrain.start, "goal", weight="cost"))
    ways = shortest_ways(terrain)
    assert ways.count() == len(paths)
    assert sorted(list(s.states) for s in ways.solutions()) == sorted(path[:-1] for path in paths)


def test_terrain_in_and_out(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "terrain", "8x5", "--seed", "3", "-o", str(tmp_path / "t.json")]) == 0
    assert run(["solve", str(tmp_path / "t.json"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    puzzle = make("terrain", (8, 5), seed=3)
    assert data["cost"] == shortest_length(puzzle)
    assert run(["solve", str(tmp_path / "t.json"), "--with", "breadth_first"]) == 2
    error = capsys.readouterr().err
    assert "assumes that every move costs 1" in error and "dijkstra" in error and "bidirectional" not in error
    for bad, words in (
        ({"weights": [[1]]}, "'weights' should be"),
        ({"weights": None}, "'weights' should be"),
        ({"breaking": "x"}, "the cost of breaking a wall"),
        ({"breaking": -1}, "the cost of breaking a wall"),
    ):
        broken = json.loads((tmp_path / "t.json").read_text()) | bad
        (tmp_path / "bad.json").write_text(json.dumps(broken))
        assert run(["solve", str(tmp_path / "bad.json")]) == 2
        assert words in capsys.readouterr().err


def test_costs_below_one_are_refused_not_searched_for_ever() -> None:
    class Free(Net):
        def cost(self, state: int, move: str, following: int) -> int:
            return 0

    for name in ("dijkstra", "a_star", "auto", "distances"):
        with pytest.raises(MazeError, match="a whole number from 1 to 2147483647 was expected"):
            solve(Free({0: [1], 1: [0]}, 5), name)


# --- counting and listing all shortest ways


def test_astronomically_many_ways_are_counted_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    field = open_field(90, 80)
    ways = shortest_ways(field)
    assert ways.count() == math.comb(89 + 79, 79) > 10**48
    listed = ways.solutions()
    first, second = next(listed), next(listed)
    assert len(first) == len(second) == 168 and list(first.moves) != list(second.moves)
    solution = solve(field, "all_shortest")
    assert solution is not None and solution.ways == math.comb(168, 79)


def test_the_ways_one_by_one_are_all_and_distinct() -> None:
    ways = shortest_ways(open_field(5, 4))
    listed = [tuple(solution.states) for solution in ways.solutions()]
    assert len(listed) == len(set(listed)) == ways.count() == math.comb(7, 3)
    closed = Maze.closed(3, 3)
    assert (shortest_ways(closed).count(), list(shortest_ways(closed).solutions())) == (0, [])
    there = Net({0: [0, 1], 1: [0]}, 0)
    assert (shortest_ways(there).count(), [len(s) for s in shortest_ways(there).solutions()]) == (1, [0])


def test_the_command_tells_how_many(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from mazeworks import save

    save(open_field(12, 9), tmp_path / "field.json")
    assert run(["solve", str(tmp_path / "field.json"), "--with", "all_shortest", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ways"] == math.comb(19, 8)


@given(SIZES, SIZES, SEEDS, HOLES)
def test_distances_agree_with_networkx(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    table = distances(maze, maze.goal)
    lengths = nx.single_source_shortest_path_length(oracle_graph(maze), maze.goal)
    assert all(table[place] == far for place, far in lengths.items() if place != "goal")
    assert table.array[maze.start.y, maze.start.x] == shortest_length(maze) == len(table.way_to(maze.start))
    assert table[table.farthest()] == max(far for place, far in lengths.items() if place != "goal")
    with pytest.raises(MazeError, match="outside"):
        table[width, 0]


@pytest.mark.parametrize("layout", ["hexagon", "circle", "torus", "weave", "floors"])
@pytest.mark.parametrize("name", [s.name for s in solvers.values() if s.needs not in ("grid", "walls")])
def test_graph_solvers_on_braided_layouts(name: str, layout: str) -> None:
    """With loops: percolation leaves out some passages and closes circles."""
    puzzle = make("wall", (6, 6), "percolation", 3, layout=layout)
    expected = shortest_length(puzzle)
    solution = solve(puzzle, name)
    assert (solution is None) == (expected is None)
    if solution is not None:
        assert puzzle.is_goal(replay(puzzle, solution.moves))
        assert "optimal" not in solvers[name].promises or len(solution) == expected
