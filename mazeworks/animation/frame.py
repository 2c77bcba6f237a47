"""One step of an animation in characters: the map, and what happens in it."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Frame:
    """The map after a step, and where the walker is."""

    map: bytes
    position: Any
    place: str
    direction: str

    def caption(self) -> bytes:
        """The position and direction of the walker, between empty lines."""
        return f"\nCurrent Position:  {self.place}\nCurrent Direction: {self.direction}\n\n".encode()

    def status(self, number: int) -> list[str]:
        """The lines below the map where it is redrawn in place, for the step of this number."""
        return [f"step {number}"]

    def window(self, top: int, left: int, lines: int, columns: int, colour: bool) -> list[str]:
        """A part of the map; where a frame has colours, with escape codes if `colour` is set."""
        return [text[left : left + columns] for text in self.map.decode().split("\n")[:-1][top : top + lines]]
