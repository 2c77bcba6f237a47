"""The tables in the docs are what the registry says."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("page", ["solvers.md", "transforms.md"])
def test_tables_are_current(page: str) -> None:
    spec = importlib.util.spec_from_file_location("tables", DOCS / "tables.py")
    assert spec is not None and spec.loader is not None
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    text = (DOCS / page).read_text(encoding="utf-8")
    assert "<!-- end -->" in text
    assert tables.renewed(text) == text, f"run: python docs/tables.py, which writes {page} anew"
