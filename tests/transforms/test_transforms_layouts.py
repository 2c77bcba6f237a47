"""Every transform on every layout, whole and masked: what it promises, against networkx, or one sentence why not."""

import json
import re
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, change, from_id, load, make, read_text, solve, speed
from mazeworks.animation.pictures import stages
from mazeworks.cells.outline import IslandNote, pack
from mazeworks.cli import run
from mazeworks.core.facets import codec_of
from mazeworks.core.registry import layouts, transforms
from mazeworks.core.workers import workers
from mazeworks.kernels.carving import braid as loops
from tests.oracle import shortest_length

SEEDS = st.integers(0, 999)
SIZES = st.integers(2, 8)
#: Holes to be cut into a sheet, so that some are masked, and some fall to pieces.
MASKS = st.sampled_from(
    ["", "#####.#####", "###.###", "##.##/#####/##.##", "###/#.#/###", "####/..../####", "#.#.#/#####"]
)
#: Generators of trees, and one of loops and of cells that cannot be reached.
GENERATORS = st.sampled_from(["backtracker", "prim", "wilson", "percolation"])


def made(layout: str, width: int, height: int, generator: str, seed: int, mask: str) -> Any:
    """A maze, or None where no two cells are left."""
    marks = [[mark == "#" for mark in row] for row in mask.split("/")] if mask else []
    parameters = {"mask": pack(np.array(marks, np.bool_))} if mask else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IslandNote)
        try:
            return make("wall", (width, height), generator, seed, layout=layout, **parameters)
        except MazeError:
            return None


def net(maze: Any) -> "nx.MultiGraph[Any]":
    """Cells and passages, as the moves of the maze tell; two passages may join the same two cells."""
    places = list(maze.cells)
    steps = Counter((place, there) for place in places for _, there in maze.moves(place))
    graph: nx.MultiGraph[Any] = nx.MultiGraph()
    graph.add_nodes_from(places)
    assert all(steps[two, one] == count for (one, two), count in steps.items())  # each is open from both sides
    graph.add_edges_from(pair for pair in steps.elements() if pair[0] < pair[1])
    return graph


def passages(graph: "nx.MultiGraph[Any]") -> "Counter[Any]":
    return Counter(map(frozenset, graph.edges()))


def neighbours(maze: Any) -> "nx.Graph[Any]":
    """All cells beside one another, whatever stands between them."""
    if maze.as_grid() is not None:
        return nx.grid_2d_graph(maze.width, maze.height)
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(maze.cells)
    for source, target in zip(
        maze.structure.cells.sources.tolist(), maze.structure.cells.targets.tolist(), strict=True
    ):
        graph.add_edge(maze.cells[source], maze.cells[target])
    return graph


def parts(graph: "nx.MultiGraph[Any]") -> set[frozenset[Any]]:
    return set(map(frozenset, nx.connected_components(graph)))


def braids(before: Any, after: Any, was: Any, now: Any) -> None:
    assert passages(was) <= passages(now) and {p for p in was if not was[p]} == {p for p in now if not now[p]}
    beside = neighbours(before)
    for place in [place for place in now if now.degree(place) == 1]:  # two passages into the same cell are a loop
        assert all(was.degree(other) == 0 for other in set(beside[place]) - set(now[place]))


def perturbs(before: Any, after: Any, was: Any, now: Any) -> None:
    assert parts(was) == parts(now) and len(now.edges) <= len(was.edges)
    assert before.is_perfect() <= after.is_perfect()


def fills_dead_ends(before: Any, after: Any, was: Any, now: Any) -> None:
    assert {p for p in now if now.degree(p) == 1} <= {before.start, before.goal}
    while ends := [p for p in was if was.degree(p) == 1 and p not in (before.start, before.goal)]:
        was.remove_node(ends[0])
    assert passages(now) == passages(was)
    assert shortest_length(before) == shortest_length(after)


def fills_cul_de_sacs(before: Any, after: Any, was: Any, now: Any) -> None:
    """What lies on a way that visits no cell twice would be on one ring with a passage from the start to the goal."""
    ring = nx.Graph(was)
    ring.add_edge(before.start, before.goal)
    left = next(block for block in nx.biconnected_components(ring) if {before.start, before.goal} <= block)
    assert passages(now) == passages(was.subgraph(left))
    assert shortest_length(before) == shortest_length(after)


def mirrors(before: Any, after: Any, was: Any, now: Any) -> None:
    flip = {p: (before.width - 1 - p[0], p[1]) for p in now}
    assert passages(nx.relabel_nodes(now, flip)) == passages(now)


def winds(before: Any, after: Any, was: Any, now: Any) -> None:
    assert after.is_perfect() and max(degree for _, degree in now.degree()) == 2


def keeps_walls(before: Any, after: Any, was: Any, now: Any) -> None:
    """Another kind of puzzle on the same walls, which can be solved."""
    assert np.array_equal(before.walls, after.grid.walls)
    assert shortest_length(after) is not None


PROMISES: dict[str, Callable[[Any, Any, Any, Any], None]] = {
    "braid": braids,
    "perturb": perturbs,
    "fill_dead_ends": fills_dead_ends,
    "fill_cul_de_sacs": fills_cul_de_sacs,
    "symmetric": mirrors,
    "unicursal": winds,
    "turn": keeps_walls,
    "theseus": keeps_walls,
}


def test_every_transform_is_held_to_its_promises() -> None:
    assert set(PROMISES) == set(transforms)


@pytest.mark.parametrize("layout", list(layouts))
@pytest.mark.parametrize("name", list(transforms))
@given(SIZES, SIZES, GENERATORS, SEEDS, MASKS)
@settings(max_examples=15)
def test_every_transform_on_every_layout(
    name: str, layout: str, width: int, height: int, generator: str, seed: int, mask: str
) -> None:
    maze = made(layout, width, height, generator, seed, mask)
    if maze is None:
        return
    if maze.as_grid() is None and transforms[name].on_cells is None:
        with pytest.raises(MazeError) as caught:
            change(maze, f"braid+{name}")
        sentence = str(caught.value)
        assert (
            f"{name} cannot change a {'' if maze.structure.cells.kept is None else 'masked '}{layout} maze: it "
            in sentence
        )
        assert sentence.endswith("; these can: braid, fill_cul_de_sacs, fill_dead_ends, perturb")
        return
    if name == "unicursal" and not maze.is_perfect():
        return
    before = codec_of(maze).to_data()
    with speed("interpreted"):
        try:
            after: Any = change(maze, name)
        except MazeError as error:
            assert transforms[name].into and re.search("none of the 60 places|no step is possible", str(error))
            return
    with speed("compiled"):
        assert change(maze, name) == after
    assert codec_of(maze).to_data() == before  # the maze itself stays
    PROMISES[name](maze, after, net(maze), None if transforms[name].into else net(after))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IslandNote)
        assert after.id is not None and from_id(after.id) == after
    assert read_text(json.dumps({"mazeworks": 1, "kind": after.kind} | codec_of(after).to_data())) == after


@pytest.mark.parametrize("layout", list(layouts))
def test_braid_by_half_opens_about_half(layout: str) -> None:
    maze: Any = make("wall", (40, 40), "prim", 5, layout=layout)
    none, half, all_ = (net(change(maze, f"braid:{share}")) for share in (0, 0.5, 1))
    ends = [sum(degree == 1 for _, degree in graph.degree()) for graph in (none, half, all_)]
    assert passages(net(maze)) == passages(none)
    assert 0.2 * ends[0] < ends[1] < 0.65 * ends[0] and ends[2] <= 0.02 * ends[0]


def test_perturb_walls_up_as_many_as_asked() -> None:
    maze: Any = make("wall", (20, 20), "backtracker", 5, layout="hexagon")
    for count in (0, 1, 40, 10**9):
        gone = passages(net(maze)) - passages(net(change(maze, f"perturb:{count}", 3)))
        assert gone.total() <= count
    assert gone.total() > 100


def test_a_full_rectangle_of_cells_becomes_a_grid(each_speed: str) -> None:
    wall = make("wall", (4, 3), "prim", 1)
    graph = codec_of(make("wall", (4, 3), "prim", 1, layout="torus")).to_data()
    rows = [[15 - int(digit, 16) for digit in row] for row in codec_of(wall).to_data()["walls"]]
    turned = [[n & 1 | (n & 4) >> 1 | (n & 2) << 1 | n & 8 for n in row] for row in rows]
    passages = ["".join(f"{n:02x}" for n in row) for row in turned]
    ends = {"start": list(wall.start), "goal": list(wall.goal)}  # type: ignore[attr-defined]
    data = graph | {"kind": "cells", "mazeworks": 1, "layout": "square", "passages": passages} | ends
    cells = read_text(json.dumps(data))
    assert isinstance(cells, Maze)
    assert change(cells, "unicursal", 1) == change(wall, "unicursal", 1)


def test_kernels_against_rows_by_hand(each_speed: str) -> None:
    """A ring of four cells, of which three passages are open: two dead ends, beside one another."""
    offsets = np.array([0, 2, 4, 6, 8], np.int32)
    targets = np.array([3, 1, 0, 2, 1, 3, 2, 0], np.int32)
    twins = np.array([7, 2, 1, 4, 3, 6, 5, 0], np.int32)
    opens = np.array([0, 1, 1, 1, 1, 1, 1, 0], np.uint8)
    degrees = np.array([1, 2, 2, 1], np.int32)
    assert loops.braid_rows(offsets, targets, twins, opens, degrees, 0, 1) == 0 and opens.sum() == 6
    assert loops.braid_rows(offsets, targets, twins, opens, degrees, 65536, 1) == 1
    assert opens.all() and degrees.tolist() == [2, 2, 2, 2]
    edges = np.array([0, 1, 3, 5], np.int32)
    loops.close_edges(twins, opens, edges, 3, 1)
    assert opens.sum() == 2 and opens[edges[3]] == opens[twins[edges[3]]] == 1


def test_large_fillings_are_the_same_however_many_work() -> None:
    """A maze that is kept is filled by one worker alone: walls that two put up at once might not fit together."""
    maze: Any = make("wall", (1200, 1000), seed=1)
    with workers(2):
        filled: Any = change(maze, "fill_dead_ends")
        rooms = make("wall", (1200, 1000), "rooms", 3)
    with workers(1):
        assert change(maze, "fill_dead_ends") == filled and make("wall", (1200, 1000), "rooms", 3) == rooms
    assert next(filled.grid.broken_walls(), None) is None
    solution = solve(maze)
    assert solution is not None and int((filled.walls != 15).sum()) == len(solution) + 1


@pytest.mark.parametrize(("layout", "steps"), [("square", "brade"), ("hexagon", "braid+unicursal")])
def test_impossible_steps_raise_before_a_maze_is_made(layout: str, steps: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazeworks.making.carving.arranged", lambda *_: pytest.fail("a maze was made"))
    with pytest.raises(MazeError, match=r"did you mean braid\?|unicursal cannot change a hexagon maze"):
        make("wall", (9, 9), "prim", 1, layout=layout, then=steps)


def test_the_command_changes_any_layout(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = str(tmp_path / "one.json"), str(tmp_path / "two.json")
    assert run(["new", "9x6", "--layout", "hexagon", "--seed", "3", "--then", "braid:0.5", "-o", one]) == 0
    assert load(one).id == "wall:9x6,layout=hexagon,then=braid:0.5#3"
    assert run(["change", one, "--then", "perturb:3", "--then", "fill_dead_ends", "--seed", "5", "-o", two]) == 0
    assert run(["change", one, "--then", "unicursal"]) == 2
    assert capsys.readouterr().err == (
        "error: unicursal cannot change a hexagon maze: it splits every square of a rectangle in four; "
        "these can: braid, fill_cul_de_sacs, fill_dead_ends, perturb\n"
    )
    assert run(["new", "--mask-text", "HI", "--seed", "3", "--then", "symmetric"]) == 2
    assert "symmetric cannot change a masked square maze: it mirrors" in capsys.readouterr().err
    assert run(["list", "transforms"]) == 0
    assert "works on every layout, masked or not" in capsys.readouterr().out


@pytest.mark.parametrize("layout", ["square", "hexagon", "weave", "floors:2"])
@pytest.mark.parametrize("then", ["braid", "perturb:9", "fill_dead_ends", "braid:0.5+fill_cul_de_sacs"])
def test_the_order_of_the_generator_is_kept_where_passages_stay(layout: str, then: str) -> None:
    plain: Any = make("wall", (7, 6), "prim", 4, trace=True, layout=layout)
    changed: Any = make("wall", (7, 6), "prim", 4, trace=True, then=then, layout=layout)
    states = list(plain.cells)
    ways = {state: [following for _, following in changed.moves(state)] for state in states}
    kept = [[here, there] for here, there in plain.carving.tolist() if states[there] in ways[states[here]]]
    assert changed.carving.tolist() == kept and 0 < len(kept) <= len(plain.carving)
    assert len(stages(changed)) == then.count("+") + 2


def test_an_order_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(MazeError, match="unicursal replaces the cells that were carved"):
        make("wall", (5, 4), seed=1, trace=True, then="unicursal")
