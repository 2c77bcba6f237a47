"""Writes docs/records.md, the longest solutions found, and how many states of each example lie how far from its start.

Write all anew: python -m docs.make_records
"""

from pathlib import Path
from typing import Any

from docs.make_tables import table
from mazeworks import Puzzle, load, rate
from mazeworks.core.facets import structure_of
from mazeworks.core.registry import generators, kinds

HERE = Path(__file__).parent
EXAMPLES, PAGE = HERE.parent / "examples", HERE / "records.md"
#: Where the counts of states by distance are, one file for each example.
COUNTS = HERE.parent / "tests" / "data" / "states"
#: The longest solutions known to us that others published, by kind and size.
PUBLISHED = {"number 6x6": 13, "tilt 5x5": 9, "tilt 9x9": 20, "theseus 6x6": 63, "theseus 9x8": 187, "alice 7x7": 73}
INTRODUCTION = """# Records

The longest solutions that we found for each size, each the only shortest solution of its maze. The mazes are in
[examples/](../examples), and tests solve them anew. A longer one is welcome: `maze new theseus 6x6 --candidates
100000000 --seed 8 -o mine.txt` searches for one, and `maze solve mine.txt` counts its moves.

"""


def records() -> list[Path]:
    """The examples that are named after their size, of kinds whose mazes are invented."""
    invented = [entry.kind for entry in generators.values() if "one shortest solution" in entry.promises]
    found = [path for kind in sorted(invented) for path in (EXAMPLES / kind).glob("*x*.txt")]
    return sorted(found, key=lambda path: (path.parent.name, [int(n) for n in size_of(path).split("x")], path.name))


def size_of(path: Path) -> str:
    """The size in the name of an example, such as 6x6-diagonal.txt."""
    return path.stem.partition("-")[0]


def page() -> str:
    """The whole page."""
    rows = []
    for path in records():
        rating, kind, rest = rate(load(path)), path.parent.name, path.stem.partition("-")[2]
        known = PUBLISHED.get(f"{kind} {size_of(path)}", "") if not rest else ""
        size = f"{size_of(path)} {rest.replace('_', ' ')}".strip()
        figures = [str(int(rating["moves"])), str(known), str(rating.states), rating.level]
        rows.append([f"`{kind}`", size, *figures, f"[{path.name}](../examples/{kind}/{path.name})"])
    head = ["kind", "size", "moves", "longest published", "states", "difficulty", "maze"]
    return INTRODUCTION + table(head, rows)


def counted_examples() -> list[Path]:
    """Every example of a logic maze."""
    able = [name for name, entry in ((name, kinds[name]) for name in kinds) if "logic" in entry.formats]
    return sorted(path for name in able for path in (EXAMPLES / name).glob("*.*"))


def counts(puzzle: Puzzle[Any]) -> str:
    """How many states lie how many moves from the start, a line for each distance; a solved state has no moves."""
    _, far = structure_of(puzzle).compact().reach(past_goals=False)
    lines: list[str] = []
    for distance in range(int(far.max()) + 1):
        lines.append(f"{distance} {int((far == distance).sum())}\n")
    return "".join(lines)


def counts_file(path: Path) -> Path:
    """The file with the counts of an example."""
    return COUNTS / f"{path.parent.name}-{path.stem}.txt"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    COUNTS.mkdir(parents=True, exist_ok=True)
    for example in counted_examples():
        counts_file(example).write_text(counts(load(example)), encoding="utf-8")
