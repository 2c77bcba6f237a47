"""The rules of the house: who imports whom, what is public, what no file may hold."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mazeworks
from tests import ROOT

PACKAGE = ROOT / "mazeworks"
FILES = sorted(PACKAGE.rglob("*.py"))
SIBLINGS = {"puzzles", "generators", "solvers", "formats", "renderers"}
HEIGHT = {"kernels": 0, "version": 0, "core": 1, "layouts": 2} | dict.fromkeys(SIBLINGS, 3)


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "top"


def imports(path: Path) -> list[str]:
    """Every module of ours that a file imports, wherever in the file."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.append(node.module or "")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downward(path: Path) -> None:
    here = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for module in imports(path):
        if not module.startswith("mazeworks"):
            assert HEIGHT.get(here, 9) > 0 or module.split(".")[0] in sys.stdlib_module_names | {"numpy", "numba"}
            continue
        there = room(module)
        if here == "__init__" or there == here:
            continue
        allowed = HEIGHT.get(here, 9) > HEIGHT.get(there, 8) or (here, there) == ("generators", "puzzles")
        allowed |= HEIGHT.get(here, 9) == 9 and here not in HEIGHT
        assert allowed, f"{path} imports {module}"


OURS = [path for path in sorted(ROOT.rglob("*.py")) if not any(p[0] == "." for p in path.relative_to(ROOT).parts)]


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_uses_itertools_or_copy(path: Path) -> None:
    assert not {"itertools", "copy"} & {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_file_opens_with_a_sentence(path: Path) -> None:
    sentence = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert sentence and re.search(r"[.:]$", sentence.split("\n")[0]), path


def test_the_public_names() -> None:
    assert len(mazeworks.__all__) == len(set(mazeworks.__all__))
    for name in mazeworks.__all__:
        assert getattr(mazeworks, name) is not None
    assert set(dir(mazeworks)) == set(mazeworks.__all__)
    assert set(mazeworks._MODULES) | {"__version__"} == set(mazeworks.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Labyrinth'"):
        mazeworks.Labyrinth  # noqa: B018


def test_starting_up_imports_nothing_heavy() -> None:
    code = (
        "import sys; from mazeworks.cli import run; run(['new', '5x5', '--seed', '1'])\n"
        "heavy = {'numba', 'rich', 'PIL', 'fastapi', 'reportlab', 'networkx', 'importlib.metadata', 'tkinter'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
