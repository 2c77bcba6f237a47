"""Filling dead ends on planes of bits: what bytes and breadth-first search find, on grids of all widths."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Maze, make, solve, speed, workers
from mazeworks.core.directions import Position
from mazeworks.core.grid import Bytes, Grid
from mazeworks.core.puzzle import Solution
from mazeworks.search import dead_ends, planes
from mazeworks.search.dead_ends import fill_grid, through_what_is_left
from mazeworks.search.planes import Planes
from tests.oracle import shortest_length
from tests.samples import loopy

#: Words of 32 cells that are not full, just full, and just begun; and very narrow or low mazes.
WIDTHS = st.sampled_from([2, 3, 17, 31, 32, 33, 63, 64, 65, 100])
HEIGHTS = st.integers(2, 40)


@contextmanager
def small_parts(band: int = 64, shared: int = 64) -> Iterator[None]:
    """Small grids are worked on like large ones: on planes, in bands of few rows, by several threads."""
    with (
        patch.object(dead_ends, "FEW_CELLS", 0),
        patch.object(planes, "BAND", band),
        patch.object(planes, "SHARED", shared),
        patch.object(planes, "ROWS", 5),
        patch.object(planes, "SLICE", 7),
        workers(3),
    ):
        yield


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Any walls between cells, from nearly all to nearly none, or a perfect maze with some of them taken down."""
    width, height, seed = draw(WIDTHS), draw(HEIGHTS), draw(st.integers(0, 1 << 30))
    random = np.random.default_rng(seed)
    ends = [Position(*random.integers(0, (width, height)).tolist()) for _ in range(2)]
    if draw(st.booleans()):
        grid = loopy(width, height, seed, draw(st.integers(0, 20))).structure
        grid.start, grid.goal = ends
        return grid
    open_to = random.random((2, height, width)) < draw(st.floats(0.1, 0.9))
    open_to[0, :, -1] = open_to[1, -1] = False
    walls = np.full((height, width), 15, np.uint8)
    walls[open_to[0]] &= 15 - 4
    walls[open_to[1]] &= 15 - 2
    walls[:, 1:][open_to[0, :, :-1]] &= 15 - 8
    walls[1:][open_to[1, :-1]] &= 15 - 1
    return Grid.from_walls(walls, *ends)


def filled_by_bytes(grid: Grid) -> Bytes:
    cells = grid.flat.copy()
    fill_grid(cells, grid.stride, [grid.index(grid.start), grid.index(grid.goal)])
    return cells


def outcome(solution: Solution[Position] | None) -> object:
    return solution and (solution.moves.array.tolist(), solution.explored)


@given(grids())
def test_the_same_cells_are_filled_as_on_bytes(grid: Grid) -> None:
    before = grid.cells.copy()
    for band in (1, 64, 1 << 15):
        with small_parts(band):
            filled = Planes(grid)
            filled.fill()
            assert np.array_equal(filled.unpacked(), filled_by_bytes(grid))
    assert np.array_equal(grid.cells, before)


@given(grids())
def test_both_speeds_write_the_same_planes(grid: Grid) -> None:
    words = []
    for which in ("interpreted", "compiled"):
        with speed(which), small_parts():
            filled = Planes(grid)
            filled.fill()
            words.append((filled.words, filled.enterable, filled.walk()))
    assert np.array_equal(words[0][0], words[1][0]) and words[0][1:] == words[1][1:]


@given(grids())
def test_the_solution_is_the_one_found_by_bytes(grid: Grid) -> None:
    on_bytes = through_what_is_left(grid)
    with small_parts():
        assert outcome(through_what_is_left(grid)) == outcome(on_bytes)
    assert (on_bytes and len(on_bytes)) == shortest_length(Maze(grid))


@pytest.mark.parametrize("then", ["", "braid:0.001"])
def test_a_large_maze_is_solved_alike_by_any_number_of_threads(then: str) -> None:
    maze = make("wall", (1100, 1000), "backtracker", 5, ends="corners", then=then)
    found = []
    for count in (1, 2, 5):
        with workers(count):
            found.append(outcome(solve(maze)))
    assert found[0] == found[1] == found[2]
    assert len(solve(maze) or ()) == len(solve(maze, "bidirectional") or ())


def test_packing_and_unpacking_change_nothing() -> None:
    for width, height in ((2, 2), (31, 9), (32, 200), (33, 70), (96, 65)):
        grid = make("wall", (width, height), "percolation", 1, ends="random").structure
        with small_parts():
            assert np.array_equal(Planes(grid).unpacked(), grid.flat)


def test_a_goal_that_cannot_be_reached_is_told_at_once() -> None:
    walls = np.full((600, 600), 15, np.uint8)
    assert through_what_is_left(Grid.from_walls(walls, Position(0, 0), Position(599, 599))) is None
    same = through_what_is_left(Grid.from_walls(walls, Position(5, 5), Position(5, 5)))
    assert same is not None and len(same) == 0 and same.explored == 1


def test_dead_ends_wait_where_there_is_no_room_for_their_heads() -> None:
    """A comb: all its teeth are dead ends at the same time."""
    walls = np.full((40, 320), 15 - 3, np.uint8)
    walls[0], walls[-1] = 15 - 4 - 8 - 2, 15 - 1
    walls[0, 0], walls[0, -1] = 15 - 4 - 2, 15 - 8 - 2
    grid = Grid.from_walls(walls, Position(0, 0), Position(319, 0))
    with small_parts(), patch.object(planes, "SWEEPS", 0):
        filled = Planes(grid)
        filled.fill()
        moves = filled.walk()
    assert moves is not None and len(moves) == 319
