"""Writes the tables of layouts and makers into their pages, from the registry."""

import re
from collections.abc import Callable
from pathlib import Path

from mazeworks.core.registry import Generator, generators, layouts

HERE = Path(__file__).parent


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def layouts_table() -> str:
    """Every layout: what it is, what a state and a move look like, what can be set."""
    from mazeworks.core.arrangement import arrange

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
    """The makers that work on any layout."""
    return [entry for entry in generators.values() if any(p.name == "layout" for p in entry.parameters)]


def makers_table() -> str:
    """Every maker on any layout: what it does, what it promises, what can be set."""
    shared = {"layout", "mask", "mask_text", "islands", "ends"}
    rows = []
    for entry in carvers():
        own = [f"`--{p.name} {p.format(p.default)}`: {p.help}" for p in entry.parameters if p.name not in shared]
        rows.append([f"`{entry.name}`", entry.sentence, "; ".join(entry.promises), "<br>".join(own)])
    return table(["maker", "what it does", "promises", "of its own"], rows)


TABLES: dict[str, Callable[[], str]] = {"layouts": layouts_table, "makers": makers_table}


def with_tables(text: str) -> str:
    """A page with each table between its marks written anew."""

    def fresh(match: "re.Match[str]") -> str:
        return f"<!-- table {match[1]} -->\n{TABLES[match[1]]()}<!-- end -->"

    return re.sub(r"<!-- table (\w+) -->\n.*?<!-- end -->", fresh, text, flags=re.S)


if __name__ == "__main__":
    for name in TABLES:
        page = HERE / f"{name}.md"
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
