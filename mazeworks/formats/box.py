"""Wall mazes drawn with box-drawing characters, 4 by 2 characters a cell."""

from collections.abc import Callable, Iterator
from typing import Any

from mazeworks.core.facets import structure_of
from mazeworks.core.registry import Format, formats
from mazeworks.core.solution import Solved
from mazeworks.drawing.lattice import BOX, Style, draw, read
from mazeworks.puzzles.wall import Maze


def line_format(name: str, sentence: str, style: Style, extension: str, sniff: Callable[[str], bool]) -> Format:
    """A text format that draws walls as lines in a style, and reads them back."""

    def write(solved: Solved[Any]) -> Iterator[str]:
        grid, path = structure_of(solved.puzzle).as_walls(solved.solution)
        for band in draw(grid, style, path):
            yield band.text()

    return Format(
        name,
        sentence,
        (extension,),
        sniff,
        lambda text, options: Maze(read(text, style)),
        write,
        lambda puzzle: structure_of(puzzle).as_grid() is not None,
    )


formats.add(
    line_format(
        "box", "Walls drawn with box-drawing characters.", BOX, ".box", lambda text: bool(set("┌┐└┘│─╶╷") & set(text))
    )
)
