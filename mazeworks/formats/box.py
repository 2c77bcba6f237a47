"""Wall mazes drawn as lines, 4 by 2 characters a cell: with box-drawing characters, or plain ASCII."""

from collections.abc import Callable, Iterator
from typing import Any

from mazeworks.core.facets import structure_of
from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Format, formats
from mazeworks.drawing.lattice import ASCII, BOX, Style, draw, read
from mazeworks.puzzles.wall import Maze


def line_format(name: str, sentence: str, style: Style, extension: str, sniff: Callable[[str], bool]) -> Format:
    """A text format that draws walls as lines in a style, and reads them back."""

    def write(solved: Solved[Any]) -> Iterator[str]:
        grid, path = structure_of(solved.puzzle).as_walls(solved.solution)
        yield from (band.text() for band in draw(grid, style, path))

    return Format(
        name,
        sentence,
        (extension,),
        sniff,
        lambda text, options: Maze(read(text, style)),
        write,
        lambda puzzle: structure_of(puzzle).as_grid() is not None,
    )


def is_box(text: str) -> bool:
    """Whether a text has corners and lines of box-drawing characters."""
    return bool(set("┌┐└┘│─╶╷") & set(text))


def is_ascii(text: str) -> bool:
    """Whether a text is made of corners and lines, and nothing else."""
    return text.lstrip(" \n").startswith("+") and set(text) <= set("+-| .SE\n") and bool(set("-|") & set(text))


formats.add(line_format("box", "Walls drawn with box-drawing characters.", BOX, ".box", is_box))
formats.add(line_format("ascii", "Walls drawn with + - and |.", ASCII, ".asc", is_ascii))
