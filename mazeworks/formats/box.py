"""Wall mazes drawn with box-drawing characters, 4 by 2 characters a cell."""

from mazeworks.core.registry import formats
from mazeworks.drawing.lattice import BOX, line_format

formats.add(
    line_format(
        "box", "Walls drawn with box-drawing characters.", BOX, ".box", lambda text: bool(set("┌┐└┘│─╶╷") & set(text))
    )
)
