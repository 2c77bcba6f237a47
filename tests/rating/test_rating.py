"""Ratings: every measure against hand-worked puzzles and against definitions written anew."""

import json
import math
import time
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import LimitReached, Maze, MazeError, Measure, explore, make, rate, shortest_ways, solve, speed
from mazeworks.cli import run
from mazeworks.core.facets import facets
from mazeworks.rating.measures import Measures
from mazeworks.rating.rating import exact, written
from mazeworks.search.shortest_paths import count_shortest
from tests.nets import Net


def test_a_hand_worked_net() -> None:
    # 0 → 1 → 2 → 3; from 0 a wrong turn into a circle 4 ⇄ 5, from 1 back to 0 by way of 6, from 2 to a dead end 7.
    net = Net({0: [1, 4], 1: [2, 6], 2: [3, 7], 4: [5], 5: [4], 6: [0]}, 3)
    rating = rate(net)
    assert (rating.solvable, rating.unique, rating.ways, rating.states) == (True, True, 1, 8)
    found = {measure.name: measure.value for measure in rating.measures}
    assert found == {"moves": 3, "states": 8, "dead": 3, "choices": 3, "loops": 2}
    assert rating["loops"] == 2
    assert "2 wrong turns lead into a loop" in rating.reasons
    assert rating.reasons[-1] != "" and rating.difficulty is not None and 0 < rating.difficulty < 10


def test_a_wrong_turn_that_rejoins_the_path_is_not_a_loop() -> None:
    assert rate(Net({0: [1, 3], 1: [2], 3: [4], 4: [1]}, 2))["loops"] == 0


def test_several_shortest_ways_are_counted_and_are_not_wrong_turns() -> None:
    rating = rate(Net({0: [1, 2], 1: [3], 2: [3]}, 3))
    assert (rating.ways, rating.unique, rating["choices"], rating["loops"]) == (2, False, 1, 0)
    assert "2 solutions are as short" in " ".join(rating.reasons)


def test_a_start_that_is_the_goal_takes_no_moves() -> None:
    rating = rate(Net({0: [0]}, 0))
    assert (rating["moves"], rating.ways, rating.level) == (0, 1, "very easy")


def test_unsolvable_is_proved() -> None:
    rating = rate(Net({0: [1], 1: [0]}, 5))
    assert (rating.solvable, rating.difficulty, rating.level, rating.ways) == (False, None, "unsolvable", 0)
    assert rating.to_data()["solved"] is False


def test_a_maze_without_loops_has_none_and_one_way() -> None:
    rating = rate(make("wall", (12, 9), seed=4))
    assert rating.unique
    assert rating["loops"] == rating["dead"] == rating["revisits"] == 0


def test_loops_of_a_maze_with_walls() -> None:
    maze = Maze.closed(4, 3)
    for x in range(3):
        maze.remove_wall((x, 0), 4)  # a hall along the top from the start to the east
    maze.goal = (3, 0)
    maze.remove_wall((1, 0), 2)
    assert (rate(maze)["choices"], rate(maze)["loops"]) == (1, 0)
    for place, way in (((1, 1), 4), ((1, 1), 2), ((2, 1), 2), ((1, 2), 4)):
        maze.remove_wall(place, way)
    assert rate(maze)["loops"] == 1  # the four cells below the hall are a circle
    maze.remove_wall((2, 0), 2)
    assert (rate(maze)["choices"], rate(maze)["loops"]) == (2, 2)


def test_a_kind_adds_measures_of_its_own() -> None:
    class OwnMeasures(Measures["Own"]):
        def measures(self, graph: Any, solution: Any) -> list[Measure]:
            return [Measure("own", len(solution), "it has a measure of its own", 1, 100)]

    @facets(OwnMeasures)
    class Own(Net):
        pass

    rating = rate(Own({0: [1]}, 1))
    assert rating["own"] == 1
    assert rating.reasons[0] == "it has a measure of its own"
    assert rating.to_data()["own"] == 1


def test_endless_puzzles_are_refused() -> None:
    with pytest.raises(LimitReached, match="more than 500"):
        rate(make("wall", (40, 40), seed=1), limit=500)


def test_huge_counts_are_written_short() -> None:
    assert written(3**100_000) == "about 10^47712"
    assert written(3**50) == f"{3**50} (about 10^24)"


def test_huge_counts_are_exact_for_programs() -> None:
    net = {}
    for n in range(0, 240, 3):  # 80 times a choice of two: n to n + 1 or n + 2, and both to n + 3
        net |= {n: [n + 1, n + 2], n + 1: [n + 3], n + 2: [n + 3]}
    assert rate(Net(net, 240)).to_data()["ways"] == str(2**80)
    assert exact(2**53 - 1) == 2**53 - 1 and exact(10**53) == "1" + "0" * 53
    assert exact(10**20_000 + 7) == "1" + "0" * 19_999 + "7"


def test_what_lies_beyond_a_goal_is_not_counted() -> None:
    rating = rate(Net({0: [1, 2], 1: [3], 3: [4], 4: [5], 5: [4]}, 3))
    assert (rating.states, rating["dead"], rating.ways) == (4, 1, 1)
    endless = Net({n: [n + 1] for n in range(5_000)}, 3)
    assert rate(endless, limit=100).states == 4


@given(st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 7), max_size=3)), st.integers(1, 7))
@settings(max_examples=300, deadline=None)
def test_counts_agree_with_their_definitions(arrows: dict[int, list[int]], goal: int) -> None:
    net = Net(arrows, goal)
    after = {s: {t for t in arrows.get(s, []) if t != s} for s in range(8)}
    if not explore(net).both_ways:
        after[goal] = set()  # a goal is the end, unless every move can be taken back
    reach = {s: reachable(s, after) for s in range(8)}
    rating = rate(net)
    assert rating.solvable == (goal in reach[0])
    assert rating.states == len(reach[0])
    if rating.solvable and rating.unique:
        assert rating["dead"] == sum(goal not in reach[s] for s in reach[0])
        path = [int(state) for state in rating.solution.states]  # type: ignore[union-attr]
        known = {s: after[s] for s in reach[0]}
        if any(s not in known[t] for s in known for t in known[s]):
            assert rating["choices"] == sum(len(after[s]) > 1 for s in path[:-1])
            assert rating["loops"] == sum(loops(path, n, t, after) for n, s in enumerate(path[:-1]) for t in after[s])
    assert rating.ways == count_shortest(explore(net))


def reachable(state: int, after: dict[int, set[int]], banned: frozenset[int] = frozenset()) -> set[int]:
    """Every state one can come to from a state, itself included."""
    seen, waiting = {state}, [state]
    while waiting:
        fresh = after[waiting.pop()] - seen - banned
        seen |= fresh
        waiting += fresh
    return seen


def loops(path: list[int], number: int, turn: int, after: dict[int, set[int]]) -> bool:
    """Whether a turn off a path leads back to where the path had been, or into a circle beside it."""
    if turn in path:
        return path.index(turn) <= number
    beside = reachable(turn, after, frozenset(path))
    back = any(path.index(t) <= number for s in beside for t in after[s] if t in path)
    return back or any(s in reachable(t, after, frozenset(path)) for s in beside for t in after[s] - set(path))


def test_the_command_tells_in_words_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", "wall:6x5#2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("difficulty ") and "of 10" in printed and "it is the only shortest one" in printed
    assert run(["rate", "wall:6x5#2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["kind"] == "wall" and data["solved"] and data["ways"] == 1 and data["reasons"]


def test_the_command_on_what_cannot_be_solved_or_is_too_large(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", "jugs:sizes=2-4,target=3#0"]) == 1
    assert capsys.readouterr().err == "no solution: 6 states can be reached, and none is a goal\n"
    assert run(["rate", "jugs:sizes=2-4,target=3#0", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["solved"] is False
    assert run(["rate", "wall:30x30#1", "--limit", "100"]) == 2
    assert "more than 100" in capsys.readouterr().err


def test_a_rating_knows_its_ways_and_names_its_measures() -> None:
    rating = rate(make("jugs"))
    assert rating["ways"] == rating.ways == 1
    with pytest.raises(MazeError, match="no measure is called 'mvoes'; did you mean moves"):
        rating["mvoes"]
    with pytest.raises(MazeError, match=r"there are .*states.*ways"):
        rating["zzz"]


# --- layouts on which two passages can join the same two cells


def passages_of(maze: Any, down: bool, flip: bool) -> "nx.MultiGraph[Any]":
    """The passages of a rolled rectangle, from its walls and arithmetic alone."""
    graph: nx.MultiGraph[Any] = nx.MultiGraph()
    width, height = maze.width, maze.height
    bits = {name: 1 << bit for bit, name in enumerate(maze.directions)}
    for y in range(height):
        for x in range(width):
            graph.add_node((x, y))
            if not maze.walls[y, x] & bits["E"]:
                turned = flip and x == width - 1
                graph.add_edge((x, y), ((x + 1) % width, height - 1 - y if turned else y))
            if not maze.walls[y, x] & bits["S"] and (down or y < height - 1):
                graph.add_edge((x, y), (x, (y + 1) % height))
    return graph


def turns_of(graph: "nx.MultiGraph[Any]", path: list[Any]) -> tuple[int, int, int]:
    """Choices, wrong turns and those into a loop along a path, from their definitions."""
    far = nx.single_source_shortest_path_length(graph, path[-1])
    beside = graph.subgraph(set(graph) - set(path))
    choices = wrong = loops = 0
    for number, here in enumerate(path[:-1]):
        ways = [there for _, there in graph.edges(here)]
        if number:
            ways.remove(path[number - 1])
        choices += len(ways) > 1
        for there in ways:
            if far[there] < far[here]:
                continue
            wrong += 1
            if there in path:
                loops += path.index(there) < number
                continue
            region = beside.subgraph(nx.node_connected_component(beside, there))
            doors = graph.subgraph([*region, *path]).number_of_edges() - region.number_of_edges()
            doors -= graph.subgraph(path).number_of_edges()
            loops += doors > 1 or region.number_of_edges() >= len(region)
    return choices, wrong, loops


@pytest.mark.parametrize(("layout", "down", "flip"), [("cylinder", 0, 0), ("torus", 1, 0), ("moebius", 0, 1)])
def test_two_passages_between_two_cells_are_two_ways(layout: str, down: int, flip: int, each_speed: str) -> None:
    doubled = 0
    for number in range(72):
        size, order = (2 + number % 3, 2 + number // 3 % 3), ({"using": "percolation"}, {"then": "braid:1"})[number % 2]
        maze: Any = make("wall", size, seed=number, layout=layout, **order)
        graph = passages_of(maze, bool(down), bool(flip))
        tree = nx.is_connected(graph) and graph.number_of_edges() == len(graph) - 1
        assert maze.is_perfect() == tree
        rating = rate(maze)
        assert rating.solvable == nx.has_path(graph, maze.start, maze.goal)
        if not rating.solvable:
            continue
        paths = list(nx.all_shortest_paths(nx.Graph(graph), maze.start, maze.goal))
        steps = [[graph.number_of_edges(*step) for step in zip(path[:-1], path[1:], strict=True)] for path in paths]
        expected = sum(map(math.prod, steps))
        doubled += expected > len(paths)
        assert rating.ways == solve(maze, "all_shortest").ways == count_shortest(explore(maze)) == expected  # type: ignore[union-attr]
        listed = [tuple(solution.moves) for solution in shortest_ways(maze).solutions()]
        assert len(listed) == len(set(listed)) == expected
        path = [tuple(state) for state in rating.solution.states]  # type: ignore[union-attr]
        assert (rating["choices"], rating["wrong"], rating["loops"]) == turns_of(graph, path)
    assert doubled


# --- the time it takes


@pytest.mark.parametrize(
    "net",
    [
        Net({n: [n + 1, n + 6000] for n in range(5000)}, 5000),  # a long path with a dead end beside every state
        Net({0: list(range(1, 6000))} | {n: [0] for n in range(1, 6000)}, 5999),  # one state beside all others
    ],
    ids=["long", "wide"],
)
def test_the_time_grows_with_the_number_of_moves(net: Net) -> None:
    def seconds(work: Any) -> float:
        start = time.process_time()
        work(net)
        return time.process_time() - start

    with speed("interpreted"):
        rate(net, limit=20_000)
        assert min(seconds(rate) for _ in range(2)) < 25 * max(seconds(explore) for _ in range(2))
