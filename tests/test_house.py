"""The rules of the house: who imports whom, what is public, what no file may hold."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mazeworks
from mazeworks.core.registry import SECTIONS
from tests import ROOT

PACKAGE = ROOT / "mazeworks"
FILES = sorted(PACKAGE.rglob("*.py"))
#: The rooms, from the ground up: a file imports from rooms below its own alone. The rooms of one floor do not know one
#: another, and of the files at the top `position` is one more kind of puzzle.
FLOORS = (
    ("kernels", "version"),
    ("core",),
    ("cells", "search"),
    ("layouts", "drawing"),
    ("images",),
    ("making",),
    ("rating", "vision"),
    ("puzzles", "animation", "printing", "position"),
    ("generators", "transforms", "solvers", "formats", "renderers"),
    ("files",),
    ("play",),
    ("web", "turtle"),
    ("cli",),
    ("__main__",),
)
HEIGHT = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}


def room(path: Path) -> str:
    """The room of a file of the package; of a file at its top, its name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[str]:
    """Every module that a file imports, at its top or inside a function alike."""
    return imported(ast.parse(path.read_text(encoding="utf-8")))


def imported(tree: ast.AST) -> list[str]:
    """Every module that a piece of code imports, also by `import_module` with a name written out."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{ast.unparse(node)} imports relatively"
            found += [home(str(node.module), alias.name) for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            found += [word.value for word in node.args if isinstance(word, ast.Constant)]
    return found


def home(module: str, name: str) -> str:
    """The module that `from module import name` needs: a file, a room, the home of a public name, or the module."""
    if module == "mazeworks" and name in mazeworks._MODULES:
        return f"mazeworks.{mazeworks._MODULES[name]}"
    path = ROOT / f"{module}.{name}".replace(".", "/")
    inner = path.with_suffix(".py").exists() or (path / "__init__.py").exists()
    return f"{module}.{name}" if module.startswith("mazeworks") and inner else module


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    here = room(path)
    assert here in HEIGHT or here == "__init__", f"{here} has no floor in this test"
    for module in imports(path):
        first, *rest = module.split(".")
        if first != "mazeworks":
            ground = sys.stdlib_module_names | {"numpy", "numba"}
            assert here != "kernels" or first in ground, f"{path} imports {module}"
        elif here != "__init__" and rest and rest[0] != here:
            assert HEIGHT[here] > HEIGHT[rest[0]], f"{path} imports {module}, which does not lie below it"
        elif here in THINGS:
            assert not rest or module_name(path) == module, f"{path} imports {module}, a thing of its own sort"


#: Rooms with one file per thing, where no file imports another.
THINGS = ("generators", "transforms", "solvers", "formats", "renderers")


@pytest.mark.parametrize(
    ("code", "module"),
    [
        ("def f():\n    from mazeworks import make", "mazeworks.making.making"),
        ("from mazeworks import cli", "mazeworks.cli"),
        ("from mazeworks.vision import read", "mazeworks.vision"),
        ("import importlib\nimportlib.import_module('mazeworks.cli')", "mazeworks.cli"),
        ("from mazeworks.core import grid", "mazeworks.core.grid"),
    ],
)
def test_every_way_to_import_is_seen(code: str, module: str) -> None:
    assert module in imported(ast.parse(code))


@pytest.mark.parametrize("here", ["solvers", "renderers"])
def test_solvers_and_renderers_know_no_kind(here: str) -> None:
    for path in (PACKAGE / here).glob("*.py"):
        assert not any(module.startswith("mazeworks.puzzles") for module in imports(path)), path


def test_no_module_imports_itself_by_others() -> None:
    """Imports form no cycle, those inside functions included; those for types alone do not run, and are left out."""
    names = {module_name(path): path for path in FILES}
    known = {name: {m for m in running_imports(path) if m in names and m != name} for name, path in names.items()}
    while ready := [name for name, needs in known.items() if not needs & known.keys()]:
        for name in ready:
            del known[name]
    assert not known, f"these import one another: {sorted(known)}"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def running_imports(path: Path) -> list[str]:
    """The modules that a file imports when it runs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = []
    return imported(tree)


#: What no file may look up by a name written in it, and the word for one such thing.
LOOKED_UP = {"kinds": "kind", "layouts": "layout", "renderers": "renderer"}


def literal_lookups(tree: ast.AST) -> list[str]:
    """Each place that looks up a kind, layout or renderer by a name written there, or compares one with it."""
    return [ast.unparse(node) for node in ast.walk(tree) if any(_looks_up(node, title) for title in LOOKED_UP)]


def _looks_up(node: ast.AST, title: str) -> bool:
    word, names = LOOKED_UP[title], set(SECTIONS[title])

    def literal(*parts: ast.AST | None) -> bool:
        texts = [each.value for part in parts if part for each in ast.walk(part) if isinstance(each, ast.Constant)]
        return any(isinstance(text, str) and text.partition(":")[0] in names for text in texts)

    def asks(*parts: ast.AST) -> bool:
        return any(re.search(rf"(^|\.){word}$", ast.unparse(part)) for part in parts)

    match node:
        case ast.Subscript(value, key):
            return (ast.unparse(value) == title and literal(key)) or (asks(key) and literal(value))
        case ast.Call(ast.Attribute(value, "get" | "startswith"), arguments):
            return literal(*arguments) and (ast.unparse(value) in (title, "id") or asks(value))
        case ast.Compare(left, _, others):
            return asks(left, *others) and literal(left, *others)
        case ast.Match(subject, cases):
            return asks(subject) and literal(*(each.pattern for each in cases))
    return False


@pytest.mark.parametrize(
    "code",
    [
        "kinds['wall']",
        "kinds.get('wall')",
        "puzzle.kind == 'wall'",
        "'wall' != kind",
        "puzzle.kind in ('wall', 'alice')",
        "{'wall': 2}[puzzle.kind]",
        "id.startswith('wall:')",
        "layout.startswith('circle')",
        "renderers['pdf']",
        "match puzzle.kind:\n    case 'wall': pass",
    ],
)
def test_every_look_up_by_a_literal_name_is_seen(code: str) -> None:
    assert literal_lookups(ast.parse(code))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_kind_layout_or_renderer_is_looked_up_by_a_literal_name(path: Path) -> None:
    assert not literal_lookups(ast.parse(path.read_text(encoding="utf-8")))


def test_room_sizes() -> None:
    """At most 22 files in a room, and none above 600 lines; vision has its own size for now."""
    for folder in {path.parent for path in FILES} - {PACKAGE / "vision"}:
        assert len(list(folder.glob("*.py"))) <= 22, folder
    assert len(list((PACKAGE / "core").glob("*.py"))) <= 15
    for path in FILES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, path


def test_tests_have_the_rooms_of_the_package() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    tested = {path.name for path in (ROOT / "tests").iterdir() if (path / "__init__.py").exists()}
    assert tested == rooms


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
    assert set(mazeworks._MODULES) == set(mazeworks.__all__)
    for_checkers = re.findall(
        r"^    from mazeworks\.(\S+) import (\w+) as \2$", (PACKAGE / "__init__.py").read_text(), re.M
    )
    assert {name: module for module, name in for_checkers} == mazeworks._MODULES
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
