"""The tables in the docs are what the registry says."""

from pathlib import Path

import pytest

from docs.make_tables import TABLES, pages, rectangle_carvers, with_tables


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_tables_are_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_tables(text) == text, "run: python -m docs.make_tables"


def test_every_table_stands_in_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in pages())
    assert all(f"<!-- table {name} -->" in text for name in TABLES)


def test_the_table_names_every_generator_on_rectangles() -> None:
    names = "binary_tree cellular eller recursive_division rooms sidewinder spiral"
    assert " ".join(entry.name for entry in rectangle_carvers()) == names
