"""Solvers that fill and solvers that walk: what they leave, where they go, and when they give up."""

import json
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import CannotSolve, Direction, LimitReached, Maze, MazeError, make, read_text, solve, speed
from mazeworks.cli import run
from mazeworks.core.graph import Graph, graph_of, grid_graph
from mazeworks.core.progress import listening
from mazeworks.core.registry import solvers
from tests.nets import Astray, Endless, Net, facts, open_field, outcome
from tests.oracle import graph_of as oracle_graph
from tests.samples import loopy

SIZES = st.integers(2, 9)
SEEDS = st.integers(0, 2**63 - 1)
HOLES = st.integers(0, 20)
#: Solvers that may have to tell that they walk in a circle.

# --- fillers: what is left is what networkx says lies on the way


@pytest.mark.parametrize("name", list(solvers))
def test_squares_of_wall_are_not_explored(name: str) -> None:
    puzzle = read_text("####\n#  #\n   ##\n   S\n   ####E\n", path="#")
    plain, traced = solve(puzzle, name), solve(puzzle, name, trace=True)
    assert plain is not None and traced is not None and traced.trace is not None
    assert len(set(traced.trace)) <= plain.explored == traced.explored <= 14
    if name in ("auto", "dead_end_filling"):
        assert plain.explored == 14
        assert solve(puzzle, name, limit=14) is not None


@given(SIZES, SIZES, SEEDS, HOLES)
def test_fillers_leave_what_lies_on_a_way(width: int, height: int, seed: int, holes: int) -> None:
    from mazeworks.search.dead_ends import filled_cul_de_sacs, filled_dead_ends

    maze = loopy(width, height, seed, holes)
    graph = grid_graph(maze.grid)
    oracle = oracle_graph(maze).to_undirected()
    oracle.remove_node("goal")
    left = oracle.copy()
    while ends := [n for n in left if left.degree(n) == 1 and n not in (maze.start, maze.goal)]:
        left.remove_nodes_from(ends)
    assert kept(graph, filled_dead_ends(graph, True)[0]) == set(left)
    joined = oracle.copy()
    joined.add_edge(maze.start, maze.goal)
    ring = next(block for block in nx.biconnected_components(joined) if {maze.start, maze.goal} <= block)
    assert kept(graph, filled_cul_de_sacs(graph)[0]) == ring


def kept(graph: Graph[Any], filled: Any) -> set[Any]:
    return {graph.states[number] for number in np.flatnonzero(filled == 0).tolist()}


# --- walkers


@given(SIZES, SIZES, SEEDS, HOLES)
def test_tremaux_takes_no_passage_twice_the_same_way(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    solution = solve(maze, "tremaux")
    assert solution is not None
    walked = list(zip(list(solution.states)[:-1], list(solution.states)[1:], strict=True))
    assert len(walked) == len(set(walked))


@given(st.dictionaries(st.integers(0, 6), st.lists(st.integers(0, 6), max_size=4)), st.integers(1, 64))
def test_twins_take_moves_back(arrows: dict[int, list[int]], few: int) -> None:
    """By either way of finding them, and whether or not all moves can be taken back."""
    import mazeworks.core.graph as module

    both = {s: list(t) for s, t in arrows.items()}
    for state, targets in arrows.items():
        for target in targets:
            if target != state:
                both.setdefault(target, []).append(state)
    for net, mutual in ((Net(both, 9), True), (Net(arrows, 9), None)):
        graph = graph_of(net)
        sources = graph.sources().tolist()
        pairs = list(zip(sources, graph.targets.tolist(), strict=True))
        expected = all(pairs.count((a, b)) == pairs.count((b, a)) for a, b in pairs)
        assert mutual is None or expected
        before, module.FEW = module.FEW, 0 if few % 2 else 64
        try:
            twins = graph.twins()
        finally:
            module.FEW = before
        assert (twins is not None) == expected
        if twins is not None:
            assert sorted(twins.tolist()) == list(range(len(pairs)))
            assert all(pairs[twin] == pair[::-1] for pair, twin in zip(pairs, twins.tolist(), strict=True))
            assert (twins[twins] == np.arange(len(pairs))).all()


def test_tremaux_proves_that_there_is_no_way() -> None:
    maze = loopy(6, 6, 3, 8)
    for direction in Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST:
        there = maze.goal.move(direction)
        maze.walls[maze.goal.y, maze.goal.x] |= direction
        if maze.grid.contains(there):
            maze.walls[there.y, there.x] |= direction.opposite
    for entry in solvers.values():
        assert solve(maze, entry.name) is None, entry.name


def test_pledge_leaves_an_island_where_a_hand_on_the_wall_does_not(each_speed: str) -> None:
    """Inside a ring of walls with one gap, the hand rule from beside a pillar goes round the pillar for ever."""
    maze = open_field(7, 7)
    for x in range(1, 6):
        wall(maze, (x, 1), Direction.NORTH)
        wall(maze, (x, 5), Direction.SOUTH)
    for y in range(1, 6):
        wall(maze, (1, y), Direction.WEST)
        if y != 3:
            wall(maze, (5, y), Direction.EAST)
    for direction in (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST):
        wall(maze, (3, 3), direction)
    maze.start, maze.goal = (3, 4), (0, 0)
    with pytest.raises(CannotSolve, match="circle for ever"):
        solve(maze, "left_hand")
    arrived = [outcome(maze, "pledge", ahead=way) for way in "NSEW"]
    assert all(not isinstance(each, str) for each in arrived)


def wall(maze: Maze, place: tuple[int, int], direction: Direction) -> None:
    there = maze.grid.check(place).move(direction)
    maze.walls[place[1], place[0]] |= direction
    maze.walls[there.y, there.x] |= direction.opposite


def test_pledge_says_when_it_would_circle(each_speed: str) -> None:
    field = open_field(5, 5)
    field.start, field.goal = (1, 1), (2, 2)
    with pytest.raises(CannotSolve, match=r"circle for ever.*these can: .*breadth_first"):
        solve(field, "pledge")
    with pytest.raises(LimitReached, match="within 2 steps"):
        solve(field, "pledge", limit=2)


def test_the_mouse_has_a_seed_and_a_limit() -> None:
    maze = Maze.create(12, 12, seed=4, ends="farthest")
    first, again, other = (solve(maze, "random_mouse", seed=seed) for seed in (1, 1, 2))
    assert facts(first) == facts(again) != facts(other)
    with pytest.raises(LimitReached, match="run 10 steps"):
        solve(maze, "random_mouse", patience=10)
    with pytest.raises(LimitReached, match="run 5 steps"):
        solve(maze, "random_mouse", limit=5)
    with pytest.raises(MazeError, match="patience is a whole number"):
        solve(maze, "random_mouse", patience=0)
    assert first is not None
    for number in range(1, len(first.states) - 1):  # it turns round only in dead ends
        if first.states[number - 1] == first.states[number + 1]:
            assert len(list(maze.moves(first.states[number]))) == 1


def test_solvers_take_parameters_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--with", "random_mouse", "--seed", "3", "--patience", "100000", "--json"]
    assert run(["solve", "wall:9x9#4", *options]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == len(
        solve(make("wall", (9, 9), seed=4), "random_mouse", seed=3)
    )  # type: ignore[arg-type]
    assert run(["solve", "wall:9x9#4", "--with", "pledge", "--ahead", "Q"]) == 2
    assert "ahead is one of N, S, E, W" in capsys.readouterr().err
    assert run(["solve", "wall:99x99#4", "--with", "random_mouse", "--patience", "10"]) == 2
    assert "more --patience" in capsys.readouterr().err


@pytest.mark.parametrize("seed", range(1, 5))
def test_iterative_deepening_explored_as_many_states_as_it_shows(each_speed: str, seed: int) -> None:
    from mazeworks.solvers import iterative_deepening

    maze = loopy(9, 7, seed, 6)
    for found in (
        iterative_deepening.on_graph(grid_graph(maze.grid), None, True, 10**7),
        iterative_deepening.lazily(maze, None, True, 10**7),
    ):
        assert found is not None and found.trace is not None
        assert found.explored == len(found.trace) == len(set(found.trace))


def test_iterative_deepening_gives_up_in_words(each_speed: str) -> None:
    maze = Maze.create(30, 30, seed=1, ends="farthest")
    with pytest.raises(LimitReached, match=r"starts again at every depth.*breadth_first"):
        solve(maze, "iterative_deepening", patience=10_000)
    with pytest.raises(LimitReached, match="starts again"):
        solve(Endless(), "iterative_deepening", patience=10)


def test_iterative_deepening_is_less_patient_and_tells_how_far_it_is_where_it_is_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import mazeworks.solvers.iterative_deepening as module

    assert module.MOST_LAZILY <= module.MOST // 50
    monkeypatch.setattr(module, "MOST_LAZILY", 5000)
    monkeypatch.setattr(module, "LAZY_SLICE", 1000)
    heard: list[float] = []
    with listening(lambda title, fraction, note: heard.append(fraction)):
        with pytest.raises(LimitReached, match=r"after 5000 steps, .*; breadth_first is faster"):
            solve(Astray(), "iterative_deepening")
        with pytest.raises(LimitReached, match="after 6000 steps"):
            solve(Astray(), "iterative_deepening", patience=6000)
    assert heard[:3] == sorted(heard[:3]) and all(0 < fraction <= 1.001 for fraction in heard)


@given(SIZES, SIZES, SEEDS, HOLES, st.integers(0, 4))
def test_a_star_is_exact_with_any_estimate_that_is_never_too_high(
    width: int, height: int, seed: int, holes: int, sort: int
) -> None:
    """Even ones take the quick queue; uneven ones, and a goal that is said to be far, take the other."""
    from mazeworks.search.best_first import evenly

    graph = grid_graph(loopy(width, height, seed, holes).grid)
    true = graph.goal_distances()
    chance = np.random.default_rng(seed).integers(0, 10**6, len(graph))
    estimates = [true, true * 0, true // 2, chance % (true + 1), np.where(true == 0, -1, 0)][sort]
    for name in ("interpreted", "compiled"):
        with speed(name):  # type: ignore[arg-type]
            solution = evenly(graph, estimates.astype(np.int64), None, True)
            assert solution is not None and len(solution) == true[graph.start]
            assert solution.explored == len(solution.trace or ()) <= len(graph) or sort >= 3
