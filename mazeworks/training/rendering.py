"""A state of a puzzle while an agent is trained: as a picture, in characters, or in a window."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import words_of
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.drawing.board import Board, board_of, scene_of
from mazeworks.drawing.look import PARAMETERS, look
from mazeworks.drawing.raster import PATH, Raster, colours
from mazeworks.scale.mazes import Bytes

#: How an environment can show itself, and how many pictures a second it shows in a window.
MODES, RATE = ("rgb_array", "ansi", "human"), 10
#: The agent where a puzzle has no pieces: its letter in text, and its radius in a picture, in cells, as a disc or as a
#: ring around a sign.
AGENT, RADIUS, AROUND = "@", 0.3, 0.38
LOOK = {parameter.name: parameter.default for parameter in PARAMETERS}


def picture(puzzle: Puzzle[Any], state: Any) -> Bytes:
    """The puzzle with its agent in a state, in pixels: `uint8[y, x, colour]`."""
    board = board_of(puzzle)
    grid = board.drawn_walls()
    if grid is None:
        return _painted(puzzle, board, state)
    raster = Raster(grid, look(grid.width, grid.height, LOOK))
    pixels, style = raster.image(), raster.look
    (x, y), first = board.place(state) or (0, 0), style.margin + style.wall
    square = pixels[first + y * style.pitch :, first + x * style.pitch :][: style.cell, : style.cell]
    across = np.arange(style.cell) - (style.cell - 1) / 2
    square[np.hypot(across[:, None], across) <= RADIUS * style.cell] = PATH
    return np.array(colours(style), np.uint8)[pixels]


def _painted(puzzle: Puzzle[Any], board: Board[Any], state: Any) -> Bytes:
    """The same from the scene of any puzzle: pieces where they are, a dot, or the state in words."""
    from mazeworks.drawing.painter import paint

    spot = board.spot(state)
    scene = scene_of(Solved.of(puzzle, Solution([state], []))) if spot is None else board.at(state).scene()
    if spot is not None and not board.pieces(state):
        radius = AROUND if board.signs else RADIUS
        scene.dot(*spot, radius * (board.unit or 1), "path", ring=board.signs)
    return np.array(paint(scene, look(scene.width, scene.height, LOOK)).convert("RGB"))


def text(puzzle: Puzzle[Any], state: Any) -> str:
    """The puzzle with its agent in a state, in characters."""
    board = board_of(puzzle)
    if not board.has_map():
        return words_of(puzzle).describe(state) + "\n"
    sketch = board.at(None).sketch()
    for letter, place in board.pieces(state) or [(AGENT, state)]:
        sketch.put(*board.square_of(place), letter)
    return sketch.text()


class Window:
    """A window that shows pictures one after the other."""

    def __init__(self, title: str) -> None:
        try:
            import tkinter

            self._root = tkinter.Tk()
        except ImportError:
            raise MazeError("a window needs Python's Tk; install it (Debian's package python3-tk)") from None
        except tkinter.TclError as error:
            help = 'set DISPLAY to an X display, or use render_mode="rgb_array"'
            raise MazeError(f"no window can be opened ({error}); {help}") from None
        self._root.title(title)
        self._label = tkinter.Label(self._root)
        self._label.pack()
        self._next = time.monotonic()

    def show(self, pixels: Bytes) -> None:
        """Show a picture, not sooner than the rate of pictures allows."""
        import tkinter

        height, width, _ = pixels.shape
        try:
            image = tkinter.PhotoImage(master=self._root, data=b"P6 %d %d 255 " % (width, height) + pixels.tobytes())
            self._label.configure(image=image)
            self._label.image = image  # type: ignore[attr-defined]  # Tk holds none of its own
            self._root.update()
        except tkinter.TclError:
            raise MazeError("the window was closed, so nothing more can be shown in it") from None
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1 / RATE

    def close(self) -> None:
        """Close the window, if it is still open."""
        import tkinter

        try:
            self._root.destroy()
        except tkinter.TclError:
            return


class Screen:
    """How one environment shows itself: as its render mode says."""

    def __init__(self, mode: str | None) -> None:
        self.mode = mode
        self._window: Window | None = None

    def show(self, puzzle: Puzzle[Any], state: Any) -> Any:
        """What `render` returns: a picture, a text, or nothing."""
        if self.mode == "ansi":
            return text(puzzle, state)
        if self.mode == "rgb_array":
            return picture(puzzle, state)
        if self.mode == "human":
            self._window = self._window or Window("mazeworks")
            self._window.show(picture(puzzle, state))
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
