"""Ratings of mazes: what their passages are like, wrong turns against brute force, and many mazes together."""

import json
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, make, rate, speed, survey
from mazeworks.cli import run
from tests.oracle import graph_of
from tests.samples import loopy

SIZES = st.integers(2, 9)
SEEDS = st.integers(0, 2**63 - 1)


@given(SIZES, SIZES, SEEDS, st.integers(0, 20))
def test_what_is_counted_agrees_with_its_definition(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    with speed("interpreted"):
        rating = rate(maze)
    with speed("compiled"):
        assert rate(maze).to_data() == rating.to_data()
    joined = graph_of(maze).to_undirected()
    joined.remove_node("goal")
    degrees = [joined.degree(place) for place in joined]
    straight = sum(int(cell.walls) in (3, 12) for cell in maze)
    assert [rating[name] for name in ("dead_ends", "halls", "turns", "junctions", "crossings")] == [
        degrees.count(1), straight, degrees.count(2) - straight, degrees.count(3), degrees.count(4)
    ]  # fmt: skip
    assert rating["halls_share"] == round(straight / (width * height), 4)
    assert rating["longest"] <= nx.diameter(joined)
    if nx.is_tree(joined):
        assert rating["longest"] == nx.diameter(joined)
    assert rating.solution is not None
    check_wrong_turns(joined, list(rating.solution.states), rating)
    check_river(joined, rating["river"])


def check_wrong_turns(joined: Any, path: list[Any], rating: Any) -> None:
    """Choices, wrong turns, their loops and depths, each turn explored anew."""
    far = nx.single_source_shortest_path_length(joined, path[-1])
    beside = joined.copy()
    beside.remove_nodes_from(path)
    entrances: dict[Any, Any] = {}
    choices, loops, depths, wrong = 0, 0, [], 0
    for step, here in enumerate(path[:-1]):
        ways = [there for there in joined[here] if not step or there != path[step - 1]]
        choices += len(ways) > 1
        for there in ways:
            if far[there] < far[here]:
                continue
            wrong += 1
            if there in path:
                loops += path.index(there) < step
                continue
            region = nx.node_connected_component(beside, there)
            doors = sum(neighbour in path for place in region for neighbour in joined[place])
            loops += doors > 1 or beside.subgraph(region).number_of_edges() >= len(region)
            entrance = entrances.setdefault(frozenset(region), set())
            entrance.add(there)
            depths.append(region)
    assert (rating["choices"], rating["wrong"], rating["loops"]) == (choices, wrong, loops)
    if all(len(entrance) == 1 for entrance in entrances.values()):
        deep = [
            max(nx.single_source_shortest_path_length(beside, next(iter(e))).values()) + 1 for e in entrances.values()
        ]
        assert rating["deepest"] == max(deep, default=0)
        if len(depths) == len(deep):
            assert rating["depth"] == round(sum(deep) / max(1, wrong), 2)


def check_river(joined: Any, river: float) -> None:
    lengths = []
    for place in (place for place in joined if joined.degree(place) == 1):
        before, here, length = None, place, 0
        while length == 0 or joined.degree(here) == 2:
            length += 1
            before, here = here, next(n for n in joined[here] if n != before)
            if here == place:
                break
        lengths.append(length)
    assert river == round(sum(lengths) / max(1, len(lengths)), 2)


def test_a_hall_is_easier_than_a_maze_full_of_wrong_turns() -> None:
    hall = make("wall", (12, 12), "spiral", 1)
    twisted = make("wall", (12, 12), "prim", 1, ends="farthest")
    assert rate(hall)["wrong"] == rate(hall)["depth"] == 0
    assert rate(twisted)["wrong"] > 3
    assert any("wrong turn" in reason for reason in rate(twisted).reasons)
    assert not any("wrong turn" in reason for reason in rate(hall).reasons)


def test_ratings_grow_with_size() -> None:
    means = [
        survey(20, size=(side, side), seed=1, ends="farthest").table()["difficulty"]["mean"] for side in (4, 9, 20)
    ]
    assert means == sorted(means)


def test_layouts_are_rated_too() -> None:
    rating = rate(make("wall", (8, 8), "growing_tree", 2, layout="hexagon"))
    assert rating["dead_ends"] + rating["passages"] + rating["junctions"] + rating["crossings"] == 64
    assert rating["longest"] >= rating["moves"]


def test_solid_cells_are_not_rated() -> None:
    maze = make("wall", (9, 9), seed=2, then="fill_dead_ends")
    rating = rate(maze)
    assert rating.states == rating["moves"] + 1 == rating["states"] and rating["solution_share"] == 1


def test_a_large_maze_is_rated_without_a_limit() -> None:
    with speed("compiled"):
        assert rate(Maze.create(500, 500, seed=1)).states == 250_000


def test_many_are_rated_in_a_table_and_a_histogram(capsys: pytest.CaptureFixture[str]) -> None:
    found = survey(30, size=(8, 6), seed=5)
    assert found.count == 30 and found.unsolvable == 0
    assert sum(count for _, _, count in found.histogram()) == 30
    moves = [rate(make("wall", (8, 6), seed=5 + n))["moves"] for n in range(30)]
    figures = found.table()["moves"]
    assert (figures["least"], figures["most"]) == (min(moves), max(moves))
    assert figures["mean"] == round(sum(moves) / 30, 3)
    assert sum(count for _, _, count in found.histogram("moves", 4)) == 30
    with pytest.raises(MazeError, match="'taste' was not measured"):
        found.histogram("taste")
    assert run(["rate", "--many", "30", "8x6", "--seed", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"] == found.table()
    assert run(["rate", "--many", "5", "8x6", "--with", "prim", "--then", "braid"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("5 puzzles") and "median" in printed and "█" in printed


def test_bad_surveys_raise(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(MazeError, match="many must be a whole number from 1"):
        survey(0)
    for words, sentence in (
        (["--many", "0", "8x6"], "0"),
        (["--many", "3", "8x6", "--with", "unknown"], "no generator is called"),
        (["wall:8x6#1", "--seed", "3"], "go with --many"),
        (["--many", "3", "8x6", "--seed", "x"], "a seed is a whole number"),
    ):
        assert run(["rate", *words]) == 2
        assert sentence in capsys.readouterr().err


def test_puzzles_that_several_travel_are_counted_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", "--many", "2", "coloured", "3x3", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("2 puzzles, 6 ratings, one for each traveller\n")
    found = survey(2, "coloured", size=(3, 3), seed=1)
    assert (found.count, found.ratings, len(found.columns["moves"])) == (2, 6, 6)
