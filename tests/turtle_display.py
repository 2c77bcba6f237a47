"""A display for the turtle's tests, what is seen on it, and the library's own maze to compare with."""

import gc
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mazeworks
from mazeworks import Position
from mazeworks.core.grid import Grid
from mazeworks.turtle import END, WALL, Maze

Colour = tuple[int, int, int]

WHITE, BLUE, YELLOW = (255, 255, 255), (0, 0, 255), (255, 255, 0)
GREEN, GREY, RED = (50, 205, 50), (211, 211, 211), (255, 99, 71)


def missing(what: str) -> None:
    """Skip what cannot run here; where every test must run, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"the turtle's tests need {what}")
    pytest.skip(f"the turtle's tests need {what}")


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """An X display of our own, or else the one that is set."""
    if importlib.util.find_spec("_tkinter") is None:
        missing("Python's Tk (Debian's package python3-tk)")
    server = shutil.which("Xvfb")
    if server is None and not os.environ.get("DISPLAY"):
        missing("Xvfb (Debian's package xvfb) or DISPLAY")
    with pytest.MonkeyPatch.context() as patch:
        if server is None:
            yield os.environ["DISPLAY"]
            return
        reading, writing = os.pipe()
        # Without -noreset a server starts anew when its last window goes, and the next one may come too soon.
        command = [server, "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"]
        with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
            os.close(writing)
            with open(reading, encoding="ascii") as file:
                number = file.readline().strip()
            assert number, "Xvfb did not start"
            patch.setenv("DISPLAY", f":{number}")
            yield f":{number}"
            close_window()
            process.terminate()


@pytest.fixture(autouse=True)
def window(request: pytest.FixtureRequest) -> Iterator[None]:
    """A display, and no window yet, for each test but those of having none; a module has it by importing it."""
    if "without" in request.node.name:
        yield
        return
    request.getfixturevalue("display")
    close_window()
    gc.freeze()  # what was there before need not be looked at each time
    yield
    close_window()
    gc.collect()  # here and now: Tk ends the process if another thread collects what is left of a window


def close_window() -> None:
    """Close the turtle's window, if there is one."""
    import turtle

    screen = vars(turtle.Turtle).get("_screen")
    if screen is not None:
        screen.bye()


def seen(screen: Any) -> Any:
    """What the display shows where a window's canvas is, and where the turtle's (0, 0) lies in it."""
    from PIL import ImageGrab

    screen.update()
    canvas = screen.getcanvas()._canvas
    for _ in range(2):
        canvas.update()
        canvas.winfo_pointerxy()  # asks the display, and so waits until it has drawn
    x, y = canvas.winfo_rootx(), canvas.winfo_rooty()
    box = (x, y, x + canvas.winfo_width(), y + canvas.winfo_height())
    image = ImageGrab.grab(box, xdisplay=os.environ["DISPLAY"]).convert("RGB")
    return image, (-round(canvas.canvasx(0)), -round(canvas.canvasy(0)))


def colours(screen: Any, positions: list[tuple[float, float]]) -> list[Colour]:
    """The pixels seen at positions of the turtle."""
    image, (left, top) = seen(screen)
    return [image.getpixel((round(left + x), round(top - y))) for x, y in positions]


def colour(screen: Any, position: tuple[float, float]) -> Colour:
    """The pixel seen at a position of the turtle."""
    return colours(screen, [position])[0]


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
