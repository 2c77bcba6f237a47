"""Invented coloured mazes: what they promise, the search behind them at both speeds, and stopping it half-way."""

import json
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import MazeError, Random, from_id, make, read_text, solve, speed
from mazeworks.cli import run
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.core.progress import listening
from mazeworks.generators import coloured as generator
from mazeworks.generators.coloured import CARRIES, LETTERS, MOST_NODES, WORK, written
from mazeworks.kernels.logic import coloured as kernels
from mazeworks.kernels.logic.coloured import (
    BESIDE,
    COMMON,
    DEAD,
    DONE,
    FAULTS,
    FIGURES,
    LEAST_REGION,
    LENGTHS,
    RARE,
    SHARED,
    SMALL,
)  # fmt: skip
from mazeworks.kernels.logic.inventing import BEST, HALF, LEFT, SCORE
from mazeworks.logic.invention import Find, Lane
from mazeworks.making.request import generator_of
from mazeworks.puzzles.coloured import Coloured
from mazeworks.rating.measures import measures_of


def made(seed: int, **parameters: Any) -> Coloured:
    puzzle = make("coloured", (9, 9), seed=seed, **parameters)
    assert isinstance(puzzle, Coloured)
    return puzzle


@pytest.mark.parametrize("seed", [5, 6])
def test_a_maze_of_nine_by_nine_is_what_was_asked_for(seed: int) -> None:
    maze = made(seed, length=24, candidates=60_000)
    routes = {name: solve(variant) for name, variant in variants_of(maze).items()}
    used = {}
    for name, variant in variants_of(maze).items():
        solution, found = routes[name], measures_of(variant).shortest_routes()
        assert solution is not None and found is not None
        assert found[1] == 1 and found[0] == len(solution) >= 24
        states = list(solution.states)
        used[name] = {frozenset(pair) for pair in zip(states[:-1], states[1:], strict=True)}
        # Beside a route lie regions of three nodes and more: no wrong turn fails at once.
        graph = graph_of(maze, name)
        graph.remove_nodes_from(solution.states)
        reached = nx.node_connected_component(graph_of(maze, name), maze.start)
        assert all(len(region) >= 3 for region in nx.connected_components(graph) if region & reached)
    assert len(set(map(frozenset, used.values()))) == 3
    shared = sum(
        len(a & b) for a, b in (("blue", "red"), ("blue", "yellow"), ("red", "yellow")) for a, b in [(used[a], used[b])]
    )
    assert shared <= 2 * 12
    assert set("".join(maze.rows)) == set("byrgpowk. ")


def graph_of(maze: Coloured, name: str) -> "nx.Graph[Any]":
    """The lines that carry a traveller, read off the text."""
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from((x, y) for x in range(maze.width) for y in range(maze.height))
    for y, row in enumerate(maze.rows):
        for x, letter in enumerate(row):
            if letter.isalpha() and name in maze.colours[letter].carries:
                dx, dy = (0, 1) if y % 2 else (1, 0)
                graph.add_edge(((x - dx) // 2, (y - dy) // 2), ((x + dx) // 2, (y + dy) // 2))
    return graph


def test_the_same_seed_makes_the_same_maze_and_so_does_its_id() -> None:
    first = made(3, candidates=60_000)
    assert first.id == "coloured:9x9,candidates=60000#3"
    again = from_id(first.id)
    assert codec_of(again).to_data() == codec_of(first).to_data() != codec_of(made(4, candidates=60_000)).to_data()


def test_both_speeds_invent_the_same_maze() -> None:
    results = []
    for which in ("interpreted", "compiled"):
        with speed(which):  # type: ignore[arg-type]
            results.append(codec_of(make("coloured", (4, 4), seed=2, candidates=8400)).to_data())
    assert results[0] == results[1]


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (3, 8), (12, 4)])
def test_small_ones_and_rectangles(size: tuple[int, int]) -> None:
    maze = make("coloured", size, seed=1, candidates=100_000)
    assert isinstance(maze, Coloured) and (maze.width, maze.height) == size
    for variant in variants_of(maze).values():
        routes = measures_of(variant).shortest_routes()
        assert routes is not None and routes[1] == 1


@pytest.mark.parametrize(
    ("size", "parameters", "sentence"),
    [
        ((2, 9), {}, "the width is at least 3"),
        ((9, 0), {}, "the height is at least 3"),
        ((200, 200), {}, "200x200 nodes are more than 1600"),
        ((3, 3), {"length": 9}, "fewer than 9 moves"),
        ((3, 3), {"length": -1}, "length is a whole number"),
        ((3, 3), {"candidates": "many"}, "candidates is a whole number"),
        ((4, 4), {"length": 15, "candidates": 500}, "none of 500 candidates .* try another seed, a smaller length"),
    ],
)
def test_impossible_requests_raise(size: tuple[int, int], parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MazeError, match=sentence):
        make("coloured", size, seed=1, **parameters)


# --- stopping


def interrupting(after: int) -> Any:
    """A listener that does what Ctrl-C does after some reports."""
    heard: list[float] = []

    def hear(title: str, fraction: float, note: str) -> None:
        assert title == "inventing" and 0 < fraction <= 1
        heard.append(fraction)
        if len(heard) == after:
            raise KeyboardInterrupt

    return hear


def test_stopped_half_way_it_keeps_the_best_and_its_id_makes_that_again() -> None:
    with (
        listening(interrupting(24)),
        pytest.warns(UserWarning, match="best of 57900 candidates; its id is coloured:9x9"),
    ):
        maze = made(5)
    assert maze.id == "coloured:9x9,candidates=57900#5"
    assert codec_of(from_id(maze.id)).to_data() == codec_of(maze).to_data()


def test_stopped_with_nothing_found_it_ends_cleanly(monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> None:
    with listening(interrupting(1)), pytest.raises(KeyboardInterrupt):
        made(5)

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(generator, "improving", stop)
    assert run(["new", "coloured", "9x9", "--seed", "5"]) == 130
    out, err = capfdbinary.readouterr()
    assert out == b"" and err.strip() == b"interrupted"


def test_the_command_makes_what_can_be_read(capfdbinary: Any) -> None:
    assert run(["new", "coloured", "5x4", "--seed", "5", "--length", "6", "--candidates", "20000"]) == 0
    text = capfdbinary.readouterr().out.decode()
    assert (
        codec_of(read_text(text)).to_data() == codec_of(from_id("coloured:5x4,length=6,candidates=20000#5")).to_data()
    )
    assert run(["solve", "coloured:5x4,length=6,candidates=20000#5", "--json"]) == 0
    data = json.loads(capfdbinary.readouterr().out)
    assert all(each["length"] >= 6 and each["shortest_routes"] == 1 for each in data["travellers"].values())


# --- the kernels


SIZES = st.integers(3, 6)


def begun(width: int, height: int, seed: int, length: int) -> Lane:
    """A search that has judged its first maze."""
    lane = Lane(generator.plan(width, height, length), Random(seed), generator.ENDLESS)
    lane.begin()
    return lane


def judged(width: int, height: int, seed: int, length: int) -> tuple[int, list[int], Coloured, int]:
    """A random maze: its score, its figures, itself, and the least number of lines of a colour."""
    lane = begun(width, height, seed, length)
    ends = lane.registers[[kernels.BEGINS, kernels.ENDS]].tolist()
    figures = lane.totals[FIGURES : FIGURES + (len(lane.totals) - FIGURES) // 2].tolist()
    maze = written(Find(0, *ends, lane.board), width, height)
    return int(lane.registers[SCORE]), figures, maze, int(lane.plan.facts[COMMON])


@given(SIZES, SIZES, st.integers(0, 10**9), st.integers(1, 12))
def test_judging_is_the_same_at_both_speeds_and_agrees_with_networkx(w: int, h: int, seed: int, length: int) -> None:
    with speed("interpreted"):
        score, figures, maze, common = judged(w, h, seed, length)
    with speed("compiled"):
        again = judged(w, h, seed, length)
    assert (score, figures, codec_of(maze).to_data(), common) == (
        again[0],
        again[1],
        codec_of(again[2]).to_data(),
        again[3],
    )
    text = "".join(maze.rows)
    counts = [text.count(letter) for letter in LETTERS]
    assert figures[LENGTHS + 3 : LENGTHS + 3 + len(LETTERS)] == counts
    assert figures[RARE] == sum(max(0, common - count) for count in counts)
    faults = beside = small = dead = 0
    routes: list[list[Any]] = []
    for number, name in enumerate(maze.travellers):
        graph = graph_of(maze, name)
        if not nx.has_path(graph, maze.start, maze.goal):
            faults += 1
            assert figures[LENGTHS + number] == 0
            continue
        paths = list(nx.all_shortest_paths(graph, maze.start, maze.goal))
        assert figures[LENGTHS + number] == len(paths[0]) - 1
        faults += (len(paths[0]) - 1 < length) + (len(paths) > 1)
        routes += paths
        reached = nx.node_connected_component(graph, maze.start)
        beside += len(reached) - len(paths[0])
        for region in nx.connected_components(graph.subgraph(reached - set(paths[0]))):
            small += len(region) < LEAST_REGION
            dead += len(region) >= LEAST_REGION and len(list(nx.edge_boundary(graph, region))) == 1
    assert figures[FAULTS] == faults and figures[BESIDE] == beside
    if len(routes) <= sum(figures[LENGTHS + number] > 0 for number in range(3)):  # no traveller has two shortest routes
        assert (figures[SMALL], figures[DEAD]) == (small, dead)
        lines = [frozenset(pair) for path in routes for pair in zip(path[:-1], path[1:], strict=True)]
        assert figures[SHARED] == len({line for line in lines if lines.count(line) > 1})


@settings(max_examples=15)
@given(SIZES, SIZES, st.integers(0, 10**9), st.integers(1, 400))
def test_improving_is_the_same_at_both_speeds_and_in_slices(w: int, h: int, seed: int, steps: int) -> None:
    results = []
    for which, slices in (
        ("interpreted", [steps]),
        ("compiled", [steps]),
        ("compiled", [steps // 3, steps - steps // 3]),
    ):
        with speed(which):  # type: ignore[arg-type]
            lane = begun(w, h, seed, 4)
            for count in slices:
                climb(lane, count)
            assert int(lane.registers[DONE]) == steps
            half, now = int(lane.registers[HALF]), figures_of(lane)
            score, kept = int(lane.registers[SCORE]), [now[half], lane.marks.reshape(8, -1)[half].tolist()]
            again = lane.plan.kernels["judge"](*arrays(lane), lane.registers, half, -1)  # everything anew
            assert again == score and kept == [figures_of(lane)[half], lane.marks.reshape(8, -1)[half].tolist()]
            results.append((lane.board.tolist(), lane.found.tolist(), int(lane.registers[BEST]), score, kept))
    assert results[0] == results[1] == results[2]


def arrays(lane: Lane) -> tuple[Any, ...]:
    return lane.plan.facts, lane.board, lane.steps, lane.marks, lane.totals, lane.out


def figures_of(lane: Lane) -> list[list[int]]:
    """The figures in both halves."""
    return lane.totals[FIGURES:].reshape(2, -1).tolist()  # type: ignore[no-any-return]


def climb(lane: Lane, count: int) -> None:
    """Examine as many candidates."""
    lane.registers[LEFT] = count
    lane.plan.kernels["climb"](*arrays(lane), np.zeros(1, np.int64), lane.registers, lane.found)


@given(SIZES, SIZES)
def test_the_lattice_joins_neighbours_by_lines_of_their_own(width: int, height: int) -> None:
    facts = generator.plan(width, height, 4).facts
    near, via = (kernels.table.function(facts, number).reshape(-1, 4).tolist() for number in (1, 2))
    lines: dict[int, set[int]] = {}
    for node in range(width * height):
        for other, line in zip(near[node], via[node], strict=True):
            assert (other < 0) == (line < 0)
            if line >= 0:
                lines.setdefault(line, set()).update((node, other))
    assert sorted(lines) == list(range(2 * width * height - width - height))
    for first, second in map(sorted, lines.values()):
        assert second - first in (1, width)
    assert len(CARRIES) == len(LETTERS) == 8


def test_the_largest_are_looked_for_no_longer_than_others() -> None:
    for side in (9, 20, 25, 30, 40):
        plan, lines = generator.plan(side, side, 10), 2 * side * (side - 1)
        assert plan.round * side * side <= WORK
        assert plan.round == min(350 * lines, WORK // (side * side))
    assert generator_of("coloured").most_cells == MOST_NODES
