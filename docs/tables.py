"""Write the tables in these pages anew from the registry: `python docs/tables.py`; a test checks that they are."""

import re
import sys
from pathlib import Path

from mazeworks import Puzzle, make
from mazeworks.core.registry import Solver, layouts, solvers, transforms
from mazeworks.core.solving import refusal

FOLDER = Path(__file__).parent
NEEDS = {
    "any": "any puzzle, endless ones too",
    "finite": "finitely many states",
    "both ways": "moves that can be taken back",
    "grid": "a rectangle with walls",
}


def samples() -> dict[str, Puzzle[object]]:
    """One puzzle for each column of the matrix."""
    found = {name: make("wall", (4, 4), "growing_tree", 1, layout=name) for name in layouts}
    return found | {"terrain": make("terrain", (4, 4), seed=1), "jugs": make("jugs")}


def mark(solver: Solver, puzzle: Puzzle[object]) -> str:
    """Whether a solver works on a puzzle: ● the shortest way, ○ a way, ◌ a way or why not, · never."""
    from mazeworks.core.graph import graph_of

    if refusal(solver, puzzle) or (solver.needs == "both ways" and not graph_of(puzzle).both_ways):
        return "·"
    return "●" if "optimal" in solver.promises else "○" if "complete" in solver.promises else "◌"


def solver_matrix() -> str:
    """Solver by layout and kind."""
    columns = samples()
    lines = [f"| solver | needs | weights | {' | '.join(columns)} |", "|---|---|---|" + ":-:|" * len(columns)]
    for solver in solvers.values():
        marks = " | ".join(mark(solver, puzzle) for puzzle in columns.values())
        lines.append(f"| `{solver.name}` | {NEEDS[solver.needs]} | {solver.weights} | {marks} |")
    return "\n".join(lines)


def solver_list() -> str:
    """What each solver does and promises."""
    lines = ["| solver | what it does | promises | settings |", "|---|---|---|---|"]
    for solver in solvers.values():
        told = ", ".join(f"`--{p.name}` ({p.default})" for p in solver.parameters)
        lines.append(f"| `{solver.name}` | {solver.sentence} | {', '.join(solver.promises) or '–'} | {told or '–'} |")
    return "\n".join(lines)


def transform_list() -> str:
    """What each transform does, is told and promises."""
    lines = ["| transform | what it does | works on | is told | promises |", "|---|---|---|---|---|"]
    for each in transforms.values():
        told = ", ".join(f"{p.name}: {p.help} ({p.default})" for p in each.parameters)
        lines.append(
            f"| `{each.name}` | {each.sentence} | {each.works_on} | {told or '–'} | {'; '.join(each.promises)} |"
        )
    return "\n".join(lines)


TABLES = {"solver_matrix": solver_matrix, "solver_list": solver_list, "transform_list": transform_list}


def renewed(text: str) -> str:
    """A page with every table between its two marks written anew."""

    def table(match: re.Match[str]) -> str:
        name = match.group(1)
        return f"<!-- {name} -->\n{TABLES[name]()}\n<!-- end -->"

    return re.sub(r"<!-- (\w+) -->\n.*?<!-- end -->", table, text, flags=re.DOTALL)


def main() -> int:
    """Renew every page that has a table."""
    for page in sorted(FOLDER.glob("*.md")):
        before = page.read_text(encoding="utf-8")
        after = renewed(before)
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(f"renewed {page.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
