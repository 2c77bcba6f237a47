"""Generators on any layout: what each promises, checked against networkx and by counting trees."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any
from unittest.mock import patch

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, Puzzle, make, solve, speed
from mazeworks.cells.arrangement import arrange
from mazeworks.core.errors import Note
from mazeworks.core.facets import codec_of
from mazeworks.core.progress import listening
from mazeworks.core.registry import generators, layouts
from mazeworks.generators.growing_tree import bounds_of
from mazeworks.kernels.carving import merge, place, rows
from tests.oracle import graph_of

LAYOUTS = list(layouts)
GENERATORS = [entry.name for entry in generators.values() if any(p.name == "layout" for p in entry.parameters)]
PERFECT = [name for name in GENERATORS if "perfect" in generators[name].promises]
UNIFORM = [name for name in GENERATORS if "uniform" in generators[name].promises]


def cells_of(puzzle: Puzzle[Any]) -> set[Any]:
    """Every cell there is, from the layout and not from the maze."""
    if isinstance(puzzle, Maze):
        return {cell.position for cell in puzzle}
    return set(puzzle.cells)  # type: ignore[attr-defined]


def tree_of(puzzle: Puzzle[Any]) -> "nx.Graph[Any]":
    graph = graph_of(puzzle).to_undirected()
    graph.remove_node("goal")
    return graph


def test_all_generators_are_there() -> None:
    assert set(GENERATORS) == {
        "backtracker", "growing_tree", "prim", "kruskal", "boruvka", "wilson", "aldous_broder", "hunt_and_kill",
        "percolation",
    }  # fmt: skip
    assert set(GENERATORS) - set(PERFECT) == {"percolation"}
    assert UNIFORM == ["aldous_broder", "wilson"]
    assert any("not perfect" in promise for promise in generators["percolation"].promises)
    for name in set(PERFECT) - set(UNIFORM):
        assert any(promise.startswith("biased ") for promise in generators[name].promises), name


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("generator", PERFECT)
def test_every_perfect_generator_makes_trees_on_every_layout(generator: str, layout: str) -> None:
    for size, seed in (((2, 2), 1), ((7, 5), 2), ((5, 8), 3)):
        maze = make("wall", size, generator, seed, layout=layout)
        tree = tree_of(maze)
        assert nx.is_tree(tree) and set(tree) == cells_of(maze)
        assert maze.is_perfect()  # type: ignore[attr-defined]


@given(
    st.sampled_from(GENERATORS), st.sampled_from(LAYOUTS), st.integers(2, 8), st.integers(2, 8), st.integers(0, 2**40)
)
def test_both_speeds_make_the_same_in_the_same_order(
    generator: str, layout: str, width: int, height: int, seed: int
) -> None:
    with speed("interpreted"):
        first = make("wall", (width, height), generator, seed, trace=True, layout=layout)
    with speed("compiled"):
        second = make("wall", (width, height), generator, seed, trace=True, layout=layout)
        third = make("wall", (width, height), generator, seed, layout=layout)
    assert codec_of(first).to_data() == codec_of(second).to_data() == codec_of(third).to_data()
    assert first.carving is not None and second.carving is not None and third.carving is None
    assert np.array_equal(first.carving, second.carving)
    check_order(first, generator)


def check_order(puzzle: Puzzle[Any], generator: str) -> None:
    """The order of work holds every passage once; generators that grow one tree always go on from what they have."""
    assert puzzle.carving is not None
    if isinstance(puzzle, Maze):
        states = [cell.position for cell in puzzle]
    else:
        states = list(puzzle.cells)  # type: ignore[attr-defined]
    passages = [frozenset((states[a], states[b])) for a, b in puzzle.carving.tolist()]
    assert len(set(passages)) == len(passages) or generator not in PERFECT  # two cells round a torus may meet twice
    reached = {frozenset(pair) for pair in tree_of(puzzle).edges}
    assert reached <= set(passages) and (generator not in PERFECT or reached == set(passages))
    if generator in ("backtracker", "growing_tree", "prim", "aldous_broder", "hunt_and_kill") and isinstance(
        puzzle, Maze
    ):
        seen = {states[puzzle.carving[0, 0]]}
        for here, there in puzzle.carving.tolist():
            assert states[here] in seen and states[there] not in seen
            seen.add(states[there])


def test_generators_without_an_order_say_so() -> None:
    with pytest.raises(MazeError, match="no order of work"):
        make("jugs", trace=True)


# --- uniform, or not


def arranged_once() -> Any:
    """Thousands of mazes of one layout have the same cells, which nothing changes."""
    return patch("mazeworks.cells.arrangement.arrange", cache(arrange))


def chi_square(generator: str, mazes: int, **parameters: Any) -> tuple[float, int]:
    """How far the trees of a 3 by 3 grid are from being equally frequent, and how many different ones there were."""
    with speed("compiled"), arranged_once():
        trees = Counter(
            make("wall", (3, 3), generator, seed, ends="corners", **parameters).walls.tobytes()  # type: ignore[attr-defined]
            for seed in range(mazes)
        )
    expected = mazes / 192
    figure = sum((count - expected) ** 2 / expected for count in trees.values()) + (192 - len(trees)) * expected
    return figure, len(trees)


#: Of 191 degrees of freedom, chi-square exceeds this in one of a thousand samples.
CRITICAL = 256.0


def test_a_3_by_3_grid_has_192_spanning_trees() -> None:
    laplacian = nx.laplacian_matrix(nx.grid_2d_graph(3, 3)).toarray()
    assert round(np.linalg.det(laplacian[1:, 1:])) == 192


@pytest.mark.parametrize("generator", UNIFORM)
def test_uniform_generators_make_every_tree_as_often(generator: str) -> None:
    figure, different = chi_square(generator, 192 * 20)
    assert different == 192 and figure < CRITICAL


@pytest.mark.parametrize("generator", ["prim", "backtracker", "hunt_and_kill", "kruskal", "growing_tree"])
def test_biased_generators_do_not(generator: str) -> None:
    assert chi_square(generator, 192 * 20)[0] > CRITICAL


def test_boruvka_and_kruskal_make_trees_as_often_as_each_other() -> None:
    def trees(generator: str) -> Counter[bytes]:
        made = (make("wall", (3, 2), generator, seed, ends="corners") for seed in range(3000))
        return Counter(maze.walls.tobytes() for maze in made)  # type: ignore[attr-defined]

    with speed("compiled"), arranged_once():
        first, second = trees("kruskal"), trees("boruvka")
    assert set(first) == set(second) and len(first) == 15
    figure = sum((first[t] - second[t]) ** 2 / (first[t] + second[t]) for t in first)
    assert figure < 36.1  # one in a thousand for 14 degrees of freedom


@pytest.mark.parametrize("layout", ["hexagon", "circle", "weave:1"])
def test_wilson_makes_all_trees_of_other_layouts(layout: str) -> None:
    """As many different ones as Kirchhoff's theorem counts."""
    size = (3, 3) if layout == "weave:1" else (3, 2) if layout == "hexagon" else (2, 2)
    cells = arrange(layout, *size, 1)
    laplacian = np.zeros((len(cells), len(cells)))
    np.add.at(laplacian, (cells.sources, cells.sources), 1)
    np.subtract.at(laplacian, (cells.sources, cells.targets), 1)
    count = round(np.linalg.det(laplacian[1:, 1:]))
    with speed("compiled"), arranged_once():
        mazes = [make("wall", size, "wilson", seed, layout=layout) for seed in range(60 * min(count, 60))]
    different = {tuple(codec_of(maze).to_data()["passages"]) for maze in mazes}
    if layout == "weave:1":
        assert all(maze.is_perfect() for maze in mazes)  # type: ignore[attr-defined]
    else:
        assert len(different) == count


# --- parameters


@pytest.mark.parametrize("pick", ["newest", "oldest", "random", "middle", "newest:3+random:1", "middle:1+oldest:2.5"])
def test_every_taste_of_the_growing_tree(pick: str) -> None:
    with speed("compiled"):
        maze = make("wall", (40, 30), "growing_tree", 5, pick=pick)
        assert maze.is_perfect()  # type: ignore[attr-defined]
    small = make("wall", (9, 7), "growing_tree", 5, pick=pick, layout="triangle")
    assert nx.is_tree(tree_of(small))
    assert make("wall", (9, 7), "growing_tree", 5, pick=pick, layout="triangle") == small


def test_tastes_make_mazes_of_their_own() -> None:
    def dead_ends(pick: str) -> int:
        maze = make("wall", (40, 40), "growing_tree", 1, pick=pick)
        return sum(bin(cell.walls).count("1") == 3 for cell in maze)  # type: ignore[attr-defined]

    newest, random, oldest = dead_ends("newest"), dead_ends("random"), dead_ends("oldest")
    assert oldest < newest < 220 < 400 < random


@pytest.mark.parametrize(
    ("pick", "sentence"),
    [
        ("newst", "did you mean newest"),
        ("", "or a mixture like"),
        ("newest:x", "a weight in a mixture is a number"),
        ("newest:-1", "a weight in a mixture is a number"),
        ("newest:0", "add up to 0"),
        ("newest:1e400", "a weight in a mixture"),
        ("newest,random", "or a mixture like"),
    ],
)
def test_bad_mixtures(pick: str, sentence: str) -> None:
    with pytest.raises(MazeError) as caught:
        make("wall", (5, 5), "growing_tree", 1, pick=pick)
    assert sentence in str(caught.value)


def test_bounds_of_a_mixture() -> None:
    assert bounds_of("oldest").tolist() == [0, 65536, 65536, 65536]
    assert bounds_of("newest:1+middle:1").tolist() == [32768, 32768, 32768, 65536]


@given(st.sampled_from(LAYOUTS), st.floats(0, 1), st.integers(0, 999))
def test_percolation_opens_about_that_many_and_joins_its_ends(layout: str, chance: float, seed: int) -> None:
    try:
        maze = make("wall", (9, 8), "percolation", seed, layout=layout, chance=chance)
    except MazeError as error:
        assert "no two cells are joined" in str(error) and chance < 0.1
        return
    assert solve(maze) is not None
    if chance in (0.0, 1.0) and not isinstance(maze, Maze):
        assert maze.structure.opens.mean() == chance or layout == "weave"  # type: ignore[attr-defined]


def test_straight_halls_on_hexagons() -> None:
    def straight(complexity: float) -> int:
        maze: Any = make("wall", (40, 40), "backtracker", 1, layout="hexagon", complexity=complexity)
        ways, opens = maze.structure.cells.ways, maze.structure.opens
        bits = np.bincount(
            maze.structure.cells.sources[opens == 1], 1 << ways[opens == 1].astype(int), len(maze)
        ).astype(int)
        return int(np.isin(bits, (0b001001, 0b010010, 0b100100)).sum())

    assert straight(0) > 2 * straight(1)


# --- long work


def overheard(generator: str) -> tuple[Puzzle[Any], list[float]]:
    heard: list[float] = []
    with listening(lambda _, fraction, __: heard.append(fraction)):
        return make("wall", (12, 11), generator, 7, layout="hexagon"), heard


def test_long_work_goes_in_slices_and_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from mazeworks.making import carving

    monkeypatch.setattr(carving, "SLICE", 50)
    for generator in GENERATORS:
        whole = make("wall", (12, 11), generator, 7, layout="hexagon")
        monkeypatch.setattr(carving, "SLICE", 7)
        sliced, heard = overheard(generator)
        assert sliced == whole, generator
        assert generator == "percolation" or (heard and all(0 <= fraction <= 1 for fraction in heard)), generator
        monkeypatch.setattr(carving, "SLICE", 50)


# --- kernels against answers worked out another way


def random_edges(seed: int) -> Iterator[tuple[Any, np.ndarray[Any, Any]]]:
    for layout in ("hexagon", "circle", "torus"):
        cells = arrange(layout, 7, 6)
        opens = np.zeros(len(cells.targets), np.uint8)
        picked = np.random.default_rng(seed).random(len(opens)) < 0.3
        opens[picked] = 1
        opens[cells.twins[picked]] = 1
        yield cells, opens


def test_parts_are_labelled_as_networkx_finds_them(each_speed: str) -> None:
    for cells, opens in random_edges(3):
        labels = cells.joined(opens)
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(len(cells)))
        graph.add_edges_from(np.stack([cells.sources, cells.targets], -1)[opens == 1].tolist())
        parts = sorted(map(sorted, nx.connected_components(graph)))
        assert [np.flatnonzero(labels == number).tolist() for number in range(int(labels.max()) + 1)] == parts


def test_open_edges_alone(each_speed: str) -> None:
    for cells, opens in random_edges(4):
        offsets, count = np.zeros(len(cells) + 1, np.int64), int(opens.sum())
        targets, ways = np.empty(count, np.int64), np.empty(count, np.uint8)
        rows.passable(cells.offsets, cells.targets, cells.ways, opens, offsets, targets, ways, 0, len(cells))
        assert targets.tolist() == cells.targets[opens == 1].tolist()
        assert ways.tolist() == cells.ways[opens == 1].tolist()
        assert np.diff(offsets).tolist() == np.bincount(cells.sources[opens == 1], minlength=len(cells)).tolist()
        again = np.zeros_like(opens)
        edges = np.where(opens, np.arange(len(opens)), -1).astype(np.int32)
        rows.open_edges(cells.twins, edges, again)
        assert np.array_equal(again, opens)


def test_boruvka_finds_the_lightest_tree(each_speed: str) -> None:
    cells = arrange("hexagon", 8, 7)
    weights = np.empty(len(cells.twins) // 2, np.int64)
    best, parents = np.full(len(cells), merge.HEAVY, np.int64), np.empty(len(cells), np.int32)
    assert merge.weigh(cells.offsets, cells.targets, cells.twins, weights, best, 12345) == len(weights)
    graph: nx.Graph[int] = nx.Graph()
    for weight in weights.tolist():
        edge = weight & 0xFFFFFFFF
        graph.add_edge(int(cells.sources[edge]), int(cells.targets[edge]), weight=weight, edge=edge)
    expected = {data["edge"] for _, _, data in nx.minimum_spanning_edges(graph)}
    opens, order = np.zeros(len(cells.targets), np.uint8), np.full(len(weights), -1, np.int32)
    labels = np.arange(len(cells), dtype=np.int32)
    registers = np.array([len(weights), len(cells), 0], np.int64)
    while registers[0]:
        merge.choose_edges(cells.targets, cells.twins, opens, best, labels, parents, order, registers)
        merge.number_trees(best, labels, parents, registers)
        merge.keep_edges(cells.targets, cells.twins, weights, best, labels, registers)
    assert set(order[order >= 0].tolist()) == expected and not labels.any()


def test_sifting_keeps_what_still_joins(each_speed: str) -> None:
    cells = arrange("square", 6, 5)
    edges, counts = np.empty(len(cells.twins) // 2, np.int32), np.empty(2, np.int64)
    merge.halve(cells.twins, edges, counts, 999)
    assert sorted(edges.tolist()) == [e for e in range(len(cells.twins)) if e < cells.twins[e]]
    assert counts.sum() == len(edges) and counts.min() > 5
    parents = np.full(len(cells), -1, np.int32)
    parents[1:15] = 0
    parents[0] = -15
    first = int(counts[0])
    expected = [e for e in edges[first:].tolist() if not (cells.sources[e] < 15 and cells.targets[e] < 15)]
    last = merge.sift(cells.targets, cells.twins, edges, parents, first)
    assert edges[first:last].tolist() == expected


def test_scattering_and_roots(each_speed: str) -> None:
    marks = np.zeros(4000, np.uint8)
    place.scatter(marks, (1 << 32) - 1, 1 << 30, 7)
    assert 900 < marks.sum() < 1100
    parents = np.array([-4, 0, 1, 2, -1], np.int32)
    assert [place.root(parents, cell) for cell in range(5)] == [0, 0, 0, 0, 4]


def test_ends_that_are_not_corners_are_noted() -> None:
    with pytest.warns(Note, match=r"the ends are \(\d+, \d+\) and \(\d+, \d+\), because the corners are not both"):
        maze: Any = make("wall", (9, 7), "percolation", 1, chance=0.3, ends="corners")
    assert solve(maze) is not None
    with pytest.warns(Note, match="the corners are not both"):
        make("wall", (24, 24), "prim", 1, mask_text="O", ends="corners")
    whole: Any = make("wall", (9, 7), "percolation", 1, chance=1, ends="corners")
    assert (tuple(whole.start), tuple(whole.goal)) == ((0, 0), (8, 6))
