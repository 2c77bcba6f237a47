"""What the facets of every kind promise, over the registry: structure, board and codec agree with the rules."""

import io
import math
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import MazeError, Puzzle, board_of, codec_of, explore, solve, speed, structure_of, variants_of
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.facets import codec_class
from mazeworks.core.graph import Graph, grid_graph
from mazeworks.core.registry import generators, kinds, layouts, solvers
from tests.samples import PARAMETERS, SIZES, samples

#: The most that a shape may reach beyond the edge of its scene, in cells: half a stroke.
EDGE = 0.05
#: States of a puzzle that are looked at.
FEW = 200


def first(name: str) -> Puzzle[Any]:
    """The first puzzle inside a sample."""
    return next(iter(variants_of(samples()[name]).values()))


def moves_of(graph: Graph[Any], puzzle: Puzzle[Any]) -> set[tuple[Any, str, Any]]:
    """Every move of a graph that can be reached from its start, by keys and by name."""
    keys, name = [puzzle.key(state) for state in graph.states], codec_of(puzzle).move_name
    reached = graph.distances() >= 0
    steps = zip(graph.sources().tolist(), graph.moves, graph.targets.tolist(), strict=True)
    return {(keys[here], name(move), keys[there]) for here, move, there in steps if reached[here]}


@pytest.mark.parametrize("name", sorted(samples()))
def test_graph_and_grid_agree_with_exploring(name: str) -> None:
    puzzle = first(name)
    structure, explored = structure_of(puzzle), explore(puzzle)
    graphs = [graph for graph in (structure.as_graph(),) if graph is not None]
    grid = structure.as_grid()
    graphs += [] if grid is None else [grid_graph(grid)]
    for graph in graphs:
        assert moves_of(graph, puzzle) == moves_of(explored, puzzle)
        assert graph.states[graph.start] == puzzle.start
        goals = {puzzle.key(graph.states[number]) for number in np.flatnonzero(graph.goals).tolist()}
        assert {key for key in map(puzzle.key, explored.states) if key in goals} == {
            puzzle.key(state) for state in explored.states if puzzle.is_goal(state)
        }
    if graphs and structure.weighted:
        assert sorted(graphs[0].costs.tolist()) == sorted(explored.costs.tolist())  # type: ignore[union-attr]


@pytest.mark.parametrize("name", sorted(samples()))
def test_an_estimate_is_a_lower_bound(name: str) -> None:
    """On the way of a shortest solution, and from every state on; one by one as for all states at once."""
    puzzle = first(name)
    graph = explore(puzzle)
    left = _cost_to_goal(graph)
    for state, cost in zip(graph.states, left, strict=True):
        assert puzzle.estimate(state) <= cost + 1e-9, state
    whole = structure_of(puzzle).as_graph()
    known = None if whole is None else structure_of(puzzle).estimates(whole.states)
    if whole is not None and known is not None:
        assert [int(puzzle.estimate(state)) for state in whole.states] == known.tolist()


def _cost_to_goal(graph: Graph[Any]) -> list[float]:
    """The least cost from each state to a goal, by relaxing every move until nothing changes (Bellman, 1958)."""
    costs = np.ones(len(graph.targets)) if graph.costs is None else graph.costs
    left = np.where(graph.goals == 1, 0.0, math.inf)
    sources = graph.sources()
    for _ in range(len(graph)):
        better = left.copy()
        np.minimum.at(better, sources, left[graph.targets] + costs)
        if (better == left).all():
            break
        left = better
    return left.tolist()


# --- the board


def inside(scene: Any, x: float, y: float) -> bool:
    return -EDGE <= x <= scene.width + EDGE and -EDGE <= y <= scene.height + EDGE


@pytest.mark.parametrize("name", sorted(samples()))
def test_spots_outlines_and_tracks_lie_in_the_scene_and_agree(name: str) -> None:
    puzzle = first(name)
    board = board_of(puzzle)
    scene, states = board.scene(), explore(puzzle).states[:FEW]
    if board.spot(puzzle.start) is None:
        assert not any(board.outlines(states)) and not board.track(states)
        return
    for state, shapes in zip(states, board.outlines(states), strict=True):
        spot = board.spot(state)
        assert spot is not None and inside(scene, *spot)
        points = [point for shape in shapes for point in shape]
        assert all(inside(scene, *point) for point in points), state
        if points:  # what is hidden below another cell has none
            (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
            assert left <= spot[0] <= right and top <= spot[1] <= bottom, state
    solution = solve(puzzle)
    lines = board.track(solution.states) if solution is not None else []
    assert all(inside(scene, *point) for line in lines for point in line)
    if lines and solution is not None:
        assert lines[0][0] == pytest.approx(board.spot(solution.states[0]))
        assert lines[-1][-1] == pytest.approx(board.spot(solution.states[-1]))


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_move_heads_where_its_spot_lies(name: str) -> None:
    """Where both spots are on one sheet and side by side, the heading points from one towards the other."""
    puzzle = first(name)
    board = board_of(puzzle)
    for state in explore(puzzle).states[:FEW]:
        here = board.spot(state)
        for move, following in puzzle.moves(state):
            heading, there = board.heading(state, move, following), board.spot(following)
            if heading is None or here is None or there is None:
                continue
            assert any(heading)
            step = there[0] - here[0], there[1] - here[1]
            far = math.hypot(*step)
            if 0 < far <= 1.5:  # over a seam the other cell is drawn on the far side
                assert (heading[0] * step[0] + heading[1] * step[1]) / (far * math.hypot(*heading)) > 0.5, (state, move)


# --- plain values

NAMES = ["width", "height", "start", "goal", "goals", "walls", "layout", "passages", "rows", "sizes", "image", "open"]

#: Whatever JSON can hold.
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def spoilt(draw: st.DrawFn, data: dict[str, Any]) -> dict[str, Any]:
    """Plain values with one to three of them, at any depth, replaced or left out."""
    changed: Any = _copied(data)
    for _ in range(draw(st.integers(1, 3))):
        place = changed
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(place[key], (dict, list)) and place[key] and draw(st.booleans()):
                place = place[key]
                continue
            if draw(st.integers(0, 4)):
                place[key] = draw(VALUES)
            else:
                del place[key]
            break
    assert isinstance(changed, dict)
    return changed


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", sorted(samples()))
@settings(max_examples=25)
@given(data=st.data())
def test_hostile_plain_values_make_a_puzzle_or_one_error(name: str, data: st.DataObject) -> None:
    puzzle = samples()[name]
    codec = codec_class(kinds[puzzle.kind].puzzle)
    changed = data.draw(spoilt(codec_of(puzzle).to_data()))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            again = codec.from_data(changed)
    except MazeError as error:
        assert str(error) and "\n" not in str(error)
    else:
        list(again.moves(again.start))
        codec_of(again).to_data()


@pytest.mark.parametrize("kind", list(kinds))
@given(
    data=st.dictionaries(
        st.sampled_from(["width", "height", "start", "goal", "walls", "passages", "rows", "sizes"]), VALUES
    )
)
def test_any_plain_values_make_a_puzzle_or_one_error(kind: str, data: dict[str, Any]) -> None:
    try:
        codec_class(kinds[kind].puzzle).from_data(data)
    except MazeError as error:
        assert "\n" not in str(error)


# --- whole commands at both speeds


def printed(words: list[str], which: Any) -> tuple[int, bytes]:
    """The exit code of a command, and what it printed."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with speed(which), redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = run(words)
        out.flush()
    return code, out.buffer.getvalue()  # type: ignore[attr-defined]


def commands() -> list[list[str]]:
    """A new puzzle by every generator, on every layout; solved by every solver; rated, changed and converted."""
    found = []
    for entry in generators.values():
        size = SIZES.get(entry.name, entry.size)
        own = [f"--{name}={value}" for name, value in PARAMETERS.get(entry.name, {}).items()]
        place = [f"{size[0]}x{size[1]}"] if entry.size and size else []
        found.append(["new", entry.kind, *place, "--with", entry.name, "--seed", "3", *own])
    found += [["new", "8x6", "--layout", name, "--seed", "2", "--format", "json"] for name in layouts]
    found += [["solve", "wall:9x7,then=braid:0.4#5", "--with", name, "--json"] for name in solvers]
    found += [["solve", id, "--json"] for id in ("wall:7x6,layout=hexagon#1", "terrain:8x5#2", "jugs:#1")]
    found += [["rate", id, "--json"] for id in ("wall:9x7#1", "wall:6x6,layout=circle#2", "terrain:8x5#2")]
    return [*found, ["draw", "wall:9x7#1", "--solution", "--format", "svg"], ["check", "wall:9x7#1"]]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_a_command_prints_the_same_at_both_speeds(words: list[str], tmp_path: Path) -> None:
    if words[:2] == ["new", "coloured"]:
        words = [*words, "--candidates", "3000"]  # of which the interpreter takes a thousand a second
    if words[:2] == ["new", "alice"]:
        words = ["new", "alice", "4x4", "--seed", "3", "--candidates", "300"]
    assert printed(words, "interpreted") == printed(words, "compiled")
