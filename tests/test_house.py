"""The rules of the house: who imports whom, what is public, what no file may hold."""

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import mazeworks
from mazeworks.core.registry import SECTIONS
from tests import ROOT

PACKAGE = ROOT / "mazeworks"
FILES = sorted(PACKAGE.rglob("*.py"))
#: The rooms, from the ground up: a file imports from rooms below its own alone. The rooms of one floor do not know one
#: another, and of the files at the top `position` is one more kind of puzzle,
#: and `perfect` another way to speak of wall mazes.
FLOORS = (
    ("kernels", "version"),
    ("core",),
    ("cells", "search"),
    ("layouts", "drawing"),
    ("images",),
    ("making",),
    ("rating", "vision"),
    ("logic",),
    ("puzzles", "animation", "printing", "position", "benchmark"),
    ("generators", "transforms", "solvers", "formats", "renderers"),
    ("files", "perfect"),
    ("play", "scale"),
    ("web", "turtle", "training"),
    ("cli",),
    ("__main__",),
)
HEIGHT = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}


def room(path: Path) -> str:
    """The room of a file of the package; of a file at its top, its name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """A file, parsed once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path: Path) -> list[str]:
    """Every module that a file imports, at its top or inside a function alike."""
    return imported(ast.walk(tree_of(path)))


def imported(nodes: Iterable[ast.AST]) -> list[str]:
    """Every module that a piece of code imports, by a statement, by a call with a name written out, or as a part."""
    found, bound, parts = [], {}, []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
            bound |= {alias.asname or alias.name.partition(".")[0]: alias for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{ast.unparse(node)} imports relatively"
            found += [home(str(node.module), alias.name) for alias in node.names]
        elif isinstance(node, ast.Call) and last_name(node.func) in ("import_module", "__import__"):
            found += [module for word in node.args[:1] if (module := beginning(word))]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            parts.append((node.value.id, node.attr))
    whole = {name: alias.name if alias.asname else name for name, alias in bound.items()}
    return found + [home(whole[name], part) for name, part in parts if whole.get(name, "").startswith("mazeworks")]


def last_name(node: ast.AST) -> str:
    """The last name in `name` or `some.where.name`; empty for other code."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def beginning(node: ast.AST) -> str:
    """The module that a text names; where only the beginning is written out, its package and a star."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr([first, *_]) | ast.BinOp(first, ast.Add()):
            return beginning(first).rpartition(".")[0] + ".*"
    return ""


@functools.cache
def home(module: str, name: str) -> str:
    """The module that `from module import name` needs: a file, a room, the home of a public name, or the module."""
    if module == "mazeworks" and name in mazeworks._MODULES:
        return f"mazeworks.{mazeworks._MODULES[name]}"
    if not module.startswith("mazeworks"):
        return module
    path = ROOT / f"{module}.{name}".replace(".", "/")
    inner = path.with_suffix(".py").exists() or (path / "__init__.py").exists()
    return f"{module}.{name}" if inner else module


def test_imports_go_down() -> None:
    for path in FILES:
        check_imports(path)


def check_imports(path: Path) -> None:
    here = room(path)
    assert here in HEIGHT or here == "__init__", f"{here} has no floor in this test"
    for module in imports(path):
        first, *rest = module.split(".")
        if first != "mazeworks":
            ground = sys.stdlib_module_names | {"numpy", "numba", "llvmlite"}
            assert here != "kernels" or first in ground, f"{path} imports {module}"
        elif here != "__init__" and rest and rest[0] != here:
            assert rest[0] in HEIGHT, f"{path} imports {module}, a room that no reader knows"
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
        ("__import__('mazeworks.cli')", "mazeworks.cli"),
        ("import_module(f'mazeworks.cli.{file}')", "mazeworks.cli.*"),
        ("import_module(f'mazeworks.{room}.files')", "mazeworks.*"),
        ("import_module('mazeworks.' + room)", "mazeworks.*"),
        ("import mazeworks\nmazeworks.cli.run()", "mazeworks.cli"),
        ("def f():\n    return mazeworks.make\nimport mazeworks.core", "mazeworks.making.making"),
        ("import mazeworks as m\nm.cli.run()", "mazeworks.cli"),
        ("import mazeworks.core as c\nc.grid", "mazeworks.core.grid"),
    ],
)
def test_every_way_to_import_is_seen(code: str, module: str) -> None:
    assert module in imported(ast.walk(ast.parse(code)))


@pytest.mark.parametrize("here", ["solvers", "renderers"])
def test_solvers_and_renderers_know_no_kind(here: str) -> None:
    for path in (PACKAGE / here).glob("*.py"):
        assert not any(module.startswith("mazeworks.puzzles") for module in imports(path)), path


def test_no_module_imports_itself_by_others() -> None:
    """Imports form no cycle, those inside functions included; those for types alone do not run, and are left out."""
    known = {name: {m for m in running_imports(path) if m in MODULES and m != name} for name, path in MODULES.items()}
    while ready := [name for name, needs in known.items() if not needs & known.keys()]:
        for name in ready:
            del known[name]
    assert not known, f"these import one another: {sorted(known)}"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in FILES}


def running_imports(path: Path) -> list[str]:
    """The modules that a file imports when it runs."""
    return imported(running(tree_of(path)))


def running(node: ast.AST) -> Iterator[ast.AST]:
    """A piece of code and all that is in it, but for what only serves types."""
    yield node
    types = isinstance(node, ast.If) and last_name(node.test) == "TYPE_CHECKING"
    for inner in node.orelse if isinstance(node, ast.If) and types else ast.iter_child_nodes(node):
        yield from running(inner)


#: What no file may look up by a name written in it, and the word for one such thing.
LOOKED_UP = {"kinds": "kind", "layouts": "layout", "renderers": "renderer"}


#: The constants that are defaults of the command line, which may be compared with.
DEFAULTS = {"mazeworks.cli.words": {"KIND"}}


def literal_lookups(tree: ast.Module) -> list[str]:
    """Each place that looks up a kind, layout or renderer by a name written there, or compares one with it."""
    texts = constants(tree) | imported_constants(tree)
    looking = (node for node in ast.walk(tree) if isinstance(node, (ast.Subscript, ast.Call, ast.Compare, ast.Match)))
    return [ast.unparse(node) for node in looking if any(_looks_up(node, title, texts) for title in LOOKED_UP)]


def constants(tree: ast.Module) -> dict[str, ast.AST]:
    """What the names stand for that are given a text, or a collection, at the top of a module; and its functions."""
    plain = ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict
    given = [node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, plain)]
    found = {target.id: node.value for node in given for target in node.targets if isinstance(target, ast.Name)}
    return found | {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def imported_constants(tree: ast.Module) -> dict[str, ast.AST]:
    """The same for names from other modules of the package, except defaults of the command line."""
    found = {}
    for node in tree.body:
        path = MODULES.get(str(node.module)) if isinstance(node, ast.ImportFrom) else None
        if path and isinstance(node, ast.ImportFrom):
            there, allowed = constants(tree_of(path)), DEFAULTS.get(str(node.module), set())
            known = [alias for alias in node.names if alias.name in there and alias.name not in allowed]
            found |= {alias.asname or alias.name: there[alias.name] for alias in known}
    return found


@functools.cache
def registered(title: str) -> frozenset[str]:
    """The names of all entries of a section."""
    return frozenset(SECTIONS[title])


def _looks_up(node: ast.AST, title: str, texts: dict[str, ast.AST]) -> bool:
    word, names = LOOKED_UP[title], registered(title)

    def literal(*parts: ast.AST | None) -> bool:
        inner = [each for part in parts if part for each in ast.walk(part)]
        meant = [texts[each.id] for each in inner if isinstance(each, ast.Name) and each.id in texts]
        values = [value for value in meant if not isinstance(value, ast.FunctionDef)]
        return any(map(written, [*inner, *(each for value in values for each in ast.walk(value))]))

    def written(part: ast.AST) -> bool:
        return isinstance(part, ast.Constant) and str(part.value).partition(":")[0] in names

    def asks(*parts: ast.AST) -> bool:
        return any(re.search(rf"(^|[._]){word}(_name)?$", ast.unparse(part)) for part in parts)

    def section(part: ast.AST) -> bool:
        return bool(re.search(rf"(^|\.){title}$|\['{title}'\]$", ast.unparse(part)))

    def named(*parts: ast.AST) -> bool:  # other things have a name too, so this asks for a text beside it
        texts = [each for part in parts for each in getattr(part, "elts", [part])]
        return any(getattr(part, "attr", "") == "name" for part in parts) and any(map(written, texts))

    match node:
        case ast.Subscript(value, key):
            return (literal(key) and section(value)) or (literal(value) and asks(key))
        case ast.Call(ast.Attribute(value, "get" | "startswith" | "is_own" | "__getitem__"), arguments):
            return literal(*arguments) and (section(value) or ast.unparse(value) == "id" or asks(value))
        case ast.Call(ast.Name(name), arguments, keywords) if isinstance(texts.get(name), ast.FunctionDef):
            given = [*zip(texts[name].args.args, arguments, strict=False), *((each, each.value) for each in keywords)]
            return any(literal(value) for parameter, value in given if parameter.arg == word)
        case ast.Compare(left, _, others):
            return literal(left, *others) and (asks(left, *others) or named(left, *others) or any(map(section, others)))
        case ast.Match(subject, cases):
            return literal(*(each.pattern for each in cases)) and asks(subject)
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
        "KIND = 'wall'\nkinds[KIND]",
        "KINDS = ('alice', 'wall')\npuzzle.kind in KINDS",
        "registry.kinds['wall']",
        "SECTIONS['kinds']['wall']",
        "kinds.__getitem__('wall')",
        "'wall' in kinds",
        "kind_name == 'wall'",
        "entry.name == 'pdf'",
        "entry.name in ('pdf', 'svg')",
        "layouts.is_own('circle')",
        "from mazeworks.making.carving import WALLS\nkinds[WALLS]",
        "from mazeworks.making.carving import built\nbuilt('wall', grid)",
        "def build(grid, kind): ...\nbuild(grid, kind='wall')",
    ],
)
def test_every_look_up_by_a_literal_name_is_seen(code: str) -> None:
    assert literal_lookups(ast.parse(code))


def test_no_kind_layout_or_renderer_is_looked_up_by_a_literal_name() -> None:
    """But for the kinds of parameters, of which one is called as a kind of puzzle is: number."""
    files = [path for path in FILES if path != PACKAGE / "core" / "parameters.py"]
    assert not {str(path): found for path in files if (found := literal_lookups(tree_of(path)))}


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


def test_no_file_uses_itertools_or_copy() -> None:
    for path in (each for each in OURS if re.search(r"\b(itertools|copy)\b(?!\()", each.read_text(encoding="utf-8"))):
        assert not {"itertools", "copy"} & {name.split(".")[0] for name in imports(path)}, path


def test_every_file_opens_with_a_sentence() -> None:
    for path in FILES:
        sentence = ast.get_docstring(tree_of(path))
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
        "heavy = {'numba', 'llvmlite', 'rich', 'PIL', 'fastapi', 'reportlab', 'networkx', 'importlib.metadata'}\n"
        "heavy |= {'tkinter', 'gymnasium', 'pettingzoo'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
