"""What the facets of every kind promise, over the registry: structure, board and codec agree with the rules."""

import functools
import io
import json
import math
import operator
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
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
from mazeworks.core.registry import generators, kinds, layouts, solvers, transforms
from tests.samples import EXAMPLES, PARAMETERS, SIZES, samples

#: The most that a shape may reach beyond the edge of its scene, in cells: half a stroke.
EDGE = 0.05
#: States of a puzzle that are looked at.
FEW = 200


def first(name: str) -> Puzzle[Any]:
    """The first puzzle inside a sample."""
    return next(iter(variants_of(samples()[name]).values()))


@functools.cache
def graph_of(name: str) -> Graph[Any]:
    """The graph of that puzzle, by exploring it."""
    return explore(first(name))


def moves_of(graph: Graph[Any], puzzle: Puzzle[Any]) -> dict[tuple[Any, str, Any], int]:
    """Every move of a graph that can be reached from its start, by keys and by name, and what it costs."""
    keys, name = [puzzle.key(state) for state in graph.states], codec_of(puzzle).move_name
    reached, costs = graph.distances() >= 0, [1] * len(graph.targets) if graph.costs is None else graph.costs.tolist()
    steps = zip(graph.sources().tolist(), graph.moves, graph.targets.tolist(), costs, strict=True)
    return {(keys[here], name(move), keys[there]): cost for here, move, there, cost in steps if reached[here]}


@pytest.mark.parametrize("name", sorted(samples()))
def test_graph_and_grid_agree_with_exploring(name: str) -> None:
    puzzle = first(name)
    structure, explored = structure_of(puzzle), graph_of(name)
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
        assert structure.weighted or graph.costs is None


@pytest.mark.parametrize("name", sorted(samples()))
def test_an_estimate_is_a_lower_bound(name: str) -> None:
    """On the way of a shortest solution, and from every state on; one by one as for all states at once."""
    puzzle, graph = first(name), graph_of(name)
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
    scene, states = board.scene(), graph_of(name).states[:FEW]
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
    assert solution is not None and len(solution) > 0
    lines = board.track(solution.states)
    assert all(inside(scene, *point) for line in lines for point in line)
    if lines:
        assert lines[0][0] == pytest.approx(board.spot(solution.states[0]))
        assert lines[-1][-1] == pytest.approx(board.spot(solution.states[-1]))
    else:  # it is too long for lines, which its first steps are not, and the scene shows it in another way
        assert len(solution) > 10 and board.track(solution.states[:10])
        assert len(board.scene(solution).shapes) > len(scene.shapes)


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_move_heads_along_its_track(name: str) -> None:
    """The track of each move leads from spot to spot, and its heading along the first line of that.

    Over a seam the track has two lines, the first of which ends at the edge of the sheet. Only moves that the layout
    lists as aside, such as stairs to a storey that is drawn elsewhere, have neither a track nor a heading.
    """
    puzzle = first(name)
    board = board_of(puzzle)
    for state in graph_of(name).states[:FEW]:
        here = board.spot(state)
        for move, following in puzzle.moves(state):
            there, lines = board.spot(following), board.track([state, following])
            heading = board.heading(state, move, following)
            if move in aside(board):
                assert heading is None and not lines, (state, move)
            elif here != there:  # a puzzle without places has no spots
                assert lines and heading is not None, (state, move)
                assert (lines[0][0], lines[-1][-1]) == (pytest.approx(here), pytest.approx(there)), (state, move)
                assert cosine(heading, *lines[0]) > 0.8, (state, move)


def aside(board: Any) -> tuple[str, ...]:
    """The moves that have no direction in the drawing, by the plan of the layout."""
    cells = getattr(board, "cells", None)
    return () if cells is None else cells.plan.aside


def cosine(heading: tuple[float, float], *line: tuple[float, float]) -> float:
    """The cosine of the angle between a heading and the way from the first point of a line to its last."""
    step = line[-1][0] - line[0][0], line[-1][1] - line[0][1]
    return (heading[0] * step[0] + heading[1] * step[1]) / (math.hypot(*heading) * math.hypot(*step))


# --- plain values

#: Whatever JSON can hold.
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@functools.cache
def forms() -> dict[Any, str]:
    """One sample of each form: those with the same names and the same texts in their plain values are of one."""
    found: dict[Any, str] = {}
    for name, puzzle in samples().items():
        data = codec_of(puzzle).to_data()
        form = puzzle.kind, *((key, value if isinstance(value, str) else "") for key, value in data.items())
        found.setdefault(form, name)
    return found


@functools.cache
def names(kind: str) -> list[str]:
    """The names in the plain values of a kind, and some that are read though no sample has them."""
    known = {key for puzzle in samples().values() if puzzle.kind == kind for key in codec_of(puzzle).to_data()}
    return sorted(known | {"image", "goal", "colours", "travellers", "first_line"})


def nearly(value: Any) -> list[Any]:
    """Values that differ a little from this one: a character or an element more, less or elsewhere, another type."""
    match value:
        case None | bool():
            return [not value, 0, 1, "", [], {}]
        case int() | float():
            value = max(-(1 << 62), min(1 << 62, value))  # an infinite one is not a whole number
            near: list[Any] = [value + 1, value - 1, value / 2, -value, 0, 1, 1 << 31, 1 << 63]
            return [*near, float(value), int(value), str(value), [value], True, None]
        case str():
            return [*_shifted(value, ["0", "é", "\n"]), value.upper(), list(value), [value], len(value), None]
        case list():
            return [*_shifted(value, [[0], [[]], [None]]), [value], str(value), len(value), None]
    return [*({**value, name: 0} for name in ("", "é")), dict(list(value.items())[1:]), list(value), {}, None]


def _shifted(value: Any, odd: list[Any]) -> list[Any]:
    """A text or list with one piece left out, doubled, moved, or replaced by each of the odd ones."""
    found = [value[::-1], value[:0], value + value]
    for at in range(0, len(value), max(1, len(value) - 1)):
        first, piece, last = value[:at], value[at : at + 1], value[at + 1 :]
        found += [first + last, first + piece + piece + last, first + last + piece]
        found += [first + each + last for each in odd]
    return found


def places(value: Any) -> list[tuple[Any, ...]]:
    """The ways to the values inside plain values, by keys and indices; in a list to the first and the last."""
    if not isinstance(value, (dict, list)):
        return []
    keys = list(value) if isinstance(value, dict) else range(0, len(value), max(1, len(value) - 1))
    return [(key, *way) for key in keys for way in [(), *places(value[key])]]


def changed_at(data: Any, way: tuple[Any, ...], new: Any) -> Any:
    """Plain values with another one at a place; without that place if the new one is GONE."""
    if not way:
        return new
    other = data.copy()
    other[way[0]] = changed_at(data[way[0]], way[1:], new)
    if other[way[0]] is GONE:
        del other[way[0]]
    return other


#: Stand for a value that is left out, and for any other one.
GONE, OTHER = object(), object()


def little_changed(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Plain values with one value changed a little or left out, or two that stand at the same place of two tables."""
    ways = places(data)
    for way in ways:
        for new in [GONE, *nearly(functools.reduce(operator.getitem, way, data))]:
            yield changed_at(data, way, new)
        for other in ways:
            if way[1:] and way[1:] == other[1:] and way[0] < other[0]:
                yield changed_at(changed_at(data, way, GONE), other, GONE)


@st.composite
def spoilt(draw: st.DrawFn, data: dict[str, Any], known: list[str]) -> dict[str, Any]:
    """Plain values with one to three of them, at any depth, changed a little, replaced, left out or added."""
    for _ in range(draw(st.integers(1, 3))):
        way = draw(st.sampled_from([*places(data), *((name,) for name in known if name not in data)]))
        old: Any = functools.reduce(operator.getitem, way, data) if way[0] in data else GONE
        near = [] if old is GONE else [GONE, *nearly(old)]
        new = draw(st.sampled_from([OTHER] * (1 + len(near) // 4) + near))
        data = changed_at({way[0]: None} | data, way, draw(VALUES) if new is OTHER else new)
    return data


def accepted(kind: str, data: dict[str, Any]) -> Puzzle[Any] | None:
    """The puzzle that plain values make; None if they are refused, in one line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            return codec_class(kinds[kind].puzzle).from_data(data)
    except MazeError as error:
        assert str(error) and "\n" not in str(error)
        return None


def check_whole(puzzle: Puzzle[Any] | None) -> None:
    """A puzzle survives being saved and read, is saved as values of the usual types, can be walked and be drawn."""
    if puzzle is None:
        return
    data = codec_of(puzzle).to_data()
    assert json.loads(json.dumps(data)) == data
    again = accepted(puzzle.kind, data)
    assert again == puzzle and again is not None and codec_of(again).to_data() == data
    for place, sorts in types_in(data, "/").items():
        assert sorts - {type(None)} <= usual_types(puzzle.kind).get(place, sorts), place
    inner = next(iter(variants_of(puzzle).values()))
    states = [inner.start]
    for state in states:  # grows while it is read
        assert inner.is_goal(state) in (True, False)
        states += [following for _, following in inner.moves(state)][: 8 - len(states)]
    assert board_of(inner).scene().shapes


def types_in(value: Any, place: str = "") -> dict[str, set[type]]:
    """The types of plain values, by their place; all elements of a list have one place."""
    inner = [(f"{place}/{key}", each) for key, each in value.items()] if isinstance(value, dict) else []
    inner += [(f"{place}/", each) for each in value] if isinstance(value, list) else []
    found = {place: {type(value)}}
    for where, each in inner:
        for key, sorts in types_in(each, where).items():
            found.setdefault(key, set()).update(sorts)
    return found


@functools.cache
def usual_types(kind: str) -> dict[str, set[type]]:
    """The types in the plain values of all samples of a kind."""
    return types_in([codec_of(puzzle).to_data() for puzzle in samples().values() if puzzle.kind == kind])


@pytest.mark.parametrize("name", sorted(forms().values()))
def test_plain_values_with_one_small_change_make_a_whole_puzzle_or_one_error(name: str) -> None:
    puzzle = samples()[name]
    for changed in little_changed(codec_of(puzzle).to_data()):
        try:
            check_whole(accepted(puzzle.kind, changed))
        except Exception as error:
            error.add_note(str(changed))
            raise


@pytest.mark.parametrize("name", sorted(forms().values()))
@settings(max_examples=25)
@given(data=st.data())
def test_hostile_plain_values_make_a_whole_puzzle_or_one_error(name: str, data: st.DataObject) -> None:
    puzzle = samples()[name]
    check_whole(accepted(puzzle.kind, data.draw(spoilt(codec_of(puzzle).to_data(), names(puzzle.kind)))))


@pytest.mark.parametrize("kind", list(kinds))
@given(data=st.data())
def test_any_plain_values_make_a_whole_puzzle_or_one_error(kind: str, data: st.DataObject) -> None:
    check_whole(accepted(kind, data.draw(st.dictionaries(st.sampled_from(names(kind)), VALUES))))


# --- whole commands at both speeds


def printed(words: list[str], which: Any) -> tuple[int, bytes]:
    """The exit code of a command, and what it printed to standard output."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with speed(which), redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = run(words)
        out.flush()
    return code, out.buffer.getvalue()  # type: ignore[attr-defined]


#: Options for generators that search, so that the interpreter finds a puzzle within a second.
SEARCHES, OTHERS = {"coloured": {"candidates": 1000}}, {"candidates": 300}


def commands() -> list[list[str]]:
    """A new puzzle by every generator, on every layout; solved by every solver; rated, changed and converted."""
    found = []
    for entry in generators.values():
        size = SIZES.get(entry.name, (4, 4) if entry.searches else entry.size)
        place = [f"{size[0]}x{size[1]}"] if entry.size and size else []
        own = PARAMETERS.get(entry.name, {}) | (SEARCHES.get(entry.name, OTHERS) if entry.searches else {})
        options = [f"--{name}={value}" for name, value in own.items()]
        found.append(["new", entry.kind, *place, "--with", entry.name, "--seed", "9", *options])
    found += [["new", "8x6", "--layout", name, "--seed", "2", "--format", "json"] for name in layouts]
    for solver in solvers.values():  # walks along walls end only where there are no loops
        maze = "wall:9x7,then=braid:0.4#5" if solver.completes(finite=True) else "wall:9x7#5"
        found.append(["solve", maze, "--with", solver.name, "--json"])
    found += [["solve", id, "--json"] for id in ("wall:7x6,layout=hexagon#1", "terrain:8x5#2", "jugs:#1")]
    found += [["rate", id, "--json"] for id in ("wall:9x7#1", "wall:6x6,layout=circle#2", "terrain:8x5#2")]
    found += [["change", "wall:9x7#1", "--then", name, "--seed", "4"] for name in transforms]
    found += [["change", f"wall:7x6,layout={name}#1", "--then", "braid:0.5+perturb:4"] for name in ("circle", "weave")]
    found += [["convert", id, "-", "--format", "json"] for id in ("wall:9x7#1", "wall:6x6,layout=weave#2")]
    found += [["convert", str(EXAMPLES / "textmap" / "hashes.txt"), "-", "--format", "box"]]
    return [*found, ["draw", "wall:9x7#1", "--solution", "--format", "svg"], ["check", "wall:9x7#1"]]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_a_command_prints_the_same_at_both_speeds(words: list[str]) -> None:
    code, text = printed(words, "interpreted")
    assert code == 0 and text.strip()
    assert printed(words, "compiled") == (code, text)
