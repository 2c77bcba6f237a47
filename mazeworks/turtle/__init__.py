"""The turtle's window: digs and solves a maze square by square, and shows any maze with walls."""

from typing import TYPE_CHECKING, Any

from mazeworks.turtle.drawing import show
from mazeworks.turtle.maze import EAST, EMPTY, END, INVALID, NORTH, SOUTH, VISITED, WALL, WEST, Maze, direction

if TYPE_CHECKING:
    from mazeworks.turtle.window import Screen as Screen
    from mazeworks.turtle.window import Turtle as Turtle

__all__ = ["EAST", "EMPTY", "END", "INVALID", "NORTH", "SOUTH", "VISITED", "WALL", "WEST", "Maze", "direction", "show"]


def __getattr__(name: str) -> Any:
    """`Screen` and `Turtle`, the classes of a maze's window and turtle; imported on access, because they need Tk."""
    if name in ("Screen", "Turtle"):
        from mazeworks.turtle.maze import window_module

        return getattr(window_module(), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
