"""The promises of SECURITY.md that code can hold: what is never run, never opened, and which versions are refused."""

import ast
import builtins
import io
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from packaging.requirements import Requirement

from mazeworks.cli.playing import serve
from mazeworks.core.registry import generators
from mazeworks.web.guard import LOOPBACK
from tests import ROOT
from tests.serving import in_thread, query
from tools.lock import pinned

FILES = sorted((ROOT / "mazeworks").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="ascii")
#: Modules that run what they read.
RUNNING = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "yaml"}
#: How YAML may be imported, and all that may be taken of it: what reads plain values only, and its errors.
SAFELY = ("import yaml", "safe_load", "YAMLError")
#: A text without these needs no closer look.
TELLING = re.compile(rf"\b({'|'.join(RUNNING)}|eval|exec|compile|os|subprocess|shell|allow_pickle)\b")


#: What compiles no input: kernels, read again from the files of the package, and only if that gives the code that runs.
OWN_SOURCE = {"mazeworks/kernels/indices.py": ["compile"]}


def dangers(tree: ast.AST) -> list[str]:
    """Each call in a piece of code that could run its input, and each import of a module that does."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            found += [name for name in names if name.split(".")[0] in RUNNING and ast.unparse(node) != SAFELY[0]]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "yaml" and node.attr not in SAFELY[1:]:
            found.append(ast.unparse(node))
        elif isinstance(node, ast.Call):
            function = node.func
            owner = f"{getattr(function.value, 'id', '')}." if isinstance(function, ast.Attribute) else ""
            name = owner + str(getattr(function, "attr", getattr(function, "id", "")))
            if name in ("eval", "exec", "compile") and not isinstance(node.args[0], ast.Constant):
                found.append(name)
            if re.fullmatch(r"os\.(system|popen|exec\w+|spawn\w+)|subprocess\.get(status)?output", name):
                found.append(name)
            for word in node.keywords:
                if word.arg in ("shell", "allow_pickle") and not (
                    isinstance(word.value, ast.Constant) and word.value.value is False
                ):
                    found.append(word.arg)
    return found


def test_nothing_runs_its_input() -> None:
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in FILES}
    found = {path: dangers(ast.parse(text)) for path, text in texts.items() if TELLING.search(text)}
    assert {path.as_posix(): names for path, names in found.items() if names} == OWN_SOURCE


@pytest.mark.parametrize(
    "code",
    [
        "eval(text)",
        "exec(text, {})",
        "import pickle",
        "from yaml import load",
        "import yaml as y",
        "import yaml\nyaml.load(text)",
        "import yaml\nload = yaml.full_load",
        "subprocess.run(text, shell=True)",
        "np.load(file, allow_pickle=flag)",
        "os.system(text)",
    ],
)
def test_every_way_to_run_input_is_seen(code: str) -> None:
    assert dangers(ast.parse(code))


def test_the_server_is_on_loopback_unless_asked_otherwise() -> None:
    hosts = [option.default for option in serve.params if option.name == "host"]
    assert len(hosts) == 1 and hosts[0] in LOOPBACK


def asks(path: str) -> Iterator[tuple[str, str, Any]]:
    """Requests with a path wherever a text may stand: method, route and body."""
    for name in [*(parameter.name for parameter in generators["backtracker"].parameters), "mask", "layout"]:
        yield "POST", "/api/mazes", {"parameters": {name: path}}
    for name in ("id", "puzzle", "kind", "generator", "then"):
        yield "POST", "/api/mazes", {name: path}
    yield "POST", "/api/mazes", {"id": f"wall:4x4,mask={path}#1"}
    for name in ("maze", "variant", "solver"):
        yield "POST", "/api/solutions", {"maze": "wall:4x4#1", name: path}
    yield "POST", "/api/games", {"maze": path}
    yield "GET", query("/api/download", maze="wall:4x4#1", format=path), None
    for route in ("walls", "scene"):
        yield "GET", query(f"/api/{route}", maze=path), None
    for route in ("files", "outlines"):
        yield "POST", query(f"/api/{route}", name=path), b"\0"
    for route in ("/api/games/", "/static/", "/"):
        yield "GET", route + quote(path, safe=""), None


def test_no_file_that_a_request_names_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("S##\n..#\n.#E\n")
    opened: list[str] = []

    def spy(real: Any) -> Any:
        def opening(file: Any, *more: Any, **named: Any) -> Any:
            opened.append(str(file))
            return real(file, *more, **named)

        return opening

    for module in (builtins, io, os):
        monkeypatch.setattr(module, "open", spy(module.open))  # type: ignore[attr-defined]
    monkeypatch.chdir(tmp_path)
    with in_thread() as client:
        for path in (str(secret), secret.name):
            for method, route, body in asks(path):
                status, _, answer = client.ask(method, route, body)
                assert status < 500 and b"..#" not in answer, (method, route, body, answer)
    assert opened and not [path for path in opened if secret.name in path]
    secret.read_text()
    assert secret.name in opened[-1]  # so the spy sees


def test_dependencies_have_their_bounds_and_the_lock_obeys_them() -> None:
    pins = dict(line.split("==") for line in LOCK.splitlines() if not line.startswith("#"))
    known = {re.sub(r"[-_.]+", "-", name): version for name, version in pins.items()}
    wanted = [Requirement(text) for text in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]]
    for each in wanted:
        assert each.specifier and known[each.name] in each.specifier, f"{each}: run python -m tools.lock"
    assert {"h11", "starlette", "pillow", "uvicorn", "reportlab"} <= {each.name for each in wanted}


def test_the_lock_holds_versions_alone() -> None:
    assert all(re.fullmatch(r"#.*|[\w.-]+==[\w.+!]+", line) for line in LOCK.splitlines())
    assert "//" not in LOCK
    ours = {"metadata": {"name": "mazeworks", "version": "1"}, "requested": True}
    other = {"metadata": {"name": "Pillow", "version": "13.0"}, "requested": False}
    assert pinned({"install": [ours, other]}).splitlines()[-1] == "pillow==13.0"
    assert "mazeworks" not in pinned({"install": [ours, other]})


def test_the_promises_are_linked() -> None:
    for name in ("README.md", "docs/page.md"):
        assert "SECURITY.md" in (ROOT / name).read_text(encoding="utf-8")
    assert "requirements.lock" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
