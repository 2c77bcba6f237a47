"""Generators for the rectangle: both speeds, what each promises, its order of work, and rows without end."""

import tracemalloc
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, make, read_text, solve, speed
from mazeworks.cli import run
from mazeworks.core.facets import codec_of
from mazeworks.core.registry import generators
from mazeworks.generators.eller import endless_rows
from tests.oracle import graph_of, shortest_length

GENERATORS = ("eller", "sidewinder", "binary_tree", "recursive_division", "spiral", "rooms", "cellular")
PERFECT = tuple(name for name in GENERATORS if "perfect" in generators[name].promises)
SIZES = st.integers(2, 14)
SEEDS = st.integers(0, 2**63 - 1)
ENDS = st.sampled_from(["random", "corners", "farthest", "1/0-0/1"])


def maze_of(name: str, width: int, height: int, seed: int, **parameters: Any) -> Maze:
    maze = make("wall", (width, height), name, seed, **parameters)
    assert isinstance(maze, Maze)
    return maze


@pytest.mark.parametrize("name", GENERATORS)
@given(SIZES, SIZES, SEEDS, ENDS)
@settings(max_examples=25)
def test_generators_are_the_same_at_both_speeds(name: str, width: int, height: int, seed: int, ends: str) -> None:
    with speed("interpreted"):
        first = maze_of(name, width, height, seed, ends=ends, trace=True)
    with speed("compiled"):
        second = maze_of(name, width, height, seed, ends=ends, trace=True)
    assert first == second and np.array_equal(first.carving, second.carving)  # type: ignore[arg-type]
    assert first == maze_of(name, width, height, seed, ends=ends)  # asking for the order changes nothing
    assert first.start != first.goal and next(first.grid.broken_walls(), None) is None
    assert shortest_length(first) is not None
    if name in PERFECT:
        assert first.is_perfect()


@pytest.mark.parametrize("name", GENERATORS)
@given(SIZES, SIZES, SEEDS)
@settings(max_examples=15)
def test_the_order_of_work_opens_every_passage_once(name: str, width: int, height: int, seed: int) -> None:
    maze = maze_of(name, width, height, seed, trace=True)
    assert maze.carving is not None
    recorded = [frozenset(pair) for pair in maze.carving.tolist()]
    opened = {
        frozenset((place.y * width + place.x, there.y * width + there.x))
        for place in (cell.position for cell in maze)
        for _, there in maze.moves(place)
    }
    assert len(recorded) == len(set(recorded)) and set(recorded) == opened


def test_sidewinder_and_binary_tree_are_biased_as_they_say() -> None:
    for seed in range(5):
        top = maze_of("sidewinder", 12, 9, seed).walls[0]
        assert ((top & 4) == 0)[:-1].all()
        for towards, row, column in (("NW", 0, 0), ("NE", 0, -1), ("SW", -1, 0), ("SE", -1, -1)):
            walls = maze_of("binary_tree", 12, 9, seed, towards=towards).walls
            assert ((walls[row] & 4) == 0)[:-1].all() and ((walls[:, column] & 2) == 0)[:-1].all()
        halls = maze_of("sidewinder", 40, 40, seed, runs=0.0).walls
        assert ((halls & 4) == 0)[:, :-1].all()


def test_a_spiral_has_no_junction_and_visits_all() -> None:
    for width, height in ((2, 2), (7, 4), (5, 9)):
        solution = solve(maze_of("spiral", width, height, 3))
        assert solution is not None and len(solution) == width * height - 1


def test_division_leaves_long_walls() -> None:
    """The first cut goes across the longer side, with one gap."""
    walls = maze_of("recursive_division", 40, 10, 2).walls
    gaps = [int(np.count_nonzero(walls[:, x] & 4 == 0)) for x in range(39)]
    assert 1 in gaps


@given(SIZES, SIZES, SEEDS, st.floats(0, 10), st.booleans())
@settings(max_examples=40)
def test_rooms_are_joined(width: int, height: int, seed: int, tries: float, dead_ends: bool) -> None:
    maze = maze_of("rooms", width, height, seed, tries=tries, dead_ends=dead_ends)
    joined = graph_of(maze).to_undirected()
    joined.remove_node("goal")
    assert nx.is_connected(joined) and set(joined) == {cell.position for cell in maze if cell.walls != 15}
    if not dead_ends:
        ends = {place for place in joined if joined.degree(place) == 1}
        assert ends <= {maze.start, maze.goal}


@given(SIZES, SIZES, SEEDS, st.integers(2, 64))
@settings(max_examples=40)
def test_there_is_a_room_wherever_one_fits(width: int, height: int, seed: int, least: int) -> None:
    if least > min(width, height):
        with pytest.raises(MazeError, match=f"no room of {least}x{least} cells fits into {width}x{height}"):
            make("wall", (width, height), "rooms", seed, rooms=(least, 64))
        assert make("wall", (width, height), "rooms", seed, rooms=(least, 64), tries=0)
        return
    walls = maze_of("rooms", width, height, seed, rooms=(least, 64)).walls
    assert any(
        not (walls[y : y + 2, x] & 4).any() and not (walls[y, x : x + 2] & 2).any()
        for y in range(height - 1)
        for x in range(width - 1)
    )


@given(SIZES, SIZES, SEEDS, st.floats(0, 0.9))
@settings(max_examples=40)
def test_caves_are_one(width: int, height: int, seed: int, rock: float) -> None:
    maze = maze_of("cellular", width, height, seed, rock=rock)
    joined = graph_of(maze).to_undirected()
    joined.remove_node("goal")
    assert nx.is_connected(joined) and set(joined) == {cell.position for cell in maze if cell.walls != 15}


# --- rows without end


@given(st.integers(2, 30), SEEDS, st.integers(1, 30), st.floats(0, 1), st.floats(0, 1))
def test_a_stream_that_ends_is_a_perfect_maze(width: int, seed: int, rows: int, across: float, down: float) -> None:
    walls = np.array(list(endless_rows(width, seed, across, down, max(2, rows))))
    maze = Maze.closed(width, max(2, rows))
    maze.walls[:] = walls
    assert maze.is_perfect()


def test_what_is_written_for_a_parameter_can_be_given_in_python_too() -> None:
    written = make("wall", (15, 12), "rooms", 1, dead_ends="yes", rooms="2..3", tries="2")
    given = make("wall", (15, 12), "rooms", 1, dead_ends=True, rooms=(2, 3), tries=2)
    assert codec_of(written).to_data() == codec_of(given).to_data() and written.id == given.id
    for parameters, sentence in (
        ({"dead_ends": "perhaps"}, "dead_ends is yes or no, not 'perhaps'"),
        ({"dead_ends": 1}, "dead_ends is yes or no, not '1'"),
        ({"rooms": "2..x"}, "rooms is a whole number or two, as in 3..7, .*, not '2..x'"),
        ({"rooms": 2.5}, "rooms is .*, not '2.5'"),
    ):
        with pytest.raises(MazeError, match=sentence):
            make("wall", (15, 12), "rooms", 1, **parameters)


def test_an_endless_stream_has_no_loop_and_keeps_one_row() -> None:
    stream = endless_rows(50, seed=3)
    first = np.array([next(stream) for _ in range(40)])
    again = endless_rows(50, seed=3)
    assert np.array_equal(first, np.array([next(again) for _ in range(40)]))
    joined: nx.Graph[Any] = nx.Graph()
    joined.add_edges_from(((x, y), (x + 1, y)) for y in range(40) for x in range(49) if not first[y, x] & 4)
    joined.add_edges_from(((x, y), (x, y + 1)) for y in range(39) for x in range(50) if not first[y, x] & 2)
    assert nx.is_forest(joined)
    with speed("compiled"):
        next(stream)  # compiled here, if no other test has done so yet
        tracemalloc.start()
        for _ in range(2000):
            next(stream)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 200_000


def test_the_stream_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stream", "9", "--rows", "6", "--seed", "4"]) == 0
    maze = read_text(capsys.readouterr().out)
    assert isinstance(maze, Maze) and maze.is_perfect() and (maze.width, maze.height) == (9, 6)
    assert run(["stream", "9", "--across", "2", "--rows", "3"]) == 2
    assert "across is a number from 0 to 1" in capsys.readouterr().err
    assert run(["stream", "1"]) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"width": 1}, "width is at least 2"),
        ({"width": 5, "across": -1}, "across is a number from 0 to 1"),
        ({"width": 5, "rows": 1}, "rows must be a whole number of at least 2"),
        ({"width": 5, "seed": -1}, "a seed lies between"),
    ],
)
def test_bad_streams_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MazeError, match=sentence):
        endless_rows(**arguments)
