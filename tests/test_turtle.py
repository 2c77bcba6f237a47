"""The turtle's maze: dug, solved, shown, saved, at any size and speed, with a window or without."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turtle_display import (  # noqa: F401
    BLUE,
    GREEN,
    GREY,
    RED,
    WHITE,
    YELLOW,
    close_window,
    colour,
    colours,
    display,
    seen,
)

import mazeworks
from mazeworks import MazeError, Position, make, solve
from mazeworks.core.grid import Grid
from mazeworks.core.lattice import path_squares, squares
from mazeworks.turtle import EMPTY, END, INVALID, VISITED, WALL, Maze, show

PROGRAM = Path(__file__).parents[1] / "programs" / "turtle_maze.py"


@pytest.fixture(autouse=True)
def window(request: pytest.FixtureRequest) -> Iterator[None]:
    """A display for every test but those of having none."""
    if "without" in request.node.name:
        yield
        return
    request.getfixturevalue("display")
    yield
    close_window()


def library_maze(m: Maze) -> mazeworks.Maze:
    """The squares of a turtle's maze as cells of the library's own, from the upper left to the END."""
    solid = [[value == WALL for value in column] for column in m.matrix]
    walls = np.full((m.height, m.width), 15, np.uint8)
    goal = Position(0, 0)
    for x in range(m.width):
        for y in range(m.height):
            if m.matrix[x][y] == END:
                goal = Position(x, y)
            for flag, (i, j) in {1: (x, y - 1), 2: (x, y + 1), 4: (x + 1, y), 8: (x - 1, y)}.items():
                if 0 <= i < m.width and 0 <= j < m.height and not solid[x][y] and not solid[i][j]:
                    walls[y, x] -= flag
    return mazeworks.Maze(Grid.from_walls(walls, Position(0, 0), goal))


def library_path(m: Maze, using: str = "auto") -> list[tuple[float, float]] | None:
    """The path the library's solver finds through a turtle's maze, as positions of the turtle."""
    solution = solve(library_maze(m), using)
    return None if solution is None else [m.position(x, y) for x, y in solution.states]


def count(m: Maze, value: int) -> int:
    """How many squares have a value."""
    return sum(column.count(value) for column in m.matrix)


# --- makeMaze


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
    mazes = [Maze((9, 7), speed=speed, seed=4) for speed in (0, 10)]
    for m in mazes:
        m.makeMaze()
    assert mazes[0].matrix == mazes[1].matrix
    other = Maze((9, 7), speed=0, seed=5)
    other.makeMaze()
    assert other.matrix != mazes[0].matrix


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
    m = SHARED.get("maze") or SHARED.setdefault("maze", Maze((6, 5), speed=0))
    if not m.screen.is_open():
        m = SHARED["maze"] = Maze((6, 5), speed=0)
    m.reset()
    for x in range(6):
        for y in range(5):
            m.matrix[x][y] = data.draw(st.sampled_from([EMPTY, EMPTY, WALL]))
    m.matrix[0][0] = EMPTY
    m.markEnd(m.position(data.draw(st.integers(0, 5)), data.draw(st.integers(0, 4))))
    assert m.solve() == library_path(m, "depth_first")


SHARED: dict[str, Maze] = {}


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
    m = Maze((121, 121), square=4, speed=0, seed=1)
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
        ({"size": "axb"}, "'axb' is no size; expected WIDTHxHEIGHT"),
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
        (lambda: m.dig(7), "a direction is EAST (0), NORTH (1), WEST (2) or SOUTH (3), not 7"),
        (lambda: m.dig(0, rule="up"), "no rule of digging is called 'up'"),
        (lambda: m.markEnd((999, 0)), "the END at (999, 0) would lie beyond the border"),
    ):
        with pytest.raises(MazeError) as caught:
            call()
        assert sentence in str(caught.value)


# --- show


def test_a_wall_maze_shown_with_its_solution() -> None:
    puzzle = make("wall", (12, 9), seed=3)
    solution = solve(puzzle)
    screen = show(puzzle, solution)
    grid = puzzle.as_grid()
    expected = np.where(squares(grid)[..., None], WHITE, BLUE)
    expected[path_squares(grid, solution)] = GREEN
    expected[2 * grid.start.y + 1, 2 * grid.start.x + 1] = RED
    expected[2 * grid.goal.y + 1, 2 * grid.goal.x + 1] = YELLOW
    image, (left, top) = seen(screen)
    shown = np.asarray(image)[top - 190 : top + 190, left - 250 : left + 250]
    assert np.array_equal(shown, expected.repeat(20, axis=0).repeat(20, axis=1))


def room() -> mazeworks.Maze:
    """An open room of 4 by 3 squares with one pillar, as a text map would hold it."""
    m = Maze((4, 3), speed=0)
    m.matrix = [[EMPTY, EMPTY, EMPTY], [EMPTY, WALL, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, END]]
    return library_maze(m)


def test_squares_that_are_walls_are_shown_one_to_one() -> None:
    puzzle = room()
    screen = show(puzzle)
    assert screen.screensize() == (80, 60)
    places = [(x, y) for y in (20, 0, -20) for x in (-30, -10, 10, 30)]
    assert colours(screen, places) == [RED, *[WHITE] * 4, BLUE, *[WHITE] * 5, YELLOW]
    solution = solve(puzzle)
    path = {(20 * x - 30, 20 - 20 * y) for x, y in solution.states[1:-1]}
    assert {
        place for place, c in zip(places, colours(show(puzzle, solution), places), strict=True) if c == GREEN
    } == path


def test_no_pillar_stands_where_no_wall_meets() -> None:
    puzzle = mazeworks.Maze.closed(3, 2)
    for position, way in (((0, 0), 4), ((0, 0), 2), ((1, 0), 2), ((0, 1), 4), ((2, 0), 2)):
        puzzle.remove_wall(position, way)
    screen = show(puzzle, square=10)
    assert screen.screensize() == (70, 50)
    assert colour(screen, (-10, 0)) == WHITE
    assert colour(screen, (10, 0)) == BLUE


def test_a_large_maze_is_shown_with_smaller_squares() -> None:
    screen = show(make("wall", (150, 150), seed=1))
    assert screen.screensize() == (602, 602)


def test_what_cannot_be_shown() -> None:
    for puzzle, sentence in (
        (make("jugs"), "a jugs puzzle has no walls between cells"),
        (mazeworks.Maze.closed(501, 500), "a window shows at most 250000 cells, not 501x500"),
    ):
        with pytest.raises(MazeError, match=sentence):
            show(puzzle)
    with pytest.raises(MazeError, match="the square is a whole number from 1 to 400, not 0"):
        show(make("wall", (3, 3)), square=0)


# --- the window


def test_a_saved_picture_is_what_is_seen(tmp_path: Path) -> None:
    from PIL import Image

    m = Maze(speed=0, seed=6)
    m.makeMaze()
    m.solve()
    m.turtle.hideturtle()
    m.save(tmp_path / "maze.png")
    saved = np.asarray(Image.open(tmp_path / "maze.png"))
    assert saved.shape == (440, 440, 3)
    image, (left, top) = seen(m.screen)
    assert np.array_equal(saved[2:-2, 2:-2], np.asarray(image)[top - 218 : top + 218, left - 218 : left + 218])


def test_a_picture_holds_lines_and_the_turtle_too(tmp_path: Path) -> None:
    m = Maze((5, 5), speed=0)
    m.turtle.pensize(6)
    m.turtle.pencolor("red")
    m.turtle.pendown()
    m.turtle.goto(40, 40)
    image = m.screen.picture()
    assert image.getpixel((70, 30)) == (255, 0, 0)
    m.turtle.shape("turtle")
    m.turtle.color("black")
    assert (0, 0, 0) in {m.screen.picture().getpixel((110 + dx, 30 + dy)) for dx in range(-9, 9) for dy in range(-9, 9)}
    with pytest.raises(MazeError, match="does not end like the name of a picture"):
        m.save(tmp_path / "maze.txt")
    with pytest.raises(MazeError, match="cannot be written"):
        m.save(tmp_path / "nowhere" / "maze.png")


def test_a_click_ends_waiting_and_so_does_closing() -> None:
    for end in ("click", "close"):
        m = Maze(speed=0)
        canvas = m.screen.getcanvas()._canvas
        click = lambda canvas=canvas: canvas.event_generate("<Button-1>", x=5, y=5)  # noqa: E731
        canvas.after(50, click if end == "click" else m.screen._destroy)
        m.screen.wait()
        assert m.screen.is_open() == (end == "click")
        m.screen.close()
        assert not m.screen.is_open()


def test_a_window_closed_while_the_turtle_walks_ends_the_block_and_another_opens() -> None:
    for speed in (0, 10):
        m = Maze(speed=speed, seed=1)
        m.screen.getcanvas().after(30, m.screen._destroy)
        with m.screen.until_closed():
            for _ in range(1000):
                m.reset()
                m.makeMaze()
        assert not m.screen.is_open()
    assert Maze(speed=0).turtle.position() == (-190, 190)


def test_other_errors_pass_through() -> None:
    m = Maze(speed=0)
    with pytest.raises(MazeError), m.screen.until_closed():
        m.dig(9)
    import tkinter

    with pytest.raises(tkinter.TclError), m.screen.until_closed():
        m.screen.getcanvas().winfo_rgb("no colour")


# --- the program, and no display


def run(*words: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """The program run in a process of its own, in an environment with changes."""
    path = os.pathsep.join([str(PROGRAM.parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, **changes}
    known = {name: value for name, value in environment.items() if value is not None}
    command = [sys.executable, *words]
    return subprocess.run(command, env=known, capture_output=True, text=True, timeout=60)


def test_the_program_saves_the_same_picture_for_a_seed(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        words = ("--size", "15x11", "--seed", "4", "--speed", "0", "--save", str(tmp_path / name), "--no-click")
        done = run(str(PROGRAM), *words)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("seed 4: ")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def program() -> Any:
    """The program as a module."""
    spec = importlib.util.spec_from_file_location("turtle_maze", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("end", ["click", "close"])
def test_the_program_waits_for_a_click(end: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    module = program()

    class Watched(Maze):
        def solve(self) -> Any:
            canvas = self.screen.getcanvas()._canvas
            click = lambda: canvas.event_generate("<Button-1>", x=5, y=5)  # noqa: E731
            canvas.after(100, click if end == "click" else self.screen._destroy)
            return super().solve()

    monkeypatch.setattr(module, "Maze", Watched)
    monkeypatch.setattr(sys, "argv", ["turtle_maze.py", "--speed", "0", "--seed", "1"])
    assert module.main() == 0
    assert capsys.readouterr().out.startswith("seed 1: ")


def test_the_program_tells_when_its_window_was_closed_before_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    module = program()

    class Closed(Maze):
        def makeMaze(self) -> None:
            self.screen.getcanvas().after(50, self.screen._destroy)
            super().makeMaze()

    monkeypatch.setattr(module, "Maze", Closed)
    monkeypatch.setattr(sys, "argv", ["turtle_maze.py", "--speed", "5", "--save", str(tmp_path / "a.png")])
    assert module.main() == 2
    assert "error: the window was closed before" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--size", "3by4"], "'3by4' is no size"),
        (["--size", "1x4"], "the width is at least 2, not 1"),
        (["--speed", "-1"], "the speed is a whole number from 0 to 10, not -1"),
        (["--speed", "x"], "'x' is not a valid integer"),
        (["--seed", "-1"], "a seed lies between"),
        (["--save", "maze"], "'maze' does not end like the name of a picture"),
        (["more"], "unexpected extra argument"),
    ],
)
def test_bad_options_of_the_program_without_a_window(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(sys, "argv", ["turtle_maze.py", *words])
    assert program().main() == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and sentence in error and error.count("\n") == 1


@pytest.mark.parametrize("value", [None, "", ":4093", "nonsense"])
def test_one_sentence_without_a_display(value: str | None) -> None:
    pytest.importorskip("tkinter")
    done = run(str(PROGRAM), DISPLAY=value)
    assert done.returncode == 2
    assert done.stderr.startswith("error: no window can be opened (") and "set DISPLAY" in done.stderr
    assert done.stderr.count("\n") == 1 and not done.stdout


@pytest.mark.parametrize("part", ["tkinter", "_tkinter"])
def test_one_sentence_without_tk(part: str) -> None:
    code = f"""
import sys
sys.modules[{part!r}] = None
from mazeworks.turtle import *
import mazeworks, mazeworks.turtle
assert direction((0, 0), (0, 1)) == NORTH
for call in (Maze, lambda: show(mazeworks.make("wall", (3, 3))), lambda: mazeworks.turtle.Screen):
    try:
        call()
    except mazeworks.MazeError as error:
        print(error)
"""
    done = run("-c", code)
    assert done.stderr == ""
    assert done.stdout.count("the turtle needs Tk, which this Python lacks; install Debian's python3-tk") == 3


def test_the_package_names_what_it_offers_without_a_window() -> None:
    import mazeworks.turtle as ours

    assert all(hasattr(ours, name) for name in ours.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'Tortoise'"):
        _ = ours.Tortoise
