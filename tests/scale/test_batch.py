"""Batches: every row is the ordinary maze of its id, solved; whatever the batch, its size, or the speed."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import (
    Maze,
    MazeError,
    Position,
    Random,
    TooLarge,
    batch,
    distances,
    from_id,
    make,
    rate,
    solve,
    speed,
    workers,
)
from mazeworks.core.errors import collecting_notes
from mazeworks.core.memory import Budget
from mazeworks.core.registry import generators
from mazeworks.kernels import tables
from mazeworks.kernels.batches.carving import CARVERS
from mazeworks.scale import mazes
from mazeworks.scale.batch import COLOURS, Batch
from mazeworks.scale.mazes import Recipe
from mazeworks.scale.seeds import seeds_of, states_of
from tests.oracle import shortest_length

#: Every generator of wall mazes that can fill a plain rectangle, and those with a kernel for batches.
ALL = sorted(entry.name for entry in generators.values() if entry.kind == "wall")
FAST = sorted(entry.name for entry in generators.values() if entry.batch)
ENDS = ("random", "corners", "farthest", "1/1-0/2")
#: Other values than the defaults, for the generators that have parameters.
OTHER: dict[str, dict[str, Any]] = {
    "backtracker": {"complexity": 0.1},
    "growing_tree": {"pick": "middle:1+random:2"},
    "sidewinder": {"runs": 0.2},
    "binary_tree": {"towards": "SE", "upright": 0.3},
    "eller": {"across": 0.8, "down": 0.2},
    "percolation": {"chance": 0.5},
}


def ordinary(id: str) -> Any:
    """The maze that the ordinary generators make of an id."""
    with collecting_notes():
        return from_id(id)


def check_row(some: Batch, row: int) -> None:
    """A row holds the maze of its id and a shortest path: that of the breadth-first solver."""
    maze = ordinary(some.id(row))
    assert some[row] == maze and some[row].id == maze.id == some.id(row)
    assert some[row].complexity == maze.complexity
    solution = solve(maze, "breadth_first")
    length = int(some.lengths[row])
    if solution is None:
        assert length == -1 and not some.moves[row].any()
    else:
        assert some.moves[row, :length].tolist() == [int(move) for move in solution.moves]
        assert not some.moves[row, length:].any()


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("generator", ALL)
def test_every_row_is_the_maze_of_its_id(generator: str, ends: str) -> None:
    some = batch(generator, (7, 4), seed=3, count=6, first=10, ends=ends)
    for row in range(len(some)):
        check_row(some, row)


@pytest.mark.parametrize("which", ["interpreted", "compiled"])
@pytest.mark.parametrize("size", [(2, 2), (10, 10), (3, 17), (40, 2)])
@pytest.mark.parametrize("generator", FAST)
def test_both_speeds_make_the_same(generator: str, size: tuple[int, int], which: Any) -> None:
    ends = ("random", "corners", "farthest")[size[0] % 3]
    with speed(which):
        some = batch(generator, size, seed=8, count=5, ends=ends, **OTHER.get(generator, {}))
        assert len(some.moves) == 5
    for row in range(5):
        check_row(some, row)


def test_every_kernel_of_batches_has_a_generator() -> None:
    assert sorted(CARVERS) == FAST


@settings(deadline=None)
@given(st.integers(0, 2**63 - 1), st.integers(0, 1 << 60), st.integers(1, 40), st.integers(0, 39))
def test_a_maze_depends_on_its_seed_and_number_alone(seed: int, first: int, count: int, offset: int) -> None:
    whole = Recipe.of("prim", (4, 3)).make(seeds_of(seed, first, first + 40))
    part = batch("prim", (4, 3), seed=seed, count=min(count, 40 - offset), first=first + offset)
    rows = slice(offset, offset + len(part))
    assert np.array_equal(part.walls, whole.walls[rows])
    assert np.array_equal(part.lengths, whole.lengths[rows])
    assert part.id(0) == f"wall:4x3,with=prim#{seeds_of(seed, first, first + 40)[offset]}"


def test_threads_make_the_same() -> None:
    with patch.object(mazes, "CALL", 400):
        with workers(1):
            alone = batch("wilson", (9, 9), seed=1, count=50)
        with workers(3):
            shared = batch("wilson", (9, 9), seed=1, count=50)
    for name in ("walls", "starts", "goals", "moves", "lengths"):
        assert np.array_equal(getattr(alone, name), getattr(shared, name)), name


@given(st.integers(0, 2**63 - 1))
def test_states_are_those_of_random(seed: int) -> None:
    random = Random(seed)
    expected = [random.state, random.fork(), random.fork()]
    assert states_of(np.array([seed], np.uint64), 3)[0].tolist() == expected


def test_seeds_differ() -> None:
    assert len(set(seeds_of(7, 0, 100_000).tolist() + seeds_of(8, 0, 100_000).tolist())) == 200_000
    assert seeds_of(0, 0, 1)[0] < 2**63


def test_seeds_do_not_change() -> None:
    assert seeds_of(7, 0, 3).tolist() == [6654738377353848610, 5992464809206441087, 5067083786226862413]
    last = seeds_of(2**63 - 1, 2**62, 2**62 + 2)
    assert last.tolist() == [4641186841511688603, 5185763975285604847]


@pytest.fixture(params=["backtracker", "percolation"])
def some(request: pytest.FixtureRequest) -> Iterator[Batch]:
    ends = "0/0-5/4" if request.param == "percolation" else "random"
    yield batch(request.param, (6, 5), seed=2, count=20, ends=ends)


def test_arrays(some: Batch) -> None:
    assert some.walls.shape == (20, 5, 6) and some.walls.dtype == np.uint8
    assert some.starts.shape == some.goals.shape == (20, 2)
    assert some.moves.shape == (20, some.lengths.max()) and some.lengths.dtype == np.int32
    assert (len(some), len(list(some))) == (20, 20)
    assert [tuple(place) for place in some.starts.tolist()] == [maze.start for maze in some]
    assert some[-1] == some[19] and some[np.int64(3)] == some[3]
    with pytest.raises(IndexError, match="there is no maze 20 in a batch of 20"):
        some[20]
    assert some.lengths.tolist() == [-1 if (n := shortest_length(maze)) is None else n for maze in some]
    if some.recipe.request.generator.name == "percolation":
        assert (some.lengths == -1).any() and (some.lengths > 0).any()


def test_distances_are_those_of_the_library(some: Batch) -> None:
    for origin in ("start", "goal"):
        for maze, found in zip(some, some.distances(origin), strict=True):
            assert np.array_equal(found, distances(maze, getattr(maze, origin)).array)


def test_tiles_and_images(some: Batch) -> None:
    images, solved = some.images(), some.images(solution=True)
    assert some.tiles().shape == (20, 11, 13) and images.shape == (20, 11, 13, 3)
    for row, maze in enumerate(some):
        tiles = some.tiles()[row]
        for cell in maze:
            x, y = cell.position
            assert not tiles[2 * y + 1, 2 * x + 1]
            around = [tiles[2 * y + 1 - dy, 2 * x + 1 - dx] for dx, dy in ((0, 1), (0, -1), (-1, 0), (1, 0))]
            assert [bool(wall) for wall in around] == [bool(cell.walls & flag) for flag in (1, 2, 4, 8)]
        assert tiles[::2, ::2].all()
        ends = (maze.start, COLOURS[3]), (maze.goal, COLOURS[4])
        for pictures in (images, solved):
            assert all(tuple(pictures[row, 2 * p.y + 1, 2 * p.x + 1]) == colour for p, colour in ends)
        assert np.array_equal((images[row] == 0).all(axis=-1), tiles == 1)
        length = int(some.lengths[row])
        assert (solved[row] == COLOURS[2]).all(axis=-1).sum() == max(0, 2 * length - 1)


def test_the_path_in_images_is_the_solution() -> None:
    [maze], image = batch("wilson", (5, 4), seed=3, count=1), batch("wilson", (5, 4), seed=3, count=1).images(True)[0]
    solution = solve(maze)
    assert solution is not None
    blue = {(x, y) for y, x in np.argwhere((image[1::2, 1::2] == COLOURS[2]).all(axis=-1)).tolist()}
    assert blue == set(solution.states[1:-1])


def test_adjacency(some: Batch) -> None:
    for maze, pairs in zip(some, some.adjacency(), strict=True):
        places = list(maze.cells)
        found = {frozenset(pair) for pair in pairs.tolist() if pair != [-1, -1]}
        expected = {frozenset((number, places.index(there))) for number, place in enumerate(places)
                    for _, there in maze.moves(place)}  # fmt: skip
        assert found == expected and len(found) == (pairs >= 0).sum() // 2
        padding = (pairs[:, 0] < 0).tolist()
        assert padding == sorted(padding)


def test_statistics_are_those_of_a_rating(some: Batch) -> None:
    for row, maze in enumerate(some):
        rating, found = rate(maze), {name: values[row] for name, values in some.statistics.items()}
        if not rating.solvable:
            assert np.isnan(found["difficulty"]) and np.isnan(found["solution_share"])
            continue
        assert found.pop("difficulty") == rating.difficulty
        assert found == {name: rating[name] for name in found}


@pytest.mark.parametrize("which", ["interpreted", "compiled"])
@pytest.mark.parametrize("generator", ["prim", "percolation"])
def test_both_speeds_measure_the_same(generator: str, which: Any) -> None:
    some = batch(generator, (8, 8), seed=5, count=5, ends="farthest")
    with speed(which):
        found, far, tokens = some.statistics, some.distances(), some.tokens()
    for row, maze in enumerate(some):
        assert found["difficulty"][row] == rate(maze).difficulty
        assert np.array_equal(far[row], distances(maze).array)
    assert np.array_equal(tokens, batch(generator, (8, 8), seed=5, count=5, ends="farthest").tokens())


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"count": 0}, "count is a whole number from 1 to 2^62 - 1, not 0"),
        ({"count": 2.5}, "count is a whole number from 1 to 2^62 - 1, not 2.5"),
        ({"count": True}, "count is a whole number from 1 to 2^62 - 1, not True"),
        ({"first": -1}, "first is a whole number from 0 to 2^62 - 1, not -1"),
        ({"generator": "magic"}, "no generator is called 'magic'"),
        ({"generator": "alice"}, "alice makes alice puzzles, not wall"),
        ({"size": (1, 5)}, "the width is at least 2, not 1"),
        ({"size": 5}, "a size is width and height"),
        ({"seed": -1}, "a seed lies between 0"),
        ({"ends": "middle"}, "ends are random, corners, farthest"),
        ({"ends": "9/9-0/0"}, "the start (9, 9) lies outside the grid of 5x4"),
        ({"layout": "hexagon"}, "a batch holds plain rectangles of squares"),
        ({"generator": "percolation", "ends": "9/9-0/0"}, "the start (9, 9) lies outside"),
        ({"forbid": "left"}, "without a transform"),
        ({"size": None}, "a size is width and height, as in (20, 30), not None"),
        ({"size": {3, 4}}, "a size is width and height"),
        ({"count": 1 << 62}, "from 1 to 2^62 - 1"),
        ({"complexity": 2}, "complexity"),
        ({"size": (1 << 16, 1 << 16)}, "at most 1073741824 cells, not 65536x65536"),
        ({"count": 1 << 50}, "take"),
    ],
)
def test_bad_requests_get_one_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MazeError) as caught:
        batch(**{"size": (5, 4), "seed": 1, "count": 3} | asked)
    assert sentence in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("ends", ["random", "corners", "farthest"])
def test_a_maze_without_joined_cells_has_no_ends_and_spoils_no_batch(ends: str) -> None:
    some = batch("percolation", (3, 3), seed=1, count=200, ends=ends, chance=0.1)
    closed = (some.walls == 15).all(axis=(1, 2))
    assert closed.any() and not closed.all()
    assert np.array_equal(closed, (some.starts == some.goals).all(axis=1)) and (some.lengths[closed] == -1).all()
    assert np.isnan(some.statistics["difficulty"][closed]).all() and len(some.tokens()) == 200
    row = int(closed.argmax())
    for attempt in (lambda: some[row], lambda: ordinary(some.id(row))):
        with pytest.raises(MazeError, match="no two cells"):
            attempt()
    for row in np.flatnonzero(~closed)[:20].tolist():
        check_row(some, row)


def test_shares_are_rounded_as_python_does() -> None:
    some = batch("prim", (16, 20), seed=2**63 - 1, count=100, ends="10/10-5/14")
    assert some.statistics["solution_share"].tolist() == [rate(maze)["solution_share"] for maze in some]


def test_batches_can_be_pickled() -> None:
    some = batch("growing_tree", (5, 4), seed=1, count=4, ends="corners", pick="oldest")
    again = pickle.loads(pickle.dumps(some))
    assert np.array_equal(again.walls, some.walls) and again[3] == some[3] and again.id(2) == some.id(2)


@pytest.mark.parametrize("place", ["1", 1.0, slice(2)])
def test_a_row_is_asked_for_by_a_whole_number(place: Any) -> None:
    with pytest.raises(TypeError, match="by a whole number, not"):
        batch(count=3, seed=1)[place]


def test_memory_is_priced_before_the_work() -> None:
    some = batch("prim", (5, 4), seed=1, count=100)
    for work in (some.images, some.distances, some.adjacency, some.tokens, lambda: batch(count=10_000)):
        with Budget(memory=1000).begin(), pytest.raises(TooLarge, match="100"):
            work()


def test_bad_origin() -> None:
    with pytest.raises(MazeError, match="from the start or from the goal, not from 'middle'"):
        batch(count=1).distances("middle")


def test_a_batch_is_loaded_when_it_is_used() -> None:
    code = (
        "import sys, mazeworks; from mazeworks.cli import run; run(['new', '5x5', '--seed', '1'])\n"
        "heavy = [name for name in sys.modules if name.startswith('mazeworks.scale') or 'kernels.batches' in name]\n"
        "heavy += {'pyarrow', 'dask', 'distributed', 'gymnasium', 'yaml'} & set(sys.modules)\n"
        "print(heavy, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_a_batch_says_what_it_is() -> None:
    assert repr(batch("prim", (4, 3), seed=7, count=2)) == "<Batch of 2 mazes wall:4x3,with=prim#7>"


def test_a_new_generator_works_in_batches_at_its_own_speed() -> None:
    some = batch("boruvka", (5, 5), seed=1, count=3)
    assert generators["boruvka"].batch is None
    assert all(some[row] == ordinary(some.id(row)) for row in range(3))


def test_chosen_first_cells_are_even() -> None:
    """Start and goal fall on all cells alike: chi-square over 40,000 draws."""
    some = batch("prim", (5, 4), seed=11, count=40_000)
    for places in (some.starts, some.goals):
        counts = np.bincount(places[:, 1] * 5 + places[:, 0], minlength=20)
        assert ((counts - 2000) ** 2 / 2000).sum() < 43.8  # one in a thousand for 19 degrees of freedom


def test_no_copy_where_a_view_will_do() -> None:
    some = batch("prim", (5, 4), seed=1, count=4)
    assert some.walls is some.walls and some.moves is some.moves and some.starts is some.starts
    maze = some[0]
    assert isinstance(maze, Maze)
    maze.remove_wall(Position(0, 0), "E")
    assert some[0].id == some.id(0)  # a maze is the caller's own, and leaves the batch as it was
    assert make("wall", (5, 4), "prim", int(some.seeds[0])) == some[0]
    assert tables.PICK.size == 192
