"""Writes the tables of layouts, generators, solvers, transforms and aliases into their pages, from the registry."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mazeworks import Puzzle, make
from mazeworks.core.entries import NEEDS, Generator, Solver
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import graph_of
from mazeworks.core.registry import Section, generators, kinds, layouts, solvers, transforms
from mazeworks.search.solving import refusal

HERE = Path(__file__).parent


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def layouts_table() -> str:
    """Every layout: what it is, what a state and a move look like, its parameter."""
    from mazeworks.cells.arrangement import arrange

    rows = []
    for entry in layouts.values():
        cells = arrange(entry.name, 6, 6, 1)
        setting = entry.parameter
        rows.append(
            [
                f"`{entry.name}`",
                entry.sentence,
                "(x, y)" if cells.places.shape[1] == 2 else "(x, y, z)",
                " ".join(cells.names),
                f"`{entry.name}:{setting.format(setting.default)}`, {setting.help}" if setting else "",
                "yes" if entry.flat else "no",
            ]
        )
    return table(["layout", "what it is", "a state", "moves", "what follows a colon", "flat"], rows)


def carvers() -> list[Generator]:
    """The generators that work on any layout."""
    return [entry for entry in generators.values() if any(p.name == "layout" for p in entry.parameters)]


def generators_table() -> str:
    """Every generator on any layout: what it does, what it promises, its parameters."""
    shared = {"layout", "mask", "mask_text", "islands", "ends"}
    rows = []
    for entry in carvers():
        own = [f"`--{p.name} {p.format(p.default)}`: {p.help}" for p in entry.parameters if p.name not in shared]
        rows.append([f"`{entry.name}`", entry.sentence, "; ".join(entry.promises), "<br>".join(own)])
    return table(["generator", "what it does", "promises", "settings of its own"], rows)


def rectangle_carvers() -> list[Generator]:
    """The generators of wall mazes on plain rectangles only."""
    known = carvers()
    return [entry for entry in generators.values() if entry.kind == "wall" and entry not in known]


def rectangle_generators_table() -> str:
    """Every generator on plain rectangles only: what it does, what it promises, its parameters."""
    rows = []
    for entry in rectangle_carvers():
        own = [
            f"`--{p.name.replace('_', '-')} {p.format(p.default)}`: {p.help}"
            for p in entry.parameters
            if p.name != "ends"
        ]
        rows.append([f"`{entry.name}`", entry.sentence, "; ".join(entry.promises), "<br>".join(own)])
    return table(["generator", "what it does", "promises", "settings of its own"], rows)


def samples() -> dict[str, Puzzle[object]]:
    """One puzzle for each column of the matrix."""
    found = {name: make("wall", (4, 4), "growing_tree", 1, layout=name) for name in layouts}
    found["in an outline"] = make("wall", (16, 16), "growing_tree", 1, mask_text="O")
    return found | {"terrain": make("terrain", (4, 4), seed=1), "jugs": make("jugs")}


def mark(solver: Solver, puzzle: Puzzle[object]) -> str:
    """Whether a solver works on a puzzle: ● a shortest path, ○ a path, ◌ a path or a reason why not, · never."""
    if refusal(solver, structure_of(puzzle)) or (solver.needs == "both ways" and not graph_of(puzzle).both_ways):
        return "·"
    return "●" if "optimal" in solver.promises else "○" if solver.completes(True) else "◌"


def solvers_matrix() -> str:
    """Solver by layout and kind."""
    columns = samples()
    rows = [
        [f"`{solver.name}`", NEEDS[solver.needs], solver.weights, *(mark(solver, each) for each in columns.values())]
        for solver in solvers.values()
    ]
    return table(["solver", "needs", "weights", *columns], rows)


def solvers_table() -> str:
    """What each solver does and promises."""
    rows = []
    for solver in solvers.values():
        settings = ", ".join(f"`--{p.name}` ({p.default})" for p in solver.parameters)
        rows.append([f"`{solver.name}`", solver.sentence, ", ".join(solver.promises) or "–", settings or "–"])
    return table(["solver", "what it does", "promises", "settings"], rows)


def transforms_table() -> str:
    """What each transform does, where it works, its parameters, what it promises."""
    rows = []
    for each in transforms.values():
        settings = ", ".join(f"{p.name}: {p.help} ({p.default})" for p in each.parameters)
        rows.append([f"`{each.name}`", each.sentence, each.works_on, settings or "–", "; ".join(each.promises)])
    return table(["transform", "what it does", "works on", "settings", "promises"], rows)


def aliases_table(section: Section[Any]) -> str:
    """Every alias of a section beside the name it stands for."""
    pairs = sorted((alias, entry) for entry in section.values() for alias in entry.aliases)
    rows = [[f"`{alias}`", f"`{entry.name}`", entry.sentence] for alias, entry in pairs]
    return table(["alias", "name", "what it does"], rows)


TABLES: dict[str, Callable[[], str]] = {
    "layouts": layouts_table,
    "generators": generators_table,
    "rectangle_generators": rectangle_generators_table,
    "solvers_matrix": solvers_matrix,
    "solvers": solvers_table,
    "transforms": transforms_table,
    "solver_aliases": lambda: aliases_table(solvers),
    "kind_aliases": lambda: aliases_table(kinds),
    "generator_aliases": lambda: aliases_table(generators),
}


def with_tables(text: str) -> str:
    """A page with the tables between its marks replaced by current ones."""

    def fresh(match: "re.Match[str]") -> str:
        return f"<!-- table {match[1]} -->\n{TABLES[match[1]]()}<!-- end -->"

    return re.sub(r"<!-- table (\w+) -->\n.*?<!-- end -->", fresh, text, flags=re.S)


def pages() -> list[Path]:
    """The pages that have a table."""
    return [page for page in sorted(HERE.glob("*.md")) if "<!-- table " in page.read_text(encoding="utf-8")]


if __name__ == "__main__":
    for page in pages():
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
