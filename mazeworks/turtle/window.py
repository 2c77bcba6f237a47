"""The turtle's window: Python's own `turtle.Screen`, fitted to a maze, with saving and waiting; imports Tk."""

import io
import time
import tkinter
import turtle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.files.saving import write_file
from mazeworks.turtle.picture import picture_format, picture_of

#: The largest share of the display that a window takes.
SHARE = 0.85
#: The borders of frame and canvas that Tk adds around a canvas.
FRAME = 10
#: The largest width of a square if the display decides.
WIDEST = 20

Turtle = turtle.Turtle


class WindowClosed(MazeError):
    """Drawing in a window that was closed."""


class _OneScreen(type):
    """The class of the class `Screen`, which has one object, and which equals the function `turtle.Screen`.

    In the tutorial's Python `turtle.Screen` is a class, and its tests compare it with `type(m.screen)`.
    """

    def __call__(cls) -> Any:
        opened: Any = vars(turtle.Turtle).get("_screen")
        if opened is None:
            opened = super().__call__()
            turtle.Turtle._screen = opened  # type: ignore[attr-defined]  # where turtle.Screen() looks for it
        elif type(opened) is turtle._Screen:
            object.__setattr__(opened, "__class__", cls)  # opened by turtle.Screen() before: change its class to ours
        return opened

    def __eq__(cls, other: object) -> bool:
        return other is cls or other is turtle.Screen

    __hash__ = type.__hash__


class Screen(turtle._Screen, metaclass=_OneScreen):
    """The one window, with what a maze needs in addition to a turtle's screen."""

    #: The margin around the drawing, in pixels.
    margin = 0
    #: The current drawing: another object for each drawing that takes over the window.
    drawing: object = None

    def fit(self, width: int, height: int, margin: int) -> None:
        """Fit the window to a drawing of this size with a margin; adds scroll bars if it is too large."""
        self.margin = margin
        self.screensize(width, height)
        wanted = (width + 2 * margin + FRAME, height + 2 * margin + FRAME)
        self.setup(*(min(size, most) for size, most in zip(wanted, self.room(), strict=True)))

    def room(self) -> tuple[int, int]:
        """The largest size of a window on the display."""
        return int(SHARE * self.cv.winfo_screenwidth()), int(SHARE * self.cv.winfo_screenheight())

    def box(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Fill a rectangle, given by two corners in turtle coordinates, y upward."""
        self.cv.create_rectangle(left, -top, right, -bottom, fill=colour, width=0)

    def fitting(self, columns: int, rows: int) -> int:
        """The width of squares, at most 20, so that this many, and one more on each side, fit on the display."""
        width, height = self.room()
        return max(1, min(WIDEST, (width - FRAME) // (columns + 2), (height - FRAME) // (rows + 2)))

    def picture(self) -> Any:
        """The drawing with its margin, as a Pillow image."""
        self.check_open()
        self.update()
        return picture_of(self.cv, *(size + 2 * self.margin for size in self.screensize()))

    def save(self, target: str | Path) -> None:
        """Write the drawing as a picture; the extension decides the format."""
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
                time.sleep(0.02)  # a loop of our own, so that Ctrl-C takes effect at once

    def is_open(self) -> bool:
        """Whether the window is still open."""
        return vars(turtle.Turtle).get("_screen") is self

    def check_open(self) -> None:
        """Raise if the window is closed."""
        if not self.is_open():
            raise WindowClosed("the turtle's window was closed; a new one is opened by Maze() or show()")

    def check_shows(self, drawing: object) -> None:
        """Raise if this drawing is no longer in the window, because it was closed or another drawing took it over."""
        self.check_open()
        if self.drawing is not drawing:
            raise MazeError("a newer maze has taken over the turtle's window, so this one can no longer draw")

    @contextmanager
    def until_closed(self) -> Iterator[None]:
        """A block that ends without an error if the window is closed."""
        try:
            yield
        except (WindowClosed, turtle.Terminator, turtle.TurtleGraphicsError, tkinter.TclError):
            if self.is_open():
                raise

    @contextmanager
    def raising_if_closed(self) -> Iterator[None]:
        """A block in which drawing in a closed window raises WindowClosed."""
        try:
            yield
        except (turtle.Terminator, turtle.TurtleGraphicsError, tkinter.TclError):
            self.check_open()
            raise

    def close(self) -> None:
        """Close the window, if it is open."""
        if self.is_open():
            self.bye()


def open_screen(title: str) -> Screen:
    """An empty window; raises if none can be opened."""
    turtle.TurtleScreen._RUNNING = True  # type: ignore[attr-defined]  # a window closed earlier leaves this False
    try:
        screen: Screen = Screen()
    except tkinter.TclError as error:
        help = "set DISPLAY to an X display, or run this under one that is not seen: xvfb-run (Debian's package xvfb)"
        raise MazeError(f"no window can be opened ({error}); {help}") from None
    screen.clear()
    screen.drawing = object()
    screen.title(title)
    return screen
