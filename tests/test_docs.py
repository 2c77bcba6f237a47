"""The docs are true: every console example prints what is pasted, and every link leads somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.make_commands import commands_page

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def transcripts() -> list[tuple[str, str, str]]:
    """Each console example: the page, its commands, and the page's words for what they print."""
    found = []
    for page in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M):
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
                found.append((page.name, command, output))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which examples/ and programs/ can be found, and nothing of the project is overwritten."""
    path = tmp_path_factory.mktemp("docs")
    for name in ("examples", "programs"):
        (path / name).symlink_to(ROOT / name)
    return path


@pytest.mark.xdist_group("docs")
@pytest.mark.parametrize(("page", "command", "output"), [t for t in transcripts() if t[2]])
def test_console_examples_print_what_is_pasted(page: str, command: str, output: str, folder: Path) -> None:
    variables = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    run = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=folder, env=variables, timeout=120
    )
    pattern = ".*".join(re.escape(part) for part in output.rstrip("\n").split("…"))
    shown = (run.stdout, run.stderr, run.stdout + run.stderr)  # a page shows one or both
    assert any(re.fullmatch(pattern, text.rstrip("\n"), re.S) for text in shown), f"{page}: {command}\n{shown[2]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_page_of_commands_is_current() -> None:
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == commands_page(), (
        "write it anew with: python -m docs.make_commands"
    )
