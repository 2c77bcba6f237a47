"""Every solver over grids, graphs and moves: both speeds, independent answers, and what it says where it cannot."""

import json
import math
from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import (
    CannotSolve,
    Direction,
    LimitReached,
    Maze,
    MazeError,
    Puzzle,
    Solution,
    distances,
    make,
    rate,
    replay,
    shortest_ways,
    solve,
    speed,
)
from mazeworks.cli import run
from mazeworks.core.graph import Graph, graph_of, grid_graph
from mazeworks.core.progress import listening
from mazeworks.core.registry import solvers
from mazeworks.core.solving import refusal
from mazeworks.puzzles.terrain import Terrain
from tests.oracle import graph_of as oracle_graph
from tests.oracle import shortest_length
from tests.samples import loopy

SIZES = st.integers(2, 9)
SEEDS = st.integers(0, 2**63 - 1)
HOLES = st.integers(0, 20)
#: Solvers that may have to tell that they walk in a circle.
HANDS = {"left_hand", "right_hand", "pledge"}


class Net(Puzzle[int]):
    """Numbered states with arrows between them, each at a cost."""

    start = 0

    def __init__(self, arrows: dict[int, list[int]], goal: int) -> None:
        self.arrows, self.goal = arrows, goal

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        for number, target in enumerate(self.arrows.get(state, [])):
            yield f"{number}to{target}", target

    def is_goal(self, state: int) -> bool:
        return state == self.goal


class Costly(Net):
    """The same, where a move costs what its ends make it."""

    def cost(self, state: int, move: str, following: int) -> int:
        return 1 + (7 * state + 3 * following) % 5


class Endless(Puzzle[int]):
    """Count upwards, or double; there is always more."""

    start = 1

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        yield "add", state + 1
        yield "double", 2 * state

    def is_goal(self, state: int) -> bool:
        return state == 100


def told(solution: Solution[Any] | None) -> Any:
    """All that a solver said, to be compared."""
    if solution is None:
        return None
    trace = None if solution.trace is None else list(solution.trace)
    moves = [str(move) for move in solution.moves]
    return list(solution.states), moves, solution.explored, trace, solution.cost, solution.ways


def outcome(puzzle: Puzzle[Any], name: str, **parameters: Any) -> Any:
    try:
        return told(solve(puzzle, name, trace=True, **parameters))
    except CannotSolve as error:
        return str(error)


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
        if refusal(entry, net):
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
    from mazeworks.core import best
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
    assert told(deep)[:4] == told(lazy)[:4]


@given(SIZES, SIZES, SEEDS, st.integers(0, 9))
def test_weights_against_networkx(width: int, height: int, seed: int, breaking: int) -> None:
    maze = loopy(width, height, seed, 4)
    weights = np.random.default_rng(seed).integers(1, 30, (height, width))
    terrain = Terrain(maze.grid, weights, breaking or None)
    expected = shortest_length(terrain)
    for entry in solvers.values():
        if entry.weights == "unit" or entry.needs == "grid":
            assert refusal(entry, terrain)
            continue
        solution = solve(terrain, entry.name)
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
    assert "takes every move to cost 1" in error and "dijkstra" in error and "bidirectional" not in error
    for bad, words in (
        ({"weights": [[1]]}, "'weights' should be"),
        ({"weights": None}, "'weights' should be"),
        ({"breaking": "x"}, "breaking a wall costs"),
        ({"breaking": -1}, "breaking a wall costs"),
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


def open_field(width: int, height: int) -> Maze:
    maze = Maze.closed(width, height)
    for cell in maze:
        cell.remove_wall(Direction.EAST)
        cell.remove_wall(Direction.SOUTH)
    return maze


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


# --- fillers: what is left is what networkx says lies on the way


@given(SIZES, SIZES, SEEDS, HOLES)
def test_fillers_leave_what_lies_on_a_way(width: int, height: int, seed: int, holes: int) -> None:
    from mazeworks.core.filling import filled_cul_de_sacs, filled_dead_ends

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
    assert told(first) == told(again) != told(other)
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


def test_solvers_are_told_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["--with", "random_mouse", "--seed", "3", "--patience", "100000", "--json"]
    assert run(["solve", "wall:9x9#4", *told]) == 0
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
    with pytest.raises(LimitReached, match=r"begins anew at every depth.*breadth_first"):
        solve(maze, "iterative_deepening", patience=10_000)
    with pytest.raises(LimitReached, match="begins anew"):
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
        with pytest.raises(LimitReached, match="has made 5000 steps; breadth_first is quicker"):
            solve(Astray(), "iterative_deepening")
        with pytest.raises(LimitReached, match="has made 6000 steps"):
            solve(Astray(), "iterative_deepening", patience=6000)
    assert heard[:3] == sorted(heard[:3]) and all(0 < fraction <= 1.001 for fraction in heard)


@given(SIZES, SIZES, SEEDS, HOLES, st.integers(0, 4))
def test_a_star_is_exact_with_any_estimate_that_is_never_too_high(
    width: int, height: int, seed: int, holes: int, sort: int
) -> None:
    """Even ones take the quick queue; uneven ones, and a goal that is said to be far, take the other."""
    from mazeworks.core.best import evenly

    graph = grid_graph(loopy(width, height, seed, holes).grid)
    true = graph.goal_distances()
    chance = np.random.default_rng(seed).integers(0, 10**6, len(graph))
    estimates = [true, true * 0, true // 2, chance % (true + 1), np.where(true == 0, -1, 0)][sort]
    for name in ("interpreted", "compiled"):
        with speed(name):  # type: ignore[arg-type]
            solution = evenly(graph, estimates.astype(np.int64), None, True)
            assert solution is not None and len(solution) == true[graph.start]
            assert solution.explored == len(solution.trace or ()) <= len(graph) or sort >= 3


# --- endless puzzles, limits and refusals


@pytest.mark.parametrize("name", [s.name for s in solvers.values() if s.needs == "any" and "optimal" in s.promises])
def test_endless_puzzles_are_solved_lazily(name: str) -> None:
    solution = solve(Endless(), name)
    assert solution is not None and len(solution) == shortest_count(100)


def shortest_count(target: int) -> int:
    """Halve while even, else take one away: the fewest ways to come down to 1."""
    return 0 if target == 1 else 1 + (shortest_count(target // 2) if target % 2 == 0 else shortest_count(target - 1))


class Astray(Puzzle[int]):
    """Whole numbers, up and down; the goal lies below, or nowhere."""

    start = 0

    def __init__(self, goal: int | None = None) -> None:
        self.goal = goal

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        yield "up", state + 1
        yield "down", state - 1

    def is_goal(self, state: int) -> bool:
        return state == self.goal


LAZY = ["auto", "a_star", "breadth_first", "depth_first", "dijkstra", "greedy"]


@pytest.mark.parametrize("name", LAZY)
def test_endless_searches_end_without_a_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import mazeworks.core.searching as module

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
    import mazeworks.core.searching as module

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
    assert told(solve(Comb(), "depth_first", trace=True)) == told(plain)
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


HEEDFUL = [s.name for s in solvers.values() if s.weights == "any" and s.needs != "both ways"]


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
        if refusal(solvers[name], puzzle):
            continue
        with pytest.raises(LimitReached):
            solve(puzzle, name, limit=3)


@pytest.mark.parametrize("name", [s.name for s in solvers.values() if s.needs != "grid"])
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
def test_what_is_no_puzzle_is_refused_in_one_sentence(thing: Any) -> None:
    for use in (solve, rate, graph_of):
        with pytest.raises(MazeError, match=r"^a puzzle was expected, .*, not "):
            use(thing)


def test_where_nobody_knows_how_many_states_there_are_that_is_told() -> None:
    with pytest.raises(CannotSolve) as caught:
        solve(Endless(), "left_hand")
    sure, perhaps = str(caught.value).partition("these can: ")[2].split("; these may, but promise nothing here: ")
    assert "breadth_first" in sure.split(", ") and "tremaux" not in sure and "distances" not in sure
    assert {"tremaux", "distances", "random_mouse", "depth_first", "greedy"} <= set(perhaps.split(", "))
    assert "depth_first" not in sure


@pytest.mark.parametrize("layout", ["hexagon", "circle", "torus", "weave", "floors"])
@pytest.mark.parametrize("name", [s.name for s in solvers.values() if s.needs != "grid"])
def test_graph_solvers_on_braided_layouts(name: str, layout: str) -> None:
    """With loops: percolation leaves out some passages and closes circles."""
    puzzle = make("wall", (6, 6), "percolation", 3, layout=layout)
    expected = shortest_length(puzzle)
    solution = solve(puzzle, name)
    assert (solution is None) == (expected is None)
    if solution is not None:
        assert puzzle.is_goal(replay(puzzle, solution.moves))
        assert "optimal" not in solvers[name].promises or len(solution) == expected
