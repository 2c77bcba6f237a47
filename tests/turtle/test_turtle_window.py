"""The turtle's window: any maze shown in it, saved, waited on, closed; the program; and no window at all."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mazeworks
from mazeworks import MazeError, make, solve
from mazeworks.core.facets import structure_of
from mazeworks.drawing.lattice import path_squares, squares
from mazeworks.puzzles.textmap import TextMap
from mazeworks.turtle import EMPTY, INVALID, Maze, show
from tests import ROOT
from tests.samples import samples
from tests.turtle_display import (  # noqa: F401
    BLUE,
    GREEN,
    RED,
    WHITE,
    YELLOW,
    colour,
    colours,
    display,
    seen,
    window,
)

PROGRAM = ROOT / "programs" / "turtle_maze.py"


# --- show


def test_a_wall_maze_shown_with_its_solution() -> None:
    puzzle = make("wall", (12, 9), seed=3)
    solution = solve(puzzle)
    screen = show(puzzle, solution)
    grid = structure_of(puzzle).as_grid()
    expected = np.where(squares(grid)[..., None], WHITE, BLUE)
    expected[path_squares(grid, solution)] = GREEN
    expected[2 * grid.start.y + 1, 2 * grid.start.x + 1] = RED
    expected[2 * grid.goal.y + 1, 2 * grid.goal.x + 1] = YELLOW
    image, (left, top) = seen(screen)
    shown = np.asarray(image)[top - 190 : top + 190, left - 250 : left + 250]
    assert np.array_equal(shown, expected.repeat(20, axis=0).repeat(20, axis=1))


def test_a_text_map_is_shown_square_by_square() -> None:
    puzzle = TextMap(["S###", "#  #", "## E"])
    screen = show(puzzle)
    assert screen.screensize() == (80, 60)
    places = [(x, y) for y in (20, 0, -20) for x in (-30, -10, 10, 30)]
    assert colours(screen, places) == [RED, *[WHITE] * 4, BLUE, BLUE, *[WHITE] * 3, BLUE, YELLOW]
    for solver in ("auto", "right_hand"):
        solution = solve(puzzle, solver)
        path = {(20 * x - 30, 20 - 20 * y) for x, y in solution.states[1:-1]}
        shown = colours(show(puzzle, solution), places)
        assert {place for place, seen in zip(places, shown, strict=True) if seen == GREEN} == path


@pytest.mark.parametrize("name", ["textmap", "wall"])
def test_every_sample_with_walls_is_shown(name: str) -> None:
    grids = [(each, structure_of(each).as_grid()) for each in samples().values() if each.kind == name]
    found = [each for each, grid in grids if grid is not None and grid.width <= 20]
    if name == "wall":  # caves are drawn one square per cell
        found = [each for each in found if (structure_of(each).as_grid().walls != 15).all()]
    assert found
    for puzzle in found:
        screen = show(puzzle, solve(puzzle))
        grid = structure_of(puzzle).as_grid()
        width, height = screen.screensize()
        scale = 1 if name == "textmap" else 2
        square = width // (scale * grid.width + (name == "wall"))
        x, y = (scale * n + (name == "wall") + 0.5 for n in grid.goal)
        assert colour(screen, (x * square - width / 2, height / 2 - y * square)) == YELLOW


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
        (make("jugs"), "draws rectangles of squares with walls that cannot be broken, and this jugs puzzle is not one"),
        (make("wall", (5, 5), seed=1, layout="hexagon"), "draws rectangles of squares"),
        (None, "expected a puzzle, such as make"),
        (mazeworks.Maze.closed(501, 500), "a window shows at most 250000 cells, not 501x500"),
    ):
        with pytest.raises(MazeError, match=sentence):
            show(puzzle)
    with pytest.raises(MazeError, match="the square is a whole number from 1 to 400, not 0"):
        show(make("wall", (3, 3)), square=0)


@pytest.mark.parametrize("other", ["wall:12x9#3", "wall:4x4#2", "jugs:#1", "wall:5x5,layout=circle#1"])
def test_a_solution_of_another_maze_raises(other: str) -> None:
    maze = mazeworks.from_id("wall:5x5#1")
    with pytest.raises(MazeError, match="the solution is of another maze: it does not lead from"):
        show(maze, solve(mazeworks.from_id(other)))
    with pytest.raises(MazeError, match=r"a solution was expected, such as solve\(\) gives, not \[\(0, 0\)\]"):
        show(maze, [(0, 0)])  # type: ignore[arg-type]


def test_detours_are_left_out_of_a_solution_as_in_every_picture() -> None:
    maze = make("wall", (8, 6), seed=3, ends="corners")
    shown = []
    for name in ("auto", "left_hand"):
        solution = solve(maze, name)
        shown.append(np.asarray(show(maze, solution).picture()))
    assert solution is not None and len(solution) > len(solution.without_detours())
    assert np.array_equal(*shown)


def test_an_older_maze_says_that_a_newer_one_has_the_window(tmp_path: Path) -> None:
    older, newer = Maze((9, 7), speed=0, seed=1), Maze((9, 7), speed=0, seed=2)
    for draw in (older.makeMaze, older.reset, older.markEnd, lambda: older.save(str(tmp_path / "a.png"))):
        with pytest.raises(MazeError, match="a newer maze has taken over the turtle's window"):
            draw()
    assert not list(tmp_path.iterdir())
    newer.makeMaze()
    show(make("wall", (3, 3), seed=1))
    with pytest.raises(MazeError, match="a newer maze has taken over the turtle's window"):
        newer.solve()


def test_a_position_however_far_away_is_beyond_the_border() -> None:
    maze = Maze((5, 5), speed=0, seed=1)
    assert maze.getMatrixValueAt((10**400, 0)) == INVALID
    assert not maze.setMatrixValueAt((0, -(10**400)), EMPTY)


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
    with pytest.raises(MazeError, match="is not the name of a picture"):
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
        for call in (m.reset, m.makeMaze, m.solve, m.markEnd, m.screen.wait, lambda m=m: m.save("maze.png")):
            with pytest.raises(MazeError, match="the turtle's window was closed"):
                call()
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
    return subprocess.run(command, env=known, capture_output=True, text=True, timeout=240)


def test_the_program_saves_the_same_picture_for_a_seed(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        words = ("--size", "15x11", "--seed", "4", "--speed", "0", "--save", str(tmp_path / name), "--no-click")
        done = run(str(PROGRAM), *words)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("seed 4: ")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_the_program_prints_what_its_page_shows() -> None:
    page = (ROOT / "docs" / "from-turtle.md").read_text(encoding="utf-8")
    command, shown = page.partition("```text\n$ python ")[2].partition("```")[0].rstrip("\n").split("\n")
    done = run(str(PROGRAM), *command.removeprefix("programs/turtle_maze.py").split())
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{shown}\n", "")


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
            path = super().solve()
            canvas = self.screen.getcanvas()._canvas  # from here on only waiting looks at what happens in the window
            click = lambda: canvas.event_generate("<Button-1>", x=5, y=5)  # noqa: E731
            canvas.after(100, click if end == "click" else self.screen._destroy)
            return path

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
        (["--size", "3by4"], "'3by4' is not a size"),
        (["--size", "1x4"], "the width is at least 2, not 1"),
        (["--speed", "-1"], "the speed is a whole number from 0 to 10, not -1"),
        (["--speed", "x"], "'x' is not a valid integer"),
        (["--seed", "-1"], "a seed lies between"),
        (["--save", "nowhere/maze.png"], "'nowhere/maze.png' cannot be written: there is no folder"),
        (["--save", "maze"], "'maze' is not the name of a picture"),
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
from tests import ROOT
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


# --- the document


def test_the_blocks_of_the_document_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (PROGRAM.parents[1] / "docs" / "turtle.md").read_text(encoding="utf-8")
    blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert len(blocks) >= 10
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/turtle.md", "exec"), names)
    assert {path.name for path in tmp_path.iterdir()} == {"maze.png", "shown.png"}
