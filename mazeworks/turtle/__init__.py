"""The turtle's window: a maze dug and solved in it square by square, and any maze with walls shown in it."""

from typing import TYPE_CHECKING, Any

from mazeworks.turtle.drawing import show
from mazeworks.turtle.maze import (
    EAST,
    EMPTY,
    END,
    INVALID,
    NORTH,
    SOUTH,
    VISITED,
    WALL,
    WEST,
    Maze,
    direction,
)

if TYPE_CHECKING:
    from mazeworks.turtle.window import Screen as Screen
    from mazeworks.turtle.window import Turtle as Turtle

__all__ = [
    "EAST",
    "EMPTY",
    "END",
    "INVALID",
    "NORTH",
    "SOUTH",
    "VISITED",
    "WALL",
    "WEST",
    "Maze",
    "direction",
    "show",
]


def __getattr__(name: str) -> Any:
    """`Screen` and `Turtle`, the classes a maze's window and turtle have; they need Tk, so they come when asked for."""
    if name in ("Screen", "Turtle"):
        from mazeworks.turtle.maze import window_module

        return getattr(window_module(), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
