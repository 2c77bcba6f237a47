"""The turtle's window: Python's own `turtle.Screen`, opened, fitted to a maze, saved as a picture, waited on.

This file alone imports Tk; the rest of the package reaches for it when a window is wanted.
"""

import io
import time
import tkinter
import turtle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.files.files import write_file
from mazeworks.turtle.picture import picture_format, picture_of

#: The most of a display's width and height that a window takes.
SHARE = 0.85
#: What Tk takes of a window around its canvas: the borders of frame and canvas.
FRAME = 10
#: The widest that a square is where the display decides.
WIDEST = 20

Turtle = turtle.Turtle


class WindowClosed(MazeError):
    """Drawing in a window that somebody has closed."""


class _OneScreen(type):
    """The class of `Screen`, of which there is one object, and which equals the function Python makes it with.

    In the browser's Python of the tutorial `turtle.Screen` is a class, and its tests say
    `type(m.screen)==turtle.Screen`; in Python 3 it is a function. This equality lets those tests stand.
    """

    def __call__(cls) -> Any:
        opened: Any = vars(turtle.Turtle).get("_screen")
        if opened is None:
            opened = super().__call__()
            turtle.Turtle._screen = opened  # type: ignore[attr-defined]  # where turtle.Screen() looks for it
        elif type(opened) is turtle._Screen:
            object.__setattr__(opened, "__class__", cls)  # opened by turtle.Screen() before: from now on it is ours
        return opened

    def __eq__(cls, other: object) -> bool:
        return other is cls or other is turtle.Screen

    def __hash__(cls) -> int:
        return type.__hash__(cls)


class Screen(turtle._Screen, metaclass=_OneScreen):
    """The one window there is, with what a maze needs beside what every turtle's screen can do."""

    #: How much of the background is seen around the drawing, in pixels.
    margin = 0
    #: What is drawn now: another object for each drawing that takes the window over.
    drawing: object = None

    def fit(self, width: int, height: int, margin: int) -> None:
        """Make room for a drawing of this size around the middle, with a margin; scroll bars where it is too much."""
        self.margin = margin
        self.screensize(width, height)
        wanted = (width + 2 * margin + FRAME, height + 2 * margin + FRAME)
        self.setup(*(min(size, most) for size, most in zip(wanted, self.room(), strict=True)))

    def room(self) -> tuple[int, int]:
        """The most a window takes of the display."""
        return int(SHARE * self.cv.winfo_screenwidth()), int(SHARE * self.cv.winfo_screenheight())

    def box(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Fill a rectangle, given by two corners as a turtle counts, y upward."""
        self.cv.create_rectangle(left, -top, right, -bottom, fill=colour, width=0)

    def fitting(self, columns: int, rows: int) -> int:
        """How wide squares can be, at most 20, so that this many fit on the display, and one more on each side."""
        width, height = self.room()
        return max(1, min(WIDEST, (width - FRAME) // (columns + 2), (height - FRAME) // (rows + 2)))

    def picture(self) -> Any:
        """What is drawn, margin and all, as an image of pillow."""
        self.check_open()
        self.update()
        return picture_of(self.cv, *(size + 2 * self.margin for size in self.screensize()))

    def save(self, target: str | Path) -> None:
        """Write what is drawn as a picture; the extension says in which format."""
        form, data = picture_format(target), io.BytesIO()
        self.picture().save(data, form)
        write_file(target, [data.getvalue()])

    def wait(self) -> None:
        """Keep the window until it is clicked or closed."""
        self.check_open()
        clicked: list[tuple[float, float]] = []
        self.onclick(lambda x, y: clicked.append((x, y)))
        with self.until_closed():
            while not clicked and self.is_open():
                self.cv.update()
                time.sleep(0.02)  # a loop of our own, so that Ctrl-C is heard at once

    def is_open(self) -> bool:
        """Whether the window is still there."""
        return vars(turtle.Turtle).get("_screen") is self

    def check_open(self) -> None:
        """Refuse to draw in a window that is not there."""
        if not self.is_open():
            raise WindowClosed("the turtle's window was closed; a new one is opened by Maze() or show()")

    def check_shows(self, drawing: object) -> None:
        """Refuse to go on with a drawing that is not in the window, because it was closed or another took it over."""
        self.check_open()
        if self.drawing is not drawing:
            raise MazeError("a newer maze has the turtle's window, so this one can draw no more")

    @contextmanager
    def until_closed(self) -> Iterator[None]:
        """A block that ends, without an error, where somebody closes the window it draws in."""
        try:
            yield
        except (WindowClosed, turtle.Terminator, turtle.TurtleGraphicsError, tkinter.TclError):
            if self.is_open():
                raise

    @contextmanager
    def told_if_closed(self) -> Iterator[None]:
        """A block in which drawing in a window somebody has closed is told in a sentence."""
        try:
            yield
        except (turtle.Terminator, turtle.TurtleGraphicsError, tkinter.TclError):
            self.check_open()
            raise

    def close(self) -> None:
        """Close the window, if nobody has."""
        if self.is_open():
            self.bye()


def open_screen(title: str) -> Screen:
    """The window, empty; one sentence where none can be opened."""
    turtle.TurtleScreen._RUNNING = True  # type: ignore[attr-defined]  # a window closed before leaves this False
    try:
        screen: Screen = Screen()
    except tkinter.TclError as error:
        raise MazeError(
            f"no window can be opened ({error}); set DISPLAY to an X display, "
            "or run this under one that is not seen: xvfb-run (Debian's package xvfb)"
        ) from None
    screen.clear()
    screen.drawing = object()
    screen.title(title)
    return screen
