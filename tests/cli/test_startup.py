"""Only what a command needs is imported: modules are counted, because seconds depend on the machine."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from mazeworks.core.registry import SECTIONS, formats, generators, layouts, renderers
from tools.metrics import DRAW, DRAW_MODULES, NEW, NEW_MODULES, PACKAGE, modules, ours, python


@pytest.mark.parametrize(("words", "most"), [(NEW, NEW_MODULES), (DRAW, DRAW_MODULES)])
def test_few_modules_are_imported(words: list[str], most: int) -> None:
    found = modules(words)
    assert ours(found) <= most, sorted(name for name in found if name.startswith("mazeworks"))
    assert not {name.split(".")[0] for name in found} & {"PIL", "numba", "llvmlite", "rich", "fastapi", "reportlab"}


def test_a_command_imports_its_own_file_alone() -> None:
    found = set(modules(NEW))
    assert "mazeworks.cli.making" in found
    assert not found & {f"mazeworks.cli.{name}" for name in ("solving", "drawing", "rating", "listing", "playing")}


@pytest.mark.parametrize("title", list(SECTIONS))
def test_a_section_is_whole_without_the_others(title: str, tmp_path: Path) -> None:
    code = (
        "from mazeworks.core import registry\n"
        f"section = registry.SECTIONS[{title!r}]\n"
        "alone = list(section)\n"
        "registry.load_all()\n"
        "assert alone == list(section), (alone, list(section))\n"
    )
    python(str(tmp_path), code)


def test_extensions_are_known_without_importing() -> None:
    for section in (formats, renderers):
        for entry in section.values():
            for extension in entry.extensions:
                assert entry in section.with_extension(extension)
        assert not section.with_extension(".nothing")


def test_an_alias_imports_no_more_than_its_name() -> None:
    assert set(modules(["new", "20x20", "--with", "dfs"])) == set(modules(["new", "20x20", "--with", "backtracker"]))


def test_the_package_runs_out_of_a_zip_file(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "package.zip", "w") as packed:
        for file in sorted(PACKAGE.rglob("*.py")):
            packed.write(file, file.relative_to(PACKAGE.parent))
    code = (
        "import sys; sys.path.insert(0, 'package.zip')\n"
        "from mazeworks.cli import run\n"
        "assert run(['draw', 'wall:5x5#1', '-o', 'maze.svg']) == run(['new', '5x5', '--with', 'dfs']) == 0\n"
        "assert run.__code__.co_filename.startswith('package.zip')\n"
    )
    python(str(tmp_path), code)
    assert (tmp_path / "maze.svg").read_text().startswith("<svg")


PLUGIN = """
from mazeworks import Parameter, Renderer, register

register(
    Renderer("count", "How many cells.", (".count",), lambda solved, times: [str(times * len(solved.puzzle))],
             (Parameter("times", "whole", 1, "how many times"),))
)
"""


def test_a_package_outside_joins_with_an_extension_and_options(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(PLUGIN)
    info = tmp_path / "counting-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: counting\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[mazeworks]\ncounting = counting\n")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); from mazeworks.__main__ import main; main()"
    python(str(tmp_path), code, "draw", "wall:5x4#1", "-o", "x.count", "--times", "3")
    assert (tmp_path / "x.count").read_text() == "60"


def test_numpy_starts_no_threads_of_its_own(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "sys.argv = ['maze', 'new', '5x5', '-o', 'x.txt']\n"
        "from mazeworks.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "assert 'numpy' in sys.modules\n"
        "tasks = '/proc/self/task'\n"
        "assert not os.path.exists(tasks) or len(os.listdir(tasks)) == 1\n"
    )
    python(str(tmp_path), code)


#: Runs commands one after the other, and prints which kernels each compiles or loads, as if it ran alone.
COMPILED = """
import json, os, sys
from contextlib import redirect_stdout
from mazeworks.cli import run
from mazeworks.kernels import Kernel, kernels

wanted = []
real = Kernel.compile
Kernel.compile = lambda self: wanted.append(self.name) or real(self)
found = {}
for words in json.load(open("commands.json")):
    for kernel in kernels().values():
        kernel.work, kernel._compiled = 0, None
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        assert run(words) == 0, words
    found[" ".join(words)] = wanted[:]
    wanted.clear()
json.dump(found, open("compiled.json", "w"))
"""
#: What a person types first.
SMALL = [
    *(f"new 20x20 --with {name} --seed 1" for name in generators if generators[name].kind == "wall"),
    *(f"new 20x20 --layout {name} --seed 1" for name in layouts if name != "floors"),
    *(f"draw wall:20x20#1 -o maze.{ending}" for ending in ("svg", "png", "pdf", "txt")),
    "solve wall:20x20#1",
    "solve wall:20x20#1 --with breadth_first",
    "solve wall:20x20#1 -o solved.png",
    "rate wall:20x20#1",
    "check wall:20x20#1",
    "new 20x20 --then braid --seed 1",
]
LARGE = "new 800x800 -o large.txt"


def test_small_commands_compile_nothing(tmp_path: Path) -> None:
    (tmp_path / "commands.json").write_text(json.dumps([words.split() for words in (*SMALL, LARGE)]))
    python(str(tmp_path), COMPILED)
    found = json.loads((tmp_path / "compiled.json").read_text())
    assert found.pop(LARGE) and len(found) == len(SMALL)
    assert {words: names for words, names in found.items() if names} == {}
