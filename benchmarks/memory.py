"""The memory of drawing a million cells by layout and renderer; `python -m benchmarks.memory` writes its page.

Each drawing is a process of its own, with the solution; making and solving the maze are part of it.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pictures import process
from benchmarks.table import Row, within

PAGE = Path(__file__).parent.parent / "docs" / "pictures.md"
#: The most megabytes that any of these drawings may take.
MOST = 1000
ENDINGS = ("svg", "png", "jpg", "webp", "pdf", "text", "gif", "apng")
#: About a million cells of each layout.
SIZES = {"circle": "1142x1142", "floors": "577x577"}
PLACE = re.compile(r"(?<=<!-- memory -->\n).*?(?=<!-- end of memory -->)", re.DOTALL)


def megabytes(layout: str, ending: str, folder: Path) -> float:
    """The peak memory of a process that draws about a million cells with their solution."""
    name = f"wall:{SIZES.get(layout, '1000x1000')}" + (f",layout={layout}" if layout != "square" else "")
    return process("draw", f"{name}#1", "--solution", "-o", str(folder / f"maze.{ending}"))[1]


def rows(thorough: bool = False) -> Iterator[Row]:
    """The largest drawings; all of them with `thorough`."""
    from mazeworks.core.registry import layouts

    with tempfile.TemporaryDirectory() as folder:
        for layout in layouts if thorough else ("weave",):
            for ending in ENDINGS if thorough else ("svg",):
                figure = megabytes(layout, ending, Path(folder))
                yield within(f"a million cells, {layout}, to {ending.upper()}: memory", figure, MOST, "MB")


def table() -> str:
    """The table of the page."""
    from mazeworks.core.registry import layouts

    lines = [f"| layout | {' | '.join(ENDINGS)} |", "|---" * (len(ENDINGS) + 1) + "|"]
    with tempfile.TemporaryDirectory() as folder:
        for layout in layouts:
            figures = []
            for ending in ENDINGS:
                figures.append(f"{megabytes(layout, ending, Path(folder)):.0f}")
                print(layout, ending, figures[-1], "MB", flush=True)
            lines.append(f"| `{layout}` | {' | '.join(figures)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(PLACE.sub(table(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
