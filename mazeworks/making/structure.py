"""The maze that a structure makes: walls of a grid, or passages between cells."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.grid import Grid
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import kinds

if TYPE_CHECKING:
    from mazeworks.cells.passages import Passages

#: The kind that generators of walls make, unless they are registered for another.
WALLS = "wall"


def built(kind: str, structure: "Grid | Passages", carving: NDArray[np.int64] | None = None) -> Puzzle[Any]:
    """The puzzle of a kind on a structure, with the order in which its passages were opened, if that was recorded."""
    make: Any = kinds[kind].puzzle
    maze: Any = make(structure)
    maze.carving = carving
    puzzle: Puzzle[Any] = maze
    return puzzle
