"""The turtle's maze: dug and solved, at any size and speed."""

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import MazeError, solve
from mazeworks.turtle import EMPTY, END, INVALID, VISITED, WALL, Maze
from tests.turtle_display import (  # noqa: F401
    BLUE,
    GREEN,
    GREY,
    WHITE,
    YELLOW,
    colours,
    display,
    library_maze,
    seen,
    window,
)


def library_path(m: Maze, using: str = "auto") -> list[tuple[float, float]] | None:
    """The path the library's solver finds through a turtle's maze, as positions of the turtle."""
    solution = solve(library_maze(m), using)
    return None if solution is None else [m.position(x, y) for x, y in solution.states]


def count(m: Maze, value: int) -> int:
    """How many squares have a value."""
    return sum(column.count(value) for column in m.matrix)


# --- makeMaze


def test_with_a_seed_reset_begins_it_again() -> None:
    m = Maze(9, speed=0, seed=4)
    m.makeMaze()
    first: list[list[int]] = m.matrix
    m.reset()
    m.makeMaze()
    assert m.matrix == first and m.seed == 4
    m = Maze(9, speed=0)
    m.makeMaze()
    first, seed = m.matrix, m.seed
    m.reset()
    m.makeMaze()
    assert m.matrix != first and m.seed != seed  # without a seed, each is another


@pytest.mark.parametrize("size", [(20, 20), (21, 21), (2, 2), (3, 2), (2, 9), (33, 8)])
@pytest.mark.parametrize("seed", [0, 1])
def test_every_second_cell_is_reached_and_the_maze_is_perfect(size: tuple[int, int], seed: int) -> None:
    m = Maze(size, speed=0, seed=seed)
    m.makeMaze()
    cells = [(x, y) for x in range(0, size[0], 2) for y in range(0, size[1], 2)]
    assert all(m.matrix[x][y] == EMPTY for x, y in cells)
    assert count(m, EMPTY) == 2 * len(cells) - 1  # one passage fewer than cells, and nothing else
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        x, y = waiting.pop()
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= step[0] < size[0] and 0 <= step[1] < size[1]
            if inside and m.matrix[step[0]][step[1]] == EMPTY and step not in reached:
                reached.add(step)
                waiting.append(step)
    assert len(reached) == count(m, EMPTY)
    assert m.turtle.position() == m.position(0, 0)


def test_the_last_row_and_column_of_twenty_stay_walls() -> None:
    m = Maze(speed=0)
    m.makeMaze()
    assert m.matrix[19] == [WALL] * 20
    assert [column[19] for column in m.matrix] == [WALL] * 20


def test_a_seed_makes_the_same_maze_at_every_speed() -> None:
    matrices = []
    for speed, seed in ((0, 4), (10, 4), (0, 5)):
        m = Maze((9, 7), speed=speed, seed=seed)
        m.makeMaze()
        matrices.append(m.matrix)
    assert matrices[0] == matrices[1] != matrices[2]


def test_digging_begins_where_the_turtle_stands() -> None:
    m = Maze((7, 7), speed=0, seed=1)
    m.turtle.goto(m.position(3, 3))
    m.makeMaze()
    assert all(m.matrix[x][y] == EMPTY for x in (1, 3, 5) for y in (1, 3, 5))


def test_every_pixel_of_a_dug_maze_is_that_of_its_matrix() -> None:
    m = Maze(speed=0, seed=2)
    m.makeMaze()
    m.turtle.hideturtle()
    image, (left, top) = seen(m.screen)
    expected = np.array([[BLUE if value else WHITE for value in row] for row in np.array(m.matrix).T])
    shown = np.asarray(image)[top - 200 : top + 200, left - 200 : left + 200]
    assert np.array_equal(shown, expected.repeat(20, axis=0).repeat(20, axis=1))
    around = np.asarray(image)[top - 218 : top + 218, left - 218 : left + 218].copy()
    around[18:-18, 18:-18] = BLUE
    assert (around == BLUE).all()  # and a margin of wall all around


# --- solve


@pytest.mark.parametrize("size", [(20, 20), (21, 13), (2, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_the_path_is_the_one_the_library_finds(size: tuple[int, int], seed: int) -> None:
    m = Maze(size, speed=0, seed=seed)
    m.makeMaze()
    assert m.markEnd() == m.lastCell()
    path = m.solve()
    assert path == library_path(m)
    assert path[0] == m.position(0, 0) and path[-1] == m.turtle.position()
    assert m.getMatrixValueAt(m.turtle.position()) == END
    assert all(m.getMatrixValueAt(place) == VISITED for place in path[:-1])


def test_what_is_seen_of_a_solved_maze() -> None:
    m = Maze(speed=0, seed=5)
    m.makeMaze()
    path = m.solve()
    m.turtle.hideturtle()
    on_path = set(path)
    for x in range(20):
        places = [m.position(x, y) for y in range(20)]
        values = [
            GREEN if place in on_path and value == VISITED else {0: WHITE, 1: BLUE, 2: GREY, 3: YELLOW}[value]
            for place, value in zip(places, m.matrix[x], strict=True)
        ]
        assert colours(m.screen, places) == values
    assert GREY in colours(m.screen, [m.position(x, y) for x in range(20) for y in range(20)])


def test_a_walk_goes_step_by_step_and_withdraws_the_way_it_came() -> None:
    m = Maze((13, 13), speed=0, seed=3)
    m.makeMaze()
    m.markEnd()
    steps = [m.position(0, 0)]
    goto = m.turtle.goto

    def step(place: tuple[float, float]) -> None:
        steps.append(place)
        goto(place)

    m.turtle.goto = step
    path = m.solve()
    steps = steps[1:]  # the first goes to the start
    trail: list[Any] = []
    for place in steps:
        if trail:
            assert abs(place[0] - trail[-1][0]) + abs(place[1] - trail[-1][1]) == m.square
        if place in trail:
            assert place == trail[-2]  # one step back
            trail.pop()
        else:
            trail.append(place)
    assert trail == path
    assert len(set(steps)) == count(m, VISITED) + 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_on_any_squares_the_walk_is_the_librarys_depth_first_search(data: st.DataObject) -> None:
    m = Maze((6, 5), speed=0)
    for x in range(6):
        for y in range(5):
            m.matrix[x][y] = data.draw(st.sampled_from([EMPTY, EMPTY, WALL]))
    m.matrix[0][0] = EMPTY
    m.markEnd(m.position(data.draw(st.integers(0, 5)), data.draw(st.integers(0, 4))))
    assert m.solve() == library_path(m, "depth_first")


def test_no_way_leads_to_a_walled_end() -> None:
    m = Maze((10, 10), speed=0)
    m.makeMaze()
    dug = count(m, EMPTY)
    m.markEnd(m.position(9, 9))
    assert m.solve() is None
    assert (count(m, VISITED), count(m, EMPTY)) == (dug, 0)  # every way was tried
    assert GREEN not in colours(m.screen, [m.position(x, y) for x in range(10) for y in range(10)])


def test_solving_twice_and_elsewhere() -> None:
    m = Maze(speed=0, seed=8)
    m.makeMaze()
    first = m.solve()
    assert m.solve() == first
    m.markEnd(first[10])
    assert m.turtle.color() == ("darkgreen", "darkgreen")  # and not white on white
    assert count(m, END) == 1
    assert m.solve() == first[:11]
    m.reset()
    assert m.turtle.shape() == "square"
    assert count(m, WALL) == 399
    assert colours(m.screen, [first[4], first[-1]]) == [BLUE, BLUE]


def test_the_start_may_be_the_end() -> None:
    m = Maze(speed=0)
    m.markEnd((-190, 190))
    assert m.solve() == [(-190, 190)]


def test_an_undug_maze_has_no_end() -> None:
    with pytest.raises(MazeError, match=r"no square is the END, and \(170, -170\) is not dug"):
        Maze(speed=0).solve()


def test_no_recursion_limit_at_any_size() -> None:
    m = Maze((81, 81), square=4, speed=0, seed=1)
    m.makeMaze()
    path = m.solve()
    assert len(path) > sys.getrecursionlimit()
    assert path == library_path(m)


# --- sizes, speeds and what is not allowed


@pytest.mark.parametrize("square", [7, 10, 31])
def test_squares_of_other_sizes(square: int) -> None:
    m = Maze((8, 6), square=square, speed=0, seed=1)
    m.makeMaze()
    m.turtle.hideturtle()
    corner = m.position(0, 0)
    assert corner == (-square * 3.5, square * 2.5)
    image, (left, top) = seen(m.screen)
    shown = np.asarray(image)[top - 3 * square : top + 3 * square, left - 4 * square : left + 4 * square]
    expected = np.array([[BLUE if value else WHITE for value in row] for row in np.array(m.matrix).T])
    assert np.array_equal(shown, expected.repeat(square, axis=0).repeat(square, axis=1))


def test_a_square_is_found_from_any_point_in_it() -> None:
    m = Maze(speed=0)
    assert m.indices((-200, 190)) == (0, 0) and m.indices((-180.5, 181)) == (0, 0)
    assert m.indices((-179, 199)) == (1, 0)
    for beyond in ((-201, 190), (200, 190), (-190, 200), (-190, -201)):
        assert m.getMatrixValueAt(beyond) == INVALID
        assert m.setMatrixValueAt(beyond, EMPTY) is False


def test_an_animated_maze_ends_like_one_drawn_at_once() -> None:
    images = []
    for speed in (0, 10):
        m = Maze((7, 5), speed=speed, seed=1)
        m.makeMaze()
        m.solve()
        images.append(np.asarray(seen(m.screen)[0]))
    assert np.array_equal(*images)


def test_a_display_too_small_gets_scroll_bars_or_smaller_squares() -> None:
    m = Maze((200, 100), speed=0)
    assert m.screen.getcanvas().winfo_toplevel().winfo_width() <= 1280
    assert m.screen.screensize() == (4000, 2000)
    m = Maze((200, 100), square=None, speed=0)
    assert m.screen.screensize() == (1000, 500)
    assert Maze(square=None, speed=0).square == 20


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"size": 1}, "the width is at least 2, not 1"),
        ({"size": (5, 0)}, "the height is at least 2, not 0"),
        ({"size": 2.5}, "the width is a whole number, not 2.5"),
        ({"size": "axb"}, "'axb' is not a size; write WIDTHxHEIGHT"),
        ({"size": (3, 3, 3)}, "a size is one number of squares or (width, height)"),
        ({"size": (2000, 2000)}, "at most 1000000 squares, not 2000x2000"),
        ({"square": 0}, "the square is a whole number from 1 to 400, not 0"),
        ({"speed": 11}, "the speed is a whole number from 0 to 10, not 11"),
        ({"speed": "fast"}, "the speed is a whole number from 0 to 10, not 'fast'"),
        ({"seed": -1}, "a seed lies between 0 and"),
        ({"rule": "walls"}, "no rule of digging is called 'walls'; did you mean wall?"),
    ],
)
def test_arguments_that_make_no_maze(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MazeError) as caught:
        Maze(**arguments)
    assert sentence in str(caught.value)


def test_values_directions_and_ends_that_are_none() -> None:
    m = Maze(speed=0)
    for call, sentence in (
        (lambda: m.setMatrixValueAt((0, 0), 4), "a square is EMPTY (0), WALL (1), VISITED (2) or END (3), not 4"),
        (lambda: m.setMatrixValueAt((0, 0), []), "a square is EMPTY (0), WALL (1), VISITED (2) or END (3), not []"),
        (lambda: m.getMatrixValueAt(5), "a position is a pair of numbers (x, y), not 5"),
        (lambda: m.getMatrixValueAt((1, 2, 3)), "a position is a pair of numbers (x, y), not (1, 2, 3)"),
        (lambda: m.getMatrixValueAt((float("nan"), 0)), "a position is a pair of numbers (x, y), not (nan, 0)"),
        (lambda: m.markEnd((0, float("inf"))), "a position is a pair of numbers (x, y), not (0, inf)"),
        (lambda: m.dig([]), "a direction is EAST (0), NORTH (1), WEST (2) or SOUTH (3), not []"),
        (lambda: m.dig(7), "a direction is EAST (0), NORTH (1), WEST (2) or SOUTH (3), not 7"),
        (lambda: m.dig(0, rule="up"), "no rule of digging is called 'up'"),
        (lambda: m.markEnd((999, 0)), "the END at (999, 0) would lie beyond the border"),
    ):
        with pytest.raises(MazeError) as caught:
            call()
        assert sentence in str(caught.value)
