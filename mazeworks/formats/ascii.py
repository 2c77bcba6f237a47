"""Wall mazes drawn with plain ASCII: + - |."""

from mazeworks.core.registry import formats
from mazeworks.drawing.lattice import ASCII
from mazeworks.formats.box import line_format


def sniff(text: str) -> bool:
    """Whether a text has corners and lines, and nothing else."""
    return text.lstrip(" \n").startswith("+") and set(text) <= set("+-| .SE\n") and bool(set("-|") & set(text))


formats.add(line_format("ascii", "Walls drawn with + - and |.", ASCII, ".asc", sniff))
