"""Layouts: neighbours, twins, places and geometry, each against an answer worked out another way."""

import json
import re
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, Position, load, make, read_text, save, solve, speed
from mazeworks.cells.arrangement import Arrangement, arrange
from mazeworks.cli import run
from mazeworks.core.facets import codec_of, structure_of
from mazeworks.core.graph import graph_of as explored
from mazeworks.core.registry import layouts
from mazeworks.drawing.board import board_of
from mazeworks.drawing.cells import standing_walls
from mazeworks.drawing.strokes import Strokes

LAYOUTS = list(layouts)
FLAT = [entry.name for entry in layouts.values() if entry.flat]
SIZES = st.integers(2, 9)


def graph_of(cells: Arrangement) -> "nx.Graph[Any]":
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(cells.states)
    for source, target in zip(cells.sources.tolist(), cells.targets.tolist(), strict=True):
        graph.add_edge(cells.states[source], cells.states[target])
    return graph


@given(st.sampled_from(LAYOUTS), SIZES, SIZES, st.integers(0, 9))
def test_every_layout_is_whole(layout: str, width: int, height: int, seed: int) -> None:
    with speed("interpreted"):
        cells = arrange(layout, width, height, seed)
    with speed("compiled"):
        again = arrange(layout, width, height, seed)
    for name in ("offsets", "targets", "twins", "ways", "places"):
        assert np.array_equal(getattr(cells, name), getattr(again, name)), name
    edges = np.arange(len(cells.targets))
    assert np.array_equal(cells.twins[cells.twins], edges)
    assert np.array_equal(cells.targets[cells.twins], cells.sources)
    assert (cells.twins != edges).all()
    assert nx.is_connected(graph_of(cells))
    assert len(set(cells.states)) == len(cells) == len(cells.states)
    assert [cells.find(state) for state in cells.states] == list(range(len(cells)))
    for cell in range(len(cells)):
        mine = cells.ways[cells.offsets[cell] : cells.offsets[cell + 1]].tolist()
        assert mine == sorted(set(mine)) and all(way < len(cells.names) for way in mine)


@given(st.sampled_from(LAYOUTS), SIZES, SIZES, st.integers(0, 9))
def test_geometry_lies_on_the_sheet_and_both_sides_of_a_wall_agree(
    layout: str, width: int, height: int, seed: int
) -> None:
    cells = arrange(layout, width, height, seed)
    sheet = np.array(cells.plan.sheet)
    walls = np.concatenate([cells.walls_of(np.arange(len(cells.targets))), cells.outer_walls()])
    shown = walls[~np.isnan(walls).any(axis=(1, 2))]
    assert (cells.centres() > 0).all() and (cells.centres() < sheet).all()
    assert (shown > -1e-9).all() and (shown < sheet + 1e-9).all()
    if layouts[layout].flat:
        edges = np.arange(len(cells.targets))
        assert np.allclose(cells.walls_of(edges), cells.walls_of(cells.twins)[:, ::-1])
        steps = cells.centres(cells.targets) - cells.centres(cells.sources)
        assert np.hypot(*steps.T).max() <= cells.plan.reach + 1e-9


@pytest.mark.parametrize("layout", FLAT)
def test_the_sides_of_a_cell_stand_clockwise(layout: str) -> None:
    cells = arrange(layout, 8, 8)
    middles = cells.walls_of(np.arange(len(cells.targets))).mean(axis=1)
    for cell in range(len(cells)):
        around = middles[cells.offsets[cell] : cells.offsets[cell + 1]] - cells.centres(np.array([cell], np.int32))
        angles = np.arctan2(around[:, 1], around[:, 0])
        turns = np.diff(np.append(angles, angles[0])) % (2 * np.pi)
        assert len(angles) < 2 or turns.sum() == pytest.approx(2 * np.pi)


@pytest.mark.parametrize("layout", ["hexagon", "triangle", "square"])
def test_neighbours_are_the_cells_whose_centres_are_nearest(layout: str) -> None:
    cells = arrange(layout, 7, 6)
    far = np.linalg.norm(cells.centres()[:, None] - cells.centres()[None], axis=-1)
    expected = {(int(a), int(b)) for a, b in np.argwhere((far > 0) & (far < cells.plan.reach * 1.01))}
    assert expected == set(zip(cells.sources.tolist(), cells.targets.tolist(), strict=True))


@pytest.mark.parametrize(("layout", "down", "flip"), [("cylinder", 0, 0), ("torus", 1, 0), ("moebius", 0, 1)])
def test_what_wraps(layout: str, down: int, flip: int) -> None:
    width, height = 5, 4
    cells = arrange(layout, width, height)
    for x in range(width):
        for y in range(height):
            around = set()
            for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                there_x, there_y = x + dx, y + dy
                if flip and not 0 <= there_x < width:
                    there_y = height - 1 - there_y
                if down:
                    there_y %= height
                if 0 <= there_y < height:
                    around.add((there_x % width, there_y))
            assert set(graph_of(cells)[Position(x, y)]) == around


def test_rings_divide() -> None:
    cells = arrange("circle", 20, 20)
    rings = np.bincount(cells.places[:, 1])
    assert rings.tolist() == [6, 12, 12, 24, 24, 24, 48, 48, 48, 48]
    graph = graph_of(cells)
    assert set(graph[Position(3, 1)]) == {(2, 1), (4, 1), (1, 0), (3, 2)}
    assert set(graph[Position(0, 2)]) == {(11, 2), (1, 2), (0, 1), (0, 3), (1, 3)}
    assert set(graph[Position(0, 9)]) == {(47, 9), (1, 9), (0, 8)}
    x, y = cells.centres(np.array([cells.find((0, 9))], np.int32))[0]
    assert np.hypot(x - 10, y - 10) == pytest.approx(9.5)


@given(SIZES, SIZES, st.integers(2, 5), st.integers(0, 9))
def test_stairs_go_straight_up(width: int, height: int, floors: int, seed: int) -> None:
    cells = arrange(f"floors:{floors}", width, height, seed)
    assert len(cells) == width * height * floors
    between = set()
    for here, there in graph_of(cells).edges:
        assert sum(abs(a - b) for a, b in zip(here, there, strict=True)) == 1
        if here[2] != there[2]:
            between.add(min(here[2], there[2]))
    assert between == set(range(floors - 1))


@given(SIZES, SIZES, st.integers(0, 50))
def test_crossings_join_opposite_sides_and_close_no_loop(width: int, height: int, seed: int) -> None:
    cells = arrange("weave:1", width, height, seed)
    below = [state for state in cells.states if state[2] == 1]
    assert (len(below) > 0) == (width > 2 and height > 2)
    fixed: nx.Graph[Any] = nx.Graph()
    for edge in cells.fixed.tolist():
        fixed.add_edge(cells.states[int(cells.sources[edge])], cells.states[int(cells.targets[edge])])
    assert nx.is_forest(fixed) if len(fixed) else not below
    graph = graph_of(cells)
    for x, y, _ in below:
        (a, b), (c, d) = graph[x, y, 0], graph[x, y, 1]
        assert {a[0] + b[0], c[0] + d[0]} == {2 * x} and {a[1] + b[1], c[1] + d[1]} == {2 * y}
        assert (a[0] == b[0]) != (c[0] == d[0])
        assert fixed.degree[x, y, 0] == fixed.degree[x, y, 1] == 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_maze_of_every_layout_is_saved_drawn_and_made_again(layout: str, tmp_path: Any) -> None:
    maze = make("wall", (6, 5), "wilson", 3, layout=layout, ends="farthest")
    solution = solve(maze)
    assert solution is not None
    save(maze, tmp_path / "maze.json")
    again = load(tmp_path / "maze.json")
    assert again == maze and again.id == maze.id and load(maze.id or "") == maze
    save(maze, tmp_path / "maze.svg", solution)
    assert "<path" in (tmp_path / "maze.svg").read_text()
    sketch = board_of(maze).sketch(solution).text()
    assert "S" in sketch and "E" in sketch
    column, row = board_of(maze).square_of(maze.start)
    assert sketch.splitlines()[row][column] == "S"


def test_walls_that_line_up_are_joined() -> None:
    cells = arrange("square", 5, 4)
    closed = standing_walls(cells, np.zeros(len(cells.targets), np.uint8))
    assert len(closed) == 5 * 5 + 6 * 4
    strokes = sorted(map(tuple, ((sorted(stroke)) for stroke in Strokes(closed))))
    assert len(strokes) == 5 + 6 and all(len(stroke) == 2 for stroke in strokes)
    ring = list(Strokes(arrange("circle", 8, 8).outer_walls()))
    assert len(ring) == 1 and ring[0][0] == ring[0][-1]


def test_estimates_never_exceed_what_is_left() -> None:
    for layout in LAYOUTS:
        maze = make("wall", (7, 6), "prim", 1, layout=layout)
        graph = structure_of(maze).as_graph()
        if graph is not None:
            left = graph.goal_distances().tolist()
            assert all(maze.estimate(state) <= n for state, n in zip(graph.states, left, strict=True))


def hexagons() -> dict[str, Any]:
    return codec_of(make("wall", (4, 3), "prim", 1, layout="hexagon")).to_data()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"layout": "hexagn"}, "did you mean hexagon"),
        ({"layout": 5}, "'layout' should name"),
        ({"layout": "hexagon:3"}, "takes no parameter"),
        ({"layout": "floors:x"}, "floors is a whole number"),
        ({"width": "4"}, "should be whole numbers"),
        ({"width": 10**9}, "far too short"),
        ({"width": 1}, "width is at least 2"),
        ({"layout_seed": -1}, "should be whole numbers"),
        ({"passages": []}, "should be a list of strings"),
        ({"passages": [5]}, "should be a list of strings"),
        ({"passages": ["zz000000", "00000000", "00000000"]}, "row 1 of 'passages' has 'zz'"),
        ({"passages": ["00000000", "0.000000", "00000000"]}, "row 2 of 'passages' has '0.'"),
        ({"passages": ["00" * 5]}, "more cells than"),
        ({"passages": ["00000000"] * 4}, "more cells than"),
        ({"passages": ["08000000", "00000000", "00000000"]}, "disagree about the wall"),
        ({"passages": ["01000000", "00000000", "00000000"]}, "where it has no neighbour"),
        ({"passages": ["........", "........", "........"]}, "all 12 cells are left out"),
        ({"start": [9, 9]}, "there is no cell at the start"),
        ({"start": [0.5, 1]}, "is not (x, y) in whole numbers"),
        ({"start": "0"}, "'start' should be a list"),
        ({"goal": None}, "'goal' should be a list"),
        ({"start": [0, 0], "goal": [0, 0]}, "they have to differ"),
    ],
)
def test_hostile_data(changes: dict[str, Any], sentence: str) -> None:
    text = json.dumps({"mazeworks": 1, "kind": "cells"} | hexagons() | changes)
    with pytest.raises(MazeError) as caught:
        read_text(text)
    assert sentence in str(caught.value)


def test_ends_can_be_set_and_are_checked() -> None:
    maze = make("wall", (5, 4), "prim", 1, layout="hexagon", ends="0/0-4/3")
    assert isinstance(maze, Maze)
    assert maze.start == (0, 0) and maze.goal == (4, 3)
    maze.goal = (1, 1)
    assert maze.id is None and maze.is_goal((1, 1))
    with pytest.raises(MazeError, match="they have to differ"):
        maze.start = (1, 1)
    with pytest.raises(MazeError, match="no cell at the goal"):
        maze.goal = (7, 7)
    storeys = make("wall", (4, 4), "prim", 1, layout="floors:2", ends="0/0/0-3/3/1")
    assert storeys.start == (0, 0, 0) and storeys.is_goal((3, 3, 1))
    for bad in ("0/0-9/9", "0/0-0/0", "0/0", "cornres", "0/0/0-1/1/1"):
        with pytest.raises(MazeError):
            make("wall", (5, 4), "prim", 1, layout="hexagon", ends=bad)


def test_faults_of_a_maze_are_listed() -> None:
    maze = make("wall", (4, 3), "prim", 1, layout="hexagon")
    assert isinstance(maze, Maze) and maze.is_perfect()
    maze.structure.opens[:] = 1
    assert list(maze.faults()) == ["more than one path: a loop goes through (1, 0)"]
    maze.structure.opens[:] = 0
    faults = ["the cell (0, 0) has no passage", "the cell (1, 0) cannot be reached from (0, 0)"]
    assert list(maze.faults()) == faults


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_place_on_a_loop_is_named_on_every_layout(layout: str) -> None:
    maze: Any = make("wall", (6, 6), "prim", 2, layout=layout, then="braid")
    [fault] = maze.faults() if maze.as_grid() is None else [next(maze.faults())]
    found = re.fullmatch(r"more than one path: a loop goes through \((.+)\)", fault)
    assert found
    place = tuple(map(int, found[1].split(", ")))
    states = [tuple(state) for state in explored(maze).states]
    joined: nx.Graph[Any] = nx.Graph((state, tuple(to)) for state in states for _, to in maze.moves(state))
    joined.remove_edges_from(list(nx.bridges(joined)))
    assert joined.degree(place) >= 2  # only loops are left


def test_two_passages_between_the_same_two_cells_are_a_loop() -> None:
    maze: Any = make("wall", (2, 2), "prim", 1, layout="torus")
    maze.structure.opens[:] = 0
    cells = maze.structure.cells
    between = np.flatnonzero((cells.sources < 2) & (cells.targets < 2))
    assert len(between) == 4
    maze.structure.opens[between] = 1
    assert "more than one path: a loop goes through (0, 0)" in list(maze.faults())


def test_check_lists_walls_that_disagree_on_every_layout(tmp_path: Any, capfd: Any) -> None:
    file = tmp_path / "maze.json"
    save(make("wall", (4, 3), "prim", 1, layout="hexagon"), file)
    data = json.loads(file.read_text())
    data["passages"] = ["08000000", "00000000", "00000000"]
    file.write_text(json.dumps(data))
    assert run(["check", str(file)]) == 1
    assert capfd.readouterr().out.startswith("not perfect: the cells (0, 0) and ")
    assert run(["solve", str(file)]) == 2


@pytest.mark.parametrize(
    "words", [["new", "6x5", "--layout", "hexagon"], ["new", "wall", "6x5", "--layout=floors:2", "--with", "prim"]]
)
def test_the_command_makes_and_solves_any_layout(words: list[str], tmp_path: Any, capfd: Any) -> None:
    file = str(tmp_path / "maze.json")
    assert run([*words, "--seed", "1", "-o", file]) == 0
    assert run(["solve", file, "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert data["solved"] and data["path"][0] == json.loads((tmp_path / "maze.json").read_text())["start"]
    assert run(["draw", file, "--solution", "-o", str(tmp_path / "maze.svg")]) == 0
    assert run(["rate", file]) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--layout", "hexagn"], "no layout is called 'hexagn'; did you mean hexagon?"),
        (["--layout", "floors:1"], "floors is a whole number from 2 to 1000"),
        (["--layout", "torus:2"], "takes no parameter"),
        (["--layout", "circle", "1x1"], "width is at least 2"),
    ],
)
def test_the_command_refuses_in_a_sentence(words: list[str], sentence: str, capfd: Any) -> None:
    assert run(["new", *words]) == 2
    assert sentence in capfd.readouterr().err


def test_random_ends_of_a_weave_lie_on_different_squares() -> None:
    for seed in range(60):
        maze = make("wall", (6, 4), seed=seed, layout="weave")
        assert tuple(maze.start)[:2] != next(tuple(s)[:2] for s in maze.cells if maze.is_goal(s)), seed
